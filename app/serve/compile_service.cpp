#include "serve/compile_service.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "grade/sandbox.h"
#include "ptx/compile/options.h"

namespace warplens::serve {
namespace {

/// The last part of the name if it ends in .cu, otherwise "kernel.cu". It never leads to another folder.
std::string safe_name(const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(name).filename();
  return file.extension() == ".cu" && file.string().size() <= 100 ? file.string() : "kernel.cu";
}

/// Everything that determines the PTX. It is stored in front of the PTX: a client could construct two requests with one hash.
std::string identity_of(const CompileRequest& request) {
  const std::string name = safe_name(request.name);
  return fmt::format("{} {} {}\n", name.size(), request.options.size(), request.source.size()) + name + request.options +
         request.source;
}

ptx::ContentKey key_of(const std::string& identity) {
  ptx::ContentKey key;
  key.add(identity);
  return key;
}

std::optional<std::string> cached(const ptx::ContentStore& cache, const std::string& identity) {
  auto found = cache.find(key_of(identity));
  if (!found || !found->starts_with(identity)) return std::nullopt;
  return found->substr(identity.size());
}

}  // namespace

/// A compiler's slot: waits for it in order of arrival, and frees it when destroyed.
class CompileService::Turn {
 public:
  Turn(CompileService& service, std::unique_lock<std::mutex> lock, const CompileRequest& request) : service_(service) {
    service.waiting_.push_back(&request);
    service.turn_.wait(lock, [&] { return service.free_ > 0 && service.waiting_.front() == &request; });
    service.waiting_.pop_front();
    --service.free_;
    service.turn_.notify_all();
  }
  ~Turn() {
    const std::lock_guard lock(service_.mutex_);
    ++service_.free_;
    service_.turn_.notify_all();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  CompileService& service_;
};

base::Result<std::string> CompileService::compile(const CompileRequest& request, Busy& busy) {
  const std::string identity = identity_of(request);
  if (auto ptx = cached(cache_, identity)) return std::move(*ptx);
  std::unique_lock lock(mutex_);
  if (waiting_.size() >= max_waiting) {
    busy = Busy::yes;
    return base::error("too many sources are waiting for the compiler: try again in a minute");
  }
  const Turn turn(*this, std::move(lock), request);
  if (auto ptx = cached(cache_, identity)) return std::move(*ptx);  // a whole class sends the same source at once
  auto made = compile_now(request);
  if (made) cache_.keep(key_of(identity), identity + *made);
  return made;
}

base::Result<std::string> CompileService::compile_now(const CompileRequest& request) const {
  const auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  const auto options = ptx::parse_compile_options(request.options, folder->path());
  // The same refusal whether the folder exists or not.
  if (options ? !options->include_folders.empty() : options.error().file.starts_with("-I"))
    return base::Error{"-I", 0, 0, "the server has no folders of yours"};
  if (!options) return options.error();
  const std::string name = safe_name(request.name);
  const std::filesystem::path in = folder->path() / "in", out = folder->path() / "out";
  std::error_code code;
  std::filesystem::create_directory(in, code);
  std::filesystem::create_directory(out, code);
  const std::filesystem::path source = in / name, made = out / "kernel.ptx";
  if (const base::Status written = base::write_file(source, request.source); !written) return written.error();
  std::vector<std::string> wrapper;
  if (sandbox_) {
    if (!*sandbox_) return sandbox_->error();
    wrapper = (*sandbox_)->for_compiler(out, {source});
  }
  if (const base::Status compiled = grade::compile_apart(source, *options, made, wrapper); !compiled) {
    base::Error error = compiled.error();
    if (error.file == source.string()) error.file = name;
    return error;
  }
  auto ptx = base::read_text_left_by_program(made, max_ptx);
  if (!ptx) return base::Error{name, 0, 0, "its PTX " + ptx.error().message};
  return ptx;
}

}  // namespace warplens::serve
