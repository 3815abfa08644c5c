#include "simt/sliced_run.h"

#include <utility>

#include "simt/check/checker.h"

namespace warplens::simt {

SlicedRun::SlicedRun(const launch::Launch& launch, std::shared_ptr<const DecodedProgram> decoded, const DeviceSpec& spec,
                     launch::Progress& progress)
    : launch_(launch), decoded_(std::move(decoded)), spec_(spec), progress_(progress) {
  begin(Machine::RunAhead::allowed);
}

void SlicedRun::begin(Machine::RunAhead run_ahead) {
  machine_ = std::make_unique<Machine>(launch_, decoded_->program, spec_, progress_, make_checker, run_ahead);
  if (const auto fits = machine_->fits(); !fits)
    result_ = fits.error();
  else
    machine_->begin();
}

bool SlicedRun::go_on(Clock::time_point time) {
  constexpr std::uint64_t instructions = 1u << 12;  // between two looks at the clock: well below a millisecond
  while (!result_) {
    if (machine_->run_turns(instructions)) {
      if (auto ended = machine_->end())
        result_ = std::move(*ended);
      else
        begin(Machine::RunAhead::forbidden);
    }
    if (Clock::now() >= time) break;
  }
  return result_.has_value();
}

base::Result<launch::LaunchResult> SlicedRun::result() { return std::move(*result_); }

}  // namespace warplens::simt
