#include "desk/program/program_run.h"

namespace warplens::desk {

bool has_programs() { return false; }

base::Result<int> ProgramRun::wait(const ProgramCommand& command, const std::function<void()>&) {
  return base::Error{command.sources.front().string(), 0, 0, "whole programs do not run in a page"};
}

std::string ProgramRun::output() const { return output_; }
void ProgramRun::stop() {}
bool ProgramRun::stopped() const { return stopped_.has_value(); }

}  // namespace warplens::desk
