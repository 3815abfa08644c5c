#pragma once

#include <cstdint>
#include <optional>

#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/turn_state.h"

namespace warplens::simt {

/// The threads' local memory and its stack. Owns how much all resident threads have of it together.
class Stack {
 public:
  Stack(const LaunchContext& context, Faults& faults) : context_(context), faults_(faults) {}

  using State = std::uint64_t;
  State state() const { return bytes_; }
  void restore(State state) { bytes_ = state; }

  /// Give a warp that starts its lanes' local memory, uninitialised.
  void start(ResidentWarp& warp);
  /// Take `bytes` of the stack for each active lane: the offsets at which they begin, or nothing after a stack overflow, which is
  /// a fault. `saved`: bytes that the calls around it have saved, which count as if they lay on the stack. `call`: for which it
  /// is taken; null for alloca.
  std::optional<LaneOffsets> take(Running& running, std::uint32_t active, std::uint64_t bytes, std::uint64_t alignment,
                                  std::uint64_t saved, const CallFrame* call);
  /// alloca
  Next allocate(Running& running, const Decoded& instruction, std::uint32_t active);

 private:
  bool grow(ResidentWarp& warp, std::uint64_t bytes);
  void raise_overflow(const Running& running, const CallFrame* call, bool in_own_memory);

  const LaunchContext& context_;
  Faults& faults_;
  std::uint64_t bytes_ = 0;  ///< of all resident threads
};

}  // namespace warplens::simt
