#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace warplens::base {

/// A process that another one has started, directly or not.
struct Descendant {
  pid_t process = 0;
  std::uint64_t resident_bytes = 0;  ///< of memory; what processes share counts for each
};

/// All that `process` has started and that they started in turn, without what has ended. Empty where /proc is not mounted.
std::vector<Descendant> descendants_of(pid_t process);

/// Bytes of memory that `process` itself holds; 0 once it has ended.
std::uint64_t resident_bytes_of(pid_t process);

/// End every descendant of `process` at once (SIGKILL). Looks again until none is left, for those that were just starting others.
void end_descendants_of(pid_t process);

}  // namespace warplens::base
