#pragma once

#include <optional>

#include "analysis/block_timeline.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/navigation.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct BlocksInput {
  Subject subject;
  const analysis::BlockTimeline* timeline = nullptr;  ///< never null; without stays where the machine does not tell
  std::string machine;                                ///< named in the title when two machines are compared
  std::size_t first_row = 0;                          ///< multiprocessors scrolled past
  Target hover;                                       ///< a thread lights up its block
  bool operator==(const BlocksInput&) const = default;
};

/// The blocks of the shown run and, where they are known, of the other machine's.
struct BothBlocksInput {
  BlocksInput own;
  std::optional<BlocksInput> other;
  bool operator==(const BothBlocksInput&) const = default;
};
BothBlocksInput blocks_input(const Material& material);

/// Both machines' runs, one above the other, each on its own cycle axis, if both fit; else only the shown run.
Picture both_blocks_picture(const BothBlocksInput& input, const Theme& theme, float width, float height);
/// Of the shown run.
Headline both_blocks_headline(const BothBlocksInput& input, const Theme& theme);
/// The wheel and a drag scroll the multiprocessors.
void move_blocks(const BothBlocksInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

/// Which multiprocessor ran which block when, a row for each place that a multiprocessor has; below, how full they all were. Lays
/// itself out from 300 × 300 points.
Picture blocks_picture(const BlocksInput& input, const Theme& theme, float width, float height);

/// In how many rounds the blocks ran and how full that kept the multiprocessors; with a hovered thread, where its block was.
Headline blocks_headline(const BlocksInput& input, const Theme& theme);

/// How many multiprocessors fit, for scrolling.
std::size_t blocks_rows_visible(const BlocksInput& input, float height);

}  // namespace warplens::view
