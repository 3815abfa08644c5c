#pragma once

#include <cstdint>

#include "base/result.h"

namespace warplens::launch {

/// Registration of a graphics library's buffer with a machine that can fill the buffer in place. Destroy it before the buffer.
/// Call all member functions on the thread where the buffer's graphics context is current.
class SharedBuffer {
 public:
  virtual ~SharedBuffer() = default;
  /// Map the buffer. Returns its device address, valid until unmap(); the graphics library must not access it
  /// meanwhile.
  virtual base::Result<std::uint64_t> map() = 0;
  /// Make the machine's writes visible to the graphics library. Error: the content is not reliable.
  virtual base::Status unmap() = 0;
  /// Whether the machine has lost the registration, because a kernel failed or never ended: then make no further calls for it.
  virtual bool lost() const = 0;
  /// Whether a kernel that never ended may still write to the buffer, which then must not be deleted.
  virtual bool may_be_written() const = 0;
};

/// Device memory that is lent to launches.
struct LentMemory {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

}  // namespace warplens::launch
