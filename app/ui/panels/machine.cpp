#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "ui/orders.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/requests.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/number_slider.h"
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

void show_presets(App& app) {
  std::vector<ChoiceRow> rows;
  std::vector<std::string> ids;
  std::size_t chosen = 0;
  for (const auto& device : app.devices.devices) {
    const launch::DeviceProperties& properties = device->properties();
    if (properties.kind != "simt") continue;
    if (properties.id == app.session.spec) chosen = rows.size();
    rows.push_back({short_name(properties.name), figures_of(properties)});
    ids.push_back(properties.id);
  }
  if (rows.size() < 2) return;
  note(app.look, "Card", app.look.colours().muted);
  const float width = ImGui::GetContentRegionAvail().x;
  const auto picked = choice(app.look, "preset", rows, chosen, width, rows[chosen].tooltip);
  if (!picked) return;
  app.session.spec = ids[*picked];
  app.session.settings.multiprocessors = 0;
  settings_changed(app);
}

/// How many multiprocessors the card is given; as many as it has where nothing else was said.
void show_multiprocessors(App& app) {
  std::uint32_t& chosen = app.session.settings.multiprocessors;
  const double own = app.device().properties().multiprocessors;
  double value = chosen == 0 ? own : chosen;
  NumberSlider slider{"multiprocessors",
                      "Multiprocessors",
                      "How many the modelled card is given. Blocks are handed out to them",
                      1,
                      std::max(32.0, own),
                      true,
                      true,
                      chosen == 0 ? "" : fmt::format("the card itself has {}", own),
                      multiprocessors_problem(chosen)};
  if (!highlighted_slider(app, slider, value)) return;
  chosen = value == own ? 0 : static_cast<std::uint32_t>(std::clamp(value, 0.0, 4294967295.0));
  settings_changed(app);
}

/// Which GPU, where there are several.
void show_gpus(App& app) {
  std::vector<ChoiceRow> rows;
  std::vector<launch::DeviceChoice> choices;
  std::size_t chosen = 0;
  for (const auto& device : app.devices.devices) {
    const launch::DeviceProperties& properties = device->properties();
    if (properties.kind != "gpu") continue;
    if (device.get() == &app.device()) chosen = rows.size();
    rows.push_back({properties.name, "GPU " + properties.id + " in CUDA's order (CUDA_VISIBLE_DEVICES counts)"});
    choices.push_back(launch::choice_of(properties));
  }
  if (rows.size() < 2) return;
  const float width = ImGui::GetContentRegionAvail().x;
  if (const auto picked = choice(app.look, "gpu", rows, chosen, width, rows[chosen].tooltip))
    choose_device(app, choices[*picked]);
}

/// What deviceQuery tells: a few lines, and all of them when asked.
void show_properties(App& app) {
  const Look& look = app.look;
  const launch::DeviceProperties& device = app.device().properties();
  fact(look, {"Compute capability", device.compute_capability, std::nullopt, "Which generation of GPUs it is of", std::nullopt});
  fact(look, {"Multiprocessors", base::grouped(std::uint64_t{device.multiprocessors}), std::nullopt,
              "Each runs blocks of its own", std::nullopt});
  fact(look, {"Driver, runtime", "CUDA " + device.driver + ", " + device.runtime, std::nullopt,
              "The newest CUDA that the driver knows, and the runtime that this program brings", std::nullopt});
  if (link(look, "properties", app.show_properties ? "Fewer properties" : "All properties", "What the GPU says of itself"))
    app.show_properties = !app.show_properties;
  if (!app.show_properties) return;
  for (const auto& [what, value] : device.details) note(look, what + ": " + value, look.colours().muted);
}

/// In which order warps take their turns.
void show_orders(App& app) {
  const Look& look = app.look;
  std::size_t chosen = 0;
  const std::vector<OrderRow> orders = order_rows(app, chosen);
  std::vector<ChoiceRow> rows;
  for (const OrderRow& order : orders) rows.push_back({order.label, order.tooltip});
  note(look, "Order in which warps take turns", look.colours().muted);
  const std::string tooltip =
      "Order of turns: " + rows[chosen].tooltip + ". A .schedule file dropped on the window is followed, too";
  if (const auto picked = choice(look, "order", rows, chosen, ImGui::GetContentRegionAvail().x, tooltip))
    choose_order(app, orders[*picked]);
  const bool there = app.shows_choice() && app.shown->run.result.schedule.has_value();
  if (there && link(look, "save order", "Save this order of turns",
                    "Write the order in which the warps took turns in the shown run as a .schedule file, to follow it again"))
    save_schedule_file(app);
}

}  // namespace

void show_machine(App& app) {
  const Look& look = app.look;
  const bool simt = app.device().properties().kind == "simt";
  if (simt) {
    highlighted_section(app, "Machine");
    show_presets(app);
    show_multiprocessors(app);
    show_orders(app);
  } else {
    section(look, "GPU");
    show_gpus(app);
    if (!app.output.note().empty()) note(look, app.output.note(), look.colours().muted);
    show_properties(app);
  }
  const char* const looks_for =
      simt ? "Look for data races and for reads of memory that nobody has written, whatever this run's order happened to give"
           : "Look for data races in what the instrumented kernel recorded";
  if (toggle(look, "check", "Check for bugs", app.session.settings.check, looks_for)) settings_changed(app);
}

}  // namespace warplens::ui
