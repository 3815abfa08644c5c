#include "cli/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/number_format.h"
#include "cli/source.h"

namespace warplens::cli {
namespace {

std::string place_of(const launch::Witness& witness) {
  std::string place = as_seen_from_here(witness.file);
  if (witness.line > 0) place += ":" + std::to_string(witness.line);
  if (witness.line > 0 && witness.column > 0) place += ":" + std::to_string(witness.column);
  return place.empty() ? place : place + ": ";
}

std::string who(const launch::Witness& witness) { return launch::access_text(witness, launch::thread_text(witness)); }

std::string side(const launch::Witness& witness) {
  return who(witness) + (witness.line > 0 ? " line " + std::to_string(witness.line) : "");
}

using Row = std::array<std::string, 5>;

Row row_of(const launch::Finding& finding) {
  return {launch::title(finding.kind), launch::place_text(finding), base::grouped(finding.count), side(finding.first),
          finding.second ? side(*finding.second) : ""};
}

std::string table_of(const std::vector<launch::Finding>& findings) {
  std::vector<Row> rows{{"finding", "where", "times", "first", "second"}};
  for (const launch::Finding& finding : findings) rows.push_back(row_of(finding));
  std::array<std::size_t, 5> widths{};
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string text;
  for (const Row& row : rows) {
    fmt::format_to(std::back_inserter(text), "  {:<{}}  {:<{}}  {:>{}}  {:<{}}  {}", row[0], widths[0], row[1], widths[1], row[2],
                   widths[2], row[3], widths[3], row[4]);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string remarks_of(const launch::LaunchResult& result) {
  std::string text;
  if (!result.unchecked.empty()) text += "note: " + result.unchecked + "\n";
  if (!result.trace_note.empty()) text += "note: " + result.trace_note + "\n";
  if (result.findings.empty()) return text;
  for (const launch::Finding& finding : result.findings) {
    const bool said = result.fault && launch::same_defect(finding, *result.fault);
    if (!said) text += place_of(finding.first) + "finding: " + finding.message + "\n";
    if (finding.second) text += place_of(*finding.second) + "note: the other side: " + who(*finding.second) + "\n";
  }
  return text + "\n" + table_of(result.findings);
}

}  // namespace warplens::cli
