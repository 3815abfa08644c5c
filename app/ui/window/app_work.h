#pragma once

#include "ui/window/app.h"

namespace warplens::ui {

// What a frame does besides drawing: it takes what the workers have answered, and asks for what is still missing.

/// A finished run becomes the picture; what a search, a sweep and the launch that stands still have come to is taken over.
void take_answers(App& app);
/// Send what was asked for to the worker: the chosen run, or else one that the shown view sets beside it.
void request_work(App& app);

/// Open a session and run it to its end. Errors: what the window would refuse.
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

/// Open a session and run all that its view shows, without a window. Errors: of the run, and what the window would refuse.
base::Status settle(App& app, const Session& session);

}  // namespace warplens::ui
