#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "launch/arguments/value.h"

namespace warplens::experiment {

/// What a recorded launch gave its kernel for a parameter.
struct RecordedParameter {
  std::string name;    ///< in the source; "": the recording does not have the source, or it does not tell
  std::string type;    ///< as the source's language writes it, with the extents of an array: "float32[32, 64]", "const float *"
  std::string buffer;  ///< the buffer that a pointer or an array leads to; "": none
  std::optional<launch::Scalar> number;  ///< nothing: another type
  std::size_t place = 0;                 ///< index among the kernel's parameters in PTX, of the first if it has several
};

/// The parameters of an entry of a recording, in order; none if the entry cannot run.
std::vector<RecordedParameter> recorded_parameters(const Experiment& experiment, std::uint32_t entry);

/// The buffer that a person means by `name`: the one of this name, else the one to which the parameter of this name leads.
std::string buffer_meant(const std::vector<RecordedParameter>& parameters, const std::string& name);

}  // namespace warplens::experiment
