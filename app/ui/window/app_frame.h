#pragma once

#include "ui/window/app.h"

namespace warplens::ui {

/// One frame of the window, `width` × `height` pixels, between ImGui's NewFrame and Render. Order:
/// show a finished run, advance playback, send pending requests to the worker, draw the panels, which issue new requests.
void app_frame(App& app, float width, float height);

/// What the user left on this computer: how far lessons were done, the files opened last, and which of them may read outside of
/// their folders.
void remember_user(App& app);

/// Seconds that may pass before the next frame is due when nothing happens: 0 while something moves, negative for "never".
double next_frame_in(const App& app);

/// The window's title: the headline in plain words, or why there is no new one, for screen readers and for tests.
std::string window_title(const App& app);

/// Bake the fonts and set the style where the scale or the theme has changed. Before NewFrame; true when fonts were baked and the
/// renderer's font texture is out of date.
base::Result<bool> update_look(App& app, float scale);

}  // namespace warplens::ui
