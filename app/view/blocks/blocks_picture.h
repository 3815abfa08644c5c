#pragma once

#include "analysis/block_timeline.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/subject.h"

namespace warplens::view {

struct BlocksInput {
  Subject subject;
  const analysis::BlockTimeline* timeline = nullptr;  ///< never null; without stays where the machine does not tell
  std::string machine;                                ///< named in the title, where it stands beside another's
  std::size_t first_row = 0;                          ///< multiprocessors scrolled past
  Target hover;                                       ///< a thread lights up its block
};

/// Which multiprocessor ran which block when, a row for each place that a multiprocessor has; below, how full they all were. Lays
/// itself out from 500 × 400 points.
Picture blocks_picture(const BlocksInput& input, const Theme& theme, float width, float height);

/// In how many rounds the blocks ran and how full that kept the multiprocessors; with a hovered thread, where its block was.
Headline blocks_headline(const BlocksInput& input, const Theme& theme);

/// How many multiprocessors fit, for scrolling.
std::size_t blocks_rows_visible(const BlocksInput& input, float height);

}  // namespace warplens::view
