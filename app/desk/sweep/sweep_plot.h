#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/sweep/sweep_run.h"
#include "view/sweep/plot_picture.h"

namespace warplens::desk {

/// Make a plot of a sweep's points; Target::point is the row in `result`. `state`: PlotInput::state.
view::PlotInput plot_of(const experiment::Experiment& experiment, const experiment::SweepResult& result, std::string state);

}  // namespace warplens::desk
