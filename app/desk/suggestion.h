#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiment/experiment.h"

namespace warplens::desk {

/// A suggestion of an experiment ("Try"), split where it names an entry by its label as a whole word.
struct TryLine {
  std::string before, entry_label, after;
  std::optional<std::uint32_t> entry;
};
TryLine try_line(const experiment::Experiment& experiment, const std::string& text);

}  // namespace warplens::desk
