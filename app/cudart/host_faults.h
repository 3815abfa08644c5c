#pragma once

namespace warplens::cudart {

/// From now on, an access of the host to memory of the device, or to memory that a kernel may still be working on, is told before
/// the program is ended or goes on.
void watch_host_faults();

}  // namespace warplens::cudart
