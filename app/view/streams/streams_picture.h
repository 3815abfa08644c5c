#pragma once

#include <string>
#include <vector>

#include "launch/costs/streams.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"

namespace warplens::view {

struct Material;

struct StreamsInput {
  std::vector<launch::StreamTimeline> timelines;
  std::string note;  ///< why there are none, a sentence without its full stop
  bool operator==(const StreamsInput&) const = default;
};
StreamsInput streams_input(const Material& material);

/// A timeline in milliseconds with a row for each stream and a bar for each copy in, kernel and copy out. Each way of dividing
/// the work among streams is a group of rows; all groups share one axis. A mark shows when the last call returned to the host.
Picture streams_picture(const StreamsInput& input, const Theme& theme, float width, float height);

/// State the time of the streams compared with the default stream.
Headline streams_headline(const StreamsInput& input, const Theme& theme);

}  // namespace warplens::view
