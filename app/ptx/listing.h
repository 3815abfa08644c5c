#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// The functions that a launch of function `entry` may execute: the entry, then those that it may call, whose address it takes,
/// or whose address a variable holds that one of them uses; in the order in which they are first met.
std::vector<std::uint32_t> reached_functions(const Module& module, std::uint32_t entry);

/// For each of Module::variables, whether such a launch can reach it: one of those functions names it, or it is an address that a
/// reached variable holds.
std::vector<bool> reached_variables(const Module& module, std::uint32_t entry);

/// Whether a launch of function `entry` has to be cooperative, all of its blocks on multiprocessors at once: it asks where they
/// wait for each other (cooperative groups' grid.sync(), CUDA C++ Programming Guide, "Grid Synchronization"), in %envreg1 and
/// %envreg2.
bool is_cooperative(const Module& module, std::uint32_t entry);

/// Whether a special register tells the time: %clock, %globaltimer and their parts.
bool is_clock(SpecialRegister special);
/// Whether a launch of function `entry` may read one: what it writes then may be what it took.
bool reads_clock(const Module& module, std::uint32_t entry);

/// The instructions that a launch of one entry may execute, numbered: those of the entry, then those of every other reached
/// function, each function followed by one number for its end, which lanes come to that fall off it. These numbers are the
/// trace's `Steps::instruction`, the rows of `LaunchResult::tallies` and the machine's program counters.
class Listing {
 public:
  /// Where a number stands: an instruction of a function, or (instruction = number of instructions) the function's end.
  struct Place {
    std::uint32_t function = no_index;  ///< index in Module::functions; no_index past the end of the listing
    std::uint32_t instruction = no_index;
  };

  Listing() = default;
  Listing(const Module& module, std::uint32_t entry);

  std::uint32_t size() const { return firsts_.empty() ? 0 : firsts_.back(); }
  /// The functions in it, the entry first.
  const std::vector<std::uint32_t>& functions() const { return functions_; }
  /// The number of the first instruction of functions()[k].
  std::uint32_t first(std::size_t k) const { return firsts_[k]; }
  Place place(std::uint32_t number) const;
  /// The instruction of that number in the module that the listing is of; null at ends and past the listing.
  const Instruction* instruction(const Module& module, std::uint32_t number) const;

 private:
  std::vector<std::uint32_t> functions_;
  std::vector<std::uint32_t> firsts_;  ///< per function, and the listing's size at last
};

}  // namespace warplens::ptx
