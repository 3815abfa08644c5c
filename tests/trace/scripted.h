#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "trace/recorder.h"

// Handwritten warp accesses, for tests of code that reads traces.

namespace warplens::trace {

using Lanes = std::array<std::uint64_t, lanes>;

/// Lane l → first + l · stride.
inline Lanes affine(std::uint64_t first, std::int64_t stride) {
  Lanes values{};
  for (std::size_t lane = 0; lane < lanes; ++lane) values[lane] = first + lane * static_cast<std::uint64_t>(stride);
  return values;
}
inline Lanes all(std::uint64_t value) { return affine(value, 0); }

struct Scripted {
  std::uint64_t cycle = 0;
  std::uint32_t warp = 0, instruction = 0, active = 0xffffffffu;
  AccessKind kind = AccessKind::read;
  Lanes offsets{}, values{}, stored{};
  std::uint8_t bytes = 4;
  std::uint32_t buffer = 0;
  MemorySpace space = MemorySpace::global;
  bool first_element = true;
  RequestPath path{};
};

inline void record(Recorder& recorder, const Scripted& s) {
  recorder.access(s.cycle, s.warp, s.instruction, s.active,
                  {s.kind, s.space, s.bytes, s.buffer, s.cycle + 100, s.offsets, s.values, s.stored, s.path}, s.first_element);
}

inline Trace recorded(const std::vector<Scripted>& script, base::Dim3 grid, base::Dim3 block) {
  Recorder recorder(Level::full, std::uint64_t{1} << 30, grid, block);
  for (const Scripted& access : script) record(recorder, access);
  return recorder.finish(1000);
}

}  // namespace warplens::trace
