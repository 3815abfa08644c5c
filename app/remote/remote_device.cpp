#include "remote/remote_device.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "launch/memory_bytes.h"
#include "launch/placement.h"
#include "ptx/listing.h"
#include "remote/process_line.h"

namespace warplens::remote {
namespace {

using launch::Launch, launch::LaunchResult, launch::Progress;

constexpr std::uint64_t max_words = 64u << 20;  // bytes of an answer apart from memory and trace: texts, findings, figures

/// Memory of this process that a launch is to change in place.
bool uses_own_memory(const launch::Placement& placement) {
  const auto is_own = [](const auto& each) { return each.memory != nullptr; };
  return std::ranges::any_of(placement.blocks, is_own) || std::ranges::any_of(placement.variables, is_own);
}

/// Bytes of the largest result that a launch can have.
std::uint64_t max_result_bytes(const Launch& launch) {
  std::uint64_t bytes = max_words + launch::memory_bytes(launch);
  // The trace and the schedule each have the budget. Rows of a trace that came last may be over it.
  if (launch.trace_level != trace::Level::none || launch.check) bytes += 2 * launch.trace_budget;
  if (launch.record_schedule) bytes += 2 * launch.trace_budget;
  return bytes + ptx::Listing(*launch.module, launch.entry).size() * sizeof(launch::Tally);
}

class RemoteDevice final : public launch::Device {
 public:
  RemoteDevice(const std::string& command, std::string version, std::unique_ptr<ProcessLine> line)
      : version_(std::move(version)), line_(std::move(line)), properties_(line_->offer().properties) {
    properties_.place = command;
    state_.connected = true;
  }

  const launch::DeviceProperties& properties() const override { return properties_; }

  base::Result<LaunchResult> run(const Launch& launch, Progress& progress) override {
    if (const base::Status fit = can_be_sent(launch); !fit) return fit.error();
    const std::lock_guard lock(mutex_);
    const auto answer = ask(MessageKind::run, pack(RunRequest{launch}), MessageKind::result, max_result_bytes(launch), progress);
    if (!answer) return answer.error();
    if (answer->abandoned) return cancelled(launch);
    auto result = unpack_result(answer->payload, launch);
    if (!result) return wrong(result.error());
    return result;
  }

  base::Result<launch::SearchResult> search(const Launch& launch, const launch::SearchTarget& target, std::uint64_t schedules,
                                            Progress& progress) const override {
    if (properties_.kind == launch::DeviceKind::gpu) return Device::search(launch, target, schedules, progress);
    if (const base::Status fit = can_be_sent(launch); !fit) return fit.error();
    // On a line of its own: another thread may be in run().
    const auto line = connect_again(progress);
    if (!line) return line.error();
    const auto answer = (*line)->ask(MessageKind::search, pack(SearchRequest{launch, target, schedules}), MessageKind::found,
                                     max_words + 3 * launch.trace_budget, progress);
    if (!answer) return answer.error();
    if (answer->abandoned) {
      launch::SearchResult nothing;
      nothing.cancelled = true;
      return nothing;
    }
    if (answer->kind == MessageKind::error) return unpack_error(answer->payload);
    return unpack_found(answer->payload, launch);
  }

  base::Result<std::vector<launch::StreamTimeline>> in_streams(const Launch& launch, const launch::StreamPlan& plan,
                                                               const std::vector<launch::Bytes>& whole,
                                                               Progress& progress) override {
    if (const base::Status fit = can_be_sent(launch); !fit) return fit.error();
    const std::lock_guard lock(mutex_);
    const auto answer =
        ask(MessageKind::streams, pack(StreamsRequest{launch, plan, whole}), MessageKind::timelines, max_words, progress);
    if (!answer) return answer.error();
    if (answer->abandoned) return std::vector<launch::StreamTimeline>{};
    auto timelines = unpack_timelines(answer->payload, plan);
    if (!timelines) return wrong(timelines.error());
    return timelines;
  }

  base::Result<std::unique_ptr<launch::History>> history(const Launch&, Progress&) const override {
    return base::error(is_elsewhere() + " and cannot stand still at a step; choose a machine of this computer");
  }
  base::Result<std::unique_ptr<launch::Stepper>> stepper(const Launch&) const override {
    return base::error(is_elsewhere() + " and cannot be stepped by hand; choose the SIMT machine of this computer");
  }
  base::Result<std::unique_ptr<launch::SharedBuffer>> share(std::uint32_t, std::uint64_t) override {
    return base::error(is_elsewhere() + " and has no memory in common with this one");
  }

  std::optional<launch::LineState> line() const override {
    const std::lock_guard lock(state_mutex_);
    return state_;
  }

  void ask_state() override {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || !line_) return;  // the next run connects again
    launch::LineState state;
    if (const base::Status asked = line_->ask_state(state); !asked) return lose(asked.error());
    state.connected = true;
    const std::lock_guard state_lock(state_mutex_);
    state_ = state;
  }

 private:
  std::string is_elsewhere() const { return properties_.name + " is elsewhere ('" + properties_.place + "'),"; }

  base::Status can_be_sent(const Launch& launch) const {
    if (launch.placement && uses_own_memory(*launch.placement))
      return base::error(is_elsewhere() + " and cannot change the memory of a program that runs here");
    if (!launch.module || launch.entry >= launch.module->functions.size()) return base::error("there is no kernel to launch");
    return base::Nothing{};  // the rest is for the machine itself to judge
  }

  /// The result of a launch that was cancelled before its result arrived.
  LaunchResult cancelled(const Launch& launch) const {
    LaunchResult result;
    result.outcome = launch::Outcome::cancelled;
    result.device = properties_.name;
    for (const launch::Buffer* const buffer : launch::buffers_of(launch))
      result.outputs.push_back(buffer->initial ? *buffer->initial : launch::Bytes{});
    result.symbols.resize(launch.saved_symbols.size());
    result.trace.grid = launch.grid;
    result.trace.block = launch.block;
    return result;
  }

  base::Result<std::unique_ptr<ProcessLine>> connect_again(Progress& progress) const {
    auto line = ProcessLine::open(properties_.place, version_, progress);
    if (!line) return line;
    const launch::DeviceProperties& now = (*line)->offer().properties;
    if (now.kind != properties_.kind || now.name != properties_.name)
      return base::error("'" + properties_.place + "' is now another machine: " + now.name + " instead of " + properties_.name);
    return line;
  }

  /// Send a request over the connection, which is opened again if it was lost. An answer of kind `error` becomes an error.
  base::Result<Message> ask(MessageKind kind, launch::Bytes request, MessageKind answer, std::uint64_t max_answer,
                            Progress& progress) {
    set_busy(true);
    auto answered = ask_on_line(kind, std::move(request), answer, max_answer, progress);
    progress.note.set("");
    set_busy(false);
    if (answered && answered->kind == MessageKind::error && !answered->abandoned) return unpack_error(answered->payload);
    return answered;
  }

  base::Result<Message> ask_on_line(MessageKind kind, launch::Bytes request, MessageKind answer, std::uint64_t max_answer,
                                    Progress& progress) {
    if (!line_) {
      auto line = connect_again(progress);
      if (!line && progress.cancel) return Message{answer, {}, true};
      if (!line) return wrong(line.error());
      line_ = std::move(*line);
      const std::lock_guard lock(state_mutex_);
      state_.connected = true;
      state_.trouble.clear();
    }
    auto answered = line_->ask(kind, std::move(request), answer, max_answer, progress);
    if (answered) return answered;
    lose(answered.error());
    if (progress.cancel) return Message{answer, {}, true};
    return answered;
  }

  void set_busy(bool busy) {
    const std::lock_guard lock(state_mutex_);
    state_.busy = busy;
  }

  /// Forget the connection, which is broken.
  void lose(const base::Error& error) {
    line_.reset();
    const std::lock_guard lock(state_mutex_);
    state_ = {};
    state_.trouble = error.message;
  }
  base::Error wrong(const base::Error& error) {
    lose(error);
    return error;
  }

  std::string version_;
  std::mutex mutex_;                   ///< of the line
  std::unique_ptr<ProcessLine> line_;  ///< null: lost
  launch::DeviceProperties properties_;
  mutable std::mutex state_mutex_;
  launch::LineState state_;
};

}  // namespace

base::Result<std::unique_ptr<launch::Device>> connect(const std::string& command, const std::string& version,
                                                      Progress& progress) {
  auto line = ProcessLine::open(command, version, progress);
  if (!line) return line.error();
  auto device = std::make_unique<RemoteDevice>(command, version, std::move(*line));
  device->ask_state();
  return std::unique_ptr<launch::Device>(std::move(device));
}

}  // namespace warplens::remote
