#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "launch/launch_result.h"
#include "ui/widgets/text.h"

// Widgets for panels, drawn at ImGui's cursor. Every control takes a tooltip, which explains its meaning instead of repeating its
// name.

namespace warplens::ui {

/// Draw a section's title in small grey capitals, with space above it, cut to leave `reserved` pixels at its right. Returns the
/// width of its words, pixels.
float section(const Look& look, std::string_view title, bool first = false, float reserved = 0);

/// Show a tooltip for the last item when the pointer rests on it, or Tab has reached it.
void tip(const Look& look, std::string_view text);
/// Show the tooltip next to `mark`, a part of the last widget, in pixels of the screen.
void tip(const Look& look, std::string_view text, const view::Rectangle& mark);
/// Tooltip for a control of several items: only if Tab has reached it.
void tip_of_reached(const Look& look, ImGuiID control, std::string_view text, const view::Rectangle& mark);
/// Top left corner of a tooltip of `size`, in pixels: below `mark`, or above it if there is no room, and between the left and
/// right edges of `room`, the panel. So the tooltip covers neither the item that it explains nor another panel.
ImVec2 tip_place(const view::Rectangle& mark, ImVec2 size, const view::Rectangle& room, float gap);

/// Draw a switch with two to four choices. `tips` may be empty. Returns the choice just made.
std::optional<std::size_t> segmented(const Look& look, const char* id, std::span<const std::string> labels, std::size_t chosen,
                                     float width, std::span<const std::string> tips = {}, float height = 38);

/// A button for the panel's main action.
bool primary_button(const Look& look, const char* id, const std::string& label, std::string_view tooltip, bool enabled = true);

/// An unobtrusive button, as wide as the panel.
bool button(const Look& look, const char* id, std::string_view label, std::string_view tooltip);
/// Like button(), with its label at the left and a figure at the right.
bool value_button(const Look& look, const char* id, std::string_view label, std::string_view value, std::string_view tooltip,
                  view::Colour colour);

enum class ButtonTone { quiet, accent };
/// A square button with an icon, 38 points.
bool icon_button(const Look& look, const char* id, const char* icon, std::string_view tooltip,
                 ButtonTone tone = ButtonTone::quiet, bool enabled = true);
/// A button with an icon and words, as high as icon_button() and worded_button_width() pixels wide.
bool worded_button(const Look& look, const char* id, const char* icon, std::string_view words, std::string_view tooltip);
float worded_button_width(const Look& look, std::string_view words);

/// A switch, on or off, with its label to the right.
bool toggle(const Look& look, const char* id, std::string_view label, bool& on, std::string_view tooltip);

/// A line of text to click; true if clicked.
bool link(const Look& look, const char* id, std::string_view text, std::string_view tooltip);

/// A row of a list to click, `width` pixels wide, with a quieter text at its right. True if clicked.
bool list_row(const Look& look, const std::string& id, const std::string& label, const std::string& right,
              const std::string& tooltip, float width);

/// A row of figures: the label on the left, the figure on the right, and between them its origin, or the figure of another run.
struct Fact {
  std::string label, value;
  std::optional<launch::Origin> origin;
  std::string tooltip;
  std::optional<view::Colour> colour;                ///< colour of the value; nothing: the text's colour
  std::optional<std::string> beside = std::nullopt;  ///< the same figure of another run; "–" if it has none
  std::optional<std::string> was = std::nullopt;     ///< the same figure of the previous run, in a line below
  std::string_view counter = {};                     ///< its key, if "Why …?" can be asked about it
};
/// Returns whether a row with a counter was clicked, or pressed by the keyboard.
bool fact(const Look& look, const Fact& fact);

/// Draw a small framed word, such as "modelled". Returns its width in pixels. `at`: the middle of its left edge.
float draw_tag(ImDrawList& list, const Look& look, ImVec2 at, std::string_view word);
float tag_width(const Look& look, std::string_view word);

/// A sentence in a rounded frame.
void say(const Look& look, const std::vector<view::Span>& spans, view::Colour frame, float size = 17, float line_height = 26);

/// Small wrapped text under a control.
void note(const Look& look, std::string_view text, view::Colour colour);

/// Vertical space, in points.
void gap(const Look& look, float height);

}  // namespace warplens::ui
