#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/number_format.h"
#include "desk/choices/refusal.h"
#include "desk/schedule/orders.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/number_slider.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

std::string figures_of(const launch::DeviceProperties& device) {
  const launch::MultiprocessorLimits& each = device.per_multiprocessor;
  std::string text = base::counted(std::uint64_t{device.multiprocessors}, "multiprocessor") +
                     fmt::format(", each with room for {} threads, {} blocks, {} KiB of shared memory and {} registers",
                                 base::grouped(std::uint64_t{each.threads}), each.blocks, each.shared / 1024,
                                 base::grouped(std::uint64_t{each.registers}));
  if (!device.compute_capability.empty()) text += "; compute capability " + device.compute_capability;
  return text + ". Its figures shape the modelled cycles; they do not predict times.";
}

/// "RTX 4090" of "SIMT machine, RTX 4090": the section says which machine.
std::string short_name(const std::string& name) {
  const std::size_t comma = name.find(", ");
  return comma == std::string::npos ? name : name.substr(comma + 2);
}

void show_presets(const App& app, desk::Choices& choices) {
  std::vector<ChoiceRow> rows;
  std::vector<std::string> ids;
  std::size_t chosen = 0;
  for (const auto& device : choices.devices.devices) {
    const launch::DeviceProperties& properties = device->properties();
    if (properties.kind != launch::DeviceKind::simt || !properties.place.empty()) continue;
    if (properties.id == choices.session.spec) chosen = rows.size();
    rows.push_back({short_name(properties.name), figures_of(properties)});
    ids.push_back(properties.id);
  }
  if (rows.size() < 2) return;
  note(app.look, "Card", app.look.colours().muted);
  const float width = ImGui::GetContentRegionAvail().x;
  const auto picked = choice(app.look, "preset", rows, chosen, width, rows[chosen].tooltip);
  if (picked) choose_card(choices, ids[*picked]);
}

/// How many multiprocessors the card is given; as many as it has where nothing else was said.
void show_multiprocessors(const App& app, desk::Choices& choices) {
  std::uint32_t& chosen = choices.session.settings.multiprocessors;
  const double own = choices.device().properties().multiprocessors;
  double value = chosen == 0 ? own : chosen;
  NumberSlider slider{"multiprocessors",
                      "Multiprocessors",
                      "How many the modelled card is given. Blocks are handed out to them",
                      1,
                      std::max(32.0, own),
                      true,
                      true,
                      chosen == 0 ? "" : fmt::format("the card itself has {}", own),
                      desk::multiprocessors_problem(chosen)};
  if (!highlighted_slider(app, slider, value)) return;
  chosen = value == own ? 0 : static_cast<std::uint32_t>(std::clamp(value, 0.0, 4294967295.0));
  settings_changed(choices);
}

/// Which GPU, where there are several.
void show_gpus(const App& app, desk::Choices& choices) {
  std::vector<ChoiceRow> rows;
  std::vector<launch::DeviceChoice> gpus;
  std::size_t chosen = 0;
  for (const auto& device : choices.devices.devices) {
    const launch::DeviceProperties& properties = device->properties();
    if (properties.kind != launch::DeviceKind::gpu || !properties.place.empty()) continue;
    if (device.get() == &choices.device()) chosen = rows.size();
    rows.push_back({properties.name, "GPU " + properties.id + " in CUDA's order (CUDA_VISIBLE_DEVICES counts)"});
    gpus.push_back(launch::choice_of(properties));
  }
  if (rows.size() < 2) return;
  const float width = ImGui::GetContentRegionAvail().x;
  if (const auto picked = choice(app.look, "gpu", rows, chosen, width, rows[chosen].tooltip))
    choose_device(choices, gpus[*picked]);
}

/// What deviceQuery tells: a few lines, and all of them when asked.
void show_details(const Look& look, const launch::DeviceProperties& device, bool& all) {
  fact(look, {"Compute capability", device.compute_capability, std::nullopt, "Which generation of GPUs it is of", std::nullopt});
  fact(look, {"Multiprocessors", base::grouped(std::uint64_t{device.multiprocessors}), std::nullopt,
              "Each runs blocks of its own", std::nullopt});
  fact(look, {"Driver, runtime", "CUDA " + device.driver + ", " + device.runtime, std::nullopt,
              "The newest CUDA that the driver knows, and the runtime that this program brings", std::nullopt});
  if (link(look, "properties", all ? "Fewer properties" : "All properties", "What the GPU says of itself")) all = !all;
  if (!all) return;
  for (const auto& [what, value] : device.details) note(look, what + ": " + value, look.colours().muted);
}

/// In which order warps take their turns.
void show_orders(const App& app, desk::Choices& choices, desk::Notice& notice) {
  const Look& look = app.look;
  std::size_t chosen = 0;
  const std::vector<desk::OrderRow> orders = order_rows(choices, chosen);
  std::vector<ChoiceRow> rows;
  for (const desk::OrderRow& order : orders) rows.push_back({order.label, order.tooltip});
  note(look, "Order in which warps take turns", look.colours().muted);
  const std::string tooltip =
      "Order of turns: " + rows[chosen].tooltip + ". A .schedule file dropped on the window is followed, too";
  if (const auto picked = choice(look, "order", rows, chosen, ImGui::GetContentRegionAvail().x, tooltip))
    notify(notice, choose_order(choices, orders[*picked]));
  const bool there = app.shows_choice() && app.runs.shown->run.result.schedule.has_value();
  if (there && link(look, "save order", "Save this order of turns",
                    "Write the order in which the warps took turns in the shown run as a .schedule file, to follow it again"))
    notify_saved(notice, save_schedule_file(choices, app.runs));
}

constexpr const char* how_to_add =
    "The command that starts warplens device-server on the other computer, such as: ssh lab warplens device-server. Warplens has "
    "no network protocol or login of its own: whatever carries standard input and output there will do";

void show_place(const Look& look, const desk::PlaceRow& row, desk::Choices& choices, desk::Notice& notice,
                desk::RemotePlaces& elsewhere, float width) {
  ImGui::PushID(row.command.c_str());
  const std::string& label = row.name.empty() ? row.command : row.name;
  if (list_row(look, "place", label, "", "Run there, by: " + row.command, width)) elsewhere.choose(choices, row.command);
  gap(look, 6);
  ImGui::Indent(look.px(10));  // as the row's words are
  const float room = ImGui::GetContentRegionAvail().x;
  if (!row.name.empty()) note(look, shortened(look, small_text, row.command, room), look.colours().muted);
  if (!row.state.empty())
    note(look, (row.chosen ? "Chosen: " : "") + row.state, row.trouble ? look.colours().wrong : look.colours().muted);
  if ((row.chosen || row.trouble || row.name.empty()) && link(look, "remove", "Take off the list", "Forget this place"))
    notify(notice, elsewhere.remove(choices, row.command));
  ImGui::Unindent(look.px(10));
  ImGui::PopID();
}

}  // namespace

void show_machine(const App& app, desk::Choices& choices, desk::Notice& notice, bool& show_properties) {
  const Look& look = app.look;
  const bool simt = choices.device().properties().kind == launch::DeviceKind::simt,
             here = choices.device().properties().place.empty();
  if (simt) {
    highlighted_section(app, "Machine");
    if (here) show_presets(app, choices);
    show_multiprocessors(app, choices);
    show_orders(app, choices, notice);
  } else {
    section(look, "GPU");
    if (here) show_gpus(app, choices);
    if (!app.runs.output.note().empty()) note(look, app.runs.output.note(), look.colours().muted);
    show_details(look, choices.device().properties(), show_properties);
  }
  const char* const looks_for =
      simt ? "Look for data races and for reads of uninitialised memory, whatever this run's order happened to give"
           : "Look for data races in what the instrumented kernel recorded";
  if (toggle(look, "check", "Check for bugs", choices.session.settings.check, looks_for)) settings_changed(choices);
}

void show_elsewhere(const App& app, desk::Choices& choices, desk::Notice& notice, desk::RemotePlaces& elsewhere,
                    ControlsState& state) {
  if (!elsewhere.can_connect()) return;
  const Look& look = app.look;
  const float width = ImGui::GetContentRegionAvail().x;
  section(look, "Elsewhere");
  const bool here = choices.device().properties().place.empty();
  if (!here && list_row(look, "here", "This computer", "", "Run on this computer again", width))
    choose_device(choices, launch::automatic_device);
  if (!here) gap(look, 6);
  for (const desk::PlaceRow& row : elsewhere.rows(choices)) show_place(look, row, choices, notice, elsewhere, width);
  if (!state.adds_place) {
    if (link(look, "add", "Add a device of another computer", how_to_add)) state.adds_place = state.place_wants_keyboard = true;
    return;
  }
  if (std::exchange(state.place_wants_keyboard, false)) ImGui::SetKeyboardFocusHere();
  bool left = false;
  text_field(look, "##place", state.new_place, width, how_to_add, {}, &left);
  const bool entered = left && ended_by_enter();
  const std::string command = state.new_place;
  const bool clicked =
      link(look, "connect", command.empty() ? "Never mind" : "Connect", "Start the command, and run there (Enter)");
  if (!clicked && !entered) return;
  state.adds_place = false;
  state.new_place.clear();
  if (!command.empty()) notify(notice, elsewhere.add(choices, command));
}

}  // namespace warplens::ui
