#include "runtime/memory.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "launch/address_space.h"

namespace warplens::runtime {

using launch::slot_base;

namespace {

/// Device memory of at most this size is filled with Memory::unwritten; in larger memory it would take too long.
constexpr std::uint64_t max_filled = std::uint64_t{1} << 28;

/// Whether programs have pointers of 32 bits, as in a page (launch/narrow_pointers.h).
constexpr bool has_narrow_pointers = sizeof(void*) < sizeof(std::uint64_t);

// Slots from end_of_host_addresses on hold a program's own memory on x86-64 Linux, and none from first_beyond_host on, whose
// addresses have more than 47 bits.
constexpr std::uint64_t end_of_host_addresses = 0x510, first_beyond_host = 0x800;

}  // namespace

void* Memory::pointer_for(MemoryKind kind, std::uint64_t address, std::uint64_t bytes, std::byte* memory) {
  if (!has_narrow_pointers) return reinterpret_cast<void*>(address);
  if (kind == MemoryKind::managed || kind == MemoryKind::pinned) return memory;
  const auto heap = launch::NarrowPointers::heap_pointer(address);
  if (kind == MemoryKind::heap) return reinterpret_cast<void*>(std::uintptr_t{heap.value_or(0)});
  auto room = pointers_.room(bytes);
  for (auto freed = allocations_.begin(); !room && freed != allocations_.end(); ++freed) {
    if (!freed->freed || freed->kind != MemoryKind::device) continue;
    pointers_.remove(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(freed->pointer)));
    room = pointers_.room(bytes);
  }
  return reinterpret_cast<void*>(std::uintptr_t{room.value_or(0)});
}

std::uint64_t Memory::address_of(const void* pointer) const {
  const auto value = reinterpret_cast<std::uintptr_t>(pointer);
  return has_narrow_pointers ? pointers_.widened(static_cast<std::uint32_t>(value)) : value;
}

Allocation& Memory::add(MemoryKind kind, std::uint64_t slot, std::uint64_t bytes, std::byte* memory, void* pointer) {
  Allocation& allocation = allocations_.emplace_back();
  allocation.kind = kind;
  allocation.address = slot_base(slot);
  allocation.bytes = bytes;
  allocation.memory = memory;
  allocation.pointer = pointer;
  if (has_narrow_pointers && kind != MemoryKind::heap)
    pointers_.add({static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer)), allocation.address, bytes});
  if (slot >= by_slot_.size()) by_slot_.resize(slot + 1);
  by_slot_[slot] = &allocation;
  return allocation;
}

std::uint64_t Memory::take_global_slot() {
  const std::uint64_t slot = next_global_++;
  if (next_global_ == end_of_host_addresses) next_global_ = first_beyond_host;
  return slot;
}

Allocation* Memory::allocate(MemoryKind kind, std::uint64_t bytes, const Call& call) {
  const bool counts = kind != MemoryKind::pinned;
  if (next_global_ >= launch::end_of_placed || bytes > std::uint64_t{1} << (launch::slot_bits - 1)) return nullptr;
  if (counts && bytes > most_ - used_) return nullptr;
  std::byte* memory = nullptr;
  if (kind == MemoryKind::device) {
    try {
      memory = pages_.emplace(slot_base(next_global_), base::zeroed_pages(std::max<std::uint64_t>(bytes, 1))).first->second.get();
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    if (bytes <= max_filled) std::memset(memory, static_cast<int>(unwritten), bytes);
  } else {
    auto pages = HostPages::map(slot_base(next_global_), bytes);
    if (!pages) return nullptr;
    memory = host_pages_.emplace(slot_base(next_global_), std::move(*pages)).first->second.ours();
  }
  void* const pointer = pointer_for(kind, slot_base(next_global_), bytes, memory);
  if (pointer == nullptr) {
    pages_.erase(slot_base(next_global_));
    return nullptr;
  }
  Allocation& allocation = add(kind, take_global_slot(), bytes, memory, pointer);
  allocation.number = ++numbered_;
  allocation.name = "allocation " + std::to_string(allocation.number);
  allocation.allocated_by = call;
  if (kind != MemoryKind::device) allocation.written.add(0, bytes);
  if (counts) used_ += bytes;
  return &allocation;
}

Allocation* Memory::add_variable(const std::string& name, std::uint64_t bytes, bool constant, bool managed,
                                 const std::vector<std::byte>& content, std::byte* own) {
  const std::uint64_t next = constant ? next_constant_ : next_global_;
  if (next >= (constant ? launch::first_placed_global : launch::end_of_placed)) return nullptr;
  std::byte* memory = own;
  if (own != nullptr) {
    own_variables_ = true;
  } else if (managed) {
    auto pages = HostPages::map(slot_base(next), bytes);
    if (!pages) return nullptr;
    memory = host_pages_.emplace(slot_base(next), std::move(*pages)).first->second.ours();
  } else {
    memory = pages_.emplace(slot_base(next), base::zeroed_pages(std::max<std::uint64_t>(bytes, 1))).first->second.get();
  }
  const MemoryKind kind = own != nullptr ? MemoryKind::registered : managed ? MemoryKind::managed : MemoryKind::variable;
  void* const pointer = pointer_for(kind, slot_base(next), bytes, memory);
  if (pointer == nullptr) return nullptr;
  Allocation& allocation = add(kind, constant ? next_constant_++ : take_global_slot(), bytes, memory, pointer);
  std::ranges::copy_n(content.begin(), static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(content.size(), bytes)), memory);
  allocation.name = name;
  allocation.constant = constant;
  allocation.written.add(0, bytes);
  return &allocation;
}

Allocation* Memory::add_registered(std::byte* memory, std::uint64_t bytes, const Call& call) {
  if (next_global_ >= launch::end_of_placed) return nullptr;
  void* const pointer = pointer_for(MemoryKind::registered, slot_base(next_global_), bytes, memory);
  if (pointer == nullptr) return nullptr;
  Allocation& allocation = add(MemoryKind::registered, take_global_slot(), bytes, memory, pointer);
  allocation.number = ++numbered_;
  allocation.name = "allocation " + std::to_string(allocation.number);
  allocation.allocated_by = call;
  allocation.written.add(0, bytes);
  return &allocation;
}

void Memory::add_heap(std::uint64_t address, launch::Bytes content) {
  const std::uint64_t slot = address >> launch::slot_bits;
  launch::Bytes& kept = heap_.emplace_back(std::move(content));
  void* const pointer = pointer_for(MemoryKind::heap, address, kept.size(), nullptr);
  Allocation& allocation = add(MemoryKind::heap, slot, kept.size(), kept.data(), pointer);
  allocation.name = "memory from malloc";
  allocation.written.add(0, allocation.bytes);
  next_global_ = std::max(next_global_, slot + 1);
}

void Memory::free(Allocation& allocation, const Call& call) {
  allocation.freed = true;
  allocation.freed_by = call;
  allocation.uses.clear();
  if (allocation.kind == MemoryKind::device || allocation.kind == MemoryKind::managed) used_ -= allocation.bytes;
  // A pointer to the host's memory may soon be one to other memory; others are kept, so that later uses are found.
  if (has_narrow_pointers && allocation.on_host())
    pointers_.remove(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(allocation.pointer)));
  host_pages_.erase(allocation.address);
  pages_.erase(allocation.address);
  allocation.memory = nullptr;
}

Allocation* Memory::find(std::uint64_t address) {
  const std::uint64_t slot = address >> launch::slot_bits;
  Allocation* const found = slot < by_slot_.size() ? by_slot_[slot] : nullptr;
  // Slots of a kernel's malloc may overlap addresses of the host. There, only bytes inside a block are ours.
  const bool host = slot >= end_of_host_addresses && slot < first_beyond_host;
  return host && found != nullptr && address - found->address >= found->bytes ? nullptr : found;
}

Allocation* Memory::find_registered(const void* pointer) {
  const auto* byte = static_cast<const std::byte*>(pointer);
  const auto found = std::ranges::find_if(allocations_, [&](const Allocation& allocation) {
    return allocation.kind == MemoryKind::registered && !allocation.freed && byte >= allocation.memory &&
           byte < allocation.memory + allocation.bytes;
  });
  return found != allocations_.end() ? &*found : nullptr;
}

std::uint64_t Memory::device_address(std::uint64_t host) {
  if (!own_variables_) return host;
  const Allocation* const allocation = find_registered(reinterpret_cast<const void*>(host));
  if (allocation == nullptr || allocation->number != 0) return host;
  return allocation->address + (host - reinterpret_cast<std::uint64_t>(allocation->memory));
}

bool Memory::is_ours(std::uint64_t address) {
  const std::uint64_t slot = address >> launch::slot_bits;
  return slot >= launch::first_placed_constant && slot < end_of_host_addresses;
}

launch::RangesOfBytes Memory::unwritten_bytes(const Allocation& allocation, std::uint64_t begin, std::uint64_t end) {
  if (allocation.kind != MemoryKind::device || allocation.freed || allocation.bytes > max_filled || begin >= end) return {};
  if (!allocation.unsure) return allocation.written.gaps(begin, end, launch::max_unwritten_ranges);
  const auto is_first_value = [](std::byte byte) { return byte == unwritten; };
  if (allocation.written.overlaps(begin, end) || !std::all_of(allocation.memory + begin, allocation.memory + end, is_first_value))
    return {};
  return {{begin, end}};
}

}  // namespace warplens::runtime
