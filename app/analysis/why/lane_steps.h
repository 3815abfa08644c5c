#pragma once

#include <cstdint>
#include <optional>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Goes back through the steps that one lane executed in one call of a function. What the functions executed that it called there
/// is left out. The launch that was executed must outlive it.
class LaneSteps {
 public:
  /// Start before step `step` of the lane, in the call that this step belongs to.
  LaneSteps(const Executed& executed, std::uint32_t step, int lane);

  /// The step before; nothing once the call has begun.
  std::optional<std::uint32_t> back();
  /// Of a call instruction that back() has just given: the step with which the called function returned. Nothing for functions of
  /// the machine itself (malloc, vprintf).
  std::optional<std::uint32_t> returned() const { return returned_; }
  /// Once back() has given nothing: the call instruction in the function around; nothing in the kernel itself.
  std::optional<std::uint32_t> caller() const { return caller_; }

 private:
  std::optional<std::uint32_t> own_step_before();
  bool has_entered(std::uint32_t call, std::uint32_t next) const;

  const Executed& executed_;
  const std::vector<std::uint32_t>& steps_;  ///< of the warp
  std::vector<std::uint32_t>::const_iterator at_;
  int lane_;
  std::uint32_t next_;  ///< the lane's own step after the one that is looked at
  std::optional<std::uint32_t> returned_, caller_;
};

}  // namespace warplens::analysis
