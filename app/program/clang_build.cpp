#include "program/clang_build.h"

#include <algorithm>
#include <iterator>

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

}  // namespace

base::Status build_with_clang(const std::filesystem::path& clang, const std::vector<std::filesystem::path>& sources,
                              const ClangOptions& options, const std::filesystem::path& output, const RunCompiler& run) {
  const std::filesystem::path folder = output.parent_path();
  std::vector<std::string> link;
  for (std::size_t k = 0; k < sources.size(); ++k) {
    const std::string source = base::whole_path(sources[k]).string(), object = folder / (std::to_string(k) + ".o");
    std::vector<std::string> host;
    if (sources[k].extension() == ".cu") {
      const std::string ptx = folder / (std::to_string(k) + ".ptx");
      const auto brackets = ptx::options_for_brackets(source, folder / (std::to_string(k) + ".cu"));
      if (!brackets) return brackets.error();
      std::vector<std::string> device = ptx::clang_device_arguments(options.architecture);
      device.insert(device.end(), brackets->begin(), brackets->end());
      device.insert(device.end(), options.of_user.begin(), options.of_user.end());
      device.insert(device.end(), {"-o", ptx, source});
      if (const base::Status compiled = run(clang, device); !compiled) return compiled;
      // What clang takes for a GPU's binary is the text of the PTX, which our runtime finds there.
      host = ptx::clang_host_arguments();
      host.insert(host.end(), brackets->begin(), brackets->end());
      host.insert(host.end(), {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx});
    } else if (sources[k].extension() == ".c") {
      host = {"-isystem", ptx::clang_header_folder().string()};
    } else {  // C++ may use the runtime as well, which the headers for CUDA have
      host = ptx::clang_host_arguments();
      host.emplace_back("-DWARPLENS_CXX_FILE");
    }
    std::ranges::copy_if(options.of_user, std::back_inserter(host), [&](const std::string& option) {
      return sources[k].extension() != ".c" || !option.starts_with("-std=c++");
    });
    if (options.openmp) host.emplace_back("-fopenmp");
    host.insert(host.end(), {"-c", "-O1", "-g", "-o", object, source});
    if (const base::Status compiled = explained(run(clang, host), options.openmp); !compiled) return compiled;
    link.push_back(object);
  }
  link.insert(link.end(), {"-o", output.string(), "-L", library_folder().string(), "-lcudart", "-lstdc++", "-lm", "-lpthread"});
  if (options.openmp) link.emplace_back("-fopenmp");
  return explained(run(clang, link), options.openmp);
}

}  // namespace warplens::program
