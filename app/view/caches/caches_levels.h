#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "view/caches/caches_picture.h"

namespace warplens::view {

enum class MemoryLevel : std::uint8_t { registers, shared, l1, l2, memory };

/// The words in the box of one level.
struct LevelWords {
  std::string name{}, did{}, tooltip{};
  std::vector<std::string> shorter{};  ///< alternatives if `did` does not fit, longest first; the last one is cut
  std::string aside{};                 ///< text at its right: latency of its values, or registers per thread
  double busy = -1;                    ///< share of the cycles in which it was busy; negative: unknown
};

/// The words of all levels, in the order of MemoryLevel. Needs LaunchResult::utilisation.
std::array<LevelWords, 5> level_words(const CachesInput& input);

/// "3 of 4 sectors (75 %)".
std::string share_text(std::uint64_t part, std::uint64_t all);

}  // namespace warplens::view
