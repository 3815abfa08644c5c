#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz_target.h"
#include "trace/file.h"

// libFuzzer: any bytes are either a trace with valid indices, or are rejected. They first get a correct checksum, which a fuzzer
// would not find.

FUZZ_TARGET(trace) {
  const auto bytes = std::as_bytes(std::span(data, size));
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  warplens::trace::renew_checksum(file);
  const auto trace = warplens::trace::parse_trace(file, "fuzz.trace");
  if (!trace) return 0;
  // Every lane's memory access can be unpacked.
  std::array<warplens::trace::LaneAccess, warplens::trace::lanes> accesses{};
  for (std::size_t row = 0; row < trace->accesses.size(); ++row) warplens::trace::unpack(*trace, row, accesses);
  return 0;
}
