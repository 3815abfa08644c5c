#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "experiment/experiment.h"
#include "launch/device_choice.h"
#include "view/drawing/drawing.h"
#include "view/drawing/theme.h"
#include "view/mapping/colour_mode.h"
#include "view/navigation.h"

namespace warplens {

/// A run: an experiment of the catalogue with settings, on a machine.
struct RunChoice {
  std::string experiment;  ///< id in the catalogue
  experiment::Settings settings;
  launch::DeviceChoice device = launch::simt_device;
  std::string spec = "toy";  ///< preset of the SIMT machine (DeviceProperties::id); "": the first
  bool operator==(const RunChoice&) const = default;
};

/// The application state needed to reproduce a picture: the content of a .warplens file.
struct Session {
  std::string experiment = "counter";  ///< id in the catalogue
  experiment::Settings settings;
  launch::DeviceChoice device = launch::simt_device;
  std::string spec = "toy";                ///< preset of the SIMT machine (DeviceProperties::id); "": the first
  std::string view = "race";               ///< key in the table of views
  std::optional<view::ColourMode> colour;  ///< colours of the mapping; nothing: chosen by the view
  view::Camera camera;
  view::Orbit orbit;         ///< camera of the scene view
  bool rays = false;         ///< the scene view draws the rays
  double scrub = 1;          ///< position in the trace, 0 … 1
  double program_scrub = 1;  ///< position in the calls of a recorded program, 0 … 1
  view::ThemeName theme = view::ThemeName::dark;
  bool show_ptx = false;
  std::string memory;  ///< buffer that the memory view draws, or "shared memory"; "": the one with the most wasted traffic
  std::string why;     ///< what "Why …?" is asked about (session/asked.h); "": nothing
  std::string lesson;  ///< id of the open lesson; "": none
  std::uint32_t lesson_step = 1;    ///< from 1
  std::string question;             ///< stands above the source, for whoever opens the session; "": none
  std::string answer;               ///< to the question, for exactly these settings
  experiment::Sweep sweep;          ///< without text and baseline, taken from the experiment
  std::optional<RunChoice> beside;  ///< the run that is drawn beside this one
  experiment::LineMeasure line_measure = experiment::LineMeasure::threads;  ///< shown next to source lines

  bool operator==(const Session&) const = default;
};

/// Bytes of UTF-8 that Session::question and Session::answer may have at most: each is a few lines of a card.
inline constexpr std::size_t max_question_bytes = 400;

/// Files with their content, by paths relative to the folder of the source, such as "headers/factor.h".
using OwnFiles = std::map<std::string, std::string>;

/// Whether OwnFiles may hold a file of this name: no part of the path is hidden or leads upwards.
bool is_own_file_name(const std::string& name);

/// A session with the user's own files that it needs on another computer (session/own_files.h).
struct SessionDocument {
  Session session;
  OwnFiles files;
};

/// Convert a session to JSON text, including a recorded schedule, and back. Unknown keys are ignored. Errors, with line and
/// column: a wrong type or value, an unknown name, a file whose name leads out of the folder. Two steps that depend on the
/// experiment come later: experiment::complete_settings() fills in missing parameters and geometry and reads the model, and
/// complete_memory_name() checks `memory`.
std::string to_json(const Session& session, const OwnFiles& files = {});
base::Result<SessionDocument> session_from_json(const std::string& text, const std::string& path);

base::Status save(const Session& session, const std::filesystem::path& path, const OwnFiles& files = {});
/// Load a session. If a recording is not at the path in the session, it is looked for in the session's folder.
base::Result<SessionDocument> load_session(const std::filesystem::path& path);

/// Check a name for Session::memory. Accepts "", a buffer of the experiment, "shared memory", and names like "buffer 3", which
/// the memory view gives to memory without a name. The error lists the names.
base::Status check_memory_name(const std::string& name, const experiment::Experiment& experiment);

/// Return the name to use for a name in a session file: the same, or "" for a buffer of another experiment. Older versions kept
/// the name when another experiment was chosen, and the user may have edited an own kernel since. Errors: as
/// check_memory_name().
base::Result<std::string> complete_memory_name(const std::string& name, const experiment::Experiment& experiment,
                                               const experiment::Catalogue& catalogue);

}  // namespace warplens
