#pragma once

#include <optional>

#include "analysis/block_timeline.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/navigation.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct BlocksInput {
  Subject subject;
  const analysis::BlockTimeline* timeline = nullptr;  ///< never null; without stays if the machine does not report them
  std::string machine;                                ///< named in the title when two machines are compared
  std::size_t first_row = 0;                          ///< multiprocessors scrolled past
  Target hover;                                       ///< a thread lights up its block
  bool operator==(const BlocksInput&) const = default;
};

/// The blocks of the shown run and, if known, of the other machine's run.
struct BothBlocksInput {
  BlocksInput own;
  std::optional<BlocksInput> other;
  bool operator==(const BothBlocksInput&) const = default;
};
BothBlocksInput blocks_input(const Material& material);

/// Draw both machines' runs, one above the other, each on its own cycle axis, if both fit; else only the shown run.
Picture both_blocks_picture(const BothBlocksInput& input, const Theme& theme, float width, float height);
/// The headline of the shown run.
Headline both_blocks_headline(const BothBlocksInput& input, const Theme& theme);
/// The wheel and a drag scroll the multiprocessors.
void move_blocks(const BothBlocksInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

/// Draw when each multiprocessor ran which blocks, one row per slot for a block; below, how full all multiprocessors were.
/// Minimum size 300 × 300 points.
Picture blocks_picture(const BlocksInput& input, const Theme& theme, float width, float height);

/// State in how many waves the blocks ran and how full the multiprocessors were; with a hovered thread, where its block was.
Headline blocks_headline(const BlocksInput& input, const Theme& theme);

/// Number of multiprocessors that fit, for scrolling.
std::size_t blocks_rows_visible(const BlocksInput& input, float height);

}  // namespace warplens::view
