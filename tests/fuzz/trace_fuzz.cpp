#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/file.h"

// libFuzzer: any bytes are a trace whose indices all lie inside it, or are refused. They get the right checksum first, which no
// fuzzer would guess.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  warplens::trace::renew_checksum(file);
  const auto trace = warplens::trace::parse_trace(file, "fuzz.trace");
  if (!trace) return 0;
  // What is there can be looked at: every lane's access to memory.
  std::array<warplens::trace::LaneAccess, warplens::trace::lanes> accesses{};
  for (std::size_t row = 0; row < trace->accesses.size(); ++row) warplens::trace::unpack(*trace, row, accesses);
  return 0;
}
