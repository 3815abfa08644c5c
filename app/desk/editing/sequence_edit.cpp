#include "desk/editing/sequence_edit.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/file.h"
#include "desk/editing/editor.h"
#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/kernel_file/experiment_file.h"
#include "experiment/kernel_file/kernel_source.h"

namespace warplens::desk {
namespace {

/// Index after a change of the launch that had the index before it; nothing: it is gone.
using NewIndex = std::function<std::optional<std::uint32_t>(std::uint32_t)>;

std::uint32_t same(std::uint32_t launch) { return launch; }

/// Write the changed text, read it again, and give every launch its settings back.
base::Status rewrite(Choices& choices, const base::Result<std::string>& text, const NewIndex& moved) {
  if (!text) return text.error();
  const experiment::Experiment& before = choices.experiment();
  const std::filesystem::path file = before.file;
  if (const auto parsed = experiment::parse_experiment(*text, file, view::names_of_views()); !parsed) return parsed.error();
  if (const base::Status kept = base::write_file(backup_of(file), before.described); !kept) return kept;
  if (const base::Status written = base::write_file(file, *text); !written) return written;
  experiment::Settings& settings = choices.session.settings;
  std::map<std::uint32_t, experiment::Geometry> geometries;
  for (const auto& [launch, geometry] : settings.geometries)
    if (const auto now = moved(launch)) geometries[*now] = geometry;
  settings.geometries = std::move(geometries);
  settings.entry = moved(settings.entry).value_or(settings.entry);
  return reload_experiment_file(choices);
}

}  // namespace

base::Status repeat_launch(Choices& choices, std::uint32_t launch) {
  return rewrite(choices, experiment::with_launch_repeated(choices.experiment().described, launch),
                 [=](std::uint32_t each) { return each > launch ? each + 1 : each; });
}

base::Status remove_launch(Choices& choices, std::uint32_t launch) {
  const auto text = experiment::without_launch(choices.experiment().described, launch);
  if (!text) return text.error();
  // The launch before it takes its place where it was the shown one.
  if (choices.session.settings.entry == launch)
    if (const base::Status chosen = choose_entry(choices, launch > 0 ? launch - 1 : 1); !chosen) return chosen;
  return rewrite(choices, text, [=](std::uint32_t each) {
    return each == launch ? std::nullopt : std::optional(each > launch ? each - 1 : each);
  });
}

base::Status move_launch(Choices& choices, std::uint32_t launch, std::uint32_t to) {
  return rewrite(choices, experiment::with_launch_moved(choices.experiment().described, launch, to), [=](std::uint32_t each) {
    if (each == launch) return to;
    const std::uint32_t without = each > launch ? each - 1 : each;
    return without >= to ? without + 1 : without;
  });
}

base::Status choose_buffer(Choices& choices, std::size_t position, const std::string& buffer) {
  return rewrite(
      choices, experiment::with_argument(choices.experiment().described, choices.session.settings.entry, position, buffer), same);
}

std::vector<std::string> possible_buffers(const Choices& choices, std::size_t position) {
  const experiment::Experiment& experiment = choices.experiment();
  const auto now = std::ranges::find(experiment.arguments, choices.entry().arguments.at(position), &experiment::Argument::name);
  std::vector<std::string> names;
  for (const experiment::Argument& each : experiment.arguments)
    if (now != experiment.arguments.end() && now->buffer && each.buffer && each.type == now->type) names.push_back(each.name);
  return names;
}

bool has_sequence(const Choices& choices) {
  const experiment::Experiment& experiment = choices.experiment();
  return experiment.opened_by_user() && experiment::is_kernel_file(experiment.file) &&
         experiment.id != experiment.file.string() && experiment.file.extension() == ".cu";
}

base::Result<std::filesystem::path> make_sequence(const Choices& choices) {
  const std::filesystem::path source = choices.experiment().source;
  const std::filesystem::path file = std::filesystem::path(source).replace_extension(".toml");
  std::error_code code;
  if (std::filesystem::exists(file, code))
    return base::Error{file.string(), 0, 0, "there is such a file already; open it, or rename it first"};
  const auto text = base::read_text(source);
  if (!text) return text.error();
  const auto sequence = experiment::sequence_text(experiment::signatures_of(*text, experiment::headers_of(source)), source);
  if (!sequence) return sequence.error();
  if (const base::Status written = base::write_file(file, *sequence); !written) return written.error();
  return file;
}

void take_over(Choices& choices, const experiment::Settings& settings) {
  const experiment::Experiment& experiment = choices.experiment();
  for (const auto& [name, value] : settings.parameters)
    if (experiment::check_parameter(experiment, name, value)) choose_parameter(choices, name, value);
  for (const auto& [name, size] : settings.sizes) (void)experiment::set_size(experiment, choices.session.settings, name, size);
  for (const auto& [name, input] : settings.inputs)
    (void)experiment::set_input(experiment, choices.session.settings, name, input);
  settings_changed(choices);
}

}  // namespace warplens::desk
