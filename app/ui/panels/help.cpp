#include <algorithm>
#include <span>
#include <vector>

#include "ui/panels/panel.h"
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

constexpr float row_height = 27, between = 36;  // points
constexpr TextStyle title_style{view::Face::semibold, 14}, plain_style{view::Face::regular, 15},
    strong_style{view::Face::semibold, 15};

std::vector<const Shortcut*> listed_keys() {
  std::vector<const Shortcut*> listed;
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.keys != nullptr) listed.push_back(&shortcut);
  return listed;
}

constexpr const char* pointer[] = {"wheel zooms, or scrolls rows that do not all fit (Ctrl: zooms)",
                                   "drag pans, double click shows all", "click a mark to go to that moment",
                                   "drop a kernel, a session, a schedule or a model (.obj) here"};
constexpr const char* framed[] = {"switch: ← → choose; list: ↑ ↓ choose, Enter takes",
                                  "number: type it; ↑ ↓ turn it, with Shift further", "picture: arrows move it, + − zoom"};

/// The keys in two columns, then colours, words and the pointer in one; each as wide as its longest row. Pixels at full size.
struct HelpLayout {
  std::vector<const Shortcut*> keys = listed_keys();
  std::size_t rows_of_keys = (keys.size() + 1) / 2;
  float key_width[2] = {}, column_width[3] = {}, word_width = 0, height = 0;

  explicit HelpLayout(const Look& look) {
    const float pad = look.px(16);
    for (std::size_t k = 0; k < keys.size(); ++k)
      key_width[k / rows_of_keys] = std::max(key_width[k / rows_of_keys], text_width(look, figure, keys[k]->keys) + pad);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      float& width = column_width[k / rows_of_keys];
      width = std::max(width, key_width[k / rows_of_keys] + text_width(look, plain_style, keys[k]->what));
    }
    for (const Word& word : words) word_width = std::max(word_width, text_width(look, strong_style, word.word) + pad);
    for (const Word& word : words)
      column_width[2] = std::max(column_width[2], word_width + text_width(look, plain_style, word.what));
    for (const std::span<const char* const> texts : {std::span<const char* const>(pointer), std::span<const char* const>(framed)})
      for (const char* what : texts) column_width[2] = std::max(column_width[2], text_width(look, plain_style, what));
    constexpr std::size_t titles_and_gaps = 6;
    const auto rows_at_right =
        static_cast<float>(std::size(meanings) + std::size(words) + std::size(pointer) + std::size(framed) + titles_and_gaps);
    height = look.px(row_height) * std::max(static_cast<float>(rows_of_keys + 1), rows_at_right);
  }
  float width(const Look& look) const { return column_width[0] + column_width[1] + column_width[2] + 2 * look.px(between); }
};

/// All of it, `fit` times as large as designed where the window is too small for it.
void show_rows(const Look& look, const HelpLayout& layout, ImVec2 at, float fit) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const view::Theme& theme = look.colours();
  const auto smaller = [fit](TextStyle style) { return TextStyle{style.face, style.size * fit}; };
  const TextStyle title = smaller(title_style), key = smaller(figure), plain = smaller(plain_style),
                  strong = smaller(strong_style);
  const auto px = [&](float points) { return look.px(points * fit); };
  const float row = px(row_height);
  float x = at.x, y = at.y;
  const auto baseline = [&](float size) { return middle_baseline(look, y, row, size); };
  const auto head = [&](const char* text) {
    draw_text(list, look, title, {x, baseline(title.size)}, theme.muted, text);
    y += row;
  };
  for (std::size_t column = 0; column < 2; ++column) {
    y = at.y;
    head(column == 0 ? "KEYS" : "");
    const std::size_t end = std::min((column + 1) * layout.rows_of_keys, layout.keys.size());
    for (std::size_t k = column * layout.rows_of_keys; k < end; ++k, y += row) {
      draw_text(list, look, key, {x, baseline(plain.size)}, theme.text, layout.keys[k]->keys);
      draw_text(list, look, plain, {x + layout.key_width[column] * fit, baseline(plain.size)}, theme.muted, layout.keys[k]->what);
    }
    x += layout.column_width[column] * fit + px(between);
  }
  y = at.y;
  head("COLOURS");
  for (const Meaning& meaning : meanings) {
    list.AddRectFilled({x, y + px(7)}, {x + px(13), y + px(20)}, packed(theme.*meaning.colour), px(3));
    draw_text(list, look, plain, {x + px(24), baseline(plain.size)}, theme.muted, meaning.what);
    y += row;
  }
  y += row / 2;
  head("WORDS");
  for (const Word& word : words) {
    draw_text(list, look, strong, {x, baseline(plain.size)}, theme.text, word.word);
    draw_text(list, look, plain, {x + layout.word_width * fit, baseline(plain.size)}, theme.muted, word.what);
    y += row;
  }
  y += row / 2;
  const auto say = [&](const char* heading, std::span<const char* const> texts) {
    head(heading);
    for (const char* what : texts) {
      draw_text(list, look, plain, {x, baseline(plain.size)}, theme.muted, what);
      y += row;
    }
    y += row / 2;
  };
  say("POINTER", pointer);
  say("ON A FRAMED CONTROL", framed);
}

}  // namespace

void show_help(const Look& look, bool& open) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const HelpLayout layout(look);
  const ImVec2 whole(layout.width(look) + look.px(60), layout.height + look.px(52));
  const float fit = std::min({1.0f, (screen.x - look.px(16)) / whole.x, (screen.y - look.px(16)) / whole.y});
  const ImVec2 size(whole.x * fit / look.scale, whole.y * fit / look.scale);
  show_overlay(look, {"help", size, {28 * fit, 24 * fit}, true}, open,
               [&] { show_rows(look, layout, ImGui::GetCursorScreenPos(), fit); });
}

}  // namespace warplens::ui
