#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "launch/placement.h"

namespace warplens::launch {

/// Pointers of a program whose pointers have 32 bits: a whole program in a page. The SIMT machine's addresses have 64 bits. In
/// registers, kernels have addresses; in memory and as integers, they have pointers. Kernels convert by the built-in functions
/// `__warplens_widen` and `__warplens_narrow`, which app/ptx/nvvm calls.
///
/// Pointers below `first_window` belong to the host, whose memory holds managed and pinned memory as well. From there on lie
/// shared memory, local memory, parameters and functions, and from `first_device` on device memory.
class NarrowPointers {
 public:
  static constexpr std::uint32_t first_window = 0x6000'0000, first_device = 0x8000'0000, first_heap = 0xc000'0000;
  /// Device memory begins at multiples of this, with a gap of at least as much behind it.
  static constexpr std::uint32_t granule = 0x1'0000;

  NarrowPointers() = default;
  explicit NarrowPointers(const std::vector<Placement::Narrow>& all) {
    for (const Placement::Narrow& each : all) add(each);
  }

  /// `added.address` is the slot_base() of a slot.
  void add(const Placement::Narrow& added) { blocks_[added.pointer] = {added.address, added.bytes}; }
  void remove(std::uint32_t pointer) { blocks_.erase(pointer); }
  bool empty() const { return blocks_.empty(); }
  std::vector<Placement::Narrow> all() const;
  /// A pointer for `bytes` bytes of new device memory; nothing if no room is left.
  std::optional<std::uint32_t> room(std::uint64_t bytes) const;

  /// The address that a pointer stands for. A pointer next to device memory stands for an address next to it; a pointer to
  /// anything else of the host's is its own address.
  std::uint64_t widened(std::uint32_t pointer) const;
  /// The pointer that stands for an address. Meaningless for an address in memory that no pointer stands for.
  std::uint32_t narrowed(std::uint64_t address) const;
  /// The pointer to memory from a kernel's malloc at `address`; nothing if there is none, as so much has been allocated.
  static std::optional<std::uint32_t> heap_pointer(std::uint64_t address);

 private:
  struct Block {
    std::uint64_t address = 0, bytes = 0;
  };
  std::map<std::uint32_t, Block> blocks_;  ///< by pointer
};

}  // namespace warplens::launch
