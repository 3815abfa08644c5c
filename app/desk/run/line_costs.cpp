#include "desk/run/line_costs.h"

#include <algorithm>

#include "base/number_format.h"

namespace warplens::desk {
namespace {

using launch::Tally;

const Tally* tally_of(const RunTables& shown, std::uint32_t line) {
  const auto& lines = shown.line_tallies;
  const auto found = std::lower_bound(lines.begin(), lines.end(), line,
                                      [](const analysis::LineTally& row, std::uint32_t number) { return row.line < number; });
  return found != lines.end() && found->line == line ? &found->tally : nullptr;
}

}  // namespace

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
