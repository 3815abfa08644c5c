#pragma once

#include <cstdint>

namespace warplens::launch {

// The 64-bit address space of the SIMT machine. It is divided into slots of 64 GiB; each buffer or variable begins in the middle
// of its own slot, so that an address, even far out of bounds, still identifies the intended buffer, and never hits another by
// accident.

inline constexpr int slot_bits = 36;
inline constexpr std::uint64_t shared_window = std::uint64_t{1} << slot_bits;
inline constexpr std::uint64_t local_window = std::uint64_t{2} << slot_bits;
inline constexpr std::uint64_t parameter_window = std::uint64_t{3} << slot_bits;  ///< the entry's parameters
inline constexpr std::uint64_t function_window = std::uint64_t{4} << slot_bits;   ///< functions have addresses, but no memory
inline constexpr std::uint64_t function_stride = 16;
inline constexpr std::uint64_t first_global_slot = 16;

/// Address of the first byte of the global buffer in `slot`; 256-byte aligned, like cudaMalloc's addresses.
constexpr std::uint64_t slot_base(std::uint64_t slot) { return (slot << slot_bits) + (std::uint64_t{1} << (slot_bits - 1)); }

/// The address of function `index` of a module.
constexpr std::uint64_t function_address(std::uint32_t index) { return function_window + (index + 1ull) * function_stride; }

// Slots of a placement (launch/placement.h): the first is for the workspace of cooperative groups; then come variables in
// constant memory, which PTX tells from global memory by address; then everything else.

inline constexpr std::uint64_t first_placed_constant = first_global_slot + 1;
inline constexpr std::uint64_t first_placed_global = first_global_slot + 256;
inline constexpr std::uint64_t end_of_placed = first_global_slot + (1u << 17);

/// Whether `address` is the slot_base() of a slot for placements, from slot `first` on.
constexpr bool is_slot(std::uint64_t address, std::uint64_t first) {
  const std::uint64_t slot = address >> slot_bits;
  return slot >= first && slot < end_of_placed && address == slot_base(slot);
}

}  // namespace warplens::launch
