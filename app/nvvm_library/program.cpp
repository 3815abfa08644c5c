#include "nvvm_library/program.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/process.h"
#include "nvvm_compiler/options.h"

namespace warplens::nvvm_library {
namespace {

constexpr std::chrono::seconds time_limit{120};
constexpr std::uint64_t max_memory = std::uint64_t{8} << 30;  // bytes of address space

/// nvvm/, as in a toolkit: this library is nvvm/lib64/libnvvm.so.4, the compiler is in nvvm/bin, the functions in nvvm/libdevice.
std::filesystem::path own_folder() {
  Dl_info own;
  if (::dladdr(reinterpret_cast<const void*>(&nvvmVersion), &own) == 0) return {};
  return base::whole_path(own.dli_fname).parent_path().parent_path();
}

std::string file_name(std::size_t module) { return fmt::format("module_{}", module + 1); }

/// Names in place of the names of files, of which a person knows nothing.
std::string with_name(std::string text, const std::string& file, const std::string& name) {
  for (std::size_t at = 0; (at = text.find(file + ":", at)) != std::string::npos; at += name.size())
    text.replace(at, file.size(), name);
  return text;
}

}  // namespace

void Program::add(std::string module, std::string name, bool lazy) {
  modules_.push_back({std::move(module), std::move(name), lazy});
}

nvvmResult Program::failed(nvvmResult result, std::string why) {
  log_ = std::move(why);
  return result;
}

nvvmResult Program::run(const std::vector<std::string>& options, bool compiles, nvvmResult failure) {
  ptx_.clear();
  if (std::ranges::all_of(modules_, &Module::lazy)) return failed(NVVM_ERROR_NO_MODULE_IN_PROGRAM, "no module was added");
  if (const auto parsed = nvvm_compiler::parse_options(options); !parsed)
    return failed(NVVM_ERROR_INVALID_OPTION, base::describe(parsed.error()));
  const auto folder = base::TemporaryFolder::create();
  if (!folder) return failed(failure, base::describe(folder.error()));
  std::vector<std::string> arguments = options;
  for (std::size_t k = 0; k < modules_.size(); ++k) {
    const std::filesystem::path file = folder->path() / file_name(k);
    if (const auto written = base::write_file(file, modules_[k].content); !written)
      return failed(failure, base::describe(written.error()));
    arguments.insert(arguments.end(), {modules_[k].lazy ? "--lazy" : "--module", file.string()});
  }
  const std::filesystem::path output = folder->path() / "ptx";
  if (compiles) arguments.insert(arguments.end(), {"--output", output.string()});
  const auto ended = base::run_process(own_folder() / "bin/nvvm_compiler", arguments, time_limit, max_memory);
  if (!ended) return failed(failure, base::describe(ended.error()));
  log_ = ended->output;
  for (std::size_t k = 0; k < modules_.size(); ++k)
    log_ = with_name(std::move(log_), file_name(k), modules_[k].name.empty() ? "<unnamed>" : modules_[k].name);
  if (ended->exit_status > 128) log_ += fmt::format("LLVM ended on this IR by signal {}\n", ended->exit_status - 128);
  if (ended->exit_status != 0) return failure;
  if (!compiles) return NVVM_SUCCESS;
  auto ptx = base::read_text(output);
  if (!ptx) return failed(failure, base::describe(ptx.error()));
  ptx_ = std::move(*ptx);
  return NVVM_SUCCESS;
}

}  // namespace warplens::nvvm_library
