#pragma once

#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct CachesInput {
  Subject subject;
  bool operator==(const CachesInput&) const = default;
};
CachesInput caches_input(const Material& material);

/// What moved between two neighbouring levels of the memory hierarchy, bytes.
struct LevelTraffic {
  std::uint64_t up = 0;    ///< towards the threads: loads and what atomics read
  std::uint64_t down = 0;  ///< towards memory: stores and what atomics write
  bool operator==(const LevelTraffic&) const = default;
};

/// Traffic of a launch: between threads and L1, L1 and L2, L2 and memory. The first is what lanes asked for, without atomics; the
/// others are whole sectors, in which an atomic goes both ways.
struct HierarchyTraffic {
  LevelTraffic threads, l1, l2;
};
HierarchyTraffic hierarchy_traffic(const launch::Counters& counters);

/// The memory hierarchy from the threads to memory: a box for each level, with what it held and how busy it was, and arrows whose
/// width follows the bytes that moved. Lays itself out from 500 × 400 points.
Picture caches_picture(const CachesInput& input, const Theme& theme, float width, float height);

/// Which part limits the launch.
Headline caches_headline(const CachesInput& input, const Theme& theme);

}  // namespace warplens::view
