#pragma once

#include <cstdint>
#include <optional>

#include "launch/device.h"
#include "simt/code/decode/program.h"
#include "simt/code/device_spec.h"
#include "simt/machine/observe/checks.h"
#include "simt/native/background_code.h"
#include "simt/parallel/helpers.h"

namespace warplens::simt {

/// Whether blocks of a launch, judging by the program, do not read each other's writes; for a checked launch also whether no
/// instruction orders threads of different blocks (orders_some).
bool has_separate_blocks(const launch::Launch& launch, const Program& program);

/// Whether a launch is worth running on several cores: timed, large, and with separate blocks.
bool may_run_in_parallel(const launch::Launch& launch, const Program& program, const DeviceSpec& spec);

/// When the helpers take part in a launch.
enum class Begin : std::uint8_t {
  at_once,   ///< the caller begins alone, and goes on together with the helpers once all of them have come
  together,  ///< the caller waits for them
};

/// Run a launch on `cores` cores (2 or more), this thread and `helpers`, each with a share of the multiprocessors; the result is
/// the same as on one machine. Returns nothing if blocks turn out to read each other's writes or if anything fails; one machine
/// must then run the launch and report. `make_checks`: as for Machine.
std::optional<launch::LaunchResult> run_in_parallel(const launch::Launch& launch, const Program& program, const DeviceSpec& spec,
                                                    launch::Progress& progress, Helpers& helpers, std::uint32_t cores,
                                                    MakeChecks make_checks, Begin begin = Begin::at_once,
                                                    const CodeSource& code = {});

}  // namespace warplens::simt
