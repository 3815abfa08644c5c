#include "ui/panels/editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ui/widgets/imgui_internals.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr TextStyle note_style{view::Face::mono, 13};
constexpr float least_room = 90;  // points, for a message beside its line

/// Byte offsets of the matches of what is looked for, ascending; at most a thousand.
std::vector<std::size_t> matches_of(const EditorState& state) {
  constexpr std::size_t most = 1000;
  std::vector<std::size_t> found;
  if (!state.finding || state.find.empty()) return found;
  for (std::size_t at = state.text.find(state.find); at != std::string::npos && found.size() < most;
       at = state.text.find(state.find, at + state.find.size()))
    found.push_back(at);
  return found;
}

/// A place in a text: byte offset, line (from 0), and byte offset of the line's beginning.
struct TextPosition {
  std::size_t at = 0, line = 0, begin = 0;
};

/// The place `at`, which is not before `from`, a place of the same text.
TextPosition place_after(const TextPosition& from, const std::string& text, std::size_t at) {
  TextPosition place{at, from.line, from.begin};
  for (std::size_t end = text.find('\n', from.at); end < at; end = text.find('\n', end + 1)) {
    ++place.line;
    place.begin = end + 1;
  }
  return place;
}

/// The field of what to find, with the number of matches at its right; the matches are returned.
std::vector<std::size_t> show_find(const Look& look, EditorState& state, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = look.px(96);
  if (std::exchange(state.find_wanted, false)) ImGui::SetKeyboardFocusHere();
  bool left = false;
  if (text_field(look, "##find", state.find, width - room, "Find in the source (Enter: the next one; Ctrl F closes)", {}, &left))
    state.found = 0;
  const bool next = left && std::exchange(state.entered, false);
  if (next) state.find_wanted = true;  // Enter has taken the keyboard from the field
  state.keyboard = state.keyboard || next || is_active(ImGui::GetID("##find"));
  std::vector<std::size_t> found = matches_of(state);
  const std::size_t matches = found.size();
  if (next) ++state.found;
  if (state.found >= matches) state.found = 0;
  const std::string count = state.find.empty() ? ""
                            : matches == 0     ? "not found"
                                               : fmt::format("{} of {}", state.found + 1, matches);
  draw_text(*ImGui::GetWindowDrawList(), look, small_text,
            {at.x + width - room + look.px(10), middle_baseline(look, at.y, look.px(32), small_text.size)},
            matches == 0 && !state.find.empty() ? look.colours().wrong : look.colours().muted, count);
  return found;
}

/// Draws over a code field: marks, numbers, letters, caret.
class Overlay {
 public:
  Overlay(const Look& look, const CodeField& field, TextStyle style, const EditorState& state)
      : look_(look), field_(field), style_(style), state_(state), list_(*field.list) {}

  float top(std::size_t line) const { return field_.text_at.y + static_cast<float>(line) * field_.line_height; }
  bool seen(std::size_t line) const {
    return top(line) < field_.clip_to.y && top(line) + field_.line_height > field_.clip_from.y;
  }

  /// Horizontal place of byte `at`, which is on the line that begins at byte `begin`.
  float x_of(std::size_t begin, std::size_t at) const {
    std::string before = state_.text.substr(begin, at - begin);
    for (std::size_t tab = before.find('\t'); tab != std::string::npos; tab = before.find('\t', tab))
      before.replace(tab, 1, "    ");
    return field_.text_at.x + text_width(look_, style_, before);
  }

  void background(std::size_t line, view::Colour colour, bool bar) const {
    const float y = top(line);
    list_.AddRectFilled({field_.clip_from.x, y}, {field_.clip_to.x, y + field_.line_height}, packed(faded(colour, 0.14f)));
    if (bar)
      list_.AddRectFilled({field_.clip_from.x, y}, {field_.clip_from.x + look_.px(3), y + field_.line_height}, packed(colour));
  }
  /// A frame around `length` bytes of one line.
  void frame(const TextPosition& place, std::size_t length, view::Colour colour) const {
    if (!seen(place.line)) return;
    const float from = x_of(place.begin, place.at), to = x_of(place.begin, place.at + length), y = top(place.line);
    list_.AddRectFilled({from, y}, {to, y + field_.line_height}, packed(faded(colour, 0.3f)), look_.px(2));
    list_.AddRect({from, y}, {to, y + field_.line_height}, packed(colour), look_.px(2), 0, look_.px(1));
  }
  void letters(std::size_t line) const {
    const desk::SourceLine& text = state_.coloured.lines[line];
    // What is scrolled to the left ends at the numbers.
    list_.PushClipRect({field_.clip_from.x + look_.px(listing_gutter - 6), field_.clip_from.y}, field_.clip_to, true);
    draw_code(list_, look_, style_, text, {0, text.text.size()},
              {field_.text_at.x, middle_baseline(look_, top(line), field_.line_height, style_.size)});
    list_.PopClipRect();
  }
  void number(std::size_t line, float cost, bool strong) const {
    const view::Theme& theme = look_.colours();
    const float y = top(line), left = field_.clip_from.x, width = look_.px(listing_gutter);
    list_.AddRectFilled({left + look_.px(3), y}, {left + width - look_.px(6), y + field_.line_height}, packed(theme.background));
    draw_cost(list_, look_, cost, {left, y}, field_.line_height);
    const std::string label = fmt::format("{}", line + 1);
    draw_text(list_, look_, style_,
              {left + width - look_.px(14) - text_width(look_, style_, label),
               middle_baseline(look_, y, field_.line_height, style_.size)},
              strong ? theme.soft : faint(theme), label);
  }
  /// Room at the right of a line's letters, pixels.
  float room_at(std::size_t line) const {
    const float letters = text_width(look_, style_, state_.coloured.lines[line].text);
    return field_.clip_to.x - look_.px(2) - field_.text_at.x - letters;
  }
  /// Short text at the right end of a line, shortened to `room` with its margins.
  void note(std::size_t line, const std::string& text, view::Colour colour, float room) const {
    if (text.empty()) return;
    const std::string shown = shortened(look_, note_style, text, room - look_.px(12));
    const float width = text_width(look_, note_style, shown) + look_.px(12), y = top(line);
    const float to = field_.clip_to.x - look_.px(2), from = to - width;  // inside of the frame
    draw_text(list_, look_, note_style, {from + look_.px(6), middle_baseline(look_, y, field_.line_height, note_style.size)},
              colour, shown);
  }
  void caret(std::size_t at) const {
    const TextPosition place = place_after({}, state_.text, at);
    const float x = x_of(place.begin, at), y = top(place.line);
    list_.AddRectFilled({x, y}, {x + std::max(1.0f, look_.px(1.5f)), y + field_.line_height}, packed(look_.colours().text));
  }

 private:
  const Look& look_;
  const CodeField& field_;
  TextStyle style_;
  const EditorState& state_;
  ImDrawList& list_;
};

/// The brackets at the caret: after it, or else before it.
void frame_brackets(const Look& look, const Overlay& overlay, const std::string& text, std::size_t caret) {
  for (const std::size_t at : {caret, caret - 1}) {  // caret - 1 of 0 is beyond the end
    const auto other = desk::matching_bracket(text, at);
    if (!other) continue;
    for (const std::size_t each : {at, *other}) overlay.frame(place_after({}, text, each), 1, look.colours().accent);
    return;
  }
}

/// A new line is indented as the one before; a brace that closes a block, first on its line, stands out by a step.
CodeChange indentation(const EditorState& state, std::string_view text, std::size_t caret) {
  if (state.entered) return {0, desk::indentation_after(text, caret), false, 0};
  if (text.size() != state.text.size() + 1 || caret == 0 || text[caret - 1] != '}') return {};
  const std::size_t line = caret < 2 ? std::string_view::npos : text.rfind('\n', caret - 2);
  const std::string_view before = text.substr(line + 1, caret - line - 2);  // npos + 1 is 0
  const std::size_t step = desk::indentation_step(text).size();
  if (before.size() < step || before.find_first_not_of(" \t") != std::string_view::npos) return {};
  return {step, "", false, 0};
}

/// Colour the text, and match its lines. The line after the last line break, where the caret may be, is a line, too.
void colour(EditorState& state) {
  state.coloured = desk::program_source(state.compiled->title, state.text);
  if (state.text.empty() || state.text.ends_with('\n')) state.coloured.lines.emplace_back();
  state.compiled_matches = desk::match_lines(*state.compiled, state.coloured);
  state.matches = state.matched ? desk::match_lines(*state.matched, state.coloured) : state.compiled_matches;
}

}  // namespace

void update_editor(const desk::Editor& editor, const std::shared_ptr<const desk::SourceText>& compiled,
                   std::shared_ptr<const desk::SourceText> ran, EditorState& state) {
  if (state.version != editor.version()) {
    state.version = editor.version();
    state.text = editor.text();
    state.change = {0, "", true, editor.caret()};
  } else if (state.matched == ran && state.compiled == compiled) {
    return;
  }
  state.compiled = compiled;
  state.matched = std::move(ran);
  colour(state);
}

void show_editor(const Look& look, desk::Pointer& pointer, const Listing& listing, desk::Editor& editor, EditorState& state,
                 const std::vector<EditorMessage>& messages, float width, float height) {
  const view::Theme& theme = look.colours();
  state.keyboard = false;
  std::vector<std::size_t> found;
  std::optional<std::size_t> go_to;  // a line, from 0
  if (state.finding) {
    found = show_find(look, state, width);
    if (!found.empty() && state.keyboard) go_to = place_after({}, state.text, found[state.found]).line;
    height -= look.px(32) + ImGui::GetStyle().ItemSpacing.y;
  }
  constexpr TextStyle style = code_style;
  const CodeField field = code_field(
      look, listing.id, {style, {width, std::max(height, look.px(80))}, {look.px(listing_gutter), look.px(8)}}, state.text,
      state.change, [&state](std::string_view text, std::size_t caret) { return indentation(state, text, caret); });
  state.keyboard = state.keyboard || field.active;
  if (field.edited) {
    if (state.text != editor.text()) editor.type(state.text, state.caret, desk::Editor::Clock::now());
    colour(state);
  }
  state.entered = false;
  state.caret = field.caret.value_or(state.caret);
  if (field.list == nullptr) return;
  if (listing.scroll_to > 0 && !field.active) go_to = listing.scroll_to - 1;
  if (go_to) scroll_code_field(field, *go_to);

  field.list->PushClipRect(field.clip_from, field.clip_to, true);
  const Overlay overlay(look, field, style, state);
  if (listing.keep_in_view > 0 && !field.active && !overlay.seen(listing.keep_in_view - 1))
    scroll_code_field(field, listing.keep_in_view - 1);
  TextPosition place;
  for (std::size_t k = 0; k < found.size(); ++k) {
    place = place_after(place, state.text, found[k]);
    overlay.frame(place, state.find.size(), k == state.found ? theme.accent : theme.muted);
  }
  if (field.caret) frame_brackets(look, overlay, state.text, *field.caret);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool hovered =
      ImGui::IsMouseHoveringRect(field.clip_from, field.clip_to) && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
  for (std::size_t k = 0; k < state.coloured.lines.size(); ++k) {
    if (!overlay.seen(k)) continue;
    const desk::MatchedLine line = k < state.matches.size() ? state.matches[k] : desk::MatchedLine{};
    const bool of_run = line.line > 0;
    const auto mark = of_run ? listing.mark(line.line) : std::nullopt;
    const auto message = std::ranges::find(messages, k + 1, &EditorMessage::line);
    const bool told = message != messages.end();
    const view::Colour message_colour = told && !message->error ? theme.write : theme.wrong;
    if (told)
      overlay.background(k, message_colour, true);
    else if (mark || (of_run && listing.lit(line.line)))
      overlay.background(k, line.changed ? theme.muted : mark.value_or(theme.accent), true);
    overlay.letters(k);
    const float cost = of_run && !line.changed ? listing.cost(line.line) : 0;
    overlay.number(k, cost, cost > 0);
    const std::string of_line = of_run ? listing.at_right(line.line) : "";
    const float room = overlay.room_at(k);
    if (told && room >= look.px(least_room))
      overlay.note(k, message->text + (of_line.empty() ? "" : "   ") + of_line, message_colour, std::min(room, width * 0.7f));
    else if (!told && room >= text_width(look, note_style, of_line) + look.px(12))
      overlay.note(k, of_line, line.changed ? faint(theme) : theme.muted, room);
    const bool under_pointer = hovered && mouse.y >= overlay.top(k) && mouse.y < overlay.top(k) + field.line_height;
    if (under_pointer && told) tip(look, (message->error ? "Error: " : "Warning: ") + message->text);
    if (under_pointer && of_run && !line.changed) pointer.next.line = listing.target(line.line);
  }
  if (field.caret) overlay.caret(*field.caret);
  field.list->PopClipRect();
  // An error that has no room beside its line, or whose line is out of sight, is said below.
  const auto error = std::ranges::find(messages, true, &EditorMessage::error);
  if (error == messages.end() || error->line > state.coloured.lines.size()) return;
  if (!overlay.seen(error->line - 1) || overlay.room_at(error->line - 1) < look.px(least_room))
    ui::note(look, fmt::format("Line {}: {}", error->line, error->text), theme.wrong);
}

}  // namespace warplens::ui
