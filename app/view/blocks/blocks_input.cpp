#include "view/blocks/blocks_picture.h"
#include "view/material.h"

namespace warplens::view {

BothBlocksInput blocks_input(const Material& material) {
  BothBlocksInput input;
  input.own.subject = material.subject;
  input.own.timeline = &material.tables->blocks;
  input.own.first_row = material.navigation.timeline.first_row;
  input.own.hover = material.hover;
  if (!material.other) return input;
  input.own.machine = material.other->own_device;
  if (material.other->tables->blocks.stays.empty()) return input;
  input.other.emplace();
  input.other->subject = material.other->subject;
  input.other->timeline = &material.other->tables->blocks;
  input.other->machine = material.other->device;
  return input;
}

Headline both_blocks_headline(const BothBlocksInput& input, const Theme& theme) { return blocks_headline(input.own, theme); }

Picture both_blocks_picture(const BothBlocksInput& input, const Theme& theme, float width, float height) {
  constexpr float min_half = 260, apart = 24;
  const float half = (height - apart) / 2;
  if (!input.other || half < min_half) return blocks_picture(input.own, theme, width, height);
  return stacked(blocks_picture(input.own, theme, width, half), blocks_picture(*input.other, theme, width, half), apart);
}

void move_blocks(const BothBlocksInput& input, const Theme&, Size size, const Gesture& gesture, Navigation& navigation) {
  constexpr float points_a_notch = 60;
  scroll_rows(navigation.timeline, gesture.drag.y + gesture.wheel * points_a_notch, input.own.timeline->multiprocessors,
              blocks_rows_visible(input.own, size.height));
}

}  // namespace warplens::view
