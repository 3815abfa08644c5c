#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desk/undo.h"
#include "experiment/experiment.h"
#include "launch/device.h"
#include "session/session.h"
#include "ui/background.h"
#include "ui/deferred.h"
#include "ui/launch_worker.h"
#include "ui/lessons.h"
#include "ui/schedule_search.h"
#include "ui/shared_output.h"
#include "ui/source_text.h"
#include "ui/stepping.h"
#include "ui/sweeping.h"
#include "ui/widgets/look.h"
#include "ui/widgets/painter.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/picture.h"
#include "view/mapping/mapping_picture.h"
#include "view/scene/scene_raster.h"
#include "view/table.h"

namespace warplens::ui {

/// A message at the bottom of the picture that goes by itself.
struct Notice {
  std::string text;
  bool wrong = false;
  double until = 0;  ///< seconds of ImGui's clock
};

/// The picture in the middle and its input; it is redrawn only when the input changes.
struct DrawnPicture {
  view::Input input;
  const view::Row* row = nullptr;
  const view::Theme* theme = nullptr;
  float width = 0, height = 0;
  view::Picture picture;
};

/// A row of the kernel's printed output: bytes [begin, end), indented by `indent` columns.
struct PrintedRow {
  std::size_t begin = 0, end = 0, indent = 0;
};

/// What the adversary is asked to look for.
struct SearchForm {
  std::size_t choice = 0;  ///< of search_choices()
  std::uint64_t element = 0, schedules = 1000;
};

/// Everything the window knows. Panels read it and write their requests into it; the frame serves them (app_frame.h).
struct App {
  /// `catalogue` and `devices` are used until the App is gone; `wake` is called from the worker's thread when a run is done.
  App(experiment::Catalogue catalogue, launch::DeviceList& devices, std::function<void()> wake);

  Session session;
  desk::Undo undo;  ///< of the session's settings
  const experiment::Catalogue catalogue;
  launch::DeviceList& devices;
  SharedOutput output;  ///< before the worker, whose run may be writing there
  LaunchWorker worker;
  Look look;
  float zoom = 1;  ///< of all text, by Ctrl + and −
  std::unique_ptr<view::CellPainter> cells;
  view::ScenePainter scene;
  Painter painter;

  // The last good picture, and the error that prevents a newer one.
  std::shared_ptr<const RunTables> shown;
  std::uint64_t version = 0;  ///< changes with `shown` and with `scrubbed`
  std::optional<base::Error> failure;
  /// Results of repeats by entry, all with the settings of `shown`.
  std::map<std::uint32_t, std::shared_ptr<const analysis::Distribution>> outcomes;
  std::shared_ptr<const RunTables> counterpart,
      counterpart_of;  ///< the other machine's run, and of which shown one (counterpart.h)
  SourceText source;   ///< of the experiment
  SourceText ptx;      ///< of the shown kernel

  DrawnPicture drawn;

  // The place in the trace.
  std::uint64_t place = 0;
  bool playing = false;
  double played_to = 0;                                 ///< place with its fraction, while playing
  std::shared_ptr<const analysis::AccessMap> scrubbed;  ///< of the shown buffer up to a place; null where it is not known yet
  Matrices scrubbed_matrices;                           ///< with `scrubbed`
  std::uint64_t scrubbed_place = ~std::uint64_t{0};     ///< that was asked for
  Background<ScrubRequest, Scrubbed> scrub_worker;
  PrepareRequest preparing;  ///< that was sent to its worker last
  Background<PrepareRequest, PrepareRequest> prepare_worker;

  // The hovered target of the last frame and of this one, and the target that stays highlighted while nothing is hovered.
  view::Target target, next_target, kept_target;
  std::shared_ptr<const view::Lit> lit;           ///< threads and elements that `target` highlights in the mapping
  view::Target lit_target;                        ///< that was asked for,
  std::uint64_t lit_version = ~std::uint64_t{0};  ///< in this picture
  Background<LightRequest, Lights> light_worker;

  std::size_t finding = 0;      ///< the current one of the shown run
  bool finding_wanted = false;  ///< bring it and its lines into view

  // What the kernel printed as rows, the run that they are of, and how wide they may be.
  std::vector<PrintedRow> printed;
  const RunTables* printed_of = nullptr;
  std::size_t printed_columns = 0;

  // Orders of turns: the name of the record in the settings, the files to choose from, and the adversary.
  std::string recorded_name;
  std::vector<std::filesystem::path> schedule_files;
  ScheduleSearch search;
  SearchForm search_form;
  std::optional<SearchReport> found;  ///< of the last search
  std::string found_label;            ///< of the buffer it was about

  Stepping stepping;
  Sweeping sweeping;

  Lessons lessons;

  bool run_wanted = true;  ///< serve it on this frame
  bool run_on_change = true;
  bool grid_follows = true;  ///< the grid is worked out of the data and the block
  int dimensions = 1;        ///< of grid and block, as shown by the sliders
  view::Timeline timeline;
  bool show_help = false;
  bool show_properties = false;         ///< all that the GPU says of itself
  bool picture_wanted = false;          ///< save the window as a PNG after this frame
  bool typing_ends = false;             ///< after this frame, which still reads the text typed before Enter
  std::uint32_t ptx_scrolled_to = 0;    ///< CUDA line whose PTX was brought into view
  LanesOfLine step_shown;               ///< the step whose lines were brought into view
  float source_width = 0;               ///< of the listing, pixels, as of the last frame
  std::uint64_t fault_scrolled_to = 0;  ///< version of the picture whose fault's line was brought into view
  bool ptx_hovered = false;             ///< whether the pointer was on a line of PTX in the last frame
  std::string source_scrolled_to;       ///< experiment and kernel that the listing was scrolled to
  float footer_height = 110;            ///< of the controls, pixels, as of the last frame
  bool controls_scroll = false;         ///< whether the controls had a scroll bar in the last frame
  Notice notice;
  std::filesystem::path session_file;  ///< where Ctrl S saves

  const experiment::Experiment& experiment() const;
  const experiment::Entry& entry() const;
  /// The view that is shown: the session says which.
  const view::Row& row() const { return view::row_of(session.view); }
  launch::Device& device() const;
  /// The machine that a state runs on; the first there is where its choice is not here.
  launch::Device& device_of(const Session& state) const;
  /// Whether the shown picture belongs to the chosen experiment and entry.
  bool shows_choice() const;
  std::uint64_t steps() const { return shown ? shown->trace().steps.size() : 0; }
};

/// The first thing to see: the racy counter's race, already running.
void open_opening_scene(App& app);
/// Choose an experiment or one of its entries: settings, view and camera become its own.
void choose_experiment(App& app, const std::string& id);
void choose_entry(App& app, std::uint32_t entry);
/// Give a parameter a value; a block that the entry works out from it follows.
void choose_parameter(App& app, const std::string& name, double value);
/// A parameter or the block has changed: let the grid follow, ask for a run.
void settings_changed(App& app);
void choose_device(App& app, const launch::DeviceChoice& choice);
/// Take over a session that was read from a file; unknown experiments and entries are refused with a notice.
void open_session(App& app, const Session& session);
/// A file given to the window: a .schedule, else a session.
void open_file(App& app, const std::filesystem::path& path);
/// Load `path`, or report why it cannot be loaded.
void open_session_file(App& app, const std::filesystem::path& path);
void save_session_file(App& app);
/// Write the window's pixels beside the session file, as EXPERIMENT-VIEW.png.
void save_picture_file(App& app, const view::Raster& pixels);
void say_notice(App& app, std::string text, bool wrong = false);
void go_to_place(App& app, std::uint64_t place);
/// Take the last change of a setting back; and make it again. Nothing where there is none.
void undo_change(App& app);
void redo_change(App& app);
/// Show this view of the table: of a sweep that is not there yet, run it.
void choose_view(App& app, std::string_view name);
/// Where the user looks in each view, of the session and of the window; and set it.
view::Navigation navigation_of(const App& app);
void navigate(App& app, const view::Navigation& navigation);
/// Turn the scene view's camera, in degrees, and bring it nearer by a factor.
void turn_camera(App& app, float azimuth, float elevation, float nearer = 1);
/// Choose the model of the scene: "ship", "spheres" or an .obj file. Where the experiment has none, the first that has one is
/// chosen.
void choose_model(App& app, const std::string& name);
/// Play from here, or from the start when at the end; pause when playing.
void press_play(App& app);

/// What to run for the picture, as everything is chosen now.
RunRequest chosen_run(App& app);

/// Why the chosen geometry is refused; empty where it is fine.
std::vector<launch::GeometryProblem> geometry_problems(const App& app);

}  // namespace warplens::ui
