#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "desk/run/run_tables.h"
#include "launch/moment.h"
#include "ptx/debug/debug_variables.h"
#include "ptx/flow/register_names.h"
#include "view/steps/steps_picture.h"

namespace warplens::desk {

/// What is known of a function's variables and registers before it is stepped.
struct KnownVariables {
  std::vector<ptx::DebugVariable> variables;  ///< of the debug information
  std::vector<ptx::RegisterName> names;       ///< without it: per register, the variable whose value it certainly holds
  std::vector<ptx::VariableHome> registers;   ///< per register: where it is written
};

/// Find the variables and the writes of registers of a function of a run. `source`: text of the run's source, or "" if there is
/// none.
KnownVariables known_variables(const RunTables& tables, std::uint32_t function, std::string_view source);

/// Fill in the variables of a moment, and which registers have been written, for its chosen warp, whose chosen lane executes
/// `function`.
void read_variables(const KnownVariables& known, const RunTables& tables, std::uint32_t function, const launch::Moment& now,
                    view::SteppedMoment& moment);

}  // namespace warplens::desk
