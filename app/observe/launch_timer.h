#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "runtime/interface.h"
#include "runtime/journal.h"

namespace warplens::observe {

/// Measures launches on the GPU, by an event before and an event after each launch in its stream. collect() writes known times to
/// the journal: {"event": "time", "number", "ms", "begin_ms"}, begin_ms by the clock of now_ms(); or with "error", CUDA's name of
/// the error that stopped the GPU before.
class LaunchTimer {
 public:
  explicit LaunchTimer(runtime::Journal& journal) : journal_(journal) {}

  /// An event in `stream` before a launch of `function`, which is loaded first, so that loading is no part of its time. Nothing
  /// if the launch cannot be measured: the stream is captured into a graph, or the runtime refuses.
  std::optional<cudaEvent_t> begin(const void* function, cudaStream_t stream);
  /// The launch with this number has been put into the stream behind `begin`.
  void end(std::uint64_t number, cudaEvent_t begin, cudaStream_t stream);
  /// It has not.
  void discard(cudaEvent_t begin);

  /// Write the times of finished launches. While the program has an error that it does not know of, does so only `in_the_end`.
  void collect(bool in_the_end = false);
  /// collect(), and give launches that still run up to a second to end.
  void finish();
  /// Call when the current GPU has been reset: its events and loaded kernels no longer exist.
  void forget();

  /// Milliseconds since the construction of this object, by the host's clock.
  double now_ms() const;

 private:
  struct Measured {
    std::uint64_t number = 0;
    int device = 0;
    cudaEvent_t begin = nullptr, end = nullptr;
  };

  struct First {
    cudaEvent_t event = nullptr;
    double ms = 0;  ///< now_ms() when it was put into its stream
  };

  cudaEvent_t take_event();
  void note_first(cudaStream_t stream);
  bool write_time(const Measured& measured);

  runtime::Journal& journal_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::map<int, First> first_;                      ///< by device
  int device_ = 0;                                  ///< of the launch that is being measured
  std::map<int, std::vector<cudaEvent_t>> unused_;  ///< events, by device
  std::set<std::pair<int, const void*>> loaded_;
  std::vector<Measured> pending_;
};

}  // namespace warplens::observe
