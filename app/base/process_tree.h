#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <vector>

namespace warplens::base {

/// Snapshot of the processes running on this computer. Empty if /proc is not mounted.
class ProcessTree {
 public:
  /// Take a snapshot of the processes that run now.
  ProcessTree();

  /// All descendants of `process`.
  std::vector<pid_t> below(pid_t process) const;
  /// Resident memory of `process` and its descendants, bytes. Memory that they share counts for each.
  std::uint64_t resident_bytes(pid_t process) const;

 private:
  std::multimap<pid_t, pid_t> children_;           ///< by parent
  std::map<pid_t, std::uint64_t> resident_bytes_;  ///< of each process
};

/// Kill all descendants of `process` at once (SIGKILL). A process may be starting another one meanwhile, so this looks again
/// until none is left.
void end_descendants_of(pid_t process);

}  // namespace warplens::base
