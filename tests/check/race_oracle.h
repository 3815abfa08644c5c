#pragma once

#include <cstddef>
#include <set>
#include <utility>

#include "tests/check/random_program.h"

namespace warplens::simt {

/// The known races of a program, as pairs of steps (the smaller first). A pair is in neither set if two of its accesses may or
/// may not be ordered, by fences of other threads or by the order in which threads take a lock.
struct FuzzVerdict {
  std::set<std::pair<std::size_t, std::size_t>> racy;   ///< two threads race at this pair under every schedule
  std::set<std::pair<std::size_t, std::size_t>> clean;  ///< conflicting accesses, but all ordered or atomic
  bool is_clean = true;                                 ///< no pair is racy or unknown
};

/// Decide by reachability in the graph of all threads and steps (PTX ISA, "Memory Consistency Model", Causality Order): one
/// access comes before another if a path leads from it to the other. Slow, and independent of the checker's clocks.
FuzzVerdict verdict_of(const FuzzProgram& program);

}  // namespace warplens::simt
