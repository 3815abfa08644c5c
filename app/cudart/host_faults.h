#pragma once

namespace warplens::cudart {

/// From now on, report each access of the host to device memory, or to memory that a kernel may still be working on. The program
/// is then ended, or goes on.
void watch_host_faults();

}  // namespace warplens::cudart
