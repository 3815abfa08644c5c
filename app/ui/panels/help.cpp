#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "ui/panels/help.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/widgets.h"
#include "ui/window/shortcuts.h"

namespace warplens::ui {
namespace {

struct Meaning {
  view::Colour view::Theme::*colour;
  const char* what;
};
constexpr Meaning meanings[] = {{&view::Theme::read, "read"},
                                {&view::Theme::write, "write"},
                                {&view::Theme::atomic, "atomic update"},
                                {&view::Theme::good, "as expected"},
                                {&view::Theme::wrong, "lost, refused or wrong"}};

struct Word {
  const char* word;
  const char* what;
};
constexpr Word words[] = {{"measured", "by a clock, of this computer or of a GPU"},
                          {"counted", "exact, from what was executed"},
                          {"modelled", "cycles of the SIMT machine: they show shape, not time"},
                          {"warp", "32 threads of a block that run together"},
                          {"lane", "a thread's place in its warp"},
                          {"SM", "multiprocessor: runs the warps of several blocks at once"},
                          {"sector", "32 bytes of memory, which come and go as a whole"},
                          {"bank", "one of 32 parts of shared memory: gives one word a pass"},
                          {"adversary", "looks for the orders of turns that give the worst"},
                          {"occupancy", "warps on a multiprocessor, of those that it can hold"},
                          {"wave", "as many blocks as all multiprocessors hold at once"}};

constexpr const char* pointer[] = {"wheel zooms, or scrolls rows that do not all fit (Ctrl: zooms)",
                                   "drag pans, double click shows all", "click a mark to go to that moment",
                                   "drop a kernel, a session, a schedule or a model (.obj) here"};
constexpr const char* framed[] = {"switch: ← → choose; list: ↑ ↓ choose, Enter takes",
                                  "number: type it; ↑ ↓ turn it, with Shift further", "picture: arrows move it, + − zoom",
                                  "its tooltip comes after a moment; Esc hides it"};

constexpr float help_line = 21, heading_room = 12, between = 36, head_room = 16, title_height = 44;  // points
constexpr float text_size = 15;
constexpr TextStyle heading_style{view::Face::semibold, 14}, plain_style{view::Face::regular, text_size},
    word_style{view::Face::semibold, text_size};
constexpr float help_side = 28, help_above = 16;  // points around it
constexpr std::size_t columns = 2;                ///< a page

/// Rows that begin on a page of their own.
struct Chapter {
  const char* title;
  TextStyle head_style;
  std::vector<HelpRow> rows;
};

std::vector<Chapter> chapters() {
  Chapter keys{"Keys", figure, {}}, rest{"Colours, words and pointer", word_style, {}};
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.keys != nullptr) keys.rows.push_back({shortcut.keys, shortcut.what});
  rest.rows.push_back({"WORDS"});
  for (const Word& word : words) rest.rows.push_back({word.word, word.what});
  rest.rows.push_back({"COLOURS"});
  for (const Meaning& meaning : meanings) rest.rows.push_back({nullptr, meaning.what, meaning.colour});
  const auto say = [&](const char* heading, std::span<const char* const> texts) {
    rest.rows.push_back({heading});
    for (const char* text : texts) rest.rows.push_back({nullptr, text});
  };
  say("POINTER", pointer);
  say("ON A FRAMED CONTROL", framed);
  return {keys, rest};
}

float head_width(const Look& look, const Chapter& chapter) {
  float width = 0;
  for (const HelpRow& row : chapter.rows)
    if (row.head != nullptr && row.text != nullptr) width = std::max(width, text_width(look, chapter.head_style, row.head));
  return width + look.px(head_room);
}

bool is_heading(const HelpRow& row) { return row.text == nullptr; }

/// Where a row's text begins.
float text_at(const Look& look, const HelpRow& row, float head) {
  return row.head != nullptr ? head : row.colour != nullptr ? look.px(24) : 0;
}

/// Height of a heading with the rows below it; of another row its own.
float section_height(std::span<const PlacedHelp> rows, std::size_t k) {
  float height = rows[k].height;
  if (!is_heading(rows[k].row)) return height;
  while (++k < rows.size() && !is_heading(rows[k].row)) height += rows[k].height;
  return height;
}

/// Rows into columns of `limit` pixels, one after the other; how many columns they take. A section that fits in a column is not
/// divided.
std::size_t fill_columns(const Look& look, std::span<PlacedHelp> rows, float column_width, float limit) {
  std::size_t column = 0;
  float y = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    PlacedHelp& placed = rows[k];
    if (y > 0 && is_heading(placed.row)) y += look.px(heading_room);
    const float section = section_height(rows, k);
    if (y > 0 && y + (section <= limit ? section : placed.height) > limit) {
      ++column;
      y = 0;
    }
    placed.page = column / columns;
    placed.at = {static_cast<float>(column % columns) * (column_width + look.px(between)), y};
    y += placed.height;
  }
  return column + 1;
}

void draw_row(const Look& look, const PlacedHelp& placed, ImVec2 corner) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const view::Theme& theme = look.colours();
  const ImVec2 at(corner.x + placed.at.x, corner.y + placed.at.y);
  const HelpRow& row = placed.row;
  const bool heading = is_heading(row);
  const float baseline = middle_baseline(look, at.y, look.px(help_line), text_size);
  if (row.colour != nullptr)
    list.AddRectFilled({at.x, at.y + look.px(4)}, {at.x + look.px(13), at.y + look.px(17)}, packed(theme.*row.colour),
                       look.px(3));
  if (row.head != nullptr)
    draw_text(list, look, heading ? heading_style : placed.head_style, {at.x, baseline}, heading ? theme.muted : theme.text,
              row.head);
  draw_lines(list, look, text_size, help_line, placed.lines, {at.x + placed.text_at, at.y});
}

/// The page's title, and the buttons that turn it.
void show_title(const Look& look, HelpState& state, const char* title, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const view::Theme& theme = look.colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float side = look.px(38);
  draw_text(list, look, {view::Face::semibold, 21}, {at.x, middle_baseline(look, at.y, side, 21)}, theme.text, title);
  if (state.pages < 2) return;
  const std::string number = fmt::format("Page {} of {}", state.page + 1, state.pages);
  const float number_width = text_width(look, body, number), room = look.px(12);
  float x = at.x + width - 2 * side - number_width - 2 * room;
  ImGui::SetCursorScreenPos({x, at.y});
  if (icon_button(look, "page before", icon::back, "The page before (←)")) turn_page(state, -1);
  x += side + room;
  draw_text(list, look, body, {x, middle_baseline(look, at.y, side, body.size)}, theme.text, number);
  ImGui::SetCursorScreenPos({x + number_width + room, at.y});
  if (icon_button(look, "next page", icon::forward, "The next page (→)")) turn_page(state, 1);
}

}  // namespace

void turn_page(HelpState& state, int by) { state.page = (state.page + state.pages + static_cast<std::size_t>(by)) % state.pages; }

HelpPages help_pages(const Look& look, ImVec2 room) {
  HelpPages all;
  const std::vector<Chapter> texts = chapters();
  float column_width = 0;
  for (const Chapter& chapter : texts)
    for (const HelpRow& row : chapter.rows)
      if (row.text != nullptr)
        column_width =
            std::max(column_width, text_at(look, row, head_width(look, chapter)) + text_width(look, plain_style, row.text));
  column_width = std::min(column_width + 1, (room.x - look.px(between)) / columns);
  all.width = columns * column_width + look.px(between);
  for (const Chapter& chapter : texts) {
    const float head = head_width(look, chapter);
    std::vector<PlacedHelp> rows;
    float total = 0;
    for (const HelpRow& row : chapter.rows) {
      PlacedHelp placed{row, 0, {}, chapter.head_style, text_at(look, row, head), {}, 0};

      if (row.text != nullptr)
        placed.lines =
            wrapped(look, text_size, {{row.text, look.colours().soft, view::Face::regular}}, column_width - placed.text_at);
      placed.height = look.px(help_line) * static_cast<float>(std::max<std::size_t>(placed.lines.size(), 1));
      total += placed.height;
      rows.push_back(std::move(placed));
    }
    // As few pages as it takes, and the columns of each about equally long.
    const std::size_t pages = (fill_columns(look, rows, column_width, room.y) + columns - 1) / columns;
    float limit = total / static_cast<float>(columns * pages);
    while (limit < room.y && fill_columns(look, rows, column_width, limit) > columns * pages) limit += look.px(help_line) / 2;
    fill_columns(look, rows, column_width, std::min(limit, room.y));
    for (PlacedHelp& placed : rows) {
      placed.page += all.titles.size();
      all.height = std::max(all.height, placed.at.y + placed.height);
      all.rows.push_back(std::move(placed));
    }
    all.titles.insert(all.titles.end(), pages, chapter.title);
  }
  return all;
}

void show_help(const Look& look, HelpState& state) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float around = look.px(16), title = look.px(title_height);
  const ImVec2 frame(2 * look.px(help_side), 2 * look.px(help_above));
  const HelpPages all = help_pages(look, {screen.x - around - frame.x, screen.y - around - frame.y - title});
  state.pages = all.titles.size();
  state.page = std::min(state.page, state.pages - 1);
  const ImVec2 size((all.width + frame.x) / look.scale, (all.height + frame.y + title) / look.scale);
  show_overlay(look, {"help", size, {help_side, help_above}}, state.show, [&] {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::size_t page = state.page;  // as it was when the frame began
    show_title(look, state, all.titles[page], all.width);
    for (const PlacedHelp& placed : all.rows)
      if (placed.page == page) draw_row(look, placed, {at.x, at.y + title});
  });
}

}  // namespace warplens::ui
