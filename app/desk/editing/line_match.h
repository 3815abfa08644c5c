#pragma once

#include <cstdint>
#include <vector>

#include "desk/source/source_text.h"

namespace warplens::desk {

/// The line of the text that ran for a line of the edited text.
struct MatchedLine {
  std::uint32_t line = 0;  ///< in the text that ran, from 1; 0: none
  bool changed = false;    ///< it replaces that line with other text
  bool operator==(const MatchedLine&) const = default;
};

/// Find the line in `ran` for each line of `now`. Skips the common lines at the beginning and end of both texts, and matches the
/// rest by a longest common subsequence. If some lines replace as many others, they are matched in order, as changed. If more
/// than 2,000 lines differ, none of them is matched.
std::vector<MatchedLine> match_lines(const SourceText& ran, const SourceText& now);

/// The line of `now` (from 1) matched with line `ran`; 0 if none.
std::uint32_t line_now(const std::vector<MatchedLine>& matches, std::uint32_t ran);

}  // namespace warplens::desk
