#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiment/experiment.h"

namespace warplens::experiment {

/// What a recorded launch gave its kernel for a parameter.
struct RecordedParameter {
  std::string name;    ///< in the source; "": the recording does not have the source, or it does not tell
  std::string type;    ///< as the source's language writes it, with the extents of an array: "float32[32, 64]", "const float *"
  std::string buffer;  ///< the buffer that a pointer or an array leads to; "": none
  std::string value;   ///< of a number; "": another type
};

/// The parameters of an entry of a recording, in order; none if the entry cannot run.
std::vector<RecordedParameter> recorded_parameters(const Experiment& experiment, std::uint32_t entry);

}  // namespace warplens::experiment
