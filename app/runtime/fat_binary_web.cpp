#include "runtime/fat_binary.h"

#include <cstdint>
#include <cstring>

// In place of fat_binary.cpp in a page, whose compiler embeds the text of the PTX.

namespace warplens::runtime {
namespace {

struct ClangWrapper {
  std::uint32_t magic, version;
  const char* data;
  const void* unused;
};

}  // namespace

base::Result<std::vector<PtxImage>> ptx_images(const void* data) {
  ClangWrapper wrapper{};
  std::memcpy(&wrapper, data, sizeof wrapper);
  if (wrapper.data == nullptr) return base::error("the program holds no PTX");
  return std::vector{PtxImage{0, wrapper.data}};
}

}  // namespace warplens::runtime
