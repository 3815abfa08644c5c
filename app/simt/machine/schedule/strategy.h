#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace warplens::simt {

/// A warp that can take a turn, as seen by a strategy.
struct Candidate {
  std::uint32_t warp = 0;     ///< linear index in the grid
  bool reads = false;         ///< its next observable operation is a plain load
  bool touches = false;       ///< its next operation accesses the target element
  std::uint64_t touched = 0;  ///< its accesses to the target element so far
};

/// A scheduling rule: returns an index into the candidates, which are never empty and sorted by waiting time, longest first. May
/// be stateful; valid for one run.
struct Strategy {
  std::string name;  ///< display name: "warp 3 is held back"
  std::function<std::size_t(std::span<const Candidate>)> choose;
};

/// Round-robin, one operation each.
Strategy in_turns();
/// One warp after the other, each to its end, in ascending order of index (`lowest_first`) or descending order.
Strategy one_by_one(bool lowest_first);
/// All loads before any other operation: every warp reads the old values.
Strategy loads_first();
/// As few loads as possible before other operations.
Strategy loads_last();
/// Warp `held` reads the element, waits until all others have ended, and only then writes.
Strategy hold_back(std::uint32_t held);
/// The classical schedule that makes a counter, incremented k > 1 times by each warp, end with its minimum of 2: `held` reads 0;
/// the others run to their ends, except that `last` stops before its last read; `held` writes 1, which `last` reads; `held` runs
/// to its end; `last` writes 2. `accesses`: how often `last` accesses the element in all.
Strategy hold_back_two(std::uint32_t held, std::uint32_t last, std::uint64_t accesses);
/// Uniformly random.
Strategy at_random(std::uint64_t seed);
/// Random priorities, with `depth` - 1 random change points among `operations`: there, the running warp gets the lowest priority.
/// If a bug needs `depth` operations in some order, it is found with a probability of at least 1 / (warps · operations^(depth-1))
/// (Burckhardt, Kothari, Musuvathi, Nagarakatti, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS
/// 2010).
Strategy by_priority(std::uint64_t seed, std::uint32_t depth, std::uint64_t operations);
/// The warps in `order`, one operation each, skipping warps that cannot run; round-robin after its end.
Strategy in_order(std::vector<std::uint32_t> order);

}  // namespace warplens::simt
