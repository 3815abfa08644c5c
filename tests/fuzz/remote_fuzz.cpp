#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analysis/access_map.h"
#include "analysis/block_timeline.h"
#include "analysis/contention.h"
#include "analysis/memory_traffic.h"
#include "analysis/warp_timeline.h"
#include "fuzz_target.h"
#include "remote/message.h"
#include "remote/pack.h"
#include "remote/stranger.h"
#include "simt/simt_device.h"
#include "tests/remote/small_launch.h"
#include "trace/file.h"

// libFuzzer: any bytes from the other end of a line are either refused, or messages; a launch in them runs to completion, a fault
// or an error, and a result in them can be analysed. The first byte says what the rest is: the bytes of either side's line, a
// payload, or the trace of a result, which first gets a correct checksum.

namespace {

using namespace warplens;

void run_briefly(launch::Launch launch) {
  static const auto device = simt::make_device();
  launch.step_limit = 5'000;
  if (base::count(launch.grid) > 1000) return;  // it would only take long
  launch::Progress progress;
  static_cast<void>(device->run(launch, progress));
}

void analyse(const launch::Launch& launch, const launch::LaunchResult& result) {
  const auto buffers = launch::buffers_of(launch);
  for (std::uint32_t k = 0; k < buffers.size(); ++k)
    analysis::access_map(result.trace, k, buffers[k]->size, static_cast<std::uint32_t>(launch::bytes(buffers[k]->type)));
  static_cast<void>(analysis::contention(result.trace));
  static_cast<void>(analysis::memory_traffic(result.trace));
  static_cast<void>(analysis::warp_timeline(result.trace));
  if (result.occupancy) analysis::block_timeline(result.trace, *result.occupancy, result.multiprocessors);
}

const launch::Launch& traced_launch() {
  static const launch::Launch launch = [] {
    launch::Launch traced = remote::small_launch();
    traced.trace_level = trace::Level::full;
    traced.record_schedule = true;
    return traced;
  }();
  return launch;
}

void take_payload(remote::MessageKind kind, remote::Payload payload) {
  using enum remote::MessageKind;
  const launch::Launch& launch = traced_launch();
  remote::Modules modules;
  if (kind == hello) static_cast<void>(remote::unpack_offer(payload));
  if (kind == state) static_cast<void>(remote::unpack_state(payload));
  if (kind == error) static_cast<void>(remote::unpack_error(payload));
  if (kind == found) static_cast<void>(remote::unpack_found(payload, launch));
  if (kind == timelines) static_cast<void>(remote::unpack_timelines(payload, {}));
  if (kind == search) static_cast<void>(remote::unpack_search(payload, modules));
  if (kind == streams) static_cast<void>(remote::unpack_streams(payload, modules));
  if (kind == remote::MessageKind::run) {
    if (auto request = remote::unpack_run(payload, modules)) run_briefly(std::move(request->launch));
  }
  if (kind == result) {
    if (const auto unpacked = remote::unpack_result(payload, launch)) analyse(launch, *unpacked);
  }
}

void take_line(remote::Greeting::Side side, std::span<const std::byte> bytes) {
  remote::MessageReader reader(side, 1 << 20);
  const bool fine = reader.take(bytes).ok();
  while (const auto message = reader.next()) take_payload(message->kind, message->payload);
  static_cast<void>(fine);
}

void take_trace(std::span<const std::byte> bytes) {
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  trace::renew_checksum(file);
  auto parsed = trace::parse_trace(file, "fuzz.trace");
  if (!parsed) return;
  const launch::Launch& launch = traced_launch();
  launch::LaunchResult result;
  result.outputs.resize(launch::buffers_of(launch).size());
  result.occupancy = launch::Occupancy{.blocks = 16, .warps = 32, .max_warps = 64};
  result.multiprocessors = 2;
  result.trace = std::move(*parsed);
  if (remote::contradiction(launch, result).empty()) analyse(launch, result);
}

}  // namespace

FUZZ_TARGET(remote) {
  if (size == 0) return 0;
  constexpr int payloads = static_cast<int>(remote::MessageKind::error) + 1;
  const auto rest = std::as_bytes(std::span(data, size)).subspan(1);
  const int what = data[0] % (payloads + 3);
  if (what < payloads) take_payload(static_cast<remote::MessageKind>(what), rest);
  if (what == payloads) take_line(remote::Greeting::Side::client, rest);
  if (what == payloads + 1) take_line(remote::Greeting::Side::server, rest);
  if (what == payloads + 2) take_trace(rest);
  return 0;
}
