#include "desk/run/launch_worker.h"

namespace warplens::desk {
namespace {

using Clock = std::chrono::steady_clock;

std::optional<RunReport> serve(const RunRequest& request) {
  if (request.progress->cancel) return std::nullopt;
  const Clock::time_point begin = Clock::now();
  const auto module = experiment::load_module(*request.experiment, request.settings);
  if (!module) return RunReport{request, nullptr, module.error()};
  auto run = experiment::run(*request.experiment, *module, request.settings, *request.device, *request.progress, request.level, 0,
                             request.output);
  if (!run) return RunReport{request, nullptr, run.error()};
  if (run->result.outcome == launch::Outcome::cancelled) return std::nullopt;
  RunTables tables = make_tables(*request.experiment, std::move(*run));
  tables.prepare(request.late, request.colour);
  tables.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  return RunReport{request, std::make_shared<const RunTables>(std::move(tables)), std::nullopt};
}

}  // namespace

LaunchWorker::LaunchWorker(std::function<void()> wake) : worker_(serve, std::move(wake)) {}

LaunchWorker::~LaunchWorker() { cancel(); }

void LaunchWorker::request(RunRequest request) {
  request.progress = launch::progress_of_job();
  asked_ = Clock::now();
  worker_.request(std::move(request));
}

void LaunchWorker::cancel() {
  worker_.drop_waiting();
  if (const auto now = worker_.serving()) now->request.progress->cancel = true;
}

void LaunchWorker::tend() {
  const auto running = worker_.serving();
  if (!running || !worker_.waiting()) return;
  const Clock::time_point now = Clock::now();
  if (now - running->since > (now - asked_ > grace ? grace : patience)) running->request.progress->cancel = true;
}

RunProgress LaunchWorker::progress() const {
  const auto now = worker_.serving();
  if (!now) return {worker_.waiting(), 0, 0, 0, 1};
  const std::chrono::duration<double> seconds = Clock::now() - now->since;
  const RunRequest& request = now->request;
  return {true,
          seconds.count(),
          request.progress->blocks_done,
          base::count(request.settings.grid),
          request.settings.repeats,
          request.progress->note.get()};
}

}  // namespace warplens::desk
