#include "launch/narrow_pointers.h"

#include <algorithm>
#include <array>

#include "launch/address_space.h"

namespace warplens::launch {
namespace {

/// Where memory that is no allocation lies among the pointers.
struct NarrowWindow {
  std::uint32_t pointer;
  std::uint64_t address;
};

// In the order of their pointers; each ends where the next begins.
constexpr std::array narrow_windows{NarrowWindow{NarrowPointers::first_window, shared_window},
                                    NarrowWindow{0x6800'0000, local_window}, NarrowWindow{0x7000'0000, parameter_window},
                                    NarrowWindow{0x7800'0000, function_window}, NarrowWindow{NarrowPointers::first_device, 0}};

constexpr std::uint64_t slot_of(std::uint64_t address) { return address >> slot_bits; }

}  // namespace

std::vector<Placement::Narrow> NarrowPointers::all() const {
  std::vector<Placement::Narrow> all;
  for (const auto& [pointer, block] : blocks_) all.push_back({pointer, block.address, block.bytes});
  return all;
}

std::optional<std::uint32_t> NarrowPointers::room(std::uint64_t bytes) const {
  const std::uint64_t needed = (bytes + granule - 1) / granule * granule + granule;
  std::uint64_t begin = first_device;
  for (auto block = blocks_.lower_bound(first_device); block != blocks_.end(); ++block) {
    if (block->first >= first_heap || block->first - begin >= needed) break;
    begin = block->first + (block->second.bytes + granule - 1) / granule * granule + granule;
  }
  if (begin + needed > first_heap) return std::nullopt;
  return static_cast<std::uint32_t>(begin);
}

std::uint64_t NarrowPointers::widened(std::uint32_t pointer) const {
  const auto next = blocks_.upper_bound(pointer);
  const auto before = next != blocks_.begin() ? std::prev(next) : blocks_.end();
  const auto in = [pointer](const auto& block) { return block->second.address + (std::uint64_t{pointer} - block->first); };
  if (pointer < first_window) {
    const bool inside = before != blocks_.end() && pointer - before->first <= before->second.bytes;
    return inside ? in(before) : pointer;
  }
  if (pointer < first_device) {
    const auto window =
        std::prev(std::upper_bound(narrow_windows.begin(), narrow_windows.end(), pointer,
                                   [](std::uint32_t value, const NarrowWindow& each) { return value < each.pointer; }));
    return window->address + (pointer - window->pointer);
  }
  if (pointer >= first_heap) {
    const std::uint32_t offset = pointer - first_heap;
    return slot_base(offset / granule) + offset % granule;
  }
  const bool below = before != blocks_.end() && before->first >= first_device,
             above = next != blocks_.end() && next->first < first_heap;
  if (below && above)
    return in(pointer - before->first - before->second.bytes < next->first - pointer ||
                      pointer - before->first < before->second.bytes
                  ? before
                  : next);
  return below ? in(before) : above ? in(next) : pointer;
}

std::uint32_t NarrowPointers::narrowed(std::uint64_t address) const {
  const std::uint64_t slot = slot_of(address);
  if (slot < first_global_slot) {
    for (const NarrowWindow& window : narrow_windows)
      if (window.address != 0 && slot == slot_of(window.address))
        return window.pointer + static_cast<std::uint32_t>(address - window.address);
    return static_cast<std::uint32_t>(address);
  }
  for (const auto& [pointer, block] : blocks_)
    if (slot_of(block.address) == slot) return pointer + static_cast<std::uint32_t>(address - block.address);
  const auto heap = heap_pointer(slot_base(slot));
  return heap.value_or(0) + static_cast<std::uint32_t>(address - slot_base(slot));
}

std::optional<std::uint32_t> NarrowPointers::heap_pointer(std::uint64_t address) {
  const std::uint64_t slot = slot_of(address);
  if (slot > (0xffff'ffffu - first_heap) / granule) return std::nullopt;
  return first_heap + static_cast<std::uint32_t>(slot) * granule;
}

}  // namespace warplens::launch
