#include "desk/run/line_costs.h"

#include <algorithm>
#include <array>

#include "base/number_format.h"

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

const Tally* tally_of(const RunTables& shown, std::uint32_t line) {
  const auto& lines = shown.line_tallies;
  const auto found = std::lower_bound(lines.begin(), lines.end(), line,
                                      [](const analysis::LineTally& row, std::uint32_t number) { return row.line < number; });
  return found != lines.end() && found->line == line ? &found->tally : nullptr;
}

}  // namespace

std::span<const LineMeasureRow> line_measures() { return measures; }

const LineMeasureRow& row_of(LineMeasure measure) { return measures[static_cast<std::size_t>(measure) - 1]; }

LineCost line_cost(const RunTables& shown, LineMeasure measure, std::uint32_t line) {
  const Tally* tally = tally_of(shown, line);
  if (tally == nullptr || line == 0) return {};
  const LineMeasureRow& cost = row_of(measure);
  std::uint64_t most = 1;
  for (const analysis::LineTally& row : shown.line_tallies) {
    if (row.line > 0) most = std::max(most, cost.of(row.tally));
  }
  const std::uint64_t number = cost.of(*tally);
  return {number, static_cast<float>(static_cast<double>(number) / static_cast<double>(most))};
}

std::string line_sentence(const RunTables& shown, std::uint32_t line) {
  const Tally* tally = tally_of(shown, line);
  if (tally == nullptr || line == 0) return "";
  std::string text = "Line " + std::to_string(line) + ": ";
  for (const LineMeasureRow& measure : line_measures()) {
    const std::uint64_t number = measure.of(*tally);
    if (number == 0) continue;
    if (!text.ends_with(": ")) text += ", ";
    text += base::counted(number, measure.unit);
  }
  return text + ". Counted over all warps" + (tally->wait_cycles > 0 ? "; cycles are modelled." : ".");
}

}  // namespace warplens::desk
