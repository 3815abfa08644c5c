#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "analysis/access_map.h"
#include "analysis/lost_updates.h"
#include "launch/launch_result.h"
#include "trace/recorder.h"
#include "view/subject.h"

namespace warplens::view {

/// A run with a hand-made trace and a buffer of 32-bit integers.
class MadeRun {
 public:
  MadeRun(base::Dim3 grid, base::Dim3 block, std::vector<std::int32_t> values)
      : recorder_(trace::Level::memory, 256u << 20, grid, block), grid_(grid), block_(block), values_(std::move(values)) {}

  /// One warp instruction: lane k of `active` accesses element elements[k] and reads or writes values[k] (an atomic: old and
  /// new).
  void access(trace::AccessKind kind, std::uint64_t cycle, std::uint64_t done, std::uint32_t warp, std::uint32_t active,
              const std::vector<std::uint64_t>& elements, const std::vector<std::uint64_t>& values,
              const std::vector<std::uint64_t>& stored = {}) {
    std::array<std::uint64_t, 32> offsets{}, seen{}, left{};
    for (std::size_t k = 0; k < elements.size() && k < 32; ++k) {
      offsets[k] = elements[k] * 4;
      seen[k] = values[k];
      left[k] = k < stored.size() ? stored[k] : 0;
    }
    recorder_.access(cycle, warp, 0, active, {kind, trace::MemorySpace::global, 4, 0, done, offsets, seen, left});
  }

  /// An access by lane 0 of a warp only.
  void read(std::uint64_t cycle, std::uint64_t done, std::uint32_t warp, std::uint64_t element, std::uint64_t value) {
    access(trace::AccessKind::read, cycle, done, warp, 1, {element}, {value});
  }
  void write(std::uint64_t cycle, std::uint64_t done, std::uint32_t warp, std::uint64_t element, std::uint64_t value) {
    access(trace::AccessKind::write, cycle, done, warp, 1, {element}, {value});
  }
  void atomic(std::uint64_t cycle, std::uint64_t done, std::uint32_t warp, std::uint64_t element, std::uint64_t old,
              std::uint64_t now) {
    access(trace::AccessKind::atomic, cycle, done, warp, 1, {element}, {old}, {now});
  }

  launch::LaunchResult& finish(std::uint64_t end = 1000) {
    result_.trace = recorder_.finish(end);
    result_.outputs.assign(1, launch::Bytes(values_.size() * 4));
    std::memcpy(result_.outputs[0].data(), values_.data(), values_.size() * 4);
    return result_;
  }

  Subject subject(std::span<const double> expected = {}) const {
    Subject subject;
    subject.result = &result_;
    subject.grid = grid_;
    subject.block = block_;
    subject.kernel = "made";
    subject.buffer_name = "counter";
    subject.elements = values_.size();
    subject.expected = expected;
    return subject;
  }

  analysis::AccessMap map(std::uint64_t steps = ~std::uint64_t{0}) const {
    return analysis::access_map(result_.trace, 0, values_.size(), 4, steps);
  }
  analysis::ElementHistory history(std::uint64_t element = 0) const {
    return analysis::element_history(result_.trace, 0, element, 4);
  }

 private:
  trace::Recorder recorder_;
  base::Dim3 grid_, block_;
  std::vector<std::int32_t> values_;
  launch::LaunchResult result_;
};

}  // namespace warplens::view
