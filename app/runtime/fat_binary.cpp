#include "runtime/fat_binary.h"

#include <cstdint>
#include <cstring>

namespace warplens::runtime {
namespace {

// The layout is not documented by NVIDIA; these are the fields as nvcc 11 to 13 write them.
constexpr std::uint32_t wrapper_magic = 0x466243b1, binary_magic = 0xba55ed50;
constexpr std::uint16_t kind_ptx = 1;
constexpr std::uint64_t compressed_flags = 0x2000 | 0x8000;  // LZ4, Zstandard

struct Wrapper {
  std::uint32_t magic, version;
  const void* data;
  const void* unused;
};

struct Header {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;  ///< of all entries
};

struct Entry {
  std::uint16_t kind, unknown;
  std::uint32_t header_bytes;
  std::uint64_t bytes;  ///< of the content, after the header
  std::uint32_t compressed_bytes, unknown2;
  std::uint16_t minor, major;
  std::uint32_t architecture;
};

template <typename T>
T read(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

}  // namespace

base::Result<std::vector<PtxImage>> ptx_images(const void* data) {
  const auto wrapper = read<Wrapper>(static_cast<const std::byte*>(data));
  const auto* at = static_cast<const std::byte*>(wrapper.magic == wrapper_magic ? wrapper.data : data);
  const auto header = read<Header>(at);
  if (header.magic != binary_magic) {
    const auto* text = reinterpret_cast<const char*>(at);
    while (*text == ' ' || *text == '\n' || *text == '/') ++text;
    if (header.magic == 0 || std::strstr(text, ".version") == nullptr)
      return base::error("the program's kernels are in a form that Warplens does not know");
    return std::vector{PtxImage{0, reinterpret_cast<const char*>(at)}};
  }
  const std::byte* const end = at + header.header_bytes + header.bytes;
  at += header.header_bytes;
  std::vector<PtxImage> images;
  bool compressed = false;
  while (end - at >= static_cast<std::ptrdiff_t>(sizeof(Entry) + sizeof(std::uint64_t))) {
    const auto entry = read<Entry>(at);
    const auto room = static_cast<std::uint64_t>(end - at);
    if (entry.header_bytes > room || entry.bytes > room - entry.header_bytes || entry.header_bytes < sizeof(Entry)) break;
    // The flags follow architecture and the name's place.
    const auto flags = entry.header_bytes >= 48 ? read<std::uint64_t>(at + 40) : 0;
    if (entry.kind == kind_ptx && (flags & compressed_flags) != 0) {
      compressed = true;
    } else if (entry.kind == kind_ptx) {
      const auto* text = reinterpret_cast<const char*>(at + entry.header_bytes);
      images.push_back({entry.architecture, std::string(text, ::strnlen(text, entry.bytes))});
    }
    at += entry.header_bytes + entry.bytes;
  }
  if (images.empty())
    return base::error(compressed
                           ? "the program's PTX is compressed; build it with nvcc's option --no-compress"
                           : "the program holds no PTX; build it with nvcc's option -gencode arch=compute_75,code=compute_75");
  return images;
}

}  // namespace warplens::runtime
