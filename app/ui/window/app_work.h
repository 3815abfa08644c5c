#pragma once

#include "ui/window/app.h"

namespace warplens::ui {

// The non-drawing part of a frame: collect the workers' results and request missing ones.

/// Show a finished run, and take the results of the schedule search, the sweep and the paused launch.
void take_answers(App& app);
/// Send the next request to the worker: the chosen run, else a run that the shown view compares it with.
void request_work(App& app);

/// Open a session and run it to completion. Errors: sessions that the window would refuse.
base::Status open_and_run(App& app, const Session& session);
/// Wait until no worker has anything to do but a search.
void wait_until_idle(App& app);

/// What answers may have changed that the next frame has to draw.
struct Answers {
  const RunTables *shown = nullptr, *counterpart_of = nullptr;
  std::size_t outcomes = 0;
  bool lesson_done = false;
  view::Target target;
  const view::SteppedMoment* moment = nullptr;
  bool prepared = false;
  bool operator==(const Answers&) const = default;
};
Answers answers_of(const App& app);

/// Open a session and run everything its view shows, without a window. Errors: a failed run, or a session that the window would
/// refuse.
base::Status settle(App& app, const Session& session);

}  // namespace warplens::ui
