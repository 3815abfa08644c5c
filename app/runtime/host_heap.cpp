#include "runtime/host_heap.h"

#include <unistd.h>

#include <cstring>
#include <fstream>
#include <string>

#include "runtime/host_pages.h"

namespace warplens::runtime {
namespace {

/// A chunk has its size before its block; the lowest bits are flags.
constexpr std::uint64_t header = 16, least_chunk = 32, flags = 7, is_mapped_flag = 2, page = 4096;

std::uint64_t word_at(std::uint64_t address) {
  std::uint64_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
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

/// The size of the chunk whose block begins at an address, if its record can be one.
std::optional<std::uint64_t> chunk_of(std::uint64_t block) {
  if (block % header != 0) return std::nullopt;
  const bool in_heap = is_in_host_heap(block);
  const bool alone = block % page == header && is_mapped(reinterpret_cast<const void*>(block - header), header);
  if (!in_heap && !alone) return std::nullopt;
  const std::uint64_t record = word_at(block - sizeof(std::uint64_t)), size = record & ~flags;
  if ((record & is_mapped_flag) != 0) {
    const bool whole = size % page == 0 && size != 0 && word_at(block - header) == 0;
    if (!alone || !whole || mapped_bytes(reinterpret_cast<const void*>(block - header), size) != size) return std::nullopt;
    return size;
  }
  if (!in_heap || size < least_chunk || size % header != 0 || size > heap_end() - (block - header)) return std::nullopt;
  return size;
}

/// A chunk of the heap ends where the next one's size begins, one that is mapped by itself where it ends.
std::uint64_t room_in(std::uint64_t chunk, bool mapped) { return chunk - (mapped ? header : header / 2); }

bool is_mapped_alone(std::uint64_t block) { return (word_at(block - sizeof(std::uint64_t)) & is_mapped_flag) != 0; }

}  // namespace

bool is_in_host_heap(std::uint64_t address) {
  const std::uint64_t start = heap_start();
  return start != 0 && address >= start + header && address < heap_end();
}

bool may_be_less_than(const void* pointer, std::uint64_t bytes) {
  const auto block = reinterpret_cast<std::uint64_t>(pointer);
  const auto chunk = chunk_of(block);
  return chunk && room_in(*chunk, is_mapped_alone(block)) < bytes;
}

std::optional<std::uint64_t> room_of_host_block(const void* pointer) {
  const auto block = reinterpret_cast<std::uint64_t>(pointer);
  const auto chunk = chunk_of(block);
  if (!chunk) return std::nullopt;
  if (is_mapped_alone(block)) return room_in(*chunk, true);
  std::uint64_t at = heap_start() + header;
  while (at < block) {
    const auto size = chunk_of(at);
    if (!size) return std::nullopt;
    at += *size;
  }
  return at == block ? std::optional(room_in(*chunk, false)) : std::nullopt;
}

}  // namespace warplens::runtime
