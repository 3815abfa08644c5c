#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/turns/turn_state.h"

namespace warplens::simt {

/// Allocates the threads' local memory, its stack, and room for the registers that calls save. Owns the total sizes for all
/// resident threads.
class Stack {
 public:
  Stack(const LaunchContext& context, Faults& faults) : context_(context), faults_(faults) {}

  struct State {
    std::uint64_t local = 0;  ///< bytes of local memory
    std::uint64_t calls = 0;  ///< bytes of active calls, with their saved registers
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

  /// Allocate local memory, uninitialised, for a warp that starts.
  void start(ResidentWarp& warp);
  /// Allocate `bytes` of the stack for each active lane. Returns their offsets, or nothing after a stack overflow, which is a
  /// fault. `saved`: bytes saved by the enclosing calls, which count as stack. `call`: the call that needs the frame; null for
  /// alloca.
  std::optional<LaneOffsets> take(Running& running, std::uint32_t active, std::uint64_t bytes, std::uint64_t alignment,
                                  std::uint64_t saved, const CallFrame* call);
  /// Begin a call. Returns its number in the warp's calls, or nothing after a stack overflow.
  std::optional<std::uint32_t> push(Running& running, CallFrame call);
  /// Run `leave`, a function that ends calls of the warp, and adjust the totals.
  template <typename Leave>
  void pop(ResidentWarp& warp, Leave leave) {
    state_.calls -= warp.calls.active_bytes();
    leave();
    state_.calls += warp.calls.active_bytes();
  }
  /// Execute alloca.
  Next allocate(Running& running, const Decoded& instruction, std::uint32_t active);

 private:
  bool grow(ResidentWarp& warp, std::uint64_t bytes);
  void raise_overflow(const Running& running, const CallFrame* call, const std::string& limit);

  const LaunchContext& context_;
  Faults& faults_;
  State state_;
};

}  // namespace warplens::simt
