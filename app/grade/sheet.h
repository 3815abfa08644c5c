#pragma once

#include <string>
#include <vector>

#include "grade/verdict.h"
#include "report/json.h"

namespace warplens::grade {

/// All verdicts, and the costs of the model solution; no costs for programs.
struct Sheet {
  std::string against;  ///< the experiment or the model program
  std::optional<Costs> model;
  std::vector<Verdict> verdicts;
};

/// A table for the terminal, one line per submission, and the reasons below it.
std::string text_of(const Sheet& sheet);
/// One row per submission: name, verdict, reason, file, line, findings, then counters and their ratios to the model's. Fields
/// with commas or quotes are quoted (RFC 4180); one that a spreadsheet would take for a formula begins with an apostrophe.
std::string csv_of(const Sheet& sheet);
report::Json json_of(const Sheet& sheet);
/// A self-contained HTML page: the table, and below it the drawn pictures of findings.
std::string html_of(const Sheet& sheet);

}  // namespace warplens::grade
