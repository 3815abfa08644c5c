#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz_target.h"
#include "launch/recording/recording_file.h"
#include "simt/simt_device.h"
#include "tests/recorded_launch.h"

// libFuzzer: any bytes are either a recording whose launches run to completion, a fault or an error, or are rejected. They first
// get a correct checksum, which a fuzzer would not find.

FUZZ_TARGET(recording) {
  using namespace warplens;
  const auto bytes = std::as_bytes(std::span(data, size));
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  launch::renew_recording_checksum(file);
  const auto recording = launch::parse_recording(file, "fuzz.recording");
  if (!recording) return 0;
  static const auto device = simt::make_device();
  for (std::size_t k = 0; k < recording->launches.size(); ++k) {
    if (!recording->launches[k].not_kept.empty()) continue;
    launch::Launch launch = launch_of(*recording, k);
    launch.step_limit = 5'000;
    if (base::count(launch.grid) > 1000) continue;  // it would only take long
    launch::Progress progress;
    static_cast<void>(device->run(launch, progress));
  }
  return 0;
}
