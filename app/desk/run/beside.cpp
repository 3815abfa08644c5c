#include "desk/run/beside.h"

#include <fmt/format.h>

#include "base/number_format.h"
#include "experiment/kernel_file/describe.h"

namespace warplens::desk {
namespace {

using Texts = std::map<std::string, std::string>;

/// Append what `own` has and `other` has not.
void add_differences(std::string& text, const Texts& own, const Texts& other) {
  for (const auto& [name, value] : own) {
    const auto there = other.find(name);
    if (there == other.end() || there->second != value) text += fmt::format("{}{} {}", text.empty() ? "" : " · ", name, value);
  }
}

/// Everything that a person chooses for a run, by the names that the window gives it.
Texts choices_of(const experiment::Settings& settings) {
  Texts texts{{"grid", base::extents_text(settings.grid)},
              {"block", base::extents_text(settings.block)},
              {"schedule", std::string(launch::name(settings.schedule))},
              {"seed", base::grouped(settings.seed)}};
  const auto add = [&](const Texts& all, const char* what) {
    for (const auto& [name, value] : all) texts[name + what] = value;
  };
  for (const auto& [name, value] : settings.parameters) texts[name] = view::number(value);
  add(settings.sizes, " size");
  add(settings.inputs, " content");
  add(settings.variables, "");
  if (!settings.dynamic_shared.empty()) texts["dynamic shared"] = settings.dynamic_shared;
  if (settings.multiprocessors > 0) texts["multiprocessors"] = base::grouped(std::uint64_t{settings.multiprocessors});
  return texts;
}

}  // namespace

void keep_beside(Choices& choices, Runs& runs) {
  if (!runs.shown) return;
  const Session& session = choices.session;
  runs.beside = runs.shown;
  runs.beside_choice = {runs.shown->experiment->id, runs.shown->run.settings, session.device, session.spec};
  runs.beside_failure.reset();
  choices.session.beside = runs.beside_choice;
  ++runs.version;
}

void drop_beside(Choices& choices) { choices.session.beside.reset(); }

const RunTables* beside(const Runs& runs, const Choices& choices) {
  const bool kept = choices.session.beside && runs.beside_choice == choices.session.beside;
  return kept ? runs.beside.get() : nullptr;
}

bool draws_beside(const Runs& runs, const Choices& choices) {
  const RunTables* const kept = beside(runs, choices);
  const view::Row& row = choices.row();
  return kept != nullptr && runs.shown && row.needs.run && !row.needs.stepping && !row.needs.sweep &&
         offers(row, *kept->experiment);
}

std::optional<RunRequest> missing_beside(Runs& runs, Choices& choices) {
  const std::optional<RunChoice>& wanted = choices.session.beside;
  if (!wanted || runs.beside_choice == wanted || runs.worker.progress().running) return std::nullopt;
  runs.beside.reset();
  runs.beside_choice = wanted;
  runs.beside_failure.reset();
  const auto found = experiment::find_or_add(choices.catalogue, wanted->experiment, view::names_of_views());
  const auto settings =
      found ? experiment::complete_settings(**found, wanted->settings) : base::Result<experiment::Settings>(found.error());
  const auto device = launch::resolve(choices.devices, wanted->device, wanted->spec);
  if (!settings || !device) {
    runs.beside_failure = settings ? device.error() : settings.error();
    return std::nullopt;
  }
  RunRequest request{*found, *settings, *device};
  request.purpose = RunPurpose::beside;
  request.late = choices.row().needs.late;
  request.colour = choices.colour();
  return request;
}

void take_beside(Runs& runs, const RunReport& report) {
  runs.beside = report.tables;
  runs.beside_failure = report.error;
  ++runs.version;
}

RunIdentity identity_of(const RunTables& tables) { return {tables.experiment, tables.run.settings, tables.run.result.device}; }

std::string distinction(const RunTables& own, const RunTables& other) {
  return distinction(identity_of(own), identity_of(other));
}

std::string distinction(const RunIdentity& own, const RunIdentity& other) {
  const experiment::Entry& entry = own.experiment->entries[own.settings.entry];
  const bool same_experiment = own.experiment->title == other.experiment->title;
  std::string text = same_experiment ? "" : own.experiment->title;
  if (entry.label != other.experiment->entries[other.settings.entry].label && text != entry.label)
    text += (text.empty() ? "" : " · ") + entry.label;
  if (own.device != other.device) text += (text.empty() ? "" : " · ") + own.device;
  if (same_experiment) add_differences(text, choices_of(own.settings), choices_of(other.settings));
  return text.empty() ? entry.label : text;
}

}  // namespace warplens::desk
