#pragma once

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiment/experiment.h"
#include "launch/device.h"
#include "session/session.h"
#include "view/navigation.h"
#include "view/table.h"

namespace warplens::desk {

/// What is to happen to the session's sweep. Desk serves it once a frame.
enum class SweepOrder : std::uint8_t { none, start_unless_done, start, stop };

/// What the user has chosen: the session, with what belongs to it but is not saved. The functions below change it and ask for
/// what follows from the change, a run or a sweep, which Desk serves once a frame.
struct Choices {
  /// `machines` is used until the Choices are gone.
  Choices(experiment::Catalogue all, launch::DeviceList& machines) : catalogue(std::move(all)), devices(machines) {}

  experiment::Catalogue catalogue;  ///< grows by the kernel files that are opened
  launch::DeviceList& devices;

  Session session;
  bool run_wanted = true;
  bool run_on_change = true;
  SweepOrder sweep_order = SweepOrder::none;
  bool grid_follows = true;  ///< the grid is computed from the data and the block
  int dimensions = 1;        ///< of grid and block, as shown by the sliders
  view::Timeline timeline;
  std::string view_before = "mapping";                ///< the view that was shown before this one
  std::string recorded_name;                          ///< of the schedule record in the settings
  std::vector<std::filesystem::path> schedule_files;  ///< .schedule files in the folder of the session file
  std::filesystem::path session_file;                 ///< where Ctrl S saves

  /// The chosen experiment and entry; the first there is where the session names none of the catalogue's.
  const experiment::Experiment& experiment() const;
  const experiment::Entry& entry() const;
  const view::Row& row() const { return view::row_of(session.view); }
  const view::Theme& theme() const { return view::theme(session.theme); }
  launch::Device& device() const { return device_of(session); }
  /// The machine that a state runs on; the first there is if its choice is not available here.
  launch::Device& device_of(const Session& state) const;
};

/// Whether an experiment offers a view.
bool offers(const view::Row& row, const experiment::Experiment& experiment);

/// Choose an experiment or one of its entries: settings, view and camera become its own. Errors: defaults that cannot be
/// computed.
base::Status choose_experiment(Choices& choices, const std::string& id);
base::Status choose_entry(Choices& choices, std::uint32_t entry);

struct EntryChoice {
  experiment::Settings settings;
  bool grid_follows = true;  ///< Choices::grid_follows
};
/// What an entry of the experiment, which is no sequence, is launched with if it is chosen now: settings that it shares with the
/// entry chosen before are kept. Errors: defaults that cannot be computed.
base::Result<EntryChoice> settings_for(const Choices& choices, std::uint32_t entry);

/// Give a parameter a value; a block that the entry computes from it follows.
void choose_parameter(Choices& choices, const std::string& name, double value);
/// Change a launch argument as experiment::set_size() and its siblings do. A text that is an error there is kept all the same, so
/// that the user can go on typing; refusal_of() or the run says what is wrong with it.
void choose_size(Choices& choices, const std::string& buffer, const std::string& size);
void choose_input(Choices& choices, const std::string& buffer, const std::string& input);
void choose_dynamic_shared(Choices& choices, const std::string& bytes);
/// Draw another buffer of the entry.
void choose_shown(Choices& choices, const std::string& buffer);
/// Set the options that the source is compiled with.
void choose_compile(Choices& choices, const std::string& options);
/// Say what the output should be (experiment::Settings::expected); "": what the experiment says.
void choose_expected(Choices& choices, const std::string& expected);
/// Set a `__constant__` or `__device__` variable before each run, in the form of --symbol; "": leave it as the source has it.
void choose_variable(Choices& choices, const std::string& name, const std::string& value);
/// A parameter or the block has changed: let the grid follow, ask for a run.
void settings_changed(Choices& choices);
void choose_device(Choices& choices, const launch::DeviceChoice& choice);
/// Model another card of the list, with as many multiprocessors as it has.
void choose_card(Choices& choices, const std::string& spec);
/// Show this view of the table. A sweep that has no result yet is started.
void choose_view(Choices& choices, std::string_view name);
/// Return the experiment's first ready-made sweep, or one over the block.
experiment::Sweep first_sweep(const experiment::Experiment& experiment);
/// Give `sweep` the text and the baseline of the ready-made sweep with its label: a session file does not hold them.
void complete_sweep(const experiment::Experiment& experiment, experiment::Sweep& sweep);
/// Choose a ready-made sweep of the experiment by its label, and start it.
void choose_sweep(Choices& choices, const std::string& label);
/// Run the launch under a recorded schedule, called `name` in the list of schedules.
void follow_order(Choices& choices, std::shared_ptr<const launch::ScheduleRecord> record, std::string name);
/// Choose the model of the scene: "ship", "spheres" or an .obj file. An experiment without a scene gives way to the first that
/// has one. Errors: a file that is no model, no experiment with a scene.
base::Status choose_model(Choices& choices, const std::string& name);

/// Take over a session. Errors, which change nothing: an unknown experiment or entry, parameters that fit no experiment.
base::Status open_session(Choices& choices, const Session& session);
/// Choose the experiment of a .toml file, or the first kernel of a .cu or .ptx file; it joins the catalogue. Errors:
/// experiment::add_file().
base::Status open_experiment_file(Choices& choices, const std::filesystem::path& file);
/// A file of the chosen experiment, which was opened by open_experiment_file(), has changed: run it again. Where its description
/// has changed, too, the settings that still fit are kept. Errors: experiment::add_file(); then the experiment stays as it was.
base::Status reload_experiment_file(Choices& choices);

/// Write the session, with `files`, to its file. If it has none yet: EXPERIMENT.warplens, or next to the file that the user
/// opened. The file is returned.
base::Result<std::filesystem::path> save_session_file(Choices& choices, const OwnFiles& files = {});

/// Camera and scroll positions, of the session and of the window; and set them.
view::Navigation navigation_of(const Choices& choices);
void navigate(Choices& choices, const view::Navigation& navigation);
/// Turn the scene view's camera, in degrees, and bring it nearer by a factor.
void turn_camera(Choices& choices, float azimuth, float elevation, float nearer = 1);

/// Where the session is saved if nothing else is said: its file, or EXPERIMENT.warplens.
std::filesystem::path proposed_session_file(const Choices& choices);

/// Path of a file to write to the folder of the session file.
std::filesystem::path in_session_folder(const Choices& choices, const std::string& name);
/// `wanted` if no such file exists; otherwise the first of NAME-2, NAME-3, … that does not. With `endings`, none of the path's
/// variants with one of them appended exists.
std::filesystem::path unused_path(const std::filesystem::path& wanted, std::initializer_list<const char*> endings = {""});

}  // namespace warplens::desk
