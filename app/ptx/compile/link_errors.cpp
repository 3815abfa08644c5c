#include "ptx/compile/link_errors.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <set>
#include <string_view>

namespace warplens::ptx {
namespace {

/// "undefined reference to `cudaMallocArray'", "undefined symbol: cudaMallocArray".
std::set<std::string> missing_functions(const std::string& output) {
  std::set<std::string> names;
  for (const std::string before : {"undefined reference to `", "undefined symbol: "}) {
    for (std::size_t at = output.find(before); at != std::string::npos; at = output.find(before, at + 1)) {
      const std::size_t begin = at + before.size();
      names.insert(output.substr(begin, output.find_first_of("'\n@(", begin) - begin));
    }
  }
  return names;
}

/// "cudaMalloc" and "cuInit", and not "cube".
bool is_of_cuda(const std::string& name) {
  constexpr std::array<std::string_view, 15> prefixes{"cuda",     "cublas", "cufft",    "curand",     "cusparse",
                                                      "cusolver", "cudnn",  "cutensor", "cusolverMg", "cupti",
                                                      "nvrtc",    "nvml",   "nvjpeg",   "nccl",       "cu"};
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) {
    return name.starts_with(prefix) && name.size() > prefix.size() &&
           std::isupper(static_cast<unsigned char>(name[prefix.size()])) != 0;
  });
}

}  // namespace

std::vector<std::string> missing_cuda_functions(const std::string& output) {
  std::vector<std::string> functions;
  for (const std::string& name : missing_functions(output))
    if (is_of_cuda(name)) functions.push_back(name);
  return functions;
}

std::optional<base::Error> missing_function_error(const std::string& output, const std::string& why) {
  std::string of_cuda, all;
  const std::set<std::string> missing = missing_functions(output);
  if (missing.count("main") != 0) return base::error("the program has no function main()");
  for (const std::string& name : missing) {
    all += (all.empty() ? "" : ", ") + name;
    if (name.starts_with("cu") || name.starts_with("__cuda")) of_cuda += (of_cuda.empty() ? "" : ", ") + name;
  }
  if (!of_cuda.empty()) return base::error("the program calls " + of_cuda + ", " + why);
  if (!all.empty()) return base::error("the program calls functions that none of its files defines: " + all);
  return std::nullopt;
}

}  // namespace warplens::ptx
