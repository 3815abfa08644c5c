#include <algorithm>

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

constexpr float row_height = 27;  // points

/// All of it, `fit` times as large as designed where the window is too small for it.
void show_rows(const Look& look, ImVec2 at, float column, float fit) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const view::Theme& theme = look.colours();
  const TextStyle title{view::Face::semibold, 14 * fit}, key{figure.face, figure.size * fit},
      plain{view::Face::regular, 15 * fit}, strong{view::Face::semibold, 15 * fit};
  const auto px = [&](float points) { return look.px(points * fit); };
  const float row = px(row_height);
  float y = at.y, keys_width = 0;
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.keys != nullptr) keys_width = std::max(keys_width, text_width(look, key, shortcut.keys));
  const auto baseline = [&](float size) { return middle_baseline(look, y, row, size); };
  draw_text(list, look, title, {at.x, baseline(title.size)}, theme.muted, "KEYS");
  y += row;
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.keys == nullptr) continue;
    draw_text(list, look, key, {at.x, baseline(plain.size)}, theme.text, shortcut.keys);
    draw_text(list, look, plain, {at.x + keys_width + px(16), baseline(plain.size)}, theme.muted, shortcut.what);
    y += row;
  }
  y = at.y;
  const float x = at.x + column;
  draw_text(list, look, title, {x, baseline(title.size)}, theme.muted, "COLOURS");
  y += row;
  for (const Meaning& meaning : meanings) {
    list.AddRectFilled({x, y + px(7)}, {x + px(13), y + px(20)}, packed(theme.*meaning.colour), px(3));
    draw_text(list, look, plain, {x + px(24), baseline(plain.size)}, theme.muted, meaning.what);
    y += row;
  }
  y += row / 2;
  draw_text(list, look, title, {x, baseline(title.size)}, theme.muted, "WORDS");
  y += row;
  for (const Word& word : words) {
    draw_text(list, look, strong, {x, baseline(plain.size)}, theme.text, word.word);
    draw_text(list, look, plain, {x + px(90), baseline(plain.size)}, theme.muted, word.what);
    y += row;
  }
  y += row / 2;
  draw_text(list, look, title, {x, baseline(title.size)}, theme.muted, "POINTER");
  y += row;
  for (const char* what : {"wheel zooms, drag pans, double click shows all", "click a mark to go to that moment",
                           "drop a kernel, a session, a schedule or a model (.obj) here"}) {
    draw_text(list, look, plain, {x, baseline(plain.size)}, theme.muted, what);
    y += row;
  }
}

}  // namespace

void show_help(const Look& look, bool& open) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float column = look.px(580);
  const auto rows_at_right = static_cast<float>(std::size(meanings) + std::size(words) + 3 + 4);  // with titles and room between
  const auto keys = static_cast<float>(
      std::count_if(shortcuts().begin(), shortcuts().end(), [](const Shortcut& s) { return s.keys != nullptr; }));
  const ImVec2 inner(2 * column, look.px(row_height) * (std::max(keys, rows_at_right) + 1));
  const ImVec2 whole(inner.x + look.px(56), inner.y + look.px(48));
  const float fit = std::min({1.0f, (screen.x - look.px(16)) / whole.x, (screen.y - look.px(16)) / whole.y});
  const ImVec2 size(whole.x * fit / look.scale, whole.y * fit / look.scale);
  show_overlay(look, {"help", size, {28 * fit, 24 * fit}, true}, open,
               [&] { show_rows(look, ImGui::GetCursorScreenPos(), column * fit, fit); });
}

}  // namespace warplens::ui
