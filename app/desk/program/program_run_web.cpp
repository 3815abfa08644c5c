#include "desk/program/program_run.h"

#include "base/file.h"
#include "base/not_yet.h"
#include "desk/program/page_run_web.h"
#include "ptx/compile/program_web.h"

// In place of program_run.cpp in a page: the page's compiler builds the program, and a worker runs it.

namespace warplens::desk {

bool runs_python() { return false; }

base::Result<int> ProgramRun::wait(const ProgramCommand& command, const std::function<void()>& changed) {
  const std::string file = command.sources.front().string();
  if (stopped()) {
    page_.reset();
    return base::Error{file, 0, 0, "it was stopped before it left a recording"};
  }
  while (!program_ && ptx_.size() < command.sources.size()) {
    const std::filesystem::path& source = command.sources[ptx_.size()];
    auto ptx = source.extension() == ".cu" ? ptx::compile_device_of_program(source, {}) : std::string();
    if (!ptx) return ptx.error();
    ptx_.push_back(std::move(*ptx));
  }
  if (!program_) {
    std::vector<ptx::HostSource> sources;
    for (std::size_t k = 0; k < ptx_.size(); ++k) sources.push_back({command.sources[k], ptx_[k]});
    auto program = ptx::compile_host(sources, {});
    if (!program) return program.error();
    program_ = std::move(program->wasm);
  }
  if (!page_) page_ = std::make_shared<PageRun>(command, *program_);
  const auto end = page_->end();
  bool printed = false;
  {
    const std::lock_guard lock(mutex_);
    printed = page_->take_printed(output_);
  }
  if (printed) changed();
  if (!end) throw base::NotYet{};
  page_.reset();
  if (end->recording.empty()) return base::Error{file, 0, 0, end->why.empty() ? "it left no recording" : end->why};
  if (const base::Status written = base::write_file(command.recording, end->recording); !written) return written.error();
  if (!end->why.empty()) {
    const std::lock_guard lock(mutex_);
    output_ += "\n" + end->why + "\n";
  }
  return end->status;
}

std::string ProgramRun::output() const {
  const std::lock_guard lock(mutex_);
  return output_;
}

void ProgramRun::stop() {
  const std::lock_guard lock(mutex_);
  if (!stopped_) stopped_ = std::chrono::steady_clock::now();
}

bool ProgramRun::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_.has_value();
}

}  // namespace warplens::desk
