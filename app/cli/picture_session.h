#pragma once

#include "base/result.h"
#include "cli/command.h"
#include "cli/picture_options.h"
#include "experiment/experiment.h"
#include "experiment/run.h"
#include "launch/device_finder.h"
#include "lesson/lesson.h"
#include "session/session.h"

namespace warplens::cli {

/// The session to draw: a step of a lesson, the named session file, or the named experiment as the window opens it, changed by
/// the options. Errors in a lesson or a session name it; also errors of check_outside().
base::Result<Session> session_of(const PictureOptions& options, const Context& context, experiment::Catalogue& catalogue,
                                 const lesson::Lessons& lessons);

/// The machine that a session runs on. The error names --device if it was given, else the session.
base::Result<launch::Device*> device_of(const Session& session, const PictureOptions& options, launch::DeviceFinder& devices);

/// Run the session's experiment on `device`.
base::Result<experiment::Run> run_once(const Session& session, const experiment::Experiment& experiment, launch::Device& device);

/// The answer if the window could not be drawn because of `error`. A window shows a failed kernel and a refused request alike, so
/// run the experiment to tell them apart in the exit status.
base::Result<Answer> not_drawn(const base::Error& error, const Session& session, const experiment::Experiment& experiment,
                               launch::Device& device);

}  // namespace warplens::cli
