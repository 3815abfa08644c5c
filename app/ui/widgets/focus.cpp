#include "ui/widgets/focus.h"

#include <algorithm>
#include <utility>

#include "ui/widgets/imgui_internals.h"
#include "ui/widgets/look.h"

namespace warplens::ui {
namespace {

/// ImGui gives a field the keyboard in a later frame, and scrolls to it then in its own way.
constexpr int frames_to_settle = 4;

/// Bring the control into the visible part of the window that it is in.
void scroll_to(ImVec2 from, ImVec2 to) {
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  if (from.y < list.GetClipRectMin().y || to.y > list.GetClipRectMax().y)
    ImGui::SetScrollFromPosY((from.y + to.y) / 2 - ImGui::GetWindowPos().y, 0.5f);
}

bool is_clicked(ImVec2 from, ImVec2 to) {
  return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && ImGui::IsMouseHoveringRect(from, to) &&
         ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
}

}  // namespace

std::size_t Focus::top() const {
  for (std::size_t layer = layers_.size(); layer-- > 1;)
    if (!layers_[layer].stops.empty()) return layer;
  return 0;
}

const FocusStop* Focus::at() const {
  if (!shown_) return nullptr;
  const Layer& layer = layers_[top()];
  const auto found = std::ranges::find(layer.stops, layer.at, &FocusStop::id);
  return found == layer.stops.end() ? nullptr : &*found;
}

bool Focus::explains() const { return explaining_ && rested_ >= tip_delay && at() != nullptr; }

void Focus::arrive(Layer& layer, std::size_t index) {
  layer.index = index;
  layer.at = layer.stops[index].id;
  shown_ = true;
  arrived_ = frames_to_settle;
  explaining_ = true;
  typing_wanted_ = layer.stops[index].kind == ControlKind::field;
  awaits_typing_ = typing_wanted_ ? frames_to_settle : 0;
}

void Focus::move(int by) {
  Layer& layer = layers_[top()];
  const auto count = static_cast<std::ptrdiff_t>(layer.stops.size());
  if (count == 0) return;
  const auto found = std::ranges::find(layer.stops, layer.at, &FocusStop::id);
  std::ptrdiff_t to = 0;
  if (found != layer.stops.end())
    to = (found - layer.stops.begin() + by + count) % count;
  else if (layer.at != 0)  // it is gone: go on with what is in its place
    to = std::min(static_cast<std::ptrdiff_t>(layer.index), count - 1);
  else if (by < 0)
    to = count - 1;
  arrive(layer, static_cast<std::size_t>(to));
}

void Focus::move_to_next_panel() {
  Layer& layer = layers_[top()];
  const auto here = std::ranges::find(layer.stops, layer.at, &FocusStop::id);
  const ImGuiID panel = here == layer.stops.end() ? 0 : here->panel;
  const auto next = std::find_if(here, layer.stops.end(), [&](const FocusStop& stop) { return stop.panel != panel; });
  if (!layer.stops.empty()) arrive(layer, next == layer.stops.end() ? 0 : static_cast<std::size_t>(next - layer.stops.begin()));
}

bool Focus::press(FocusKey key) {
  if (key == FocusKey::next || key == FocusKey::previous) return move(key == FocusKey::next ? 1 : -1), true;
  if (key == FocusKey::next_panel) return move_to_next_panel(), true;
  const FocusStop* const stop = at();
  const bool vertical = key == FocusKey::up || key == FocusKey::down,
             horizontal = key == FocusKey::left || key == FocusKey::right;
  const bool in_list = stop != nullptr ? stop->kind == ControlKind::row : top() > 0;
  if (vertical && in_list) return move(key == FocusKey::down ? 1 : -1), true;
  if (stop == nullptr) return false;
  const bool presses = key == FocusKey::press;
  switch (stop->kind) {
    case ControlKind::button:
    case ControlKind::row:
      keyed_.pressed = presses;
      return presses;
    case ControlKind::field:
    case ControlKind::code:
      typing_wanted_ = presses;
      awaits_typing_ = presses ? frames_to_settle : 0;
      return presses;
    case ControlKind::group:
      if (!horizontal) return false;
      break;
    case ControlKind::picture:
      if (presses) return false;
      break;
    case ControlKind::scrubber:
      return false;
  }
  rested_on_ = 0;
  keyed_.across = key == FocusKey::right ? 1 : key == FocusKey::left ? -1 : 0;
  keyed_.down = key == FocusKey::down ? 1 : key == FocusKey::up ? -1 : 0;
  keyed_.nearer = key == FocusKey::nearer ? 1 : key == FocusKey::farther ? -1 : 0;
  return true;
}

Keyed Focus::control(ImGuiID id, ControlKind kind, ImVec2 from, ImVec2 to) {
  Layer& layer = layers_[std::min(depth_, layers_.size() - 1)];
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  layer.drawn.push_back({id, kind, outermost_window(), from, to, list.GetClipRectMin(), list.GetClipRectMax()});
  if (is_clicked(from, to)) layer.at = id;
  if (!shown_ || layer.at != id || &layer != &layers_[top()]) return {};
  if (arrived_ > 0) scroll_to(from, to);
  if (is_active(id)) awaits_typing_ = 0;
  return std::exchange(keyed_, {});
}

bool Focus::takes_typing(ImGuiID id) {
  const FocusStop* const stop = at();
  return stop != nullptr && stop->id == id && std::exchange(typing_wanted_, false);
}

void Focus::go_to(ImGuiID id) {
  layers_[std::min(depth_, layers_.size() - 1)].at = id;
  arrived_ = frames_to_settle;
}

void Focus::end_frame(const Look& look) {
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    Layer& layer = layers_[k];
    layer.stops = std::exchange(layer.drawn, {});
    const auto here = std::ranges::find(layer.stops, layer.at, &FocusStop::id);
    if (here != layer.stops.end()) layer.index = static_cast<std::size_t>(here - layer.stops.begin());
    if (k > 0 && layer.stops.empty()) layer.at = 0;
  }
  keyed_ = {};
  arrived_ = std::max(arrived_ - 1, 0);
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) hide();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) explaining_ = false;
  const FocusStop* const stop = at();
  awaits_typing_ = stop == nullptr ? 0 : std::max(awaits_typing_ - 1, 0);
  const ImGuiID here_now = stop == nullptr ? 0 : stop->id;
  rested_ = here_now == rested_on_ ? rested_ + io.DeltaTime : 0;
  rested_on_ = here_now;
  frames_explained_ = explains() ? frames_explained_ + 1 : 0;
  if (stop == nullptr) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float out = look.px(3), room = look.px(5);
  list.PushClipRect({stop->clip_from.x - room, stop->clip_from.y - room}, {stop->clip_to.x + room, stop->clip_to.y + room});
  list.AddRect({stop->from.x - out, stop->from.y - out}, {stop->to.x + out, stop->to.y + out}, packed(look.colours().accent),
               look.px(10), 0, look.px(2.5f));
  list.PopClipRect();
}

Keyed keyed(const Look& look, ImGuiID id, ControlKind kind, ImVec2 from, ImVec2 to) {
  return look.focus != nullptr ? look.focus->control(id, kind, from, to) : Keyed{};
}

FocusLayer::FocusLayer(const Look& look) : focus_(look.focus) {
  if (focus_ != nullptr) focus_->begin_layer();
}

FocusLayer::~FocusLayer() {
  if (focus_ != nullptr) focus_->end_layer();
}

bool press_area(const Look& look, const char* id, ImVec2 size, ControlKind kind, bool enabled) {
  const bool clicked = ImGui::InvisibleButton(id, size);
  if (!enabled) return false;
  return keyed(look, ImGui::GetID(id), kind, ImGui::GetItemRectMin(), ImGui::GetItemRectMax()).pressed || clicked;
}

void begin_field(const Look& look, const char* id) {
  if (look.focus != nullptr && look.focus->takes_typing(ImGui::GetID(id))) ImGui::SetKeyboardFocusHere();
}

void end_field(const Look& look, const char* id) {
  keyed(look, ImGui::GetID(id), ControlKind::field, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

}  // namespace warplens::ui
