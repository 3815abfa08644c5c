#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "desk/schedule/orders.h"
#include "launch/arguments/argument.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/number_slider.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr const char* explanation =
    "Some orders of the warps' turns are crueler than others. Look for those that give the "
    "smallest and the largest value of one element.";

/// Which element, and how many orders.
void show_form(const Look& look, const std::vector<desk::SearchChoice>& choices, desk::SearchForm& form) {
  form.choice = std::min(form.choice, choices.size() - 1);
  if (choices.size() > 1) {
    std::vector<ChoiceRow> rows;
    for (const desk::SearchChoice& each : choices)
      rows.push_back({each.label, each.label + " has " + base::counted(each.elements, "element")});
    const auto picked =
        choice(look, "output", rows, form.choice, ImGui::GetContentRegionAvail().x, "The buffer whose element is looked at");
    if (picked) form.choice = *picked;
  }
  const desk::SearchChoice& chosen = choices[form.choice];
  if (chosen.elements > 1) {
    auto element = static_cast<double>(form.element);
    const auto last = static_cast<double>(chosen.elements - 1);
    const std::string problem = element > last ? fmt::format("{} has elements 0 to {:.0f}", chosen.label, last) : "";
    const NumberSlider slider{"element",
                              "Element of " + chosen.label,
                              "The element whose value is to be smallest and largest",
                              0,
                              last,
                              true,
                              false,
                              "",
                              problem};
    if (number_slider(look, slider, element)) form.element = static_cast<std::uint64_t>(std::max(element, 0.0));
  }
  auto schedules = static_cast<double>(form.schedules);
  const NumberSlider slider{
      "schedules", "Orders tried", "How many orders are tried at most: each is a run of the launch", 10, 10000, true, true, "",
      ""};
  if (number_slider(look, slider, schedules)) form.schedules = static_cast<std::uint64_t>(std::clamp(schedules, 1.0, 1e6));
}

bool show_extreme(const Look& look, const char* what, const std::optional<launch::Extreme>& extreme) {
  if (!extreme) return false;
  const std::string value = launch::to_text(extreme->value);
  const std::string tooltip = fmt::format(
      "Run the launch in the order that gave {}. It was tried as: {}. Every click gives it again.", value, extreme->strategy);
  return value_button(look, what, fmt::format("Show {}", what), value, tooltip, look.colours().text);
}

void show_found(const Look& look, const desk::Search& search, desk::Choices& choices, desk::Notice& notice) {
  const launch::SearchResult& result = *search.found->result;
  const auto open = [&](const std::shared_ptr<const launch::ScheduleRecord>& schedule, const std::string& name) {
    notify(notice, open_found_schedule(search, choices, schedule, name));
  };
  const auto show = [&](const char* what, const std::optional<launch::Extreme>& extreme) {
    if (show_extreme(look, what, extreme)) open(extreme->schedule, fmt::format("{}, {}", what, launch::to_text(extreme->value)));
  };
  const std::string target = fmt::format("{}[{}]", search.found_label, search.found->request.target.element);
  show("smallest", result.smallest);
  show("largest", result.largest);
  if (result.failure) {
    const std::string tooltip = result.failure->fault.message + " (" + result.failure->strategy + ")";
    if (value_button(look, "failure", "Show failure", std::string(launch::name(result.failure->fault.kind)), tooltip,
                     look.colours().wrong))
      open(result.failure->schedule, "failure");
  }
  const bool equal =
      result.smallest && result.largest && launch::to_text(result.smallest->value) == launch::to_text(result.largest->value);
  std::string text = fmt::format("{} after {}{}, counted. ", target, base::counted(result.schedules, "order"),
                                 result.cancelled ? ", then stopped" : "");
  text += equal ? "All gave the same. A search, not a proof." : "A search, not a proof: other values may happen too.";
  note(look, text, look.colours().muted);
}

}  // namespace

void show_adversary(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Search& search) {
  const std::vector<desk::SearchChoice> buffers = search_choices(choices, app.runs);
  if (buffers.empty()) return;
  const Look& look = app.look;
  section(look, "Adversary");
  note(look, explanation, look.colours().muted);
  show_form(look, buffers, search.form);
  // What a search has found is below its button, often out of sight: it is brought into view once.
  ImGuiStorage& before = *ImGui::GetStateStorage();
  const ImGuiID searched = ImGui::GetID("searched");
  const bool running = search.worker.running(), ended = before.GetBool(searched) && !running;
  before.SetBool(searched, running);
  if (running) {
    const std::string label = fmt::format("Stop   {:.0f} %", 100 * search.worker.share_done());
    if (button(look, "search", label, "Stop the search (Esc) and show what it has found")) search.worker.cancel();
  } else if (button(look, "search", "Find smallest and largest",
                    "Try many orders of the warps' turns in the background (A). The picture stays as it is.")) {
    start_search(search, choices, app.runs);
    before.SetBool(searched, true);
  }
  if (search.found && search.found->result) show_found(look, search, choices, notice);
  if (ended) ImGui::SetScrollHereY(1);
}

}  // namespace warplens::ui
