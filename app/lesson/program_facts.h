#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/totals.h"
#include "launch/recording/recording.h"
#include "lesson/facts.h"

// Facts of a recorded program, known if the run repeats one of its launches.

namespace warplens::lesson {

std::optional<double> of_program(const Evidence& evidence, std::uint64_t (*number)(const launch::ProgramRecording& program));
/// One of the program's modelled times.
std::optional<double> of_program_time(const Evidence& evidence, double analysis::ProgramTotals::*time);
/// Number of the launch that the run repeats, from 1.
std::optional<double> launch_number(const Evidence& evidence);
/// Number of calls made up to the position of the program view.
std::optional<double> calls_done(const Evidence& evidence);
/// Number of the call under the pointer, from 1.
std::optional<double> pointed_call(const Evidence& evidence);

/// The CUDA function called by the call under the pointer, and its error; "" if there is none.
std::string pointed_function(const Evidence& evidence);
std::string pointed_error(const Evidence& evidence);

std::uint64_t bytes_of(const launch::ProgramRecording& program, launch::RecordedCall::Kind kind);
std::uint64_t copies_of(const launch::ProgramRecording& program);
std::uint64_t failed_calls_of(const launch::ProgramRecording& program);
std::uint64_t never_freed_of(const launch::ProgramRecording& program);

}  // namespace warplens::lesson
