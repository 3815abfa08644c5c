#include "serve/compile_service.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "grade/compile_apart.h"
#include "grade/sandbox.h"
#include "ptx/compile/options.h"

namespace warplens::serve {
namespace {

constexpr std::size_t most_known = 500;

/// The last part of the name, if it is one of a CUDA source; a name that nobody can use to reach another file.
std::string safe_name(const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(name).filename();
  return file.extension() == ".cu" && file.string().size() <= 100 ? file.string() : "kernel.cu";
}

}  // namespace

base::Result<std::string> CompileService::compile(const CompileRequest& request, Busy& busy) {
  const std::string key = safe_name(request.name) + '\0' + request.options + '\0' + request.source;
  {
    std::unique_lock lock(mutex_);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    if (waiting_.size() >= most_waiting) {
      busy = Busy::yes;
      return base::error("too many sources are waiting for the compiler: try again in a minute");
    }
    waiting_.push_back(&request);
    turn_.wait(lock, [&] { return free_ > 0 && waiting_.front() == &request; });
    waiting_.pop_front();
    --free_;
    turn_.notify_all();
    if (const auto found = known_.find(key); found != known_.end()) {  // somebody sent the same meanwhile
      ++free_;
      turn_.notify_all();
      return found->second;
    }
  }
  base::Result<std::string> made = compile_now(request);
  const std::lock_guard lock(mutex_);
  ++free_;
  turn_.notify_all();
  if (known_.emplace(key, made).second) latest_.push_back(key);
  if (latest_.size() > most_known) {
    known_.erase(latest_.front());
    latest_.pop_front();
  }
  return made;
}

base::Result<std::string> CompileService::compile_now(const CompileRequest& request) const {
  const auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  const auto options = ptx::parse_compile_options(request.options, folder->path());
  if (!options) return options.error();
  if (!options->include_folders.empty()) return base::Error{"-I", 0, 0, "the server has no folders of yours"};
  const std::string name = safe_name(request.name);
  const std::filesystem::path in = folder->path() / "in", out = folder->path() / "out";
  std::error_code code;
  std::filesystem::create_directory(in, code);
  std::filesystem::create_directory(out, code);
  const std::filesystem::path source = in / name, made = out / "kernel.ptx";
  if (const base::Status written = base::write_file(source, request.source); !written) return written.error();
  std::vector<std::string> wrapper;
  if (!trusts_) {
    auto sandbox = grade::compiler_sandbox(out, {source});
    if (!sandbox) return base::error(grade::no_sandbox);
    wrapper = std::move(*sandbox);
  }
  if (const base::Status compiled = grade::compile_apart(source, *options, made, wrapper); !compiled) {
    base::Error error = compiled.error();
    if (error.file == source.string()) error.file = name;
    return error;
  }
  return base::read_text(made);
}

}  // namespace warplens::serve
