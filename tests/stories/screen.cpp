#include "tests/stories/screen.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace warplens::stories {
namespace {

constexpr std::size_t to_the_end = std::numeric_limits<std::size_t>::max();

view::Rectangle common(const view::Rectangle& a, const view::Rectangle& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(a.x + a.width, b.x + b.width) - x, std::min(a.y + a.height, b.y + b.height) - y};
}

/// The order in which draw lists are painted.
std::map<const ImDrawList*, int> layers() {
  std::map<const ImDrawList*, int> all;
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int k = 0; k < data.CmdListsCount; ++k) all[data.CmdLists[k]] = k;
  return all;
}

const ImGuiWindow* window_of(const ImDrawList* list) {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->DrawList == list) return window;
  return nullptr;
}

/// Whether what is out of sight in a window can be brought into it.
bool scrolls_down(const ImDrawList* list) {
  for (const ImGuiWindow* window = window_of(list); window != nullptr; window = window->ParentWindow)
    if (window->ScrollMax.y > 0) return true;
  return false;
}

/// A field that the keyboard edits scrolls with the caret; so does one for code.
bool scrolls_across(const ImDrawList* list, const view::Rectangle& clip) {
  const ImGuiWindow* const window = window_of(list);
  if (window != nullptr && window->ScrollMax.x > 0) return true;
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return context.ActiveId != 0 && context.ActiveId == context.InputTextState.ID &&
         clip.width < (window == nullptr ? 0 : window->Size.x * 0.98f);
}

}  // namespace

Screen::Screen(const ui::Shown& shown, float points) : shown_(shown), points_(points) {
  const std::map<const ImDrawList*, int> order = layers();
  const auto layer_of = [&order](const ImDrawList* list) {
    const auto found = order.find(list);
    return found == order.end() ? -1 : found->second;
  };
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    const bool ground = window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_ChildWindow) == 0 &&
                        (window->Flags & ImGuiWindowFlags_NoBackground) == 0;
    if (ground && layer_of(window->DrawList) >= 0)
      covers_.push_back({{window->Pos.x, window->Pos.y, window->Size.x, window->Size.y}, layer_of(window->DrawList), 0});
  }
  for (const ui::ShownCover& cover : shown.covers)
    if (layer_of(cover.list) >= 0) covers_.push_back({cover.at, layer_of(cover.list), cover.texts_before});

  const ImVec2 size = ImGui::GetIO().DisplaySize;
  for (std::size_t k = 0; k < shown.texts.size(); ++k) {
    const ui::ShownText& text = shown.texts[k];
    const int layer = layer_of(text.list);
    if (layer < 0) continue;
    const view::Rectangle at = common(common(text.ink, text.clip), {0, 0, size.x, size.y});
    const bool in_sight = at.width > 0 && at.height > 0;
    if (in_sight && covered(middle(at), layer, k, to_the_end)) continue;
    // The blank between two words of a paragraph may stand outside.
    const float pixel = 1.5f * points_, blank = text.text.ends_with(' ') ? 0.35f * text.size * points_ : 0;
    const bool cut_across =
        text.ink.width - std::max(at.width, 0.0f) > pixel + blank && !text.text.ends_with("…") && !scrolls_across(text.list, text.clip);
    const bool cut_down = text.ink.height - std::max(at.height, 0.0f) > pixel;
    if ((cut_across || cut_down) && !scrolls_down(text.list))
      cut_.push_back(fmt::format("“{}” is cut off: at ({:.0f}, {:.0f}), {:.0f} × {:.0f}, of which {:.0f} × {:.0f} are seen",
                                 text.text, text.ink.x, text.ink.y, text.ink.width, text.ink.height, std::max(at.width, 0.0f),
                                 std::max(at.height, 0.0f)));
    if (in_sight && at.height > text.ink.height / 2) seen_.push_back({k, at, layer});
  }
  std::ranges::stable_sort(seen_, {}, &Seen::layer);
  join_lines(shown);
}

/// Whether something that is painted after a text, and before text `before`, hides a point of it.
bool Screen::covered(view::Point point, int layer, std::size_t text, std::size_t before) const {
  return std::ranges::any_of(covers_, [&](const Cover& cover) {
    const bool later = cover.layer > layer || (cover.layer == layer && cover.texts_before > text);
    return later && cover.texts_before <= before && cover.at.contains(point);
  });
}

void Screen::join_lines(const ui::Shown& shown) {
  for (const Seen& seen : seen_) {
    const ui::ShownText& text = shown.texts[seen.text];
    const float room = 1.5f * points_;
    if (!lines_.empty() && lines_.back().list == text.list) {
      Line& line = lines_.back();
      const float end = line.at.x + line.at.width, top = shown.texts[line.texts.back()].ink.y;
      if (std::abs(text.ink.x - end) < room && std::abs(text.ink.y - top) < room) {
        line.text += text.text;
        line.at.width = seen.at.x + seen.at.width - line.at.x;
        line.texts.push_back(seen.text);
        continue;
      }
    }
    lines_.push_back({text.text, seen.at, text.list, {seen.text}});
  }
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  prose_ = prose_in({0, 0, size.x, size.y});
}

std::string Screen::prose_in(const view::Rectangle& room) const {
  std::string prose;
  for (const Line& line : lines_) {
    if (!room.contains(middle(line.at))) continue;
    if (!prose.empty() && !prose.ends_with(' ')) prose += ' ';
    prose += line.text;
  }
  return prose;
}

std::vector<std::string> Screen::flaws() const {
  std::vector<std::string> all = cut_;
  const float touch = 1.5f * points_;  // letters of neighbouring lines may touch
  for (std::size_t a = 0; a < seen_.size(); ++a) {
    for (std::size_t b = a + 1; b < seen_.size(); ++b) {
      const view::Rectangle both = common(seen_[a].at, seen_[b].at);
      if (both.width <= touch || both.height <= touch) continue;
      const bool same_layer = seen_[a].layer == seen_[b].layer;
      if (covered(middle(both), seen_[a].layer, seen_[a].text, same_layer ? seen_[b].text : to_the_end)) continue;
      all.push_back(fmt::format("“{}” and “{}” lie over each other at ({:.0f}, {:.0f}), {:.0f} × {:.0f}",
                                shown_.texts[seen_[a].text].text, shown_.texts[seen_[b].text].text, both.x, both.y, both.width,
                                both.height));
    }
  }
  return all;
}

}  // namespace warplens::stories
