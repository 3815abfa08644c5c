#include "desk/desk.h"

#include <utility>

#include "base/file.h"
#include "base/shown_path.h"
#include "desk/choices/refusal.h"
#include "desk/editing/dropped_files.h"
#include "desk/editing/sequence_edit.h"
#include "desk/run/beside.h"
#include "desk/run/companions.h"
#include "desk/schedule/orders.h"
#include "desk/source/source_text.h"
#include "desk/view_inputs.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/kernel_file/experiment_file.h"
#include "experiment/kernel_file/kernel_source.h"
#include "session/files_read.h"
#include "session/own_files.h"

namespace warplens::desk {

Desk::Desk(experiment::Catalogue catalogue, launch::DeviceList& devices, const std::function<void()>& wake)
    : choices(std::move(catalogue), devices),
      runs(wake),
      playback(wake),
      pointer(wake),
      asking(wake),
      beside(wake),
      stepping(wake),
      sweeping(wake),
      search(wake),
      elsewhere(devices.connect, wake),
      programs(wake) {}

void Desk::take_answers() {
  take_lessons(lessons, choices.session);
  notify(notice, serve_sweep_order(sweeping, choices, runs.worker));
  const std::shared_ptr<const RunTables> before = runs.shown;
  if (take_report(runs)) {
    show_new_run(before ? &before->function() : nullptr);
    notify(notice, choices.kept.keep(*runs.shown->experiment, identity_of(*runs.shown).settings));
  }
  notify(notice, take_search(search));
  notify(notice, elsewhere.tend(choices));
  update_stepping(stepping, choices, runs);
  const std::uint64_t element = pointer.kept.element;
  choose_stepped_element(stepping, element == view::Target::none ? std::nullopt : std::optional(element));
  update_sweeping(sweeping, choices, runs.worker);
}

/// What was about the run before begins anew.
void Desk::show_new_run(const ptx::Function* before) {
  restart(playback, choices.session, runs);
  pointer.kept = {};
  findings = {};
  choices.timeline.first_request.reset();
  const launch::Launch& launch = runs.shown->run.launch;
  if (before != &runs.shown->function()) ptx = ptx_of(*launch.module, launch.entry);
}

void Desk::update() {
  notify(notice, editor.write_after_pause(Editor::Clock::now()));
  const OpenProgram* const ended = programs.take();
  // The recording has been replaced. Its time may not tell: nobody has looked before, or it counts seconds, as in a page.
  if (ended != nullptr) seen_.insert_or_assign(ended->recording, std::filesystem::file_time_type::min());
  watch_files();
  if (ended != nullptr) show_ended(*ended);
  update_source();
  if (!runs.shown) return;
  prediction.update(runs);
  const view::Row& row = choices.row();
  prepare_table(runs.preparation, runs.shown, row.needs.late, colour());
  update_removed(runs.removed, *runs.shown);
  update_asking(asking, choices.session, runs);
  update_scrubbed(playback, runs.shown, cell_colour(*runs.shown));
  update_beside();
  take_lights(pointer, picture_version());
  if (row.needs.lights && !pointer.has_lights(picture_version())) {
    request_lights(pointer, {runs.shown, shown_map(playback), view::mapping_input(material_of(*this)), picture_version()});
  }
}

std::optional<view::ColourMode> Desk::colour() const {
  if (choices.colour() || !draws_beside(runs, choices)) return choices.colour();
  constexpr view::ColourMode result = view::ColourMode::result;
  const bool offered = std::ranges::find(choices.row().colours, result, &view::ColourChoice::mode) != choices.row().colours.end();
  const auto tells = [](const RunTables& tables) { return view::telling_colours(subject_of(tables)) == result; };
  return offered && (tells(*runs.shown) || tells(*runs.beside)) ? std::optional(result) : std::nullopt;
}

/// The colour mode of a run's cells, if the view draws any.
std::optional<view::ColourMode> Desk::cell_colour(const RunTables& tables) const {
  if (choices.row().needs.late != view::LateTable::cells) return std::nullopt;
  return colour().value_or(view::telling_colours(subject_of(tables)));
}

/// The run beside follows the shown one: it is at the same cycle, and lights the same.
void Desk::update_beside() {
  if (!draws_beside(runs, choices)) return;
  const view::Row& row = choices.row();
  prepare_table(beside.preparation, runs.beside, row.needs.late, colour());
  const std::uint64_t end = runs.beside->trace().steps.size();
  beside.playback.place =
      playback.place >= runs.steps() ? end : place_at_cycle(runs.beside->trace(), cycle_at(runs.shown->trace(), playback.place));
  update_scrubbed(beside.playback, runs.beside, cell_colour(*runs.beside));
  update_memory_start();
  beside.pointer.target = pointer.target;
  const std::uint64_t version = runs.version + beside.playback.version;
  take_lights(beside.pointer, version);
  if (row.needs.lights && !beside.pointer.has_lights(version) && has_picture(*this, WhichRun::beside))
    request_lights(beside.pointer,
                   {runs.beside, shown_map(beside.playback), view::mapping_input(material_of(*this, WhichRun::beside)), version});
}

/// Look for the request with which the memory view of both runs begins, once their tables are there.
void Desk::update_memory_start() {
  constexpr view::LateTable traffic = view::LateTable::traffic;
  if (choices.row().needs.late != traffic || !runs.shown->has(traffic) || !runs.beside->has(traffic)) return;
  Beside::Start& start = beside.start;
  const std::string& memory = choices.session.memory;
  if (start.is_of(runs) && start.memory == memory) return;
  const view::Subject kept = subject_of(*runs.beside), shown = subject_of(*runs.shown);
  start = {runs.shown, runs.beside, memory,
           view::common_start({kept, runs.beside->traffic(kept)}, {shown, runs.shown->traffic(shown)}, memory)};
}

void Desk::update_source() {
  if (choices.experiment().recording)
    read_recorded_source();
  else if (source_of_ != &choices.experiment())
    read_source();
}

/// The source of a run of the chosen experiment, which may have been chosen since update().
RunRequest Desk::with_source(RunRequest request) {
  update_source();
  const bool as_it_ran = choices.experiment().recording && recorded_source_;
  if (request.experiment == &choices.experiment()) request.source = as_it_ran ? recorded_source_ : source;
  return request;
}

void Desk::read_source() {
  const experiment::Experiment& chosen = choices.experiment();
  source_of_ = &chosen;
  const auto text = base::read_text(chosen.source);
  source = std::make_shared<const SourceText>(
      cuda_source(chosen.source.filename().string(), text ? *text : "// " + base::describe(text.error())));
  const bool may_be_edited = text && chosen.opened_by_user() && chosen.source.extension() == ".cu";
  read_only = may_be_edited ? why_not_editable(*text) : std::string();
  notify(notice, may_be_edited && read_only.empty() ? editor.show(chosen.source, *text) : editor.close());
}

/// Whether a file has changed since the last call for it.
bool Desk::changed(const std::filesystem::path& file) {
  std::error_code failed;
  const auto time = std::filesystem::last_write_time(file, failed);
  if (failed) return false;
  const auto [seen, first] = seen_.try_emplace(file, time);  // remembered while another experiment is chosen
  return !first && std::exchange(seen->second, time) != time;
}

/// A file that the user opened and that has changed since is read, shown and run again.
void Desk::watch_files() {
  if (!watches()) return;
  if (const OpenProgram* const chosen = program()) watch_program(*chosen);
  const bool described_anew = changed(choices.experiment().file), written = changed(choices.experiment().source);
  if (!described_anew && !written) return;
  source_of_ = nullptr;
  const base::Status reloaded = reload_experiment_file(choices);
  file_error = reloaded ? std::nullopt : std::optional(reloaded.error());
  notify(notice, reloaded);
}

void Desk::request_work() {
  const bool asked =
      choices.run_wanted || choices.sweep_order == SweepOrder::start || choices.sweep_order == SweepOrder::start_unless_done;
  if (asked && !may_run_chosen()) {
    choices.run_wanted = false;
    choices.sweep_order = SweepOrder::none;
    return;
  }
  // A run that is looked at goes before a sweep, which begins again when its plot is chosen again.
  if (choices.run_wanted && !choices.row().needs.sweep) choices.sweep_order = SweepOrder::stop;
  notify(notice, serve_sweep_order(sweeping, choices, runs.worker));
  if (sweeping.running || sweeping.wanted) return;  // its times would suffer, and its machines are in use
  if (choices.run_wanted) {
    if (auto first = first_run(lessons, choices)) {
      choices.run_wanted = first->settings != choices.session.settings || first->device != &choices.device();
      return runs.worker.request(with_source(std::move(*first)));
    }
    if (awaits_first_run(lessons, choices, runs)) return;
    choices.run_wanted = false;
    if (!refusal_of(choices).reason.empty()) return;
    const std::string before = runs.output.note();
    runs.worker.request(with_source(chosen_run(runs, choices)));
    if (runs.output.copies() && runs.output.note() != before) notify(notice, runs.output.note());
  } else if (auto kept = missing_beside(runs, choices)) {
    runs.worker.request(std::move(*kept));
  } else if (auto companion = missing_companion(runs, choices)) {
    runs.worker.request(std::move(*companion));
  } else if (auto residency = missing_residency(runs, choices)) {
    runs.worker.request(std::move(*residency));
  } else if (auto other = missing_counterpart(runs, choices)) {
    runs.worker.request(std::move(*other));
  }
}

void Desk::wait_until_idle() {
  runs.worker.wait_until_idle();
  runs.preparation.worker.wait_until_idle();
  runs.removed.worker.wait_until_idle();
  beside.preparation.worker.wait_until_idle();
  playback.worker.wait_until_idle();
  pointer.worker.wait_until_idle();
  asking.worker.wait_until_idle();
  beside.playback.worker.wait_until_idle();
  beside.pointer.worker.wait_until_idle();
  sweeping.worker.wait_until_idle();
  stepping.worker.wait_until_idle();
  programs.wait_until_idle();
}

void Desk::open_first_experiment() {
  const std::string& chosen = choices.session.experiment;
  const bool there = experiment::find(choices.catalogue, chosen) != nullptr;
  choices.session.settings.check = true;
  find_schedule_files(choices);
  notify(notice, choose_experiment(choices, there ? std::string(chosen) : choices.catalogue.experiments.front().id));
}

void Desk::open_files(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::filesystem::path> whole;
  for (const std::filesystem::path& path : paths) whole.push_back(base::whole_path(path));
  const DroppedFiles files = sort_out(whole);
  for (const std::filesystem::path& file : files.single) open_file(file);
  if (!files.program.empty()) open_program(files.program.front(), {files.program.begin() + 1, files.program.end()});
}

void Desk::open_file(const std::filesystem::path& path) {
  template_question.reset();  // of another file
  if (path.extension() == ".schedule") return notify(notice, open_schedule_file(choices, path));
  std::error_code failed;
  const auto absolute = std::filesystem::absolute(path, failed);
  const std::filesystem::path whole = failed ? path : absolute.lexically_normal();
  if (runs_python() && experiment::is_python_file(path)) return open_program(whole);
  if (path.extension() == ".cu")
    if (const auto text = experiment::read_kernel(whole); text && experiment::defines_main(*text)) return open_program(whole);
  if (experiment::is_experiment_file(path)) {
    if (path.extension() == ".toml" && !may_read(whole)) return;
    const base::Status opened = open_experiment_file(choices, whole);
    if (opened) file_error.reset();
    if (!opened && (template_question = desk::template_question(whole))) return;
    return notify(notice, opened ? recent.add(whole) : opened);
  }
  if (path.extension() == ".obj") return notify(notice, choose_model(choices, path.string()));
  open_session_file(path);
}

/// Whether an experiment file may read the files that it names. True for a broken file: opening it reports the error.
bool Desk::may_read(const std::filesystem::path& experiment_file) {
  const auto found = experiment::find_or_add(choices.catalogue, experiment_file.string(), view::names_of_views());
  if (!found) return true;
  return permissions.allows(experiment_file, files_read_outside(**found));
}

/// The same for a session, after its own files were unpacked.
bool Desk::may_read(const std::filesystem::path& session_file, const SessionDocument& document) {
  return permissions.allows(session_file, files_read_outside(document, session_file, choices.catalogue));
}

/// The same for the chosen experiment, if it is one of the catalogue that nobody has opened from a file.
bool Desk::may_run_chosen() {
  const experiment::Experiment& chosen = choices.experiment();
  if (chosen.opened_by_user() || &chosen == allowed_) return true;
  if (!permissions.allows(chosen.file, files_read_outside(chosen))) return false;
  allowed_ = &chosen;
  return true;
}

void Desk::answer(bool allowed) {
  if (!permissions.question()) return;
  const std::filesystem::path file = permissions.question()->file;
  notify(notice, permissions.answer(allowed));
  if (allowed) open_file(file);
}

void Desk::answer_template() {
  if (!template_question) return;
  if (const base::Status added = add_instances(*template_question); !added) return notify(notice, added);
  const std::filesystem::path file = template_question->file;
  template_question.reset();
  open_file(file);
}

void Desk::open_new(const KernelTemplate& chosen, const std::filesystem::path& folder) {
  const auto file = new_from_template(chosen, folder);
  if (!file) return notify(notice, file.error());
  open_file(*file);
}

void Desk::open_text(const std::string& text, const std::filesystem::path& folder) {
  const auto file = new_from_text(text, folder);
  if (!file) return notify(notice, file.error());
  open_file(*file);
}

void Desk::open_copy(const std::filesystem::path& folder) {
  const experiment::Experiment& original = choices.experiment();
  const std::uint32_t entry = choices.session.settings.entry;
  const auto file = copy_of(original, folder);
  if (!file) return notify(notice, file.error());
  open_file(*file);
  const bool opened = &choices.experiment() != &original;
  if (opened) notify(notice, "A copy of your own: " + base::shown_path(*file));
  if (opened && entry < choices.experiment().entries.size()) notify(notice, choose_entry(choices, entry));
}

void Desk::open_session_file(const std::filesystem::path& path) {
  auto document = load_session(path);
  if (!document) return notify(notice, document.error());
  const launch::DeviceChoice device = document->session.device;
  if (const base::Status unpacked = unpack(*document, base::user_state_file("sessions")); !unpacked)
    return notify(notice, unpacked);
  if (!may_read(path, *document)) return;
  choices.session_file = path;
  find_schedule_files(choices);
  forget_step(lessons, runs);
  base::Status opened = open_session(choices, document->session);
  if (!opened && opened.error().file.empty()) opened = base::Error{path.string(), 0, 0, opened.error().message};
  notify(notice, opened ? recent.add(base::whole_path(path)) : opened);
  if (opened && document->session.device != device)
    notify(notice, "Opened on the SIMT machine; choose the GPU if you trust this kernel");
}

void Desk::save_as_experiment() {
  const experiment::Experiment& chosen = choices.experiment();
  const std::filesystem::path file = std::filesystem::path(chosen.source).replace_extension(".toml");
  const auto text = experiment::experiment_file_text(chosen, choices.session.settings);
  if (!text) return notify(notice, text.error());
  std::error_code code;
  if (std::filesystem::exists(file, code))
    return notify(notice, base::Status(base::Error{file.string(), 0, 0, "there is such a file already; rename it first"}));
  if (const base::Status written = base::write_file(file, *text); !written) return notify(notice, written);
  open_file(file);
  if (choices.session.experiment == file.string()) notify(notice, "Saved as " + base::shown_path(file));
}

void Desk::save_as_program(const std::filesystem::path& folder) {
  if (const base::Status written = editor.write(); !written) return notify(notice, written);
  notify_saved(notice, new_program(choices.experiment(), choices.session.settings, folder));
}

void Desk::open_sequence() {
  const auto file = make_sequence(choices);
  if (!file) return notify(notice, file.error());
  const experiment::Settings settings = choices.session.settings;
  open_file(*file);
  if (choices.session.experiment != file->string()) return;
  take_over(choices, settings);
  notify(notice, "Saved as " + base::shown_path(*file));
}

base::Result<OwnFiles> Desk::files_for_session() {
  if (const base::Status written = editor.write(); !written) return written.error();
  const bool shown = runs.shown && runs.shown->experiment == &choices.experiment();
  const std::string ptx = shown ? runs.shown->run.launch.module->text : std::string();
  OwnFiles files = own_files(choices.experiment(), choices.session.settings, ptx);
  if (const RunTables* const kept = desk::beside(runs, choices))
    for (const auto& [name, content] : own_files(*kept->experiment, kept->run.settings, kept->run.launch.module->text))
      if (const auto there = files.try_emplace(name, content).first; there->second != content)
        return base::error("the run kept beside this one has another " + name +
                           "; show one run again (B), or rename one of the two");
  return files;
}

base::Result<std::filesystem::path> Desk::save_session() {
  const auto files = files_for_session();
  if (!files) return files.error();
  return save_session_file(choices, *files);
}

base::Result<std::string> Desk::session_text() {
  const auto files = files_for_session();
  if (!files) return files.error();
  return to_json(choices.session, *files);
}

base::Result<std::filesystem::path> Desk::save_session_as(const std::filesystem::path& file) {
  const std::filesystem::path before = std::exchange(choices.session_file, file);
  auto saved = save_session();
  if (saved)
    notify(notice, recent.add(base::whole_path(*saved)));
  else
    choices.session_file = before;
  return saved;
}

std::string Desk::not_in_session() const {
  const experiment::Experiment& chosen = choices.experiment();
  if (!chosen.recording || !own_files(chosen, choices.session.settings, "").empty()) return "";
  const std::string name = chosen.file.filename().string();
  return ", without " + name + ", which is too large: it opens where that file is, or in the same folder";
}

void Desk::undo_change() { restore(undo.undo(choices.session)); }

void Desk::redo_change() { restore(undo.redo(choices.session)); }

/// Take a session of the past over; what is run already is not run again.
void Desk::restore(std::optional<Session> session) {
  if (!session) return;
  const Session& now = choices.session;
  const bool same_run = session->experiment == now.experiment && session->settings == now.settings &&
                        session->device == now.device && session->spec == now.spec && session->sweep == now.sweep;
  if (same_run) {
    const std::string view = std::exchange(session->view, now.view);
    choices.session = std::move(*session);
    choose_view(choices, view);
  } else {
    notify(notice, open_session(choices, *session));
  }
  undo.restored(choices.session);
}

base::Status Desk::open_and_run(const Session& session) {
  if (const base::Status opened = open_session(choices, session); !opened) return opened;
  if (const std::string refusal = refusal_of(choices).reason; !refusal.empty()) return base::error(refusal);
  runs.worker.request(with_source(chosen_run(runs, choices)));
  runs.worker.wait_until_idle();
  choices.run_wanted = false;
  return base::Nothing{};
}

base::Status Desk::settle(const Session& session) {
  if (const base::Status ran = open_and_run(session); !ran) return ran;
  // One round asks, the next one takes the answer and asks for what follows from it.
  constexpr int rounds = 3;
  for (int left = rounds; left > 0; --left) {
    const Answers before = answers_of(*this);
    take_answers();
    update();
    request_work();
    wait_until_idle();
    if (answers_of(*this) != before) left = rounds;
  }
  if (runs.failure && !choices.row().needs.program) return *runs.failure;
  if (choices.session.beside && runs.beside_failure) return *runs.beside_failure;
  return base::Nothing{};
}

Answers answers_of(const Desk& desk) {
  return {desk.runs.shown.get(),
          desk.runs.counterpart_of.get(),
          desk.runs.beside.get(),
          desk.runs.results.size(),
          desk.runs.residencies.size(),
          desk.lessons.step.done,
          desk.asking.answer.get(),
          desk.pointer.target,
          desk.stepping.moment.get(),
          has_picture(desk),
          desk.runs.removed.known.of.module.get()};
}

}  // namespace warplens::desk
