#pragma once

#include <cstdint>

#include "base/result.h"
#include "desk/playback/stepping.h"

namespace warplens::desk {

/// What a search in the steps looks for.
enum class StepGoal : std::uint8_t {
  line,        ///< a step at another source line than the warp's step before
  divergence,  ///< a step with some of the lanes of the warp's step before
  barrier,     ///< a step that arrives at a barrier of the block
  access,      ///< a step of any warp that reads or writes Stepping::element
};

/// Go on to the chosen warp's next such step, or back to the one before, in recorded order. Looks at no more than 200,000 steps.
/// Errors: there is no such step, or the launch is stepped by hand (nothing moves); the chosen warp ended with the step found, so
/// that another warp is chosen now.
base::Status search_step(Stepping& stepping, StepGoal goal, bool back);

/// The number of steps that the chosen warp has done at the current step. Errors: the launch is stepped by hand, so that these
/// are not the run's steps; or there are too many to count.
base::Result<std::uint64_t> own_steps(Stepping& stepping);
/// Go to just after the step of a row of the run's trace, if the launch is paused as it ran and has it, and look at lane `lane`.
void go_to_trace_step(Stepping& stepping, std::uint32_t row, std::uint32_t lane);

}  // namespace warplens::desk
