#include "program/variables.h"

#include <cstdlib>

#include "base/resources.h"
#include "program/build.h"
#include "program/cuda_toolkit.h"

namespace warplens::program {
namespace {

constexpr const char* library_path = "LD_LIBRARY_PATH";

std::string own_library_path() {
  const char* const path = std::getenv(library_path);
  return path != nullptr ? path : "";
}

std::string joined(const std::string& first, const std::string& second) {
  return first + (first.empty() || second.empty() ? "" : ":") + second;
}

}  // namespace

Variables variables_on_simt(const runtime::Environment& environment) {
  Variables variables = runtime::variables_of(environment);
  variables.emplace_back(library_path,
                         joined(library_folder(13).string() + ":" + library_folder(12).string(), own_library_path()));
  return variables;
}

base::Result<Variables> variables_on_gpu(const runtime::Observation& observation, const std::filesystem::path& nvcc) {
  const std::filesystem::path library = base::resource_folder().parent_path() / "program" / "libwarplens_observe.so";
  std::error_code code;
  if (!std::filesystem::exists(library, code))
    return base::Error{library.string(), 0, 0, "is missing; without it launches cannot be measured"};
  Variables variables = runtime::variables_of(observation, library);
  std::string path = own_library_path();
  for (const std::filesystem::path& folder : cudart_folders(nvcc)) path = joined(path, folder.string());
  variables.emplace_back(library_path, path);
  return variables;
}

}  // namespace warplens::program
