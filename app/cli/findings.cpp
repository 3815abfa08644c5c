#include "cli/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/number_format.h"
#include "cli/choose.h"
#include "cli/report.h"
#include "launch/arguments/shared_arrays.h"

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

std::string remedy(const launch::Launch& launch, const launch::Fault& fault, const LimitOptions& options) {
  if (fault.kind == launch::FaultKind::step_limit && !fault.endless && !options.step_limit.empty())
    return "; " + options.step_limit + " lets it go on for longer";
  if (fault.kind != launch::FaultKind::out_of_bounds) return "";
  const std::string array = launch::dynamic_shared_array(*launch.module, launch.entry);
  if (array.empty()) return "";
  if (fault.space == "shared") return "; " + options.shared + " sets it";
  // A GPU does not tell in which memory it was; without any bytes, the array is the likely one.
  if (fault.space.empty() && launch.dynamic_shared == 0)
    return "; the kernel declares the extern __shared__ array '" + array + "', whose size is 0 bytes: " + options.shared +
           " sets it";
  return "";
}

}  // namespace

std::string remarks_of(const launch::LaunchResult& result) {
  std::string text;
  if (!result.unchecked.empty()) text += "note: " + result.unchecked + "\n";
  if (!result.trace_note.empty()) text += "note: " + result.trace_note + "\n";
  for (const launch::Finding& note : result.notes)
    text += place_of(note.first) + "note: harmless " + launch::title(note.kind) + ": " + note.message + "\n";
  if (result.findings.empty()) return text;
  for (const launch::Finding& finding : result.findings) {
    const bool said = result.fault && launch::same_defect(finding, *result.fault);
    if (!said) text += place_of(finding.first) + "finding: " + finding.message + "\n";
    if (finding.second) text += place_of(*finding.second) + "note: the other side: " + who(*finding.second) + "\n";
  }
  return text + "\n" + table_of(result.findings);
}

base::Error error_with_remedy(const launch::Launch& launch, const launch::LaunchResult& result, const LimitOptions& options) {
  base::Error error = error_of(result);
  error.message += remedy(launch, *result.fault, options);
  return error;
}

}  // namespace warplens::cli
