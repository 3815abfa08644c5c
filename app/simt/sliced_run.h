#pragma once

#include <memory>
#include <optional>

#include "launch/device.h"
#include "simt/machine/machine.h"
#include "simt/programs.h"

namespace warplens::simt {

/// A launch in parts: interpreted, on one core, by its own schedule. Owns everything its machine refers to, except the
/// progress.
class SlicedRun final : public launch::RunInParts {
 public:
  SlicedRun(const launch::Launch& launch, std::shared_ptr<const DecodedProgram> decoded, const DeviceSpec& spec,
            launch::Progress& progress);

  bool go_on(Clock::time_point time) override;
  base::Result<launch::LaunchResult> result() override;

 private:
  void begin(Machine::RunAhead run_ahead);

  const launch::Launch launch_;
  const std::shared_ptr<const DecodedProgram> decoded_;
  const DeviceSpec spec_;
  launch::Progress& progress_;
  std::unique_ptr<Machine> machine_;
  std::optional<base::Result<launch::LaunchResult>> result_;
};

}  // namespace warplens::simt
