#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/execute/operation.h"
#include "simt/machine/global_memory.h"

namespace warplens::simt {

/// Records which core has touched which granule of the global memory that a launch writes. As long as no granule is touched by
/// two cores, the order in which the cores run does not affect the result.
class Claims {
 public:
  static constexpr std::uint32_t most_cores = 8;

  /// Starts with no claims. Allocates a quarter of the writable bytes, 32 MiB at most.
  explicit Claims(const GlobalMemory& memory);

  /// `core` claims the addresses of the `active` lanes: `bytes` each, at `lowest + distances[lane]` in the allocation, within its
  /// bounds. Side by side: all lanes are active, at consecutive addresses. False if another core has already claimed part of it.
  bool take(std::uint32_t core, const Allocation& allocation, std::uint64_t lowest, const LaneOffsets& distances,
            std::uint32_t active, std::uint32_t bytes, bool consecutive);

 private:
  /// One byte per granule of an allocation, with one bit per core; eight granules per word.
  using Words = std::unique_ptr<std::atomic<std::uint64_t>[]>;

  bool take_range(std::uint64_t own, std::atomic<std::uint64_t>* words, std::uint64_t begin, std::uint64_t end) const;

  int granule_bits_ = 2;      ///< log2 of the bytes per granule
  std::vector<Words> words_;  ///< per slot; null for allocations that the launch does not write
};

}  // namespace warplens::simt
