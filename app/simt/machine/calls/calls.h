#pragma once

#include <cstdint>

#include "simt/code/builtins/builtin.h"
#include "simt/code/memory/global_memory.h"
#include "simt/machine/calls/stack.h"
#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/observe/observation.h"
#include "simt/machine/turns/turn_state.h"

namespace warplens::simt {

/// Direct and indirect calls, and returns. Owns the state of the built-in functions: printed text, the size of the heap.
class Calls {
 public:
  Calls(const LaunchContext& context, GlobalMemory& memory, Stack& stack, Observation& observation, Faults& faults)
      : context_(context), memory_(memory), stack_(stack), observation_(observation), faults_(faults) {
    state_.heap_limit = context.limits.heap;
    state_.heap_bytes = heap_bytes_before(context.launch);
  }

  using State = BuiltinState;
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }
  /// Approximate size of `state`, bytes.
  static std::uint64_t bytes(const State& state) {
    return state.printed.size() + (state.prepared.size() + state.launched.size()) * sizeof(PreparedLaunch);
  }

  /// All lanes of the group call. Indirect calls with different targets run one function after the other.
  Next call(Running& running, const Decoded& instruction);
  /// The active lanes of the group return to their call sites.
  Next ret(Running& running, std::uint32_t active);
  const std::string& printed() const { return state_.printed; }
  const std::vector<launch::DeviceLaunch>& launched() const { return state_.launched; }

 private:
  Next call_builtin(Running& running, const CallSite& site, const Builtin& builtin);
  std::uint32_t function_called(std::uint64_t address) const;
  void raise_call(const Running& running, std::uint64_t address, std::uint32_t callee);

  const LaunchContext& context_;
  GlobalMemory& memory_;
  Stack& stack_;
  Observation& observation_;
  Faults& faults_;
  State state_;
};

}  // namespace warplens::simt
