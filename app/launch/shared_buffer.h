#pragma once

#include <cstdint>

#include "base/result.h"

namespace warplens::launch {

/// A buffer of a graphics library that a machine can fill in place: registered with it when it is made, and no longer when it is
/// gone, which must be before the buffer itself is. On the thread where the buffer's graphics context is current.
class SharedBuffer {
 public:
  virtual ~SharedBuffer() = default;
  /// The address of its first byte in the machine's memory, until unmap(); the graphics library must not touch it meanwhile.
  virtual base::Result<std::uint64_t> map() = 0;
  /// What the machine has written is there for the graphics library. An Error is content that cannot be relied on.
  virtual base::Status unmap() = 0;
  /// The machine has lost what was registered, since a kernel failed or never ended: nothing more can be done with it.
  virtual bool lost() const = 0;
  /// A kernel that never ended may still write there: the buffer must not be deleted.
  virtual bool may_be_written() const = 0;
};

/// Memory of the machine that is lent to launches.
struct LentMemory {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

}  // namespace warplens::launch
