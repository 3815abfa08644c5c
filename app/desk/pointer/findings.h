#pragma once

#include <cstdint>
#include <optional>

#include "desk/pointer/pointer.h"
#include "desk/run/runs.h"
#include "view/drawing/picture.h"

namespace warplens::desk {

/// The current finding of the shown run.
struct FindingCursor {
  std::size_t current = 0;
  bool wanted = false;  ///< bring the finding and its lines into view
};

/// Side of a finding: its first or its second access.
enum class Side : std::uint8_t { both, first, second };

/// Make finding `index` of the shown run the current one. For one side, highlight its thread; for both, highlight the element, if
/// the views draw its buffer. Choosing the finding again ends the highlight.
void choose_finding(FindingCursor& cursor, Pointer& pointer, const RunTables& shown, std::size_t index, Side side = Side::both);

/// Go to the next (1) or previous (-1) finding, around the ends; do nothing if there are none.
void move_finding(FindingCursor& cursor, Pointer& pointer, const RunTables& shown, int by);

/// Describe a side's access: "write by block 3 thread 17".
std::string side_text(const RunTables& shown, const launch::Witness& witness);

/// Colour of an access in every view: read, write or atomic; of no access, the colour of what is wrong.
view::Colour witness_colour(const view::Theme& theme, const launch::Witness& witness);

/// Return the colour that marks a line of the experiment's source as a side of the current finding: the first in the colour of
/// wrong, the second in the accent. Nothing if the line is not a side of it.
std::optional<view::Colour> finding_mark(const FindingCursor& cursor, const Runs& runs, const Choices& choices,
                                         std::uint32_t line);

/// Return the sentence over the picture if a run that is meant to be right has a finding; nothing while the pointer has another
/// target, or if the entry is meant to go wrong: then its view says so.
std::optional<view::Headline> finding_headline(const FindingCursor& cursor, const Pointer& pointer, const Runs& runs,
                                               const Choices& choices);

}  // namespace warplens::desk
