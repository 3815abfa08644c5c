#include "runtime/host_pages.h"

#include <emscripten.h>
#include <emscripten/heap.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

#include "runtime/byte_ranges.h"

// In place of host_pages.cpp in a page, where memory cannot be protected: kernels and the host use the same bytes. Instead, a
// program asks before it uses addresses from a certain one on (app/ptx/compile/clang/page/checks.cpp).

namespace warplens::runtime {
namespace {

/// Allocations begin at multiples of `alignment`. Before `first_byte` nothing lies that a program uses.
constexpr std::uint64_t alignment = 256, first_byte = 1024;

/// Where the memory of the host ends, which may grow.
std::uint64_t end_of_memory() { return emscripten_get_heap_size(); }

/// What the host must not do now with the memory that it shares with kernels.
class WatchedMemory {
 public:
  void add(std::uint64_t address, std::uint64_t pointer) { shared_[address].pointer = pointer; }
  void remove(std::uint64_t address) {
    shared_.erase(address);
    tell_program();
  }
  void set(std::uint64_t address, std::uint64_t begin, std::uint64_t end, HostAccess access) {
    const auto found = shared_.find(address);
    if (found == shared_.end()) return;
    Shared& shared = found->second;
    if (access == HostAccess::all) {
      shared = {shared.pointer, {}, {}};
    } else {
      shared.unwritable.add(begin, end);
      if (access == HostAccess::none) shared.unreadable.add(begin, end);
    }
    tell_program();
  }

  /// The first byte that may not be used so; nothing if all may.
  std::optional<std::uint64_t> first_of(std::uint64_t pointer, std::uint64_t bytes, bool writes) const {
    const std::uint64_t end = pointer + bytes;
    if (pointer < first_byte) return pointer;
    for (const auto& [address, shared] : shared_) {
      for (const auto& [from, to] : (writes ? shared.unwritable : shared.unreadable).ranges()) {
        const std::uint64_t first = std::max(pointer, shared.pointer + from);
        if (first < std::min(end, shared.pointer + to)) return first;
      }
    }
    const std::uint64_t first = std::max(pointer, end_of_memory());
    return first < end ? std::optional(first) : std::nullopt;
  }

  /// `first`: the program's variable with the lowest watched address.
  void begin(std::uint32_t* first) {
    first_ = first;
    tell_program();
  }
  void tell_program() const {
    if (first_ == nullptr) return;
    std::uint64_t first = end_of_memory();
    for (const auto& [address, shared] : shared_)
      if (!shared.unwritable.empty()) first = std::min(first, shared.pointer + shared.unwritable.ranges().begin()->first);
    *first_ = static_cast<std::uint32_t>(first);
  }

 private:
  struct Shared {
    std::uint64_t pointer = 0;
    ByteRanges unwritable, unreadable;
  };

  std::map<std::uint64_t, Shared> shared_;  ///< by the address that kernels have
  std::uint32_t* first_ = nullptr;
};

WatchedMemory& watched() {
  static WatchedMemory only;
  return only;
}

}  // namespace

std::optional<HostPages> HostPages::map(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t size = (bytes / alignment + 1) * alignment;
  if (size > SIZE_MAX / 2) return std::nullopt;
  void* const memory = std::aligned_alloc(alignment, static_cast<std::size_t>(size));
  if (memory == nullptr) return std::nullopt;
  std::memset(memory, 0, static_cast<std::size_t>(size));
  watched().add(address, reinterpret_cast<std::uintptr_t>(memory));
  return HostPages(address, static_cast<std::byte*>(memory), size);
}

HostPages::~HostPages() {
  if (ours_ == nullptr) return;
  watched().remove(address_);
  std::free(ours_);
}

HostPages::HostPages(HostPages&& other) noexcept
    : address_(other.address_), ours_(std::exchange(other.ours_, nullptr)), bytes_(other.bytes_) {}

std::uint64_t mapped_bytes(const void* begin, std::uint64_t bytes) {
  const std::uint64_t address = reinterpret_cast<std::uintptr_t>(begin), end = end_of_memory();
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

void set_host_access(std::uint64_t address, std::uint64_t begin, std::uint64_t end, bool, HostAccess access) {
  watched().set(address, begin, end, access);
}

}  // namespace warplens::runtime

/// `first`: the program's variable with the lowest address for whose use it asks. It is kept up to date from now on.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_watch(std::uint32_t* first) { warplens::runtime::watched().begin(first); }

/// The first byte of these that the host must not use now, 0xffffffff if there is none.
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t warplens_watched(std::uint32_t pointer, std::uint32_t bytes, int writes) {
  const auto first = warplens::runtime::watched().first_of(pointer, bytes, writes != 0);
  if (!first) warplens::runtime::watched().tell_program();  // memory may have grown
  return static_cast<std::uint32_t>(first.value_or(0xffffffff));
}
