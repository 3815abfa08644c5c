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

/// Limits for a browser's launches on the device.
struct LaunchLimits {
  std::uint64_t bytes = 256u << 20;           ///< all buffers, variables and the heap together
  std::uint64_t machine_bytes = 1u << 30;     ///< all memory of a SIMT machine for it: max_launch_bytes of its spec
  std::uint64_t trace_budget = 64u << 20;     ///< bytes; larger budgets are lowered to this
  std::chrono::milliseconds time{20'000};     ///< duration of one run
  std::chrono::milliseconds silence{10'000};  ///< a waiting browser that is silent for so long is taken for gone
};

/// Runs the launches of browsers on equal machines, one launch at a time on each: first come, first served. Requests and answers
/// are messages of app/remote, one each. Thread-safe.
class DeviceService {
 public:
  /// `machines`: at least one; they must outlive this. `version`: of this program.
  DeviceService(const std::vector<launch::Device*>& machines, std::string version, const LaunchLimits& limits = {});
  /// Ends the running launches.
  ~DeviceService();
  DeviceService(const DeviceService&) = delete;
  DeviceService& operator=(const DeviceService&) = delete;

  /// A message of kind hello that describes the device.
  std::string offer() const;
  /// Take a message of kind run, search or streams. `id`: chosen by the browser, to ask for the answer with wait(). False if the
  /// request is refused: too many wait, or `id` is in use.
  bool begin(std::string request, const std::string& id);
  /// Return the answer and forget the request; if there is no answer within `at_most`, a message of kind state. Nothing if there
  /// is no request with this id.
  std::optional<std::string> wait(const std::string& id, std::chrono::milliseconds at_most);
  /// End the request with this id, if there is one. Its answer is dropped.
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
