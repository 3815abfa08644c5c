#include <algorithm>
#include <array>
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

constexpr const char* pointer[] = {"wheel zooms, or scrolls rows that do not all fit (Ctrl: zooms)",
                                   "drag pans, double click shows all", "click a mark to go to that moment",
                                   "drop a kernel, a session, a schedule or a model (.obj) here"};

constexpr float row_height = 27, column_gap = 40, key_gap = 16, word_column = 90;  // points
constexpr std::size_t key_columns = 2;

/// The shortcuts that have a row, in columns of equal height.
std::array<std::vector<const Shortcut*>, key_columns> key_rows() {
  std::vector<const Shortcut*> all;
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.keys != nullptr) all.push_back(&shortcut);
  const std::size_t each = (all.size() + key_columns - 1) / key_columns;
  std::array<std::vector<const Shortcut*>, key_columns> columns;
  for (std::size_t k = 0; k < all.size(); ++k) columns[k / each].push_back(all[k]);
  return columns;
}

/// What is drawn, and with which sizes: `fit` times as large as designed where the window is too small for it.
struct Sheet {
  const Look& look;
  float fit;
  std::array<std::vector<const Shortcut*>, key_columns> keys = key_rows();
  TextStyle title{view::Face::semibold, 14 * fit}, key{figure.face, figure.size*fit}, plain{view::Face::regular, 15 * fit},
      strong{view::Face::semibold, 15 * fit};

  float px(float points) const { return look.px(points * fit); }
  float keys_width(std::size_t column) const {
    float widest = 0;
    for (const Shortcut* shortcut : keys[column]) widest = std::max(widest, text_width(look, key, shortcut->keys));
    return widest + px(key_gap);
  }
  float column_width(std::size_t column) const {
    float widest = 0;
    for (const Shortcut* shortcut : keys[column]) widest = std::max(widest, text_width(look, plain, shortcut->what));
    return keys_width(column) + widest;
  }
  float words_width() const {
    float widest = 0;
    for (const Word& word : words) widest = std::max(widest, px(word_column) + text_width(look, plain, word.what));
    for (const char* what : pointer) widest = std::max(widest, text_width(look, plain, what));
    return widest;
  }
  ImVec2 size() const {
    float width = words_width();
    for (std::size_t column = 0; column < key_columns; ++column) width += column_width(column) + px(column_gap);
    // At the right three titles and half a row between the parts.
    const std::size_t right = std::size(meanings) + std::size(words) + std::size(pointer) + 4;
    return {width, px(row_height) * static_cast<float>(std::max(right, keys[0].size() + 1))};
  }

  /// All of it, from `at` on.
  void show(ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const view::Theme& theme = look.colours();
    const float row = px(row_height);
    float x = at.x, y = at.y;
    const auto write = [&](const TextStyle& style, float from, view::Colour colour, std::string_view text) {
      draw_text(list, look, style, {from, middle_baseline(look, y, row, plain.size)}, colour, text);
    };
    write(title, x, theme.muted, "KEYS");
    for (std::size_t column = 0; column < key_columns; ++column) {
      y = at.y + row;
      for (const Shortcut* shortcut : keys[column]) {
        write(key, x, theme.text, shortcut->keys);
        write(plain, x + keys_width(column), theme.muted, shortcut->what);
        y += row;
      }
      x += column_width(column) + px(column_gap);
    }
    y = at.y;
    write(title, x, theme.muted, "COLOURS");
    y += row;
    for (const Meaning& meaning : meanings) {
      list.AddRectFilled({x, y + px(7)}, {x + px(13), y + px(20)}, packed(theme.*meaning.colour), px(3));
      write(plain, x + px(24), theme.muted, meaning.what);
      y += row;
    }
    y += row / 2;
    write(title, x, theme.muted, "WORDS");
    y += row;
    for (const Word& word : words) {
      write(strong, x, theme.text, word.word);
      write(plain, x + px(word_column), theme.muted, word.what);
      y += row;
    }
    y += row / 2;
    write(title, x, theme.muted, "POINTER");
    y += row;
    for (const char* what : pointer) {
      write(plain, x, theme.muted, what);
      y += row;
    }
  }
};

}  // namespace

void show_help(const Look& look, bool& open) {
  constexpr float pad_x = 28, pad_y = 24;  // points
  const ImVec2 screen = ImGui::GetIO().DisplaySize, inner = Sheet{look, 1}.size();
  const ImVec2 whole(inner.x + look.px(2 * pad_x), inner.y + look.px(2 * pad_y));
  const float fit = std::min({1.0f, (screen.x - look.px(16)) / whole.x, (screen.y - look.px(16)) / whole.y});
  const ImVec2 size(whole.x * fit / look.scale, whole.y * fit / look.scale);
  show_overlay(look, {"help", size, {pad_x * fit, pad_y * fit}, true}, open, [&] {
    Sheet{look, fit}.show(ImGui::GetCursorScreenPos());
  });
}

}  // namespace warplens::ui
