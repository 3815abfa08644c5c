#include "desk/source/line_measures.h"

#include <algorithm>
#include <array>

namespace warplens::desk {
namespace {

using launch::Origin;
using launch::Tally;

constexpr std::array measures{
    LineMeasureRow{LineMeasure::instructions, "warp instructions", "warp instruction",
                   "How often an instruction of the line was issued for a warp, whatever lanes took part", Origin::counted,
                   [](const Tally& tally) { return tally.executions; }},
    LineMeasureRow{
        LineMeasure::inactive_lanes, "inactive lanes", "inactive lane",
        "Places of lanes that an instruction of the line left empty: lanes that had gone another way, had a false guard or "
        "are no threads",
        Origin::counted, [](const Tally& tally) { return 32 * tally.executions - std::min(tally.lanes, 32 * tally.executions); }},
    LineMeasureRow{
        LineMeasure::sectors, "global sectors", "sector",
        "Pieces of 32 bytes of global memory that the line's requests touched: fewer where neighbours touch neighbours",
        Origin::counted, [](const Tally& tally) { return tally.sectors; }},
    LineMeasureRow{LineMeasure::conflicts, "bank conflicts", "bank conflict",
                   "Passes over shared memory beyond one a request, because several lanes wanted different words of one bank",
                   Origin::counted, [](const Tally& tally) { return tally.conflicts; }},
    LineMeasureRow{LineMeasure::collisions, "atomic collisions", "collision",
                   "Lanes that an atomic of the line made wait because others updated the same address", Origin::counted,
                   [](const Tally& tally) { return tally.collisions; }},
    LineMeasureRow{LineMeasure::waiting, "cycles waited", "waiting cycle",
                   "Cycles that warps stood at the line until values were back from memory or all had come to the barrier",
                   Origin::modelled, [](const Tally& tally) { return tally.wait_cycles; }},
};

constexpr bool in_order() {
  for (std::size_t row = 0; row < measures.size(); ++row)
    if (static_cast<std::size_t>(measures[row].measure) != row + 1) return false;
  return measures.size() + 1 == base::enumerators<LineMeasure>;  // all but the first
}
static_assert(in_order());

}  // namespace

std::span<const LineMeasureRow> line_measures() { return measures; }

const LineMeasureRow& row_of(LineMeasure measure) { return measures[static_cast<std::size_t>(measure) - 1]; }

}  // namespace warplens::desk
