#include "ptx/compile/former_names.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/file.h"
#include "base/resources.h"

namespace warplens::ptx {
namespace {

// CUDA Toolkit 13.0 release notes, "Deprecated and Dropped Features".
constexpr std::string_view members[] = {"clockRate",
                                        "deviceOverlap",
                                        "kernelExecTimeoutEnabled",
                                        "computeMode",
                                        "memoryClockRate",
                                        "singleToDoublePrecisionPerfRatio",
                                        "maxTexture1DLinear",
                                        "cooperativeMultiDeviceLaunch"};
constexpr std::string_view functions[] = {"cudaThreadSynchronize", "cudaThreadExit",           "cudaThreadSetLimit",
                                          "cudaThreadGetLimit",    "cudaThreadSetCacheConfig", "cudaThreadGetCacheConfig"};
/// Functions with a cudaMemLocation where a device's number was.
constexpr std::string_view changed[] = {"cudaMemPrefetchAsync", "cudaMemAdvise"};

bool is_of_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

/// Where the word stands first, as a whole one; after . or -> if it is a member. npos if nowhere.
std::size_t first_use(std::string_view text, std::string_view word, bool member) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (end < text.size() && is_of_word(text[end])) continue;
    const std::string_view before = text.substr(0, at);
    if (member ? before.ends_with('.') || before.ends_with("->") : before.empty() || !is_of_word(before.back())) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::vector<FormerName> former_names_in(std::string_view text) {
  std::vector<FormerName> found;
  const auto look_for = [&](const auto& names, bool member, bool removed) {
    for (const std::string_view name : names) {
      const std::size_t at = first_use(text, name, member);
      if (at == std::string_view::npos) continue;
      const auto line = 1 + std::ranges::count(text.substr(0, at), '\n');
      found.push_back({std::string(name), static_cast<int>(line), removed});
    }
  };
  look_for(members, true, true);
  look_for(functions, false, true);
  look_for(changed, false, false);
  std::ranges::stable_sort(found, {}, &FormerName::line);
  return found;
}

std::vector<std::string> options_for_former_names() {
  return {"-include", (base::resource_folder() / "app/ptx/compile/nvcc/before_cuda_13.cuh").string()};
}

bool lacks_former_names(const std::filesystem::path& nvcc) {
  std::error_code code;
  const std::filesystem::path whole = std::filesystem::canonical(nvcc, code);
  const auto header = base::read_text(whole.parent_path().parent_path() / "include" / "cuda_runtime_api.h");
  if (code || !header) return false;
  constexpr std::string_view mark = "#define CUDART_VERSION";
  const std::size_t at = header->find(mark);
  if (at == std::string::npos) return false;
  const std::size_t digits = header->find_first_not_of(' ', at + mark.size());
  int version = 0;
  if (digits == std::string::npos) return false;
  std::from_chars(header->data() + digits, header->data() + header->size(), version);
  return version >= 13000;
}

}  // namespace warplens::ptx
