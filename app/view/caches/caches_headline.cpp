#include <algorithm>

#include "analysis/memory_traffic.h"
#include "launch/costs/utilisation.h"
#include "view/caches/caches_picture.h"
#include "view/material.h"

namespace warplens::view {

CachesInput caches_input(const Material& material) { return {material.subject}; }

HierarchyTraffic hierarchy_traffic(const launch::Counters& counters) {
  using analysis::sector_bytes;
  const std::uint64_t atomics = counters.global_sectors - counters.load_sectors - counters.store_sectors;
  // Of the hits in L1, all are loads'.
  const std::uint64_t loads = counters.load_sectors - std::min(counters.l1_hit_sectors, counters.load_sectors);
  return {.threads = {counters.load_bytes_asked, counters.store_bytes_asked},
          .l1 = {(loads + atomics) * sector_bytes, (counters.store_sectors + atomics) * sector_bytes},
          .l2 = {counters.memory_sectors_read * sector_bytes, counters.memory_sectors_written * sector_bytes}};
}

Headline caches_headline(const CachesInput& input, const Theme& theme) {
  Headline headline;
  const auto& utilisation = input.subject.result->utilisation;
  if (!utilisation) {
    headline.title = {{"No caches are modelled for this run.", theme.text, Face::semibold}};
    headline.detail = {{"They are part of the SIMT machine's timed schedule.", theme.muted, Face::regular}};
    return headline;
  }
  const launch::CostLimit limit = launch::cost_limit(*utilisation);
  headline.origin = launch::Origin::modelled;
  const bool two = limit.part == "L1 and shared memory";
  const std::string part = limit.part == "issue"      ? "Instruction issue"
                           : limit.part == "L2 cache" ? "The L2 cache"
                                                      : capitalised(limit.part);
  headline.title = {{part, theme.accent, Face::semibold},
                    {two ? " limit this launch." : " limits this launch.", theme.text, Face::semibold}};
  headline.detail = {{limit.text, theme.muted, Face::regular}};
  return headline;
}

}  // namespace warplens::view
