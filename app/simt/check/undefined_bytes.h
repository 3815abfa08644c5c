#pragma once

#include <cstdint>
#include <unordered_map>

#include "simt/code/execute/cells.h"

namespace warplens::simt {

/// The instruction from which an undefined value comes.
struct UndefinedOrigin {
  std::uint32_t place = 0;    ///< index of the instruction that findings name
  bool loaded = false;        ///< it is a load of uninitialised local memory, not a shuffle
  std::uint32_t element = 0;  ///< of the vector that it loads
};

/// The lanes in which a value is undefined, and where it comes from.
struct Undefined {
  std::uint32_t lanes = 0;
  UndefinedOrigin origin{};
};

/// The undefined bytes of a warp's local memory. Offsets are bytes from the start of a thread's own memory.
class UndefinedBytes {
 public:
  bool empty() const { return bytes_.empty(); }
  void clear() { bytes_.clear(); }

  /// The lanes of `lanes` that read an undefined byte among the `count` bytes at `offset_of(lane)`.
  template <typename OffsetOf>
  Undefined read(std::uint32_t lanes, std::uint64_t count, OffsetOf offset_of) const {
    Undefined value;
    if (empty()) return value;
    each_lane(lanes, [&](std::size_t lane) {
      for (std::uint64_t b = 0; b < count; ++b) {
        const auto found = bytes_.find(offset_of(lane) + b);
        if (found == bytes_.end() || (found->second.lanes >> lane & 1) == 0) continue;
        value.lanes |= 1u << lane;
        value.origin = found->second.origin;
      }
    });
    return value;
  }

  /// `lanes` write `value` to the `count` bytes at `offset_of(lane)`.
  template <typename OffsetOf>
  void write(std::uint32_t lanes, std::uint64_t count, const Undefined& value, OffsetOf offset_of) {
    if (empty() && (value.lanes & lanes) == 0) return;
    each_lane(lanes, [&](std::size_t lane) {
      for (std::uint64_t b = 0; b < count; ++b) set(offset_of(lane) + b, 1u << lane, value);
    });
  }

 private:
  void set(std::uint64_t offset, std::uint32_t lane, const Undefined& value) {
    if ((value.lanes & lane) != 0) {
      Undefined& byte = bytes_[offset];
      byte = {byte.lanes | lane, value.origin};
      return;
    }
    const auto found = bytes_.find(offset);
    if (found == bytes_.end()) return;
    found->second.lanes &= ~lane;
    if (found->second.lanes == 0) bytes_.erase(found);
  }

  std::unordered_map<std::uint64_t, Undefined> bytes_;  ///< by offset
};

}  // namespace warplens::simt
