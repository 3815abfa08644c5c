#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// Whether an instruction is a call of the function whose address a register holds.
bool is_indirect_call(const Instruction& instruction);

/// Find the functions that a launch of function `entry` may execute: the entry, and, transitively, functions that are called, or
/// whose address is taken or contained in a used variable. In the order of their first occurrence.
std::vector<std::uint32_t> reached_functions(const Module& module, std::uint32_t entry);

/// For each of Module::variables, whether a launch of `entry` can reach it: one of its reached_functions() names the variable, or
/// a reachable variable contains its address.
std::vector<bool> reached_variables(const Module& module, std::uint32_t entry);

/// Whether a launch of function `entry` must be cooperative, with all blocks resident at once: it reads the address of the grid
/// barrier (cooperative groups' grid.sync(), CUDA C++ Programming Guide, "Grid Synchronization") from %envreg1 and
/// %envreg2.
bool is_cooperative(const Module& module, std::uint32_t entry);

/// Whether a special register is a clock: %clock, %globaltimer and their parts.
bool is_clock(SpecialRegister special);
/// Whether a launch of function `entry` may read a clock, so that its outputs may be times.
bool reads_clock(const Module& module, std::uint32_t entry);

/// Numbers the instructions that a launch of one entry may execute: first the entry's, then those of each other reachable
/// function. After each function, one number stands for its end, where lanes arrive that leave it without ret. These numbers are
/// the trace's `Steps::instruction`, the rows of `LaunchResult::tallies` and the machine's program counters.
class Listing {
 public:
  /// Meaning of a number: an instruction of a function, or (instruction = number of instructions) the function's end.
  struct Position {
    std::uint32_t function = no_index;  ///< index in Module::functions; no_index past the end of the listing
    std::uint32_t instruction = no_index;
  };

  Listing() = default;
  Listing(const Module& module, std::uint32_t entry);

  std::uint32_t size() const { return firsts_.empty() ? 0 : firsts_.back(); }
  /// The functions in the listing, the entry first.
  const std::vector<std::uint32_t>& functions() const { return functions_; }
  /// The number of the first instruction of functions()[k].
  std::uint32_t first(std::size_t k) const { return firsts_[k]; }
  Position place(std::uint32_t number) const;
  /// The instruction of that number in the module that the listing is of; null at ends and past the listing.
  const Instruction* instruction(const Module& module, std::uint32_t number) const;
  /// Whether instructions `a` and `b`, one of which loads and the other stores, update an element in place: their address
  /// operands are the same register and offset, and the value stored may come from the one loaded.
  bool update_in_place(const Module& module, std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<std::uint32_t> functions_;
  std::vector<std::uint32_t> firsts_;  ///< per function; then the size of the listing
};

}  // namespace warplens::ptx
