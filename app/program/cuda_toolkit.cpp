#include "program/cuda_toolkit.h"

#include <algorithm>
#include <chrono>
#include <regex>

#include "base/process.h"
#include "ptx/compile/compile.h"

namespace warplens::program {

std::filesystem::path find_nvcc() {
  const std::vector<ptx::Compiler> compilers = ptx::locate_compilers();
  const auto found = std::ranges::find(compilers, "nvcc", &ptx::Compiler::name);
  return found != compilers.end() ? found->path : std::filesystem::path();
}

std::vector<std::filesystem::path> cudart_folders(const std::filesystem::path& nvcc) {
  std::vector<std::filesystem::path> folders;
  if (nvcc.empty()) return folders;
  const auto asked = base::run_process(nvcc, {"--dryrun", "-E", "-x", "cu", "/dev/null"}, std::chrono::seconds(60));
  if (!asked) return folders;
  const std::string start = "#$ LIBRARIES=";
  const std::size_t begin = asked->output.find(start);
  if (begin == std::string::npos) return folders;
  const std::string line = asked->output.substr(begin, asked->output.find('\n', begin) - begin);
  // "-L/a/folder" in quotation marks or without.
  static const std::regex option("\"-L([^\"]*)\"|-L([^\" ]+)");
  for (std::sregex_iterator match(line.begin(), line.end(), option), end; match != end; ++match) {
    const std::filesystem::path folder = (*match)[1].matched ? (*match)[1].str() : (*match)[2].str();
    std::error_code code;
    if (std::filesystem::exists(folder / "libcudart.so", code)) folders.push_back(folder);
  }
  return folders;
}

}  // namespace warplens::program
