#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "desk/editing/sequence_edit.h"
#include "experiment/captions/caption.h"
#include "experiment/sequence.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/widgets.h"

// The launches of a sequence: which one is shown, their order, and the buffers that they take.

namespace warplens::ui {
namespace {

void show_list(const App& app, desk::Choices& choices, desk::Notice& notice) {
  const experiment::Experiment& experiment = choices.experiment();
  const experiment::Settings& settings = choices.session.settings;
  for (std::uint32_t launch = 0; launch < experiment.entries.size(); ++launch) {
    const bool chosen = launch == settings.entry;
    const experiment::Settings own = chosen ? settings : settings_of_entry(experiment, settings, launch);
    const std::string geometry = fmt::format("{} block{} of {}", base::extents_text(own.grid),
                                             base::count(own.grid) == 1 ? "" : "s", base::extents_text(own.block));
    const view::Theme& theme = app.look.colours();
    ImGui::PushID(static_cast<int>(launch));
    if (value_button(app.look, "launch", fmt::format("{}  {}", launch + 1, experiment.entries[launch].label), geometry,
                     chosen ? "The pictures show this launch, which runs after those above it"
                            : "Show this launch, which runs after those above it",
                     chosen ? theme.accent : theme.muted) &&
        !chosen)
      notify(notice, choose_entry(choices, launch));
    ImGui::PopID();
    gap(app.look, -2);
  }
}

/// A row of links that change the place of the shown launch.
void show_changes(const Look& look, desk::Choices& choices, desk::Notice& notice) {
  const std::uint32_t launch = choices.session.settings.entry;
  const auto count = static_cast<std::uint32_t>(choices.experiment().entries.size());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float x = at.x;
  const auto offer = [&](const char* label, const char* tooltip) {
    ImGui::SetCursorScreenPos({x, at.y});
    x += text_width(look, small_text, label) + look.px(18);
    return link(look, label, label, tooltip);
  };
  if (launch > 0 && offer("Earlier", "Run the shown launch before the one above it"))
    return notify(notice, move_launch(choices, launch, launch - 1));
  if (launch + 1 < count && offer("Later", "Run the shown launch after the one below it"))
    return notify(notice, move_launch(choices, launch, launch + 1));
  if (offer("Repeat", "Run the shown kernel once more, right after it")) return notify(notice, repeat_launch(choices, launch));
  if (count > 1 && offer("Remove", "Take the shown launch out of the row")) return notify(notice, remove_launch(choices, launch));
}

/// Which buffer each of the shown kernel's pointers leads to.
void show_buffers(const Look& look, desk::Choices& choices, desk::Notice& notice) {
  const experiment::Entry& entry = choices.entry();
  for (std::size_t position = 0; position < entry.arguments.size(); ++position) {
    const std::vector<std::string> names = possible_buffers(choices, position);
    if (names.size() < 2) continue;
    const std::string parameter =
        position < entry.parameter_names.size() ? entry.parameter_names[position] : fmt::format("argument {}", position + 1);
    std::vector<ChoiceRow> rows;
    for (const std::string& name : names) rows.push_back({fmt::format("{}: buffer {}", parameter, name), ""});
    const auto chosen = static_cast<std::size_t>(std::ranges::find(names, entry.arguments[position]) - names.begin());
    const auto picked = choice(look, fmt::format("buffer {}", position).c_str(), rows, chosen, ImGui::GetContentRegionAvail().x,
                               "The buffer that this launch gets for " + parameter);
    gap(look, -2);
    if (picked && *picked != chosen) return notify(notice, choose_buffer(choices, position, names[*picked]));
  }
}

}  // namespace

void show_launches(const App& app, desk::Choices& choices, desk::Notice& notice) {
  section(app.look, "Launches, in this order", true);
  show_list(app, choices, notice);
  if (choices.experiment().opened_by_user()) {
    show_changes(app.look, choices, notice);
    show_buffers(app.look, choices, notice);
  }
  note(app.look, experiment::shows_text(choices.experiment(), choices.session.settings), app.look.colours().muted);
}

}  // namespace warplens::ui
