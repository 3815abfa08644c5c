#pragma once

#include "ui/window/app.h"

namespace warplens::ui {

/// Make one frame of the window, `width` × `height` pixels, between ImGui's NewFrame and Render. Order:
/// show a finished run, advance playback, send pending requests to the worker, draw the panels, which issue new requests.
void app_frame(App& app, float width, float height);

/// Load the user's stored state on this computer: progress in lessons, recent files, and permissions of files to read outside of
/// their folders.
void remember_user(App& app);

/// Seconds until the next frame is due if nothing happens: 0 while something moves, negative for "never".
double next_frame_in(const App& app);

/// The window's title, for screen readers and tests: the headline in plain words, or the reason if there is no new headline.
std::string window_title(const App& app);

/// Bake the fonts and set the style if the scale or the theme has changed. Call before NewFrame. True if fonts were baked, so the
/// renderer's font texture is out of date.
base::Result<bool> update_look(App& app, float scale);

}  // namespace warplens::ui
