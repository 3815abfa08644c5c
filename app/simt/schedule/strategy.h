#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace warplens::simt {

/// A warp that can take a turn, as a strategy sees it.
struct Candidate {
  std::uint32_t warp = 0;     ///< linear in the grid
  bool reads = false;         ///< its next visible operation is a plain load
  bool touches = false;       ///< its next operation accesses the element that is watched
  std::uint64_t touched = 0;  ///< how often it has accessed it so far
};

/// A rule for who goes next: an index in the candidates, of which there is at least one; the one that has waited longest is the
/// first. May keep a state; good for one run.
struct Strategy {
  std::string name;  ///< for people: "warp 3 is held back"
  std::function<std::size_t(std::span<const Candidate>)> choose;
};

/// One operation each, in turns.
Strategy in_turns();
/// One warp after the other to its end, the lowest or the highest first.
Strategy one_by_one(bool lowest_first);
/// All loads before anything else: everybody sees the old values.
Strategy loads_first();
/// As few loads as possible before what is not one.
Strategy loads_last();
/// Warp `held` reads the element, waits until all others are at their ends, and only then writes.
Strategy hold_back(std::uint32_t held);
/// The classical way to the least of a counter that each warp increments k > 1 times, which is 2: `held` reads 0; the others run
/// to their ends, but `last` only to before its last read; `held` writes 1, which `last` reads; `held` runs to its end; `last`
/// writes 2. `last` accesses the element `accesses` times in all.
Strategy hold_back_two(std::uint32_t held, std::uint32_t last, std::uint64_t accesses);
/// Anybody, with equal chances.
Strategy at_random(std::uint64_t seed);
/// Random priorities with `depth` - 1 random change points among `operations`, at which the running warp gets the least priority:
/// finds every bug that needs `depth` operations in some order with a probability of at least 1 / (warps · operations^(depth-1))
/// (Burckhardt, Kothari, Musuvathi, Nagarakatti, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS
/// 2010).
Strategy by_priority(std::uint64_t seed, std::uint32_t depth, std::uint64_t operations);
/// The warps of `order`, one operation each; those that cannot go are left out, and at its end they go in turns.
Strategy in_order(std::vector<std::uint32_t> order);

}  // namespace warplens::simt
