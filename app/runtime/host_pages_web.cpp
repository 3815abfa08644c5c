#include "runtime/host_pages.h"

#include <emscripten/heap.h>

#include <cstdlib>
#include <cstring>
#include <utility>

// In place of host_pages.cpp in a page, where memory cannot be protected. Kernels and the host use the same bytes.

namespace warplens::runtime {
namespace {

/// WebAssembly's unit of memory; below it nothing of a program's lies.
constexpr std::uint64_t alignment = 256, first_byte = 1024;

}  // namespace

std::optional<HostPages> HostPages::map(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t size = (bytes / alignment + 1) * alignment;
  if (size > SIZE_MAX / 2) return std::nullopt;
  void* const memory = std::aligned_alloc(alignment, static_cast<std::size_t>(size));
  if (memory == nullptr) return std::nullopt;
  std::memset(memory, 0, static_cast<std::size_t>(size));
  return HostPages(address, static_cast<std::byte*>(memory), size);
}

HostPages::~HostPages() { std::free(ours_); }

HostPages::HostPages(HostPages&& other) noexcept
    : address_(other.address_), ours_(std::exchange(other.ours_, nullptr)), bytes_(other.bytes_) {}

std::uint64_t mapped_bytes(const void* begin, std::uint64_t bytes) {
  const std::uint64_t address = reinterpret_cast<std::uintptr_t>(begin), end = emscripten_get_heap_size();
  if (address < first_byte || address >= end) return 0;
  return bytes < end - address ? bytes : end - address;
}

bool is_mapped(const void* begin, std::uint64_t bytes) { return mapped_bytes(begin, bytes) == bytes; }

bool read_host(std::uint64_t address, std::span<std::byte> to) {
  const auto* const from = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(address));
  if (address > UINTPTR_MAX || !is_mapped(from, to.size())) return false;
  std::memcpy(to.data(), from, to.size());
  return true;
}

void set_host_access(std::uint64_t, std::uint64_t, std::uint64_t, bool, HostAccess) {}

}  // namespace warplens::runtime
