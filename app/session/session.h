#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"
#include "experiment/experiment.h"
#include "view/drawing/drawing.h"
#include "view/drawing/theme.h"
#include "view/mapping/colour_mode.h"
#include "view/navigation.h"

namespace warplens {

/// Plain application state, without which a picture cannot be made again; what a .warplens file saves.
struct Session {
  std::string experiment = "counter";  ///< id in the catalogue
  experiment::Settings settings;
  std::string device = "simt";             ///< "simt", "gpu" or "gpu:NUMBER"
  std::string spec = "toy";                ///< preset of the SIMT machine (DeviceProperties::id)
  std::string view = "race";               ///< of the table of views
  std::optional<view::ColourMode> colour;  ///< of the mapping; nothing: what tells most
  view::Camera camera;
  view::Orbit orbit;  ///< of the scene view
  bool rays = false;  ///< the scene view draws the rays
  double scrub = 1;   ///< place in the trace, 0 … 1
  view::ThemeName theme = view::ThemeName::dark;
  bool show_ptx = false;
  std::string memory;  ///< name of the buffer that the memory view draws, or "shared memory"; "": the one that wastes most
  std::string lesson;  ///< id of the lesson that is open; "": none
  std::uint32_t lesson_step = 1;  ///< of it, counted from 1
  experiment::Sweep sweep;        ///< without its text and baseline, which are the experiment's
  std::string line_measure;       ///< cost that stands beside the source's lines (id in ui/line_measures.cpp); "": threads

  bool operator==(const Session&) const = default;
};

/// JSON text of a session and back; a recorded schedule is in it whole. Unknown keys are ignored; a wrong type or value is an
/// error that names the key. Parameters and a geometry that the text leaves out are as complete_settings() knows them.
std::string to_json(const Session& session);
base::Result<Session> session_from_json(const std::string& text, const std::string& path);

base::Status save(const Session& session, const std::filesystem::path& path);
base::Result<Session> load_session(const std::filesystem::path& path);

}  // namespace warplens
