#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "launch/launch.h"
#include "runtime/call.h"
#include "runtime/memory.h"

namespace warplens::runtime {

/// Where a kernel has got a pointer to the host's own memory.
struct HostPointer {
  std::string sentence;      ///< what it is, and what to do instead; begins with a small letter
  std::optional<Call> copy;  ///< the copy that brought it to the device
};

/// Where the kernel has got the pointer by which it used the host's memory at `address`: from a parameter, or from device memory
/// into which the host copied it. `launch`: with a placement. Where neither holds a pointer to there, the sentence says what is
/// known.
HostPointer origin_of_host_pointer(std::uint64_t address, const launch::Launch& launch, const std::deque<Allocation>& memory);

}  // namespace warplens::runtime
