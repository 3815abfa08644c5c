#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplens::ui {

struct Look;

/// The kind of a control, which determines the keys that it takes while focused.
enum class ControlKind : std::uint8_t {
  button,   ///< Enter and Space press it
  row,      ///< row of a list: like a button, and ↑ and ↓ go to its neighbours
  group,    ///< ← and → choose the neighbour
  field,    ///< takes typed letters as soon as Tab reaches it
  code,     ///< takes typed letters, and Tab, only after Enter
  picture,  ///< arrows move it, + and − bring it nearer
  scrubber  ///< none: the window's keys for the trace move it
};

/// Seconds until a control under the pointer, or reached by Tab, shows its tooltip: none flickers in passing.
inline constexpr float tip_delay = 0.45f;

enum class FocusKey : std::uint8_t { next, previous, next_panel, press, left, right, up, down, nearer, farther };

/// The keyboard's effect on a control in this frame.
struct Keyed {
  bool pressed = false;
  int across = 0, down = 0, nearer = 0;  ///< −1, 0 or 1
};

/// A control as last drawn; positions in pixels.
struct FocusStop {
  ImGuiID id = 0;
  ControlKind kind = ControlKind::button;
  ImGuiID panel = 0;  ///< outermost ImGui window around the control
  ImVec2 from, to;
  ImVec2 clip_from, clip_to;  ///< visible part of the control
};

/// Tracks the control that has the keyboard. Tab goes through all controls in drawing order; an open list or dialog keeps the
/// keyboard to itself. The focus is visible, and takes keys, from the first Tab until a click or Esc.
class Focus {
 public:
  /// Pass a key, before a frame; false: the focused control does not use the key.
  bool press(FocusKey key);
  /// Hide the focus: keys go to the window again. The next Tab goes on from here.
  void hide() { shown_ = false; }
  bool shown() const { return shown_; }
  /// Whether the focused control shows its tooltip. The tooltip appears a moment after the control was reached or took a key, and
  /// closes on Esc or when the pointer moves.
  bool explains() const;
  bool explains(ImGuiID id) const { return explains() && at()->id == id; }
  void stop_explaining() { explaining_ = false; }
  /// Whether the tooltip is about to appear, so that frames are due even if nothing else happens. ImGui lays a tooltip out one
  /// frame before showing it.
  bool waits_to_explain() const { return explaining_ && frames_explained_ < 3 && at() != nullptr; }
  /// Whether Tab has reached a field that does not take letters yet.
  bool awaits_typing() const { return awaits_typing_ > 0; }
  /// The control that Tab has reached; nullptr: none.
  const FocusStop* at() const;
  /// The controls that Tab goes through now.
  const std::vector<FocusStop>& stops() const { return layers_[top()].stops; }

  // While a frame is drawn:

  /// Register a control of the current ImGui window, between its corners; return the keyboard's effect on it.
  Keyed control(ImGuiID id, ControlKind kind, ImVec2 from, ImVec2 to);
  /// Whether a field must take typed letters from now on: then call ImGui::SetKeyboardFocusHere() for it.
  bool takes_typing(ImGuiID id);
  /// Controls drawn between the two calls are in a dialog or list over the rest (FocusLayer).
  void begin_layer() { ++depth_; }
  void end_layer() { --depth_; }
  /// Move the focus of the current layer to a control in it.
  void go_to(ImGuiID id);
  /// After all controls: draw a frame around the one that has the keyboard.
  void end_frame(const Look& look);

 private:
  struct Layer {
    ImGuiID at = 0;
    std::size_t index = 0;                ///< last index of `at` in `stops`
    std::vector<FocusStop> stops, drawn;  ///< controls of the last frame, and of this frame so far
  };
  std::size_t top() const;
  void move(int by);
  void move_to_next_panel();
  void arrive(Layer& layer, std::size_t index);

  std::array<Layer, 4> layers_;
  std::size_t depth_ = 0;
  bool shown_ = false, typing_wanted_ = false;
  bool explaining_ = false;
  double rested_ = 0;  ///< seconds on the control since it was reached or took a key
  ImGuiID rested_on_ = 0;
  int frames_explained_ = 0;
  int arrived_ = 0, awaits_typing_ = 0;  ///< frames left to scroll to it, and until it takes letters
  Keyed keyed_;
};

/// Controls drawn during its lifetime are in a dialog or a list over the rest.
class FocusLayer {
 public:
  explicit FocusLayer(const Look& look);
  FocusLayer(const FocusLayer&) = delete;
  FocusLayer& operator=(const FocusLayer&) = delete;
  ~FocusLayer();

 private:
  Focus* focus_;
};

/// An area to click, or to press by keyboard, at ImGui's cursor; without `enabled` it only takes up its space.
bool press_area(const Look& look, const char* id, ImVec2 size, ControlKind kind = ControlKind::button, bool enabled = true);

/// Register a control drawn by ImGui or the caller; return the keyboard's effect on it (Focus::control()).
Keyed keyed(const Look& look, ImGuiID id, ControlKind kind, ImVec2 from, ImVec2 to);

/// Call before ImGui draws a field: the field takes typed letters if Tab has reached it.
void begin_field(const Look& look, const char* id);
/// Call after the field: registers it for Tab.
void end_field(const Look& look, const char* id);

}  // namespace warplens::ui
