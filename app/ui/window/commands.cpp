#include "ui/window/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>
#include <tuple>

#include "analysis/counter_table.h"
#include "analysis/why/counter.h"
#include "base/number_format.h"
#include "desk/asking/asking.h"
#include "desk/playback/playback.h"
#include "desk/playback/step_search.h"
#include "desk/pointer/pointer.h"
#include "desk/run/save_output.h"
#include "desk/schedule/orders.h"
#include "desk/view_inputs.h"
#include "experiment/kernel_file/describe.h"
#include "launch/findings/finding_kind.h"
#include "session/asked.h"
#include "ui/window/app.h"
#include "ui/window/shortcuts.h"
#include "view/subject.h"

namespace warplens::ui {
namespace {

using Commands = std::vector<Command>;

void add_entries(Commands& all, const App& app) {
  const experiment::Experiment& experiment = app.choices.experiment();
  for (const experiment::Experiment* kernel : kernels_of_file(app.choices))
    if (kernel != &experiment)
      all.push_back({"Kernel", kernel->entries.front().label, "",
                     [id = kernel->id](App& now) { notify(now.notice, choose_experiment(now.choices, id)); }});
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry)
    all.push_back({"Kernel", experiment.entries[entry].label, "",
                   [entry](App& now) { notify(now.notice, choose_entry(now.choices, entry)); }});
}

void add_views(Commands& all, const App& app) {
  for (const view::Row& row : view::table())
    if (desk::offers(row, app.choices.experiment()))
      all.push_back(
          {"View", row.title, std::string(1, row.key), [name = row.name](App& now) { choose_view(now.choices, name); }});
}

void add_experiments(Commands& all, const App& app) {
  for (const experiment::Experiment& experiment : app.choices.catalogue.experiments)
    if (!experiment.replaced)
      all.push_back({"Experiment", experiment.title, "",
                     [id = experiment.id](App& now) { notify(now.notice, choose_experiment(now.choices, id)); }});
}

void add_lessons(Commands& all, const App& app) {
  for (const lesson::Lesson& lesson : app.lessons.all->lessons)
    all.push_back({"Lesson", lesson.title, "", [id = lesson.id](App& now) {
                     const auto& lessons = now.lessons.all->lessons;
                     const auto found = std::ranges::find(lessons, id, &lesson::Lesson::id);
                     if (found == lessons.end()) return;
                     notify(now.notice,
                            open_lesson_step(now.lessons, now.choices, now.runs, id, first_step_to_do(now.lessons, *found)));
                   }});
}

void add_themes(Commands& all) {
  constexpr std::pair<view::ThemeName, const char*> themes[] = {
      {view::ThemeName::dark, "Dark"}, {view::ThemeName::light, "Light"}, {view::ThemeName::projector, "Projector"}};
  for (const auto& [theme, label] : themes)
    all.push_back({"Theme", label, "", [theme = theme](App& now) { now.choices.session.theme = theme; }});
}

void add_machines(Commands& all, const App& app) {
  for (const auto& device : app.choices.devices.devices) {
    const launch::DeviceProperties& properties = device->properties();
    if (properties.kind == launch::DeviceKind::simt && properties.place.empty())
      all.push_back({"Machine", properties.name, "", [id = properties.id](App& now) {
                       choose_device(now.choices, launch::simt_device);
                       choose_card(now.choices, id);
                     }});
    else
      all.push_back({"Machine", properties.name + (properties.place.empty() ? "" : ", elsewhere"), "",
                     [choice = launch::choice_of(properties)](App& now) { choose_device(now.choices, choice); }});
  }
  std::size_t chosen = 0;
  if (app.choices.device().properties().kind != launch::DeviceKind::simt) return;
  for (const desk::OrderRow& order : order_rows(app.choices, chosen))
    all.push_back(
        {"Order of turns", order.label, "", [order](App& now) { notify(now.notice, choose_order(now.choices, order)); }});
}

void add_sweeps(Commands& all, const App& app) {
  for (const experiment::Sweep& sweep : app.choices.experiment().sweeps)
    all.push_back({"Sweep", sweep.label, "", [label = sweep.label](App& now) {
                     choose_view(now.choices, view::sweep_view);
                     choose_sweep(now.choices, label);
                   }});
}

/// Questions about the shown run's counters and findings.
void add_questions(Commands& all, const App& app) {
  if (!app.shows_choice()) return;
  const launch::LaunchResult& result = app.runs.shown->run.result;
  const auto add = [&](std::string label, std::string about) {
    all.push_back({"Why", std::move(label), "", [about = std::move(about)](App& now) { now.choices.session.why = about; }});
  };
  for (std::size_t k = 0; k < result.findings.size(); ++k)
    add(fmt::format("{} at line {}", launch::title(result.findings[k].kind), result.findings[k].first.line), finding_text(k));
  if (result.tallies.empty() || app.runs.shown->trace().level != trace::Level::full) return;
  for (const analysis::Count& count : analysis::counts())
    if (analysis::explains_counter(count.id)) add(view::capitalised(std::string(count.label)), counter_text(count.id));
  for (const analysis::Ratio& ratio : analysis::ratios())
    if (ratio.of(result.counters) && analysis::explains_counter(ratio.id))
      add(view::capitalised(std::string(ratio.label)), counter_text(ratio.id));
}

/// Questions about the values of the lane that Steps looks at: the pointer asks about those of every lane.
void add_questions_in_steps(Commands& all, const App& app) {
  if (!app.choices.row().needs.stepping || !app.runs.shown || app.stepping.chosen() == nullptr) return;
  const view::SteppedMoment& moment = *app.stepping.moment;
  view::Target target;
  target.warp = moment.warp;
  target.lane = moment.lane;
  const auto add = [&](const std::string& name, std::uint64_t row) {
    target.value = row;
    all.push_back({"Why", fmt::format("{} of lane {}", name, moment.lane), "",
                   [target](App& now) { notify(now.notice, ask_about(target, now.asked_in())); }});
  };
  for (std::size_t k = 0; k < moment.variables.size(); ++k) add(moment.variables[k].name, k);
  for (std::size_t k = 0; k < moment.registers.size(); ++k) add(moment.registers[k].name, moment.variables.size() + k);
}

/// What the shown run has left in its buffers.
void add_outputs(Commands& all, const App& app) {
  if (!app.shows_choice()) return;
  constexpr std::pair<desk::OutputFile, const char*> kinds[] = {
      {desk::OutputFile::npy, ".npy"}, {desk::OutputFile::csv, ".csv"}, {desk::OutputFile::png, ".png"}};
  for (const experiment::Argument& argument : app.choices.experiment().arguments) {
    const auto& taken = app.choices.entry().arguments;
    if (!argument.output || std::ranges::find(taken, argument.name) == taken.end()) continue;
    for (const auto& [kind, ending] : kinds)
      all.push_back(
          {"Save", fmt::format("Buffer {} as {}", argument.name, ending), "", [name = argument.name, kind = kind](App& now) {
             if (now.shows_choice()) notify_saved(now.notice, save_output(now.choices, *now.runs.shown, name, kind));
           }});
  }
  if (app.runs.shown->run.result.schedule)
    all.push_back({"Save", "The order of the warps' turns", "",
                   [](App& now) { notify_saved(now.notice, save_schedule_file(now.choices, now.runs)); }});
}

void add_exports(Commands& all, const App& app) {
  if (app.copy_link) all.push_back({"Do", "Copy a link to what is shown", "", [](App& now) { copy_link(now); }});
  if (app.copy_frame)
    all.push_back({"Do", "Copy a frame (HTML) of this view, for lecture notes", "", [](App& now) { copy_frame(now); }});
  all.push_back({"Save", "Only the picture, as PNG or SVG, or to the clipboard", "",
                 [](App& now) { open_save_dialog(now, SavedThing::picture); }});
  if (app.film && app.shows_choice() && app.runs.steps() > 0)
    all.push_back({"Save", "A film of this run, played from its start", "", [](App& now) {
                     go_to_place(now.playback, now.choices.session, now.runs, 0);
                     press_play(now.playback, now.stepping, now.choices, now.runs);
                     if (now.playback.playing) now.film();
                   }});
  add_outputs(all, app);
  if (!app.sweeping.result.points.empty())
    all.push_back({"Save", "The sweep as CSV, JSON and SVG", "", [](App& now) {
                     notify_saved(now.notice, save_sweep_files(now.sweeping, now.choices), ".csv, .json and .svg");
                   }});
  const experiment::Experiment& open = app.choices.experiment();
  if (open.source.extension() != ".cu") return;
  all.push_back({"Save", "The kernel as a program of its own", "",
                 [](App& now) { now.save_as_program(desk::folder_for_new_files(now.recent)); }});
  if (!open.recording)
    all.push_back(
        {"Save", "A copy of the kernel, to edit", "", [](App& now) { now.open_copy(desk::folder_for_new_files(now.recent)); }});
  if (open.opened_by_user() && open.file == open.source)
    all.push_back({"Save", "The kernel and its settings as an experiment", "", [](App& now) { now.save_as_experiment(); }});
}

/// Where the chosen warp can go in the view of steps.
void add_steps(Commands& all, const App& app) {
  if (!app.choices.row().needs.stepping || !app.stepping.launch.history) return;
  constexpr std::pair<desk::StepGoal, const char*> goals[] = {
      {desk::StepGoal::line, "line"}, {desk::StepGoal::divergence, "divergence"}, {desk::StepGoal::barrier, "barrier"}};
  const std::string element = stepped_element_name(app.stepping);
  for (const bool back : {false, true}) {
    for (const auto& [goal, label] : goals)
      all.push_back({"Step", fmt::format("{} {} of the chosen warp", back ? "Last" : "Next", label), "",
                     [goal = goal, back](App& now) { notify(now.notice, search_step(now.stepping, goal, back)); }});
    if (!element.empty())
      all.push_back({"Step", fmt::format("{} access of {}", back ? "Last" : "Next", element), "",
                     [back](App& now) { notify(now.notice, search_step(now.stepping, desk::StepGoal::access, back)); }});
  }
}

void add_program(Commands& all, const App& app) {
  if (app.program() == nullptr) return;
  if (app.programs.runs(*app.program()))
    all.push_back({"Do", "Stop the program", "", [](App& now) { now.programs.stop(); }});
  else
    all.push_back({"Do", "Run the program again", "", [](App& now) { now.run_program(); }});
}

/// What can be predicted about the shown run.
void add_predictions(Commands& all, const App& app) {
  all.push_back({"Do", app.prediction.on() ? "Show results at once" : "Predict before you see", "",
                 [](App& now) { now.prediction.turn(!now.prediction.on()); }});
  for (const desk::PredictionQuestion& each : app.prediction.questions())
    all.push_back({"Predict", each.text, "", [key = each.key](App& now) { now.prediction.ask(key); }});
}

/// The keys that do something by themselves; those of views are there already.
void add_shortcuts(Commands& all) {
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.keys == nullptr || !shortcut.act) continue;
    if (std::ranges::find(view::table(), shortcut.what, &view::Row::help) != view::table().end()) continue;
    all.push_back({"Do", view::capitalised(shortcut.what), shortcut.keys, shortcut.act});
  }
  all.push_back({"Do", "Show the whole picture again", "", [](App& now) { navigate(now.choices, {}); }});
  constexpr std::tuple<const char*, SidePanel, int> widths[] = {{"Make the source's panel wider", SidePanel::right, 1},
                                                                {"Make the source's panel narrower", SidePanel::right, -1},
                                                                {"Make the controls' panel wider", SidePanel::left, 1},
                                                                {"Make the controls' panel narrower", SidePanel::left, -1}};
  for (const auto& [label, side, steps] : widths)
    all.push_back({"Do", label, "",
                   [side = side, steps = steps](App& now) { widen(now.arrangement, now.places, now.look.scale, side, steps); }});
  all.push_back({"Do", "Give the panels their own widths again", "", [](App& now) { now.arrangement = {}; }});
  all.push_back({"Do", "Full screen, or the window again", "F11", [](App& now) {
                   if (now.toggle_full_screen) now.toggle_full_screen();
                 }});
  all.push_back({"Do", "Run on every change, or only on request", "",
                 [](App& now) { now.choices.run_on_change = !now.choices.run_on_change; }});
  all.push_back({"Do", "Check for bugs, or do not", "", [](App& now) {
                   now.choices.session.settings.check = !now.choices.session.settings.check;
                   settings_changed(now.choices);
                 }});
}

std::string lower(std::string_view text) {
  std::string all(text);
  std::ranges::transform(all, all.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return all;
}

/// How well a word is found: 0 at the beginning of the label, 1 of a word of it, 2 of the kind, 3 within; nothing: not at all.
std::optional<int> found_at(const std::string& kind, const std::string& label, const std::string& word) {
  if (label.starts_with(word)) return 0;
  if (label.find(" " + word) != std::string::npos) return 1;
  if (kind.starts_with(word)) return 2;
  if (label.find(word) != std::string::npos) return 3;
  return std::nullopt;
}

}  // namespace

std::vector<Command> commands(const App& app) {
  Commands all;
  add_entries(all, app);
  add_views(all, app);
  add_experiments(all, app);
  add_lessons(all, app);
  add_sweeps(all, app);
  add_themes(all);
  add_machines(all, app);
  add_questions(all, app);
  add_questions_in_steps(all, app);
  add_steps(all, app);
  add_program(all, app);
  add_predictions(all, app);
  add_shortcuts(all);
  add_exports(all, app);
  return all;
}

std::vector<Command> places(const App& app, const std::string& query) {
  Commands all;
  if (query.empty() || !app.shows_choice()) return all;
  const view::Subject subject = subject_of(app);
  const auto element = find_element(*app.runs.shown, query, app.pointer.kept.element + 1);
  if (element)
    all.push_back({"Element", view::element_name(subject, *element), "",
                   [element = *element](App& now) { go_to_element(now.pointer, now.choices, element); }});
  const bool number = std::ranges::all_of(query, [](unsigned char c) { return std::isdigit(c) != 0; }) && query.size() < 19;
  if (number && std::stoull(query) < subject.threads())
    all.push_back({"Thread", view::capitalised(view::thread_name(subject, std::stoull(query))), "",
                   [thread = std::stoull(query)](App& now) { go_to_thread(now.pointer, thread); }});
  return all;
}

std::vector<std::size_t> matching(const std::vector<Command>& all, std::string_view query) {
  std::vector<std::string> words;
  std::istringstream text{lower(query)};
  for (std::string word; text >> word;) words.push_back(word);
  std::vector<std::pair<int, std::size_t>> found;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string kind = lower(all[k].kind), label = lower(all[k].label);
    int sum = 0;
    const bool fits = std::ranges::all_of(words, [&](const std::string& word) {
      const auto at = found_at(kind, label, word);
      sum += at.value_or(0);
      return at.has_value();
    });
    if (fits) found.emplace_back(sum, k);
  }
  std::ranges::sort(found);
  std::vector<std::size_t> order;
  for (const auto& [sum, k] : found) order.push_back(k);
  return order;
}

}  // namespace warplens::ui
