#include "runtime/fat_binary.h"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

namespace warplens::runtime {
namespace {

// The layout is not documented by NVIDIA; these are the fields as nvcc 11 to 13 write them.
constexpr std::uint32_t wrapper_magic = 0x466243b1, binary_magic = 0xba55ed50;
constexpr std::uint16_t kind_ptx = 1;
constexpr std::uint64_t lz4_flag = 0x2000, zstandard_flag = 0x8000;
constexpr std::uint64_t max_text = std::uint64_t{1} << 30;  // bytes

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
  std::uint32_t name[2];  ///< its place and its length
  std::uint64_t flags, unknown3, decompressed_bytes;
};

template <typename T>
T read(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// The text of a PTX entry; nothing if it is compressed in an unknown way, or damaged.
std::optional<std::string> text_of(const Entry& entry, const std::byte* content) {
  const auto* const bytes = reinterpret_cast<const char*>(content);
  std::string text;
  if ((entry.flags & (lz4_flag | zstandard_flag)) == 0) {
    text.assign(bytes, entry.bytes);
  } else {
    if (entry.compressed_bytes > entry.bytes || entry.decompressed_bytes > max_text) return std::nullopt;
    text.resize(entry.decompressed_bytes);
    if ((entry.flags & zstandard_flag) != 0) {
      const std::size_t written = ::ZSTD_decompress(text.data(), text.size(), bytes, entry.compressed_bytes);
      if (::ZSTD_isError(written) != 0) return std::nullopt;
      text.resize(written);
    } else {
      const int written =
          ::LZ4_decompress_safe(bytes, text.data(), static_cast<int>(entry.compressed_bytes), static_cast<int>(text.size()));
      if (written < 0) return std::nullopt;
      text.resize(static_cast<std::size_t>(written));
    }
  }
  text.resize(std::min(text.find('\0'), text.size()));  // padding
  return text;
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
  bool damaged = false;
  while (end - at >= static_cast<std::ptrdiff_t>(sizeof(Entry))) {
    const auto entry = read<Entry>(at);
    const auto room = static_cast<std::uint64_t>(end - at);
    if (entry.header_bytes < sizeof(Entry) || entry.header_bytes > room || entry.bytes > room - entry.header_bytes) break;
    if (entry.kind == kind_ptx) {
      if (auto text = text_of(entry, at + entry.header_bytes))
        images.push_back({entry.architecture, std::move(*text)});
      else
        damaged = true;
    }
    at += entry.header_bytes + entry.bytes;
  }
  if (images.empty())
    return base::error(damaged
                           ? "the program's PTX is compressed in a way that Warplens does not know; build it with nvcc's option "
                             "--no-compress"
                           : "the program holds no PTX; build it with nvcc's option -gencode arch=compute_75,code=compute_75");
  return images;
}

}  // namespace warplens::runtime
