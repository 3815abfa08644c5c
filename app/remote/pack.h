#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/device.h"

// Convert the data that a client and a server exchange to bytes and back. Even from hostile bytes, unpacking yields only valid
// values of each type, launches that a machine can judge, and results that fit their launch (stranger.h).

namespace warplens::remote {

/// A server's description of itself, sent after the greeting.
struct Offer {
  std::string version;  ///< of the program
  launch::DeviceProperties properties;
};

struct RunRequest {
  launch::Launch launch;
};

struct SearchRequest {
  launch::Launch launch;
  launch::SearchTarget target;
  std::uint64_t schedules = 0;
};

struct StreamsRequest {
  launch::Launch launch;
  launch::StreamPlan plan;
  std::vector<launch::Bytes> whole;
};

/// The progress of a request.
struct State {
  std::uint64_t blocks_done = 0, schedules_done = 0;
  std::uint32_t before = 0;  ///< requests that the device serves before this one
};

/// The modules of recent launches: launches with the same PTX share one module, which the device has already decoded or loaded.
/// At most four, and at most `max_bytes` together: a module that is larger by itself is parsed for each launch.
class Modules {
 public:
  static constexpr std::uint64_t max_kept_bytes = std::uint64_t{256} << 20;

  explicit Modules(std::uint64_t max_bytes = max_kept_bytes) : max_bytes_(max_bytes) {}

  base::Result<std::shared_ptr<const ptx::Module>> of(std::string text, const std::string& path);

  /// Bytes of the modules kept.
  std::uint64_t bytes() const;

 private:
  struct Latest {
    std::shared_ptr<const ptx::Module> module;
    std::uint64_t bytes = 0;
  };

  std::uint64_t max_bytes_;
  std::vector<Latest> latest_;  ///< the last used first
};

launch::Bytes pack(const Offer& offer);
launch::Bytes pack(const RunRequest& request);
launch::Bytes pack(const SearchRequest& request);
launch::Bytes pack(const StreamsRequest& request);
launch::Bytes pack(const State& state);
launch::Bytes pack(const base::Error& error);
launch::Bytes pack(launch::LaunchResult result);
launch::Bytes pack(const launch::SearchResult& result);
launch::Bytes pack(const std::vector<launch::StreamTimeline>& timelines);

using Payload = std::span<const std::byte>;

base::Result<Offer> unpack_offer(Payload payload);
base::Result<RunRequest> unpack_run(Payload payload, Modules& modules);
base::Result<SearchRequest> unpack_search(Payload payload, Modules& modules);
base::Result<StreamsRequest> unpack_streams(Payload payload, Modules& modules);
base::Result<State> unpack_state(Payload payload);
/// The error in the payload; if the payload cannot be read, an error that says so.
base::Error unpack_error(Payload payload);

// Answers to a launch.
base::Result<launch::LaunchResult> unpack_result(Payload payload, const launch::Launch& launch);
base::Result<launch::SearchResult> unpack_found(Payload payload, const launch::Launch& launch);
base::Result<std::vector<launch::StreamTimeline>> unpack_timelines(Payload payload, const launch::StreamPlan& plan);

}  // namespace warplens::remote
