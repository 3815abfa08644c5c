#include "serve/device_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/number_format.h"
#include "launch/memory_bytes.h"
#include "remote/pack.h"
#include "remote/server.h"

namespace warplens::serve {
namespace {

using remote::Greeting, remote::Message, remote::MessageKind;
using namespace std::chrono_literals;

Message refusal(const std::string& why) { return {MessageKind::error, remote::pack(base::error(why))}; }

/// Reduces a launch's trace budget and cores to what the server grants. Error: the launch needs too much memory.
base::Status admit(launch::Launch& launch, const LaunchLimits& limits) {
  if (const std::uint64_t bytes = launch::memory_bytes(launch); bytes > limits.bytes)
    return base::error(fmt::format("the launch needs {} MB; this server gives {} MB to each", base::grouped(bytes >> 20),
                                   base::grouped(limits.bytes >> 20)));
  launch.trace_budget = std::min(launch.trace_budget, limits.trace_budget);
  launch.cores = 1;
  return base::Nothing{};
}

}  // namespace

/// A request.
struct DeviceService::Job {
  std::string request;
  launch::Progress progress;
  std::optional<Clock::time_point> began{};  ///< to run
  std::optional<std::string> answer{};
  bool too_long = false;  ///< it was ended for that
  Clock::time_point heard = Clock::now();
};

DeviceService::DeviceService(const std::vector<launch::Device*>& machines, std::string version, const LaunchLimits& limits)
    : version_(std::move(version)), limits_(limits), properties_(machines.front()->properties()) {
  for (launch::Device* const machine : machines)
    threads_.emplace_back([this, machine](const std::stop_token& stop) { serve(*machine, stop); });
  threads_.emplace_back([this](const std::stop_token& stop) { watch(stop); });
}

DeviceService::~DeviceService() {
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, job] : jobs_) job->progress.cancel = true;
  }
  threads_.clear();
}

std::string DeviceService::message(MessageKind kind, launch::Bytes payload) const {
  return remote::bytes_of({Greeting::Side::server, Greeting::this_format, version_}, {kind, std::move(payload)});
}

std::string DeviceService::offer() const {
  return message(MessageKind::hello, remote::pack(remote::Offer{version_, properties_}));
}

std::string DeviceService::load() {
  const std::lock_guard lock(mutex_);
  return message(MessageKind::state, remote::pack(remote::State{0, 0, static_cast<std::uint32_t>(jobs_.size())}));
}

bool DeviceService::begin(std::string request, const std::string& id) {
  const std::lock_guard lock(mutex_);
  std::size_t bytes = request.size();
  for (const auto& waits : waiting_) bytes += waits->request.size();
  if (waiting_.size() >= max_waiting || bytes > max_waiting_bytes || jobs_.contains(id)) return false;
  const auto job = jobs_.emplace(id, std::make_shared<Job>()).first->second;
  job->request = std::move(request);
  waiting_.push_back(job);
  changed_.notify_all();
  return true;
}

std::optional<std::string> DeviceService::wait(const std::string& id, std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return std::nullopt;
  const std::shared_ptr<Job> job = found->second;
  const bool done = changed_.wait_for(lock, at_most, [&] { return job->answer.has_value(); });
  job->heard = Clock::now();
  if (!done) {
    const auto before = job->began ? waiting_.begin() : std::ranges::find(waiting_, job);
    return message(MessageKind::state, remote::pack(remote::State{job->progress.blocks_done, job->progress.schedules_done,
                                                                  static_cast<std::uint32_t>(before - waiting_.begin())}));
  }
  jobs_.erase(id);
  return std::move(*job->answer);
}

void DeviceService::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return;
  found->second->progress.cancel = true;
  std::erase(waiting_, found->second);
  jobs_.erase(found);
}

/// The work of one machine.
void DeviceService::serve(launch::Device& machine, const std::stop_token& stop) {
  remote::Modules modules;
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
    const std::shared_ptr<Job> job = waiting_.front();
    waiting_.pop_front();
    job->began = Clock::now();
    lock.unlock();
    // Unpacked in its turn and not on arrival, so that few requests take time and memory for it at once.
    auto request = remote::message_in(std::as_bytes(std::span(job->request)), Greeting::Side::client, max_request);
    const auto admitted = [this](launch::Launch& launch) { return admit(launch, limits_); };
    Message answered =
        request ? remote::answer(machine, modules, *request, admitted, job->progress) : refusal(request.error().message);
    job->request = {};
    std::string answer = message(answered.kind, std::move(answered.payload));
    lock.lock();
    if (job->too_long) {
      const Message late = refusal(fmt::format("this server ends a run after {} seconds", limits_.time / 1s));
      answer = message(late.kind, late.payload);
    }
    job->answer = std::move(answer);
    changed_.notify_all();
  }
}

/// Cancels runs that exceed the time limit, and removes requests whose browser has stopped asking for the answer.
void DeviceService::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const Clock::time_point now = Clock::now();
    std::erase_if(jobs_, [&](const auto& each) {
      Job& job = *each.second;
      job.too_long = job.began && !job.answer && now - *job.began > limits_.time;
      const bool gone = now - job.heard > limits_.silence;
      if (job.too_long || gone) job.progress.cancel = true;
      if (gone) std::erase(waiting_, each.second);
      return gone;
    });
    changed_.wait_for(lock, stop, 100ms, [] { return false; });
  }
}

}  // namespace warplens::serve
