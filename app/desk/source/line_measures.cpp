#include "desk/source/line_measures.h"

#include <algorithm>
#include <array>

namespace warplens::desk {
namespace {

using launch::Origin;
using launch::Tally;

constexpr std::array measures{
    LineMeasure{"instructions", "warp instructions", "warp instruction",
                "How often an instruction of the line was issued for a warp, whatever lanes took part", Origin::counted,
                [](const Tally& tally) { return tally.executions; }},
    LineMeasure{
        "inactive-lanes", "inactive lanes", "inactive lane",
        "Places of lanes that an instruction of the line left empty: lanes that had gone another way, had a false guard or "
        "are no threads",
        Origin::counted, [](const Tally& tally) { return 32 * tally.executions - std::min(tally.lanes, 32 * tally.executions); }},
    LineMeasure{"sectors", "global sectors", "sector",
                "Pieces of 32 bytes of global memory that the line's requests touched: fewer where neighbours touch neighbours",
                Origin::counted, [](const Tally& tally) { return tally.sectors; }},
    LineMeasure{"conflicts", "bank conflicts", "bank conflict",
                "Passes over shared memory beyond one a request, because several lanes wanted different words of one bank",
                Origin::counted, [](const Tally& tally) { return tally.conflicts; }},
    LineMeasure{"collisions", "atomic collisions", "collision",
                "Lanes that an atomic of the line made wait because others updated the same address", Origin::counted,
                [](const Tally& tally) { return tally.collisions; }},
    LineMeasure{"waiting", "cycles waited", "waiting cycle",
                "Cycles that warps stood at the line until values were back from memory or all had come to the barrier",
                Origin::modelled, [](const Tally& tally) { return tally.wait_cycles; }},
};

}  // namespace

std::span<const LineMeasure> line_measures() { return measures; }

const LineMeasure& line_measure(std::string_view id) {
  const auto found = std::find_if(measures.begin(), measures.end(), [&](const LineMeasure& each) { return each.id == id; });
  return found != measures.end() ? *found : measures.front();
}

const char* next_line_measure(std::string_view id) {
  const auto at = std::find_if(measures.begin(), measures.end(), [&](const LineMeasure& each) { return each.id == id; });
  if (at == measures.end()) return measures.front().id;
  return at + 1 == measures.end() ? "" : (at + 1)->id;
}

}  // namespace warplens::desk
