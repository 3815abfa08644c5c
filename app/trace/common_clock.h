#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warplens::trace {

/// A multiprocessor's clock and the GPU's time, read one right after the other.
struct ClockReading {
  std::uint32_t sm = 0;
  std::uint64_t clock = 0;  ///< cycles since the multiprocessor's own start
  std::uint64_t time = 0;   ///< nanoseconds, the same for all multiprocessors
};

/// Aligns the clocks of multiprocessors, which have different starts but the same frequency, by readings of the GPU's time. This
/// time advances in steps: 32 ns on an H100 (tests/gpu/MEASURED.md); the PTX ISA leaves the step to the GPU (%globaltimer). One
/// reading places a clock to within a step. Of several readings, the one that places it latest is used: it was taken soonest
/// after a step.
class CommonClock {
 public:
  /// `cycles_per_nanosecond`: used only if the readings are too close to each other to show the frequency.
  CommonClock(std::span<const ClockReading> readings, double cycles_per_nanosecond);

  /// Convert a cycle of a multiprocessor's clock to the common clock; it may be negative. 0 for a multiprocessor without
  /// readings.
  std::int64_t cycle(std::uint32_t sm, std::uint64_t clock) const;

 private:
  struct Start {
    std::uint32_t sm = 0;
    std::uint64_t clock = 0;  // a reading of its clock
    std::int64_t cycle = 0;   // the common clock at this reading
  };
  std::vector<Start> starts_;  // by sm
};

}  // namespace warplens::trace
