#include "runtime/host_heap.h"

#include <unistd.h>

#include <fstream>
#include <string>

#include "runtime/host_pages.h"

namespace warplens::runtime {
namespace {

/// A chunk has its size before its block; the lowest bits are flags.
constexpr std::uint64_t header = 16, least_chunk = 32, flags = 7, is_mapped_flag = 2, page = 4096;

/// A word of the C library's own records, which lie between the program's blocks: not for the address sanitizer to check.
[[gnu::no_sanitize_address]] std::uint64_t word_at(std::uint64_t address) {
  return *reinterpret_cast<const volatile std::uint64_t*>(address);  // volatile: no call of memcpy, which it would check
}

/// Where the heap begins, or 0. It stays there.
std::uint64_t heap_start() {
  static const std::uint64_t start = [] {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
      if (line.ends_with("[heap]")) return static_cast<std::uint64_t>(std::stoull(line, nullptr, 16));
    return std::uint64_t{0};
  }();
  return start;
}

std::uint64_t heap_end() { return reinterpret_cast<std::uint64_t>(::sbrk(0)); }

struct Chunk {
  std::uint64_t bytes = 0;  ///< from this block to the next one
  std::uint64_t room = 0;   ///< of the block
};

/// The chunk whose block begins at an address in the heap, if its record can be one. It ends where the next one's size begins.
std::optional<Chunk> chunk_in_heap(std::uint64_t block) {
  const std::uint64_t record = word_at(block - sizeof(std::uint64_t)), size = record & ~flags;
  const bool fits = size >= least_chunk && size % header == 0 && size <= heap_end() - (block - header);
  if ((record & is_mapped_flag) != 0 || !fits) return std::nullopt;
  return Chunk{size, size - header / 2};
}

/// The chunk, whole pages, that the library has mapped for this block alone.
std::optional<Chunk> chunk_alone(std::uint64_t block) {
  const auto* const begin = reinterpret_cast<const void*>(block - header);
  if (block % page != header || !is_mapped(begin, header)) return std::nullopt;
  const std::uint64_t record = word_at(block - sizeof(std::uint64_t)), size = record & ~flags;
  const bool fits = size % page == 0 && size != 0 && word_at(block - header) == 0;
  if ((record & is_mapped_flag) == 0 || !fits || mapped_bytes(begin, size) != size) return std::nullopt;
  return Chunk{size, size - header};
}

}  // namespace

bool is_in_host_heap(std::uint64_t address) {
  const std::uint64_t start = heap_start();
  return start != 0 && address >= start + header && address < heap_end();
}

std::optional<std::uint64_t> room_below(const void* pointer, std::uint64_t bytes) {
  const auto block = reinterpret_cast<std::uint64_t>(pointer);
  if (block % header != 0) return std::nullopt;
  const bool in_heap = is_in_host_heap(block);
  const auto chunk = in_heap ? chunk_in_heap(block) : chunk_alone(block);
  if (!chunk || chunk->room >= bytes) return std::nullopt;
  if (!in_heap) return chunk->room;
  std::uint64_t at = heap_start() + header;
  while (at < block) {
    const auto before = chunk_in_heap(at);
    if (!before) return std::nullopt;
    at += before->bytes;
  }
  return at == block ? std::optional(chunk->room) : std::nullopt;
}

}  // namespace warplens::runtime
