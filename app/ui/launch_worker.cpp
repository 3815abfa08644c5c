#include "ui/launch_worker.h"

namespace warplens::ui {

LaunchWorker::LaunchWorker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this](const std::stop_token& stop) { work(stop); }) {}

LaunchWorker::~LaunchWorker() {
  cancel();
  thread_.request_stop();
  thread_.join();
}

void LaunchWorker::request(RunRequest request) {
  const std::lock_guard lock(mutex_);
  waiting_ = std::move(request);
  changed_.notify_all();
}

void LaunchWorker::cancel() {
  const std::lock_guard lock(mutex_);
  waiting_.reset();
  progress_.cancel = true;
}

void LaunchWorker::tend() {
  const std::lock_guard lock(mutex_);
  if (running_ && waiting_ && Clock::now() - started_ > grace) progress_.cancel = true;
}

std::optional<RunReport> LaunchWorker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(report_, std::nullopt);
}

RunProgress LaunchWorker::progress() const {
  const std::lock_guard lock(mutex_);
  if (!running_) return {waiting_.has_value(), 0, 0, 0, 1};
  const std::chrono::duration<double> seconds = Clock::now() - started_;
  return {true, seconds.count(), progress_.blocks_done, base::count(running_->settings.grid), running_->settings.repeats};
}

void LaunchWorker::wait_until_idle() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !running_ && !waiting_; });
}

void LaunchWorker::work(const std::stop_token& stop) {
  for (;;) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [this] { return waiting_.has_value(); })) return;
    running_ = std::exchange(waiting_, std::nullopt);
    progress_.cancel = false;
    progress_.blocks_done = 0;
    started_ = Clock::now();
    const RunRequest request = *running_;
    lock.unlock();

    RunReport report = serve(request);

    lock.lock();
    running_.reset();
    if (report.tables || report.error) report_ = std::move(report);
    changed_.notify_all();
    lock.unlock();
    wake_();
  }
}

RunReport LaunchWorker::serve(const RunRequest& request) {
  RunReport report{request, nullptr, std::nullopt};
  const Clock::time_point begin = Clock::now();
  const auto module = experiment::load_module(*request.experiment);
  if (!module) {
    report.error = module.error();
    return report;
  }
  auto run = experiment::run(*request.experiment, *module, request.settings, *request.device, progress_, request.level, 0,
                             request.output);
  if (!run) {
    report.error = run.error();
    return report;
  }
  if (run->result.outcome == launch::Outcome::cancelled) return report;
  RunTables tables = make_tables(*request.experiment, std::move(*run));
  tables.prepare(request.needs);
  tables.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  report.tables = std::make_shared<const RunTables>(std::move(tables));
  return report;
}

}  // namespace warplens::ui
