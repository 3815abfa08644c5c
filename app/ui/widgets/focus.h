#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplens::ui {

struct Look;

/// Which keys a control takes while it has the focus.
enum class ControlKind : std::uint8_t {
  button,   ///< Enter and Space press it
  row,      ///< of a list: the same, and ↑ and ↓ go to its neighbours
  group,    ///< ← and → choose the neighbour
  field,    ///< what is typed goes there as soon as it is reached
  code,     ///< Enter lets what is typed go there, and Tab with it
  picture,  ///< arrows move it, + and − bring it nearer
  scrubber  ///< none: the window's keys for the trace do
};

/// Seconds until what the pointer rests on, or Tab has reached, explains itself: no flicker where it only passes.
inline constexpr float tip_delay = 0.45f;

enum class FocusKey : std::uint8_t { next, previous, next_panel, press, left, right, up, down, nearer, farther };

/// What the keyboard does to a control in this frame.
struct Keyed {
  bool pressed = false;
  int across = 0, down = 0, nearer = 0;  ///< −1, 0 or 1
};

/// A control as it was last drawn; places in pixels.
struct FocusStop {
  ImGuiID id = 0;
  ControlKind kind = ControlKind::button;
  ImGuiID panel = 0;  ///< the outermost window that it is in
  ImVec2 from, to;
  ImVec2 clip_from, clip_to;  ///< the part of it that is in sight
};

/// Which control has the keyboard. Tab goes through all of them in the order in which they are drawn; a list or a dialog that is
/// open has the keyboard for itself. It is seen, and takes keys, from the first Tab on until a click or Esc.
class Focus {
 public:
  /// Give it a key, before a frame; false: the key is not for the control that has the focus.
  bool press(FocusKey key);
  /// Keys go to the window again. Tab goes on from here.
  void hide() { shown_ = false; }
  bool shown() const { return shown_; }
  /// Whether the focused control shows its tooltip. It appears a moment after the control was reached or took a key, and goes
  /// with Esc or when the pointer moves.
  bool explains() const;
  bool explains(ImGuiID id) const { return explains() && at()->id == id; }
  void stop_explaining() { explaining_ = false; }
  /// Whether it is about to, so that frames are due though nothing else happens. ImGui lays a tooltip out in a frame before it is
  /// seen.
  bool waits_to_explain() const { return explaining_ && frames_explained_ < 3 && at() != nullptr; }
  /// Whether a field was reached that does not take letters yet.
  bool awaits_typing() const { return awaits_typing_ > 0; }
  /// The control that Tab has reached; nullptr: none.
  const FocusStop* at() const;
  /// All that Tab goes through now.
  const std::vector<FocusStop>& stops() const { return layers_[top()].stops; }

  // While a frame is drawn:

  /// A control in the current ImGui window, from its upper left to its lower right corner; what the keyboard does to it.
  Keyed control(ImGuiID id, ControlKind kind, ImVec2 from, ImVec2 to);
  /// Whether a field is to take what is typed from now on: then ImGui::SetKeyboardFocusHere() for it.
  bool takes_typing(ImGuiID id);
  /// What is drawn in between is in a dialog or list over the rest (FocusLayer).
  void begin_layer() { ++depth_; }
  void end_layer() { --depth_; }
  /// The focus of the layer that is being drawn goes to a control of it.
  void go_to(ImGuiID id);
  /// After all controls: draw a frame around the one that has the keyboard.
  void end_frame(const Look& look);

 private:
  struct Layer {
    ImGuiID at = 0;
    std::size_t index = 0;                ///< where it was in `stops`
    std::vector<FocusStop> stops, drawn;  ///< of the last frame, and of this one so far
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
  int arrived_ = 0, awaits_typing_ = 0;  ///< frames that are left to scroll there, and to begin to take letters
  Keyed keyed_;
};

/// What is drawn while it lives is in a dialog or a list over the rest.
class FocusLayer {
 public:
  explicit FocusLayer(const Look& look);
  FocusLayer(const FocusLayer&) = delete;
  FocusLayer& operator=(const FocusLayer&) = delete;
  ~FocusLayer();

 private:
  Focus* focus_;
};

/// An area to click, or to press by keyboard, at ImGui's cursor; one that is not enabled is only drawn around.
bool press_area(const Look& look, const char* id, ImVec2 size, ControlKind kind = ControlKind::button, bool enabled = true);

/// The same for what ImGui or the caller has drawn.
Keyed keyed(const Look& look, ImGuiID id, ControlKind kind, ImVec2 from, ImVec2 to);

/// For the field that ImGui draws next: let it take what is typed if Tab has reached it.
void begin_field(const Look& look, const char* id);
/// After that field: it is one of those that Tab reaches.
void end_field(const Look& look, const char* id);

}  // namespace warplens::ui
