#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/execute/operation.h"
#include "simt/machine/global_memory.h"

namespace warplens::simt {

/// Which core has touched which part of the global memory that a launch writes. As long as no part is touched by two, it makes no
/// difference in which order the cores do what they do.
class Claims {
 public:
  static constexpr std::uint32_t most_cores = 8;

  /// Nothing is claimed yet. Takes a quarter of the bytes that may be written, 32 MiB at most.
  explicit Claims(const GlobalMemory& memory);

  /// `core` claims what `active` lanes touch: `bytes` each, from `lowest + distances[lane]` in the allocation on, which lies in
  /// it. Side by side: all lanes, each just behind the one before. False where another core has claimed some of it before.
  bool take(std::uint32_t core, const Allocation& allocation, std::uint64_t lowest, const LaneOffsets& distances,
            std::uint32_t active, std::uint32_t bytes, bool consecutive);

 private:
  /// A byte for each granule of an allocation, with a bit for each core; eight to a word.
  using Words = std::unique_ptr<std::atomic<std::uint64_t>[]>;

  bool take_range(std::uint64_t own, std::atomic<std::uint64_t>* words, std::uint64_t begin, std::uint64_t end) const;

  int granule_bits_ = 2;      ///< of the bytes in a granule, logarithm
  std::vector<Words> words_;  ///< per slot; null where the launch does not write
};

}  // namespace warplens::simt
