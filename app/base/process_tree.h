#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <vector>

namespace warplens::base {

/// The processes that ran on this computer at one moment. Empty if /proc is not mounted.
class ProcessTree {
 public:
  /// Of this moment.
  ProcessTree();

  /// All that `process` has started and that they started in turn.
  std::vector<pid_t> below(pid_t process) const;
  /// Bytes of memory that `process` and all below it hold. Memory that they share counts for each.
  std::uint64_t resident_bytes(pid_t process) const;

 private:
  std::multimap<pid_t, pid_t> children_;           ///< by parent
  std::map<pid_t, std::uint64_t> resident_bytes_;  ///< of each process
};

/// End all that `process` has started and that they started in turn, at once (SIGKILL). A process may be starting another one
/// meanwhile, so this looks again until none is left.
void end_descendants_of(pid_t process);

}  // namespace warplens::base
