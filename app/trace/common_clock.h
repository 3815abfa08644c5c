#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warplens::trace {

/// A multiprocessor's clock and the GPU's time, read one right after the other.
struct ClockReading {
  std::uint32_t sm = 0;
  std::uint64_t clock = 0;  ///< cycles, from a start of the multiprocessor's own
  std::uint64_t time = 0;   ///< nanoseconds, the same for all multiprocessors
};

/// Aligns the clocks of multiprocessors, which have different starts and the same frequency, by readings of the GPU's time. That
/// time advances in steps: of 32 ns on an H100 (tests/gpu/MEASURED.md); the PTX ISA leaves them to the GPU (%globaltimer). One
/// reading places a clock to within a step. Of several the one that places it latest counts, which was taken soonest after a
/// step.
class CommonClock {
 public:
  /// `cycles_per_nanosecond` counts only if the readings are too close to each other to show the frequency.
  CommonClock(std::span<const ClockReading> readings, double cycles_per_nanosecond);

  /// The cycle of a multiprocessor's clock on the clock that all have in common; it may be negative. Of a multiprocessor without
  /// readings: 0.
  std::int64_t cycle(std::uint32_t sm, std::uint64_t clock) const;

 private:
  struct Start {
    std::uint32_t sm = 0;
    std::uint64_t clock = 0;  // some reading of its clock
    std::int64_t cycle = 0;   // and the common clock then
  };
  std::vector<Start> starts_;  // by sm
};

}  // namespace warplens::trace
