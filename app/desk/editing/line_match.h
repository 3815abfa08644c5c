#pragma once

#include <cstdint>
#include <vector>

#include "desk/source/source_text.h"

namespace warplens::desk {

/// Where a line of an edited text was in the text that ran.
struct MatchedLine {
  std::uint32_t line = 0;  ///< from 1; 0: nowhere
  bool changed = false;    ///< it stands in the place of that line, but reads differently
  bool operator==(const MatchedLine&) const = default;
};

/// For each line of `now`, its line in `ran`: by a longest common subsequence of the lines between those that are the same at the
/// beginning and at the end of both texts. Lines that replace as many others are matched in order, as changed. Where more than
/// 2,000 lines differ, none of them is matched.
std::vector<MatchedLine> match_lines(const SourceText& ran, const SourceText& now);

/// Line of `now` (from 1) that is matched with line `ran`; 0 if there is none.
std::uint32_t line_now(const std::vector<MatchedLine>& matches, std::uint32_t ran);

}  // namespace warplens::desk
