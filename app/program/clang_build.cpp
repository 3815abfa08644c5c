#include "program/clang_build.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/file.h"
#include "program/build.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/launch_brackets.h"

namespace warplens::program {
namespace {

/// An error about OpenMP's header or library says how to get them.
base::Status explained(base::Status status, bool openmp) {
  const bool lacks_library = !status && openmp && status.error().message.find("omp") != std::string::npos;
  if (!lacks_library) return status;
  base::Error error = status.error();
  error.message += ": the program uses OpenMP, which clang has with Debian's libomp-dev";
  return error;
}

/// clang's error for a kernel that launches a kernel says so.
base::Status without_nvcc(base::Error error) {
  if (error.message.find("reference to __global__ function") != std::string::npos)
    error.message += ": clang cannot compile kernels that launch kernels (dynamic parallelism), nvcc can";
  return error;
}

/// One build: the sources, what they are compiled to, and by whom.
class ClangBuild {
 public:
  ClangBuild(const std::filesystem::path& clang, const std::vector<std::filesystem::path>& sources, const ClangOptions& options,
             const std::filesystem::path& output, const RunStep& run)
      : clang_(clang), sources_(sources), options_(options), output_(output), run_(run), relocatable_(options.relocatable) {}

  base::Status build() {
    if (const base::Status compiled = compile_kernels(); !compiled) return compiled;
    if (!relocatable_) {
      const auto depend = depend_on_each_other();
      if (!depend) return depend.error();
      if (*depend) {
        relocatable_ = true;
        if (const base::Status compiled = compile_kernels(); !compiled) return compiled;
      }
    }
    Linking linking{clang_, {}, {}, options_.libraries, output_};
    for (std::size_t k = 0; k < sources_.size(); ++k) {
      const auto object = compile_host(k);
      if (!object) return explained(object.error(), options_.openmp);
      linking.objects.push_back(*object);
    }
    if (relocatable_) {
      const auto together = write_linked_binaries(linking.objects, output_);
      if (!together) return together.error();
      linking.objects.push_back(together->string());
    }
    linking.libraries.insert(linking.libraries.end(),
                             {"-L", library_folder().string(), "-lcudart", "-lstdc++", "-lm", "-lpthread"});
    if (options_.openmp) linking.libraries.emplace_back("-fopenmp");
    return explained(link(linking, run_), options_.openmp);
  }

 private:
  bool is_cuda(std::size_t k) const { return sources_[k].extension() == ".cu"; }
  std::string file(std::size_t k, const char* ending) const { return output_.parent_path() / (std::to_string(k) + ending); }
  std::string source(std::size_t k) const { return base::whole_path(sources_[k]).string(); }

  /// Options of both of a CUDA file's compilations.
  base::Result<std::vector<std::string>> common(std::size_t k) const {
    auto all = ptx::options_for_brackets(source(k), file(k, ".cu"));
    if (all && relocatable_) all->emplace_back("-fgpu-rdc");
    return all;
  }

  /// The kernels of each CUDA file to PTX.
  base::Status compile_kernels() const {
    for (std::size_t k = 0; k < sources_.size(); ++k) {
      if (!is_cuda(k)) continue;
      const auto more = common(k);
      if (!more) return more.error();
      std::vector<std::string> device = ptx::clang_device_arguments(options_.architecture);
      device.insert(device.end(), more->begin(), more->end());
      device.insert(device.end(), options_.of_user.begin(), options_.of_user.end());
      device.insert(device.end(), {"-o", file(k, ".ptx"), source(k)});
      if (const base::Status compiled = must_run(run_, clang_, device); !compiled) return without_nvcc(compiled.error());
    }
    return base::Nothing{};
  }

  /// Whether one file's PTX only declares what another's defines.
  base::Result<bool> depend_on_each_other() const {
    std::vector<std::string> texts;
    for (std::size_t k = 0; k < sources_.size(); ++k) {
      if (!is_cuda(k)) continue;
      auto text = base::read_text(file(k, ".ptx"));
      if (!text) return text.error();
      texts.push_back(std::move(*text));
    }
    return program::depend_on_each_other(texts);
  }

  base::Result<std::string> compile_host(std::size_t k) const {
    std::vector<std::string> host;
    const std::string ending = sources_[k].extension();
    if (ending == ".c") {
      host = {"-isystem", ptx::clang_header_folder().string()};
    } else {  // C++ may use the runtime as well, which the headers for CUDA have
      host = ptx::clang_host_arguments();
      if (!is_cuda(k)) host.emplace_back("-DWARPLENS_CXX_FILE");
    }
    if (is_cuda(k)) {
      const auto more = common(k);
      if (!more) return more.error();
      host.insert(host.end(), more->begin(), more->end());
      // What clang takes for a GPU's binary is the text of the PTX, which our runtime finds there.
      host.insert(host.end(), {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", file(k, ".ptx")});
    }
    std::ranges::copy_if(options_.of_user, std::back_inserter(host),
                         [&](const std::string& option) { return ending != ".c" || !option.starts_with("-std=c++"); });
    host.insert(host.end(), options_.of_host.begin(), options_.of_host.end());
    if (options_.openmp) host.emplace_back("-fopenmp");
    std::string object = file(k, ".o");
    host.insert(host.end(), {"-c", "-O1", "-g", "-o", object, source(k)});
    if (const base::Status compiled = must_run(run_, clang_, host); !compiled) return compiled.error();
    return object;
  }

  const std::filesystem::path& clang_;
  const std::vector<std::filesystem::path>& sources_;
  const ClangOptions& options_;
  const std::filesystem::path& output_;
  const RunStep& run_;
  bool relocatable_;
};

}  // namespace

base::Result<std::string> build_with_clang(const std::filesystem::path& clang, const std::vector<std::filesystem::path>& sources,
                                           const ClangOptions& options, const std::filesystem::path& output, const RunStep& run) {
  std::string said;
  const RunStep run_and_note = [&](const std::filesystem::path& compiler, const std::vector<std::string>& arguments) {
    auto ran = run(compiler, arguments);
    if (ran && ran->succeeded) said += ran->output;
    return ran;
  };
  const base::Status built = ClangBuild(clang, sources, options, output, run_and_note).build();
  if (!built) return built.error();
  return said;
}

}  // namespace warplens::program
