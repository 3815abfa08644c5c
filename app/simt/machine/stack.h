#pragma once

#include <cstdint>
#include <optional>

#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/turn_state.h"

namespace warplens::simt {

/// The threads' local memory and its stack. Owns the total size for all resident threads.
class Stack {
 public:
  Stack(const LaunchContext& context, Faults& faults) : context_(context), faults_(faults) {}

  using State = std::uint64_t;
  State state() const { return bytes_; }
  void restore(State state) { bytes_ = state; }

  /// Allocate the local memory, uninitialised, of a warp that starts.
  void start(ResidentWarp& warp);
  /// Allocate `bytes` of the stack for each active lane. Returns their offsets, or nothing after a stack overflow, which is a
  /// fault. `saved`: bytes saved by the enclosing calls, which count as stack. `call`: the call that needs the frame; null for
  /// alloca.
  std::optional<LaneOffsets> take(Running& running, std::uint32_t active, std::uint64_t bytes, std::uint64_t alignment,
                                  std::uint64_t saved, const CallFrame* call);
  /// alloca
  Next allocate(Running& running, const Decoded& instruction, std::uint32_t active);

 private:
  bool grow(ResidentWarp& warp, std::uint64_t bytes);
  void raise_overflow(const Running& running, const CallFrame* call, bool in_own_memory);

  const LaunchContext& context_;
  Faults& faults_;
  std::uint64_t bytes_ = 0;  ///< for all resident threads
};

}  // namespace warplens::simt
