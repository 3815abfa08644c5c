#pragma once

#include "desk/background/notice.h"
#include "ui/widgets/look.h"
#include "ui/window/layout.h"

namespace warplens::ui {

/// The arrangement of the last time, from warplens/panels in the folder for a user's state; the default without it, or where it
/// is damaged.
Arrangement load_arrangement();
/// Write it for the next time. Errors: a file that cannot be written.
base::Status save_arrangement(const Arrangement& arrangement);

/// Say how hidden panels come back.
void tell_hidden(const Arrangement& arrangement, desk::Notice& notice);
/// Show only those panels, or all again where they are shown already.
void toggle_panels(Arrangement& arrangement, ShownPanels shown, desk::Notice& notice);

/// Make a side panel wider by `steps` of 40 points, or narrower; where only one is shown, that one. `at`: the places now.
enum class SidePanel : std::uint8_t { left, right };
void widen(Arrangement& arrangement, const Places& at, float scale, SidePanel side, int steps);

/// The inner edges of the side panels, for the mouse to drag; a double click gives a panel its own width back. Call after the
/// panels, with their places.
void show_panel_edges(const Look& look, const Places& at, float width, Arrangement& arrangement);

}  // namespace warplens::ui
