#pragma once

#include <cstddef>
#include <set>
#include <utility>

#include "tests/check/random_program.h"

namespace warplens::simt {

/// What is known of a program's races, by pairs of steps (the smaller first). Where fences by other threads, or the order in
/// which threads take a lock, may or may not order two accesses, a pair is in neither set.
struct FuzzVerdict {
  std::set<std::pair<std::size_t, std::size_t>> racy;   ///< some two threads race there, whatever the schedule
  std::set<std::pair<std::size_t, std::size_t>> clean;  ///< conflicts, but all of them ordered or atomic
  bool is_clean = true;                                 ///< no pair is racy or unknown
};

/// By reachability in the graph of all threads and steps (PTX ISA, "Memory Consistency Model", Causality Order): a path from one
/// access to the other puts it before. Slow, and nothing like the checker's clocks.
FuzzVerdict verdict_of(const FuzzProgram& program);

}  // namespace warplens::simt
