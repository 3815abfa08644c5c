#pragma once

#include <string>

#include "experiment/experiment.h"
#include "lesson/lesson.h"

namespace warplens::lesson {

/// Read the fenced block `warplens` of a step: its state, condition, solution and comment. Errors name file, line and column.
base::Status read_step(const Block& block, const std::string& path, const experiment::Catalogue& catalogue, Step& step);

}  // namespace warplens::lesson
