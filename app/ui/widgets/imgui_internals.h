#pragma once

#include <imgui.h>

#include <string_view>

// What the window needs of Dear ImGui beyond its public interface. Another version of it may ask for changes here, and only here.

struct ImGuiWindow;

namespace warplens::ui {

/// Return whether a control is held by the mouse, or has the keyboard.
bool is_active(ImGuiID control);

/// Return the control that was drawn last. (Public only in later versions.)
ImGuiID last_control();

/// Take the keyboard from the control that has it.
void end_typing();

/// Return the seconds for which the pointer has been on one control.
float seconds_hovered();

/// Close the lists and menus that are open. Returns whether there were any.
bool close_popups();
/// Return whether a list or a menu is open.
bool has_popups();

/// Return the id of the outermost window under the pointer: a panel's or a dialog's; "" if there is none.
std::string_view hovered_panel();
/// Return whether something under the pointer can be scrolled up or down.
bool scrolls_under_pointer();

/// Return the outermost window around what is being drawn.
ImGuiID outermost_window();

/// Return whether the contents of a scrolling panel have changed in height since the last frame: its scroll bar is one frame
/// behind.
bool is_scroll_bar_behind();

/// The inside of a field of several lines, in pixels.
struct FieldInside {
  ImDrawList* list = nullptr;     ///< null where the field is not in sight
  ImVec2 text_at;                 ///< top left of the first line; outside the field where it is scrolled
  ImVec2 clip_from, clip_to;      ///< what is seen of the text and its padding
  ImGuiWindow* window = nullptr;  ///< the field's own, for scroll_field()
};

/// Return the inside of the field that was drawn last, whose id is `field`, with its padding.
FieldInside inside_of_field(ImGuiID field, ImVec2 padding);

/// Scroll a field from the next frame on, so that its top is `y` pixels below the beginning of its text.
void scroll_field(ImGuiWindow& window, float y);

}  // namespace warplens::ui
