#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/sweep/sweep_run.h"
#include "view/sweep/plot_picture.h"

namespace warplens::desk {

/// A sweep's points as a plot; Target::point is their row in `result`. `state` as PlotInput::state.
view::PlotInput plot_of(const experiment::Experiment& experiment, const experiment::SweepResult& result, std::string state);

}  // namespace warplens::desk
