#pragma once

#include <cstdint>
#include <optional>

#include "launch/device.h"
#include "simt/decode/program.h"
#include "simt/device_spec.h"

namespace warplens::simt {

/// Whether it is worth trying to run a launch on several cores: by time, not watched, large, and, as far as the program shows, of
/// blocks that do not see each other's writes.
bool may_run_in_parallel(const launch::Launch& launch, const Program& program, const DeviceSpec& spec);

/// Run a launch on `cores` cores (2 or more), each with some of the multiprocessors, to the same result that one machine comes
/// to. Nothing where that cannot be had: blocks see each other's writes after all, or something fails, and one machine has to
/// tell.
std::optional<launch::LaunchResult> run_in_parallel(const launch::Launch& launch, const Program& program, const DeviceSpec& spec,
                                                    launch::Progress& progress, std::uint32_t cores);

}  // namespace warplens::simt
