#pragma once

#include "session/session.h"
#include "ui/window/app.h"

namespace warplens::ui {

/// Whether the session came with a question, and no lesson is open in its place.
bool has_session_question(const App& app);
/// The question, its answer while that holds, and a link that closes both.
void show_session_question(const App& app, Session& session);

}  // namespace warplens::ui
