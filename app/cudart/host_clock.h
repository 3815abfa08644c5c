#pragma once

#include <cstdint>

// Programs that read the host's clock around a launch and do not wait for the kernel measure the launch only.

namespace warplens::cudart {

/// While one lives in a thread, clocks that the thread reads are read by this library, not by the program.
class OwnClockReads {
 public:
  OwnClockReads();
  ~OwnClockReads();
  OwnClockReads(const OwnClockReads&) = delete;
  OwnClockReads& operator=(const OwnClockReads&) = delete;
};

/// This thread has launched a kernel into a stream. If it has read a clock before, the next time that it does is looked at.
void launched_by_this_thread(std::uint32_t stream);

}  // namespace warplens::cudart
