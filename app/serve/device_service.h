#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "launch/device.h"
#include "remote/message.h"

namespace warplens::serve {

/// Limits of what a browser may ask of the device.
struct LaunchLimits {
  std::uint64_t bytes = 256u << 20;           ///< of all buffers, variables and the heap together
  std::uint64_t machine_bytes = 1u << 30;     ///< of all that a SIMT machine keeps for it: max_launch_bytes of its spec
  std::uint64_t trace_budget = 64u << 20;     ///< bytes; a larger one is lowered
  std::chrono::milliseconds time{20'000};     ///< of one run
  std::chrono::milliseconds silence{10'000};  ///< of a browser that waits for its answer; then it is taken for gone
};

/// Runs the launches of browsers on equal machines, each of which runs one at a time: first come, first served. Requests and
/// answers are those of app/remote, one message each. Thread-safe.
class DeviceService {
 public:
  /// `machines`: at least one; they outlive this. `version`: of this program.
  DeviceService(const std::vector<launch::Device*>& machines, std::string version, const LaunchLimits& limits = {});
  /// Ends what runs.
  ~DeviceService();
  DeviceService(const DeviceService&) = delete;
  DeviceService& operator=(const DeviceService&) = delete;

  /// What the device is: a message of kind hello.
  std::string offer() const;
  /// Take a message of kind run, search or streams. `id`: chosen by the browser, which asks for the answer by it. False if the
  /// browser may not ask now: too many wait, or `id` is in use.
  bool begin(std::string request, const std::string& id);
  /// The answer, once; or, if it is not there after `at_most`, a message of kind state. Nothing if there is no request with this
  /// id.
  std::optional<std::string> wait(const std::string& id, std::chrono::milliseconds at_most);
  /// End a request, if there is one with this id. Nobody asks for its answer any more.
  void cancel(const std::string& id);
  /// Number of requests that wait or run, as a message of kind state.
  std::string load();

  static constexpr std::size_t max_waiting = 200, max_waiting_bytes = 256u << 20;
  static constexpr std::uint64_t max_request = 64u << 20;  ///< bytes, unpacked

 private:
  using Clock = std::chrono::steady_clock;
  struct Job;

  std::string message(remote::MessageKind kind, launch::Bytes payload) const;
  void serve(launch::Device& machine, const std::stop_token& stop);
  void watch(const std::stop_token& stop);

  const std::string version_;
  const LaunchLimits limits_;
  const launch::DeviceProperties properties_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<Job>> waiting_;          ///< in order of arrival
  std::map<std::string, std::shared_ptr<Job>> jobs_;  ///< until their answers have been given
  std::vector<std::jthread> threads_;                 ///< one per machine, and one that watches
};

}  // namespace warplens::serve
