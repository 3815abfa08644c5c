#include "lesson/program_facts.h"

#include <algorithm>
#include <cmath>

namespace warplens::lesson {
namespace {

using launch::ProgramRecording, launch::RecordedCall;

/// The call under the pointer; null if there is none.
const RecordedCall* pointed(const Evidence& evidence) {
  const auto& program = evidence.experiment.recording;
  return program && evidence.target.call < program->calls.size() ? &program->calls[evidence.target.call] : nullptr;
}

}  // namespace

std::optional<double> of_program(const Evidence& evidence, std::uint64_t (*number)(const ProgramRecording& program)) {
  const auto& program = evidence.experiment.recording;
  return program ? std::optional(static_cast<double>(number(*program))) : std::nullopt;
}

std::optional<double> of_program_time(const Evidence& evidence, double analysis::ProgramTotals::*time) {
  const auto& program = evidence.experiment.recording;
  return program ? std::optional(analysis::program_totals(*program).*time) : std::nullopt;
}

std::optional<double> launch_number(const Evidence& evidence) {
  const auto& entries = evidence.experiment.entries;
  if (!evidence.experiment.recording || evidence.run.settings.entry >= entries.size()) return std::nullopt;
  return entries[evidence.run.settings.entry].launch + 1.0;
}

std::optional<double> calls_done(const Evidence& evidence) {
  const auto& program = evidence.experiment.recording;
  if (!program) return std::nullopt;
  return std::round(evidence.session.program_scrub * static_cast<double>(program->calls.size()));
}

std::optional<double> pointed_call(const Evidence& evidence) {
  return pointed(evidence) != nullptr ? std::optional(static_cast<double>(evidence.target.call + 1)) : std::nullopt;
}

std::string pointed_function(const Evidence& evidence) {
  const RecordedCall* const call = pointed(evidence);
  return call != nullptr ? call->function : "";
}

std::string pointed_error(const Evidence& evidence) {
  const RecordedCall* const call = pointed(evidence);
  return call != nullptr ? call->error : "";
}

std::uint64_t bytes_of(const ProgramRecording& program, RecordedCall::Kind kind) {
  std::uint64_t bytes = 0;
  for (const RecordedCall& call : program.calls) bytes += call.kind == kind && call.error.empty() ? call.bytes : 0;
  return bytes;
}

std::uint64_t copies_of(const ProgramRecording& program) { return analysis::program_totals(program).copies; }

std::uint64_t failed_calls_of(const ProgramRecording& program) {
  return static_cast<std::uint64_t>(std::ranges::count_if(program.calls, [](const auto& call) { return !call.error.empty(); }));
}

std::uint64_t never_freed_of(const ProgramRecording& program) { return analysis::program_totals(program).never_freed; }

}  // namespace warplens::lesson
