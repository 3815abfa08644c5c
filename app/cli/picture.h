#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "desk/desk.h"
#include "experiment/experiment.h"
#include "experiment/run.h"
#include "launch/device_finder.h"
#include "lesson/lesson.h"
#include "session/session.h"
#include "view/drawing/theme.h"

namespace warplens::cli {

/// Width and height of a picture, pixels.
struct PictureSize {
  std::uint32_t width = 1920, height = 1080;
};

/// Options shared by all commands that draw the window; empty: not given.
struct PictureOptions {
  std::string name, device, view, colour, theme, size, sweep;
  std::string element;                   ///< "total[3]"; "": none is highlighted
  std::vector<std::string> assignments;  ///< assignments of --set
  std::optional<float> scale;
};
/// Add to a command all these options but the name and the sweep. `options` must outlive the command.
void add_picture_options(CLI::App& command, PictureOptions& options);
/// The size of the picture. Errors: --size, or a --scale that cannot be drawn.
base::Result<PictureSize> picture_size(const PictureOptions& options);

/// `WxH` of --size: 400 to 8192 pixels a side.
base::Result<PictureSize> parse_size(const std::string& text);
/// The theme named by --theme.
base::Result<view::ThemeName> parse_theme(const std::string& text);

/// Let the views draw the buffer of an element, "total[3]"; of a recorded launch, NAME may be a parameter's. Error: no such
/// buffer.
base::Status show_buffer(const std::string& element, const experiment::Experiment& experiment, experiment::Settings& settings);

/// Highlight an element of the buffer that the desk's views draw, as a click does. Errors: no such element.
base::Status highlight(const std::string& element, desk::Desk& desk);

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
