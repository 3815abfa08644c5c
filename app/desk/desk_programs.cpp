#include <utility>

#include "base/file.h"
#include "desk/desk.h"
#include "desk/playback/program_calls.h"
#include "experiment/recording/recorded_program.h"

// Desk's functions for whole programs: open and run a source with main(), run it again after an edit, show a recording's source.

namespace warplens::desk {

/// Build and run a program again when one of its sources has changed.
void Desk::watch_program(const OpenProgram& program) {
  bool any = changed(program.source);
  for (const launch::RecordedSource& each : choices.experiment().recording->sources)
    if (each.file != program.source) any = changed(each.file) || any;
  if (!any) return;
  source_of_ = nullptr;
  if (choices.run_on_change) run_program();
}

/// The SIMT machine that programs run on: the chosen one.
std::string Desk::program_spec() const {
  const launch::DeviceProperties& chosen = choices.device().properties();
  return chosen.kind == launch::DeviceKind::simt ? chosen.id : choices.devices.devices.front()->properties().id;
}

void Desk::run_program() {
  if (const OpenProgram* const chosen = program()) programs.run(*chosen, program_spec());
}

/// Open a program and run it. Its session is saved next to its source.
void Desk::open_program(const std::filesystem::path& source, const std::vector<std::filesystem::path>& others) {
  const auto recording = programs.open(source, others, program_spec());
  if (!recording) return notify(notice, recording.error());
  if (const base::Status opened = open_experiment_file(choices, *recording); !opened) return notify(notice, opened);
  file_error.reset();
  choices.session_file = std::filesystem::path(source).replace_extension(".warplens");
  notify(notice, recent.add(source));
}

/// A program has run. At first, the launch is chosen in which something was found.
void Desk::show_ended(const OpenProgram& ended) {
  if (program() != &ended || ended.failure || ended.recorded != 1) return;
  const launch::ProgramRecording& recording = *choices.experiment().recording;
  for (const launch::RecordedFinding& finding : recording.findings) {
    if (finding.call >= recording.calls.size()) continue;
    const auto entry = experiment::entry_of_launch(choices.experiment(), recording.calls[finding.call].launch);
    if (!entry) continue;
    return notify(notice, choose_entry(choices, *entry));
  }
}

/// The text of a recorded program that belongs to what is looked at: of a program that runs here, to be edited.
void Desk::read_recorded_source() {
  const experiment::Experiment& chosen = choices.experiment();
  std::string file = recorded_file(choices, pointer.target.call);
  if (source_of_ == &chosen && recorded_file_ == file) return;
  if (source_of_ != &chosen) has_recorded_main = main_source(*chosen.recording) != nullptr;
  source_of_ = &chosen;
  recorded_file_ = std::move(file);
  const launch::RecordedSource* const recorded = experiment::recorded_source(*chosen.recording, recorded_file_);
  const std::string title = std::filesystem::path(recorded_file_).filename().string();
  recorded_source_ =
      recorded != nullptr ? std::make_shared<const SourceText>(program_source(recorded_file_, recorded->text)) : nullptr;
  if (program() != nullptr && show_in_editor(recorded_file_)) return;
  source = recorded_source_ ? recorded_source_
                            : std::make_shared<const SourceText>(
                                  cuda_source(title.empty() ? "not recorded" : title, "// The source was not recorded."));
  read_only = "As it was when the program was recorded";
  notify(notice, editor.close());
}

/// Edit a file of the chosen program; false if it is not in the folder of the program, or cannot be edited.
bool Desk::show_in_editor(const std::string& file) {
  const std::filesystem::path path = file;
  if (path.parent_path() != program()->source.parent_path() || path.extension() == ".ipynb") return false;
  const auto text = base::read_text(file);
  if (!text || !why_not_editable(*text).empty()) return false;
  source = std::make_shared<const SourceText>(program_source(path, *text));
  read_only.clear();
  notify(notice, editor.show(file, *text));
  return true;
}

}  // namespace warplens::desk
