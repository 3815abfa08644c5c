#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/code/execute/operation.h"
#include "simt/code/memory/global_memory.h"

namespace warplens::simt {

/// Records, for the global memory that a launch writes, which core has touched each granule. As long as no granule is touched by
/// two cores, the order in which the cores run does not affect the result. Claims are also needed while one thread runs the turns
/// of all cores: a turn may continue to an operation later than the next turn of another core.
class Claims {
 public:
  static constexpr std::uint32_t max_cores = 8;

  /// Begin without claims. Allocates an eighth of the writable bytes, 16 MiB at most.
  explicit Claims(const GlobalMemory& memory);

  /// Claim for `core` the addresses of the `active` lanes: `bytes` each, at `lowest + distances[lane]` in the allocation.
  /// If `consecutive`, all lanes are active, at consecutive addresses. False if another core has already claimed part of
  /// them.
  bool take(std::uint32_t core, const Allocation& allocation, std::uint64_t lowest, const LaneOffsets& distances,
            std::uint32_t active, std::uint32_t bytes, bool consecutive);

 private:
  /// Four bits per granule of an allocation, sixteen granules per word: 0 if the granule is free, else its core + 1.
  struct alignas(128) Line {
    std::array<std::atomic<std::uint64_t>, 16> words;  ///< for 1 KiB: other blocks do not touch this line of the host's cache
  };
  using Words = std::unique_ptr<Line[]>;

  bool take_range(std::uint32_t core, Line* lines, std::uint64_t begin, std::uint64_t end) const;

  int granule_bits_ = 2;      ///< log2 of the bytes per granule
  std::vector<Words> words_;  ///< per slot; null for allocations that the launch does not write
};

}  // namespace warplens::simt
