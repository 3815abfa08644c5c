#pragma once

#include <cstdint>
#include <optional>

#include "ui/window/app.h"
#include "view/headline.h"

namespace warplens::ui {

/// Side of a finding: its first or its second access.
enum class Side : std::uint8_t { both, first, second };

/// Make finding `index` of the shown run the current one and light what it is about: with one side its thread, with both the
/// element, where the finding is about the buffer that the views draw. Chosen again, nothing stays lit. Needs `App::shown`.
void choose_finding(App& app, std::size_t index, Side side = Side::both);

/// The next (1) or previous (-1) finding, around the ends; nothing where there are none.
void move_finding(App& app, int by);

/// "write by block 3 thread 17".
std::string side_text(const App& app, const launch::Witness& witness);

/// The colour that marks a line of the experiment's source as a side of the current finding: the first in the colour of wrong,
/// the second in the accent.
std::optional<view::Colour> finding_mark(const App& app, std::uint32_t line);

/// The sentence over the picture where something was found in a run that was meant to go right; nothing while the pointer asks
/// about something else, or where the entry is meant to go wrong: its view tells that story.
std::optional<view::Headline> finding_headline(const App& app);

}  // namespace warplens::ui
