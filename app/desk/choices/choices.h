#pragma once

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "desk/choices/kept_settings.h"
#include "experiment/experiment.h"
#include "launch/device.h"
#include "session/session.h"
#include "view/navigation.h"
#include "view/table.h"

namespace warplens::desk {

/// A request to start or stop the session's sweep. Desk serves it once a frame.
enum class SweepOrder : std::uint8_t { none, start_unless_done, start, stop };

/// The user's choices: the session, and related state that is not saved. The functions below change the choices and request the
/// run or sweep that follows from the change; Desk serves these requests once a frame.
struct Choices {
  /// `machines` must outlive the Choices.
  Choices(experiment::Catalogue all, launch::DeviceList& machines) : catalogue(std::move(all)), devices(machines) {}

  experiment::Catalogue catalogue;  ///< grows by opened kernel files
  launch::DeviceList& devices;

  Session session;
  bool run_wanted = true;
  bool run_on_change = true;
  SweepOrder sweep_order = SweepOrder::none;
  bool grid_follows = true;  ///< the grid is computed from the data and the block
  int dimensions = 1;        ///< dimensions of grid and block, as shown by the sliders
  view::Timeline timeline;
  std::string view_before = "mapping";                ///< the view that was shown before this one
  std::string recorded_name;                          ///< name of the schedule record in the settings
  std::vector<std::filesystem::path> schedule_files;  ///< .schedule files in the folder of the session file
  std::filesystem::path session_file;                 ///< file that Ctrl S writes
  KeptSettings kept;                                  ///< of the user's files
  std::optional<Session> answered;                    ///< the session that came with Session::answer

  /// The chosen experiment and entry; the first ones if the session's are not in the catalogue.
  const experiment::Experiment& experiment() const;
  const experiment::Entry& entry() const;
  const view::Row& row() const { return view::row_of(session.view); }
  /// The chosen meaning of colours; nothing where the view does not offer it.
  std::optional<view::ColourMode> colour() const;
  const view::Theme& theme() const { return view::theme(session.theme); }
  launch::Device& device() const { return device_of(session); }
  /// The machine for a session; the first machine if the session's choice is not available here.
  launch::Device& device_of(const Session& state) const;
};

/// Whether an experiment offers a view.
bool offers(const view::Row& row, const experiment::Experiment& experiment);

/// Choose an experiment or one of its entries, with its own settings, view and camera; a kernel of the user's file with the
/// settings that it was left with. Errors: defaults that cannot be computed.
base::Status choose_experiment(Choices& choices, const std::string& id);
base::Status choose_entry(Choices& choices, std::uint32_t entry);
/// All kernels of the .cu, .ptx or .ll file that the chosen kernel is from; each kernel is an experiment with one entry. Empty if
/// the file has a single kernel, or if the chosen experiment is from no such file.
std::vector<const experiment::Experiment*> kernels_of_file(const Choices& choices);

struct EntryChoice {
  experiment::Settings settings;
  bool grid_follows = true;  ///< Choices::grid_follows
};
/// The settings that an entry would get if chosen now; it keeps settings that it shares with the entry chosen before. Not for
/// sequences. Errors: defaults that cannot be computed.
base::Result<EntryChoice> settings_for(const Choices& choices, std::uint32_t entry);

/// Give a parameter a value; adapt the block if the entry computes it from the parameter.
void choose_parameter(Choices& choices, const std::string& name, double value);
/// Change a launch argument as experiment::set_size() and its siblings do. An erroneous text is kept, too, so that the user can
/// go on typing; refusal_of() or the run reports the error.
void choose_size(Choices& choices, const std::string& buffer, const std::string& size);
void choose_input(Choices& choices, const std::string& buffer, const std::string& input);
void choose_dynamic_shared(Choices& choices, const std::string& bytes);
/// Draw another buffer of the entry.
void choose_shown(Choices& choices, const std::string& buffer);
/// Set the options for compiling the source.
void choose_compile(Choices& choices, const std::string& options);
/// Whether these options leave the source unoptimised (-O0).
bool is_unoptimised(const Choices& choices);
/// Compile with or without optimisation, and the other options as they are.
void choose_optimised(Choices& choices, bool optimised);
/// Set the expected output (experiment::Settings::expected); "": the experiment's own.
void choose_expected(Choices& choices, const std::string& expected);
/// Set a `__constant__` or `__device__` variable before each run, in the form of --symbol; "": leave it as in the source.
void choose_variable(Choices& choices, const std::string& name, const std::string& value);
/// Call after a change of a parameter or the block: adapts the grid, and requests a run.
void settings_changed(Choices& choices);
void choose_device(Choices& choices, const launch::DeviceChoice& choice);
/// Model another card of the list, with the card's own number of multiprocessors.
void choose_card(Choices& choices, const std::string& spec);
/// Show this view of the table. If it is a sweep without a result yet, start it.
void choose_view(Choices& choices, std::string_view name);
/// Return the experiment's first ready-made sweep, or one over the block.
experiment::Sweep first_sweep(const experiment::Experiment& experiment);
/// Give `sweep` the text and the baseline of the ready-made sweep with its label: they are not in session files.
void complete_sweep(const experiment::Experiment& experiment, experiment::Sweep& sweep);
/// Choose a ready-made sweep of the experiment by its label, and start it.
void choose_sweep(Choices& choices, const std::string& label);
/// Run the launch under a recorded schedule, called `name` in the list of schedules.
void follow_order(Choices& choices, std::shared_ptr<const launch::ScheduleRecord> record, std::string name);
/// Choose the model of the scene: "ship", "spheres" or an .obj file. If the experiment has no scene, choose the first one that
/// has. Errors: a file that is no model, no experiment with a scene.
base::Status choose_model(Choices& choices, const std::string& name);

/// Open a session. Errors, which change nothing: an unknown experiment or entry, parameters that fit no experiment.
base::Status open_session(Choices& choices, const Session& session);
/// Add a file to the catalogue and choose its experiment (.toml) or its first kernel (.cu, .ptx, .ll). Errors: as
/// experiment::add_file().
base::Status open_experiment_file(Choices& choices, const std::filesystem::path& file);
/// Run the chosen experiment again after one of its files changed; open_experiment_file() has opened it. If its description has
/// changed, too, settings that still fit are kept. Errors: as experiment::add_file(); then the experiment stays as it was.
base::Status reload_experiment_file(Choices& choices);

/// Write the session, with `files`, to its file. If it has no file yet: EXPERIMENT.warplens, next to the file that the user
/// opened, if any. Returns the file.
base::Result<std::filesystem::path> save_session_file(Choices& choices, const OwnFiles& files = {});

/// Get or set the camera and scroll positions, of the session and of the window.
view::Navigation navigation_of(const Choices& choices);
void navigate(Choices& choices, const view::Navigation& navigation);
/// Turn the scene view's camera, in degrees, and bring it nearer by a factor.
void turn_camera(Choices& choices, float azimuth, float elevation, float nearer = 1);

/// The default file to save the session to: its file, or EXPERIMENT.warplens.
std::filesystem::path proposed_session_file(const Choices& choices);

/// The path of a file called `name` in the folder of the session file.
std::filesystem::path in_session_folder(const Choices& choices, const std::string& name);
/// `wanted` if no such file exists; otherwise the first of NAME-2, NAME-3, … that does not exist. With `endings`, the path is
/// free with each of them appended.
std::filesystem::path unused_path(const std::filesystem::path& wanted, std::initializer_list<const char*> endings = {""});

}  // namespace warplens::desk
