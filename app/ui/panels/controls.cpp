#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/number_format.h"
#include "desk/choices/refusal.h"
#include "desk/lesson/lessons.h"
#include "desk/playback/program_calls.h"
#include "desk/pointer/pointer.h"
#include "desk/view_inputs.h"
#include "experiment/captions/caption.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/number_slider.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"
#include "view/mapping/colour_mode.h"
#include "view/memory/memory_picture.h"

namespace warplens::ui {
namespace {

using Field = launch::GeometryProblem::Field;

float content_width() { return ImGui::GetContentRegionAvail().x; }

void show_parameters(const App& app, desk::Choices& choices) {
  const experiment::Experiment& experiment = app.choices.experiment();
  const auto has_effect = [&](const experiment::Parameter& parameter) {
    return experiment::has_effect(experiment, choices.session.settings, parameter.name);
  };
  if (std::ranges::none_of(experiment.parameters, has_effect)) return;
  section(app.look, "Data");
  for (const experiment::Parameter& parameter : experiment.parameters) {
    if (!has_effect(parameter)) continue;
    double value = choices.session.settings.parameters[parameter.name];
    NumberSlider slider{parameter.name,
                        parameter.label,
                        parameter.text,
                        parameter.minimum,
                        parameter.maximum,
                        parameter.integer,
                        parameter.logarithmic,
                        "",
                        desk::parameter_problem(parameter, value)};
    if (highlighted_slider(app, slider, value)) choose_parameter(choices, parameter.name, value);
  }
}

struct Axis {
  const char* label;
  std::uint32_t base::Dim3::*extent;
  Field grid, block;
};
constexpr Axis axes[] = {{"x", &base::Dim3::x, Field::grid_x, Field::block_x},
                         {"y", &base::Dim3::y, Field::grid_y, Field::block_y},
                         {"z", &base::Dim3::z, Field::grid_z, Field::block_z}};

std::string problem_at(const std::vector<launch::GeometryProblem>& problems, Field field) {
  const auto found =
      std::find_if(problems.begin(), problems.end(), [field](const auto& problem) { return problem.field == field; });
  return found != problems.end() ? found->message : std::string();
}

/// One extent of the grid or the block. The slider's range is what is useful; a typed number may be anything.
bool extent_slider(const App& app, const std::string& label, const std::string& tooltip, std::uint32_t& extent, double most,
                   std::string note_text, std::string problem) {
  double value = extent;
  const NumberSlider slider{label, label, tooltip, 1, most, true, true, std::move(note_text), std::move(problem)};
  if (!highlighted_slider(app, slider, value)) return false;
  extent = static_cast<std::uint32_t>(std::clamp(value, 0.0, 4294967295.0));
  return true;
}

/// How the grid came about, where it follows the data.
std::string grid_note(const App& app) {
  const base::Dim3& grid = app.choices.session.settings.grid;
  const std::vector<std::string>& expressions = app.choices.entry().grid;
  const bool worked_out =
      app.choices.grid_follows && !expressions.empty() && expressions[0].find_first_not_of("0123456789 ") != std::string::npos;
  if (!worked_out) return "";
  const auto n = app.choices.session.settings.parameters.find("n");
  const std::uint32_t block = app.choices.session.settings.block.x;
  if (n == app.choices.session.settings.parameters.end() || block == 0 || n->second < 0) return "follows the data";
  const auto elements = static_cast<std::uint64_t>(n->second);
  if ((elements + block - 1) / block != grid.x) return "follows the data";
  return fmt::format("round up: ⌈{} / {}⌉ = {}", base::grouped(elements), block, base::grouped(std::uint64_t{grid.x}));
}

/// The switch for the number of dimensions. It stands to the right of the section's title, which is `title` pixels wide, or below
/// it if there is too little room.
void show_dimensions(const App& app, desk::Choices& choices, float title) {
  const Look& look = app.look;
  static const std::string labels[] = {"1D", "2D", "3D"};
  static const std::string tips[] = {"Number blocks and threads along x", "Number them along x and y",
                                     "Number them along x, y and z"};
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float free = std::min(look.px(132), content_width() - title - look.px(12)), height = look.px(30);
  const bool fits = free >= look.px(96);
  const float width = fits ? free : content_width();
  if (fits) ImGui::SetCursorScreenPos({below.x + content_width() - width, below.y - look.px(32)});
  const auto chosen =
      segmented(look, "dimensions", labels, static_cast<std::size_t>(app.choices.dimensions - 1), width, tips, 30);
  if (fits) ImGui::SetCursorScreenPos({below.x, below.y + height - look.px(30)});
  if (!chosen) return;
  choices.dimensions = static_cast<int>(*chosen) + 1;
  for (std::size_t axis = static_cast<std::size_t>(app.choices.dimensions); axis < std::size(axes); ++axis) {
    choices.session.settings.grid.*axes[axis].extent = 1;
    choices.session.settings.block.*axes[axis].extent = 1;
  }
  settings_changed(choices);
}

void show_launch(const App& app, desk::Choices& choices) {
  show_dimensions(app, choices, section(app.look, "Launch"));
  experiment::Settings& settings = choices.session.settings;
  const std::vector<launch::GeometryProblem>& problems = app.refusal.geometry;
  const launch::GeometryLimits& limits = app.choices.device().properties().limits;
  const auto shown_axes = static_cast<std::size_t>(app.choices.dimensions);
  for (std::size_t k = 0; k < shown_axes; ++k) {
    const Axis& axis = axes[k];
    constexpr double useful_blocks = 65535;
    const std::string tooltip = fmt::format("Blocks along {}. All blocks of the grid run the kernel, in any order.", axis.label);
    if (extent_slider(app, fmt::format("Grid {}", axis.label), tooltip, settings.grid.*axis.extent,
                      std::min<double>(useful_blocks, limits.grid.*axis.extent), k == 0 ? grid_note(app) : "",
                      problem_at(problems, axis.grid))) {
      choices.grid_follows = false;
      settings_changed(choices);
    }
  }
  for (std::size_t k = 0; k < shown_axes; ++k) {
    const Axis& axis = axes[k];
    std::string problem = problem_at(problems, axis.block);
    if (problem.empty() && k + 1 == shown_axes) problem = problem_at(problems, Field::threads_per_block);
    const std::string tooltip =
        fmt::format("Threads along {} in each block. They run in warps of 32 and share memory.", axis.label);
    if (extent_slider(app, fmt::format("Block {}", axis.label), tooltip, settings.block.*axis.extent, limits.block.*axis.extent,
                      "", std::move(problem))) {
      settings_changed(choices);
    }
  }
  const bool could_follow = !app.choices.grid_follows && experiment::grid_for(app.choices.experiment(), settings).ok();
  if (could_follow &&
      link(app.look, "follow", "Recompute the grid", "Let the grid follow the data and the block, as the experiment says")) {
    choices.grid_follows = true;
    settings_changed(choices);
  }
  // Below the sliders, which do not move while they are dragged. A lesson sets its own sizes, and says so.
  if (desk::open_step(app.lessons, app.choices.session) != nullptr) return;
  if (const std::string changes = experiment::changes_text(choices.experiment(), settings); !changes.empty())
    note(app.look, changes, app.look.colours().text);
}

/// A figure below the sliders. As long as a lesson asks for this number, it shows "?" instead.
void show_counted(const App& app, const char* label, std::uint64_t value, const std::string& tooltip,
                  std::optional<view::Colour> colour = {}) {
  const bool asked =
      app.prediction.hides() || desk::awaited_answer(app.lessons, app.choices.session, app.runs) == static_cast<double>(value);
  if (asked)
    fact(app.look, {label, "?", {}, "This figure comes with your answer.", app.look.colours().muted});
  else
    fact(app.look, {label, base::grouped(value), {}, tooltip, colour});
}

constexpr double worth_showing = 0.25;  ///< seconds of a run, from which on the panel shows that it takes place

/// Whether the shown run has older settings, and the run of the present ones takes so long that one notices.
bool awaits_run(const App& app) {
  if (app.runs.shown->run.settings == app.choices.session.settings) return false;
  const desk::RunProgress progress = app.runs.worker.progress();
  return !app.choices.run_on_change || (progress.running && progress.seconds > worth_showing);
}

/// A figure of the shown run.
void show_of_run(const App& app, const char* label, std::uint64_t value, const std::string& tooltip,
                 std::optional<view::Colour> colour = {}) {
  if (awaits_run(app))
    fact(app.look, {label, "…", {}, "This figure comes with the next run.", app.look.colours().muted});
  else
    show_counted(app, label, value, tooltip, colour);
}

void show_derived(const App& app) {
  const Look& look = app.look;
  const experiment::Settings& settings = app.choices.session.settings;
  const std::uint64_t blocks = base::count(settings.grid), block = base::count(settings.block);
  const std::uint64_t warps = (block + 31) / 32;
  gap(look, -6);
  fact(look,
       {"grid × block", base::grouped(blocks) + " × " + base::grouped(block), {}, "Blocks in the grid × threads in each", {}});
  fact(look, {"threads", base::grouped(blocks * block), {}, "All threads of the launch", {}});
  fact(look,
       {"warps", base::grouped(blocks * warps), {}, "Groups of 32 threads that run together; a block is cut into warps", {}});
  show_counted(app, "empty lanes", blocks * (warps * 32 - block), "Places in the last warp of each block that no thread fills");
  if (app.shows_choice() && app.runs.shown->map.elements > 1 && app.runs.shown->trace().steps.size() > 0) {
    const analysis::AccessMap& map = app.runs.shown->map;
    const view::Theme& theme = look.colours();
    // Of a recording that was full before the end, what looks untouched may not be.
    if (app.runs.shown->trace().truncation != trace::Truncation::none) return;
    show_of_run(app, "threads without work", app.runs.shown->threads_without_work,
                "Threads of the last run that read and wrote no global or shared memory");
    const std::uint64_t wrong = app.runs.shown->wrong_untouched;
    const std::string name = desk::subject_of(*app.runs.shown).buffer_name;
    show_of_run(app, "elements untouched", map.untouched,
                "Elements of " + name + " that no thread of the last run touched" +
                    (wrong > 0 ? "; " + base::grouped(wrong) + " of them should have changed" : ""),
                wrong > 0 ? std::optional(theme.wrong) : std::nullopt);
  }
}

void show_repeats(const App& app, desk::Choices& choices) {
  const Look& look = app.look;
  experiment::Settings& settings = choices.session.settings;
  section(look, "Repeat");
  constexpr double max_runs = 1000, max_seed = 100;
  double runs = settings.repeats;
  NumberSlider slider{"runs", "Runs", "How often the kernel runs, each time with a fresh seed", 1, max_runs, true, true, "", ""};
  if (highlighted_slider(app, slider, runs)) {
    settings.repeats = static_cast<std::uint32_t>(std::clamp(runs, 1.0, 100000.0));
    settings_changed(choices);
  }
  auto seed = static_cast<double>(settings.seed);
  slider = {"seed", "Seed",   "Decides the inputs and every delay of the machine: the same seed gives the same run",
            0,      max_seed, true,
            false,  "",       ""};
  if (highlighted_slider(app, slider, seed)) {
    settings.seed = static_cast<std::uint64_t>(std::max(seed, 0.0));
    settings_changed(choices);
  }
}

/// The button, always in sight at the bottom, with what stands in its way above it.
/// A field that looks for an element in the values view, and a link to the next such element.
void show_search(const App& app, desk::Choices& choices, desk::Pointer& pointer, ControlsState& state) {
  if (!choices.row().needs.values || !app.shows_choice()) return;
  section(app.look, "Find an element");
  bool left = false;
  text_field(app.look, "##search", state.search, content_width(),
             "An element, 17; a value, =3.5 or <0 or >1; nan; or wrong: one that is not as expected", state.unfound, &left);
  const bool next = !state.search.empty() && link(app.look, "next", "Next", "The next one from the highlighted element on");
  if ((left || next) && !state.search.empty()) {
    const auto found = find_element(*app.runs.shown, state.search, pointer.kept.element + 1);
    state.unfound = found ? "" : found.error().message;
    if (found) go_to_element(pointer, choices, *found);
  }
  if (!state.unfound.empty()) note(app.look, state.unfound, app.look.colours().wrong);
}

/// A link that keeps the shown run beside the next ones, or draws one run again.
void show_keep(const App& app, desk::Choices& choices, desk::Runs& runs) {
  const bool kept = choices.session.beside.has_value();
  if (link(app.look, "keep", kept ? "Show one run again" : "Keep this run beside the next",
           kept ? "Only the run of the settings above (B)"
                : "Draw this run beside what is run next: another kernel, block or schedule (B)")) {
    if (kept)
      drop_beside(choices);
    else
      keep_beside(choices, runs);
  }
  if (kept && app.runs.beside_failure) note(app.look, base::describe_briefly(*app.runs.beside_failure), app.look.colours().wrong);
}

void show_run(const App& app, desk::Choices& choices, desk::LaunchWorker& launches) {
  const Look& look = app.look;
  const desk::RunProgress progress = launches.progress();
  const std::string& refusal = app.refusal.reason;
  if (app.runs.failure && app.choices.experiment().recording) {
    note(look, view::sentence(app.runs.failure->message), look.colours().text);
  } else if (app.runs.failure) {
    say(look,
        {{"It did not run. ", look.colours().wrong, view::Face::semibold},
         {base::describe_briefly(*app.runs.failure), look.colours().text, view::Face::regular}},
        look.colours().wrong, 15, 22);
  } else if (!refusal.empty()) {
    note(look, refusal, look.colours().wrong);
  }
  if (progress.running && progress.seconds > worth_showing) {
    const double part =
        progress.blocks > 0 ? static_cast<double>(progress.blocks_done) / static_cast<double>(progress.blocks) : 0;
    const std::string done = progress.repeats == 1 ? fmt::format("   {:.0f} %", 100 * std::min(part, 1.0)) : std::string();
    if (primary_button(look, "run", "Stop" + done, "Stop the run (Esc); the last picture stays")) launches.cancel();
    if (!progress.note.empty()) note(look, progress.note, look.colours().muted);
  } else if (const bool recorded = app.choices.experiment().recording != nullptr;
             primary_button(look, "run", recorded ? "Run this launch   ⏎" : "Run   ⏎",
                            !refusal.empty() ? refusal
                            : recorded       ? "Run the chosen launch once more, alone and with its memory as it was (Enter)"
                                             : "Run the kernel once more (Enter)",
                            refusal.empty())) {
    choices.run_wanted = true;
  }
  toggle(look, "on change", "Run on every change", choices.run_on_change, "Run by itself whenever a slider moves");
}

/// The switch of Predict.
void show_predict(const Look& look, desk::Prediction& prediction) {
  const bool on = prediction.on();
  if (link(look, "predict", on ? "Show results at once" : "Predict before you see",
           on ? "Without a question first" : "Each run asks you first: its picture and figures come with your answer"))
    prediction.turn(!on);
}

/// What the colours mean, in the views that leave a choice.
void show_colours(const App& app, Session& session) {
  const view::Row& row = app.choices.row();
  if (row.colours.empty()) return;
  section(app.look, row.colours_title);
  std::vector<std::string> labels, tips;
  std::size_t now = 0;
  const view::Input* const input = app.views.shown.input_for(row);
  const auto shown = input != nullptr ? row.colour(*input) : app.choices.colour().value_or(row.colours.front().mode);
  for (const view::ColourChoice& choice : row.colours) {
    if (choice.mode == shown) now = labels.size();
    labels.emplace_back(choice.label);
    tips.emplace_back(choice.tooltip);
  }
  // In rows of three: six next to each other have no room.
  constexpr std::size_t across = 3;
  for (std::size_t first = 0; first < labels.size(); first += across) {
    const std::string id = fmt::format("colour {}", first);
    const std::size_t count = std::min(across, labels.size() - first);
    const std::size_t chosen = now >= first && now < first + across ? now - first : across;
    const auto clicked = segmented(app.look, id.c_str(), std::span(labels).subspan(first, count), chosen, content_width(),
                                   std::span(tips).subspan(first, count));
    if (clicked) session.colour = row.colours[first + *clicked].mode;
    if (first == 0 && labels.size() > across) gap(app.look, -2);
  }
}

/// Which memory's requests the memory view draws.
void show_memories(const App& app, desk::Choices& choices) {
  const view::Input* const shown = app.views.shown.input_for(view::row_of(view::memory_view));
  if (shown == nullptr || shown->as<view::MemoryInput>().traffic.size() < 2) return;
  const view::MemoryInput& input = shown->as<view::MemoryInput>();
  section(app.look, "Memory");
  std::vector<ChoiceRow> rows;
  for (const analysis::MemoryTraffic& traffic : input.traffic) rows.push_back({view::memory_name(input.subject, traffic), ""});
  const auto chosen = choice(app.look, "memory", rows, input.chosen, content_width(), "Whose requests the picture shows");
  if (!chosen) return;
  choices.session.memory = rows[*chosen].label;
  choices.timeline.first_request.reset();
}

/// The model of a scene, and whether its rays are drawn.
void show_model(const App& app, desk::Choices& choices, desk::Notice& notice) {
  if (!app.choices.experiment().scene) return;
  section(app.look, "Model");
  const experiment::Settings& settings = app.choices.session.settings;
  const std::string chosen = settings.mesh.empty() ? app.choices.experiment().scene->mesh : settings.mesh;
  std::vector<std::string> names(experiment::mesh_names.begin(), experiment::mesh_names.end());
  if (std::ranges::find(names, chosen) == names.end()) names.push_back(chosen);
  std::vector<ChoiceRow> rows;
  for (const std::string& name : names) rows.push_back({std::filesystem::path(name).filename().string(), ""});
  const auto at = static_cast<std::size_t>(std::ranges::find(names, chosen) - names.begin());
  if (const auto picked =
          choice(app.look, "model", rows, at, content_width(), "Drop a Wavefront .obj file on the window for another"))
    notify(notice, choose_model(choices, names[*picked]));
  toggle(app.look, "rays", "Show the rays", choices.session.rays, "From the eye to the centres of the triangles (R)");
}

/// A suggestion, below the kernels; one that names entries goes to the first of them when clicked.
void show_tries(const App& app, desk::Choices& choices, desk::Notice& notice, ControlsState& state) {
  const Look& look = app.look;
  const experiment::Experiment& experiment = app.choices.experiment();
  if (experiment.tries.empty()) return;
  if (std::exchange(state.tried, &experiment) != &experiment) state.suggestion = 0;
  const std::size_t count = experiment.tries.size();
  // What is chosen already is no suggestion.
  const auto is_chosen = [&](std::size_t suggestion) {
    const auto parts = experiment::suggestion_parts(experiment, experiment.tries[suggestion]);
    const std::optional<std::uint32_t> chosen = app.choices.session.settings.entry;
    return parts && std::ranges::any_of(*parts, [&](const auto& part) { return part.entry == chosen; });
  };
  std::size_t shown = state.suggestion % count;
  for (std::size_t k = 0; k < count && is_chosen(shown); ++k) shown = (shown + 1) % count;
  const std::string another = fmt::format("{} of {} →", shown + 1, count);
  const float another_width = count > 1 ? text_width(look, small_text, another) : 0;
  section(look, "Try", false, another_width + look.px(12));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (count > 1) {
    ImGui::SetCursorScreenPos({at.x + content_width() - another_width, at.y - look.px(28)});
    if (link(look, "another try", another, "Another suggestion")) state.suggestion = (shown + 1) % count;
    ImGui::SetCursorScreenPos(at);
  }
  const auto parts = experiment::suggestion_parts(experiment, experiment.tries[shown]);
  if (!parts) return;  // the file would not have been read
  const view::Colour text = look.colours().text;
  std::vector<view::Span> spans;
  std::optional<std::uint32_t> entry;
  for (const experiment::SuggestionPart& part : *parts) {
    spans.push_back(
        {part.text, part.entry ? look.colours().accent : text, part.entry ? view::Face::semibold : view::Face::regular});
    if (!entry) entry = part.entry;
  }
  paragraph(look, 15, 22, spans, content_width());
  if (!entry) return;
  const ImVec2 end = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(at);
  if (press_area(look, "try", {content_width(), end.y - at.y - ImGui::GetStyle().ItemSpacing.y}))
    notify(notice, choose_entry(choices, *entry));
  tip(look, "Click to choose " + experiment.entries[*entry].label);
  ImGui::SetCursorScreenPos(end);
}

}  // namespace

void show_controls_and_footer(const App& app, ControlsState& state, const char* id, std::initializer_list<Section> sections,
                              const Section& footer) {
  // The footer's height is known from the last frame; when it grows, the next frame adapts.
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  // The scroll bar, if there is one, stands in the panel's padding.
  const float bar = state.scrolls ? ImGui::GetStyle().ScrollbarSize : 0;
  ImGui::BeginChild(id, {room.x + bar, std::max(room.y - state.footer_height, app.look.px(40))}, false, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  begin_step_at_top(app);
  if (std::exchange(state.scrolled, &app.choices.experiment()) != &app.choices.experiment()) ImGui::SetScrollY(0);
  for (const Section& show_section : sections) show_section();
  state.scrolls = ImGui::GetScrollMaxY() > 0;
  ImGui::EndChild();
  gap(app.look, 6);
  const float top = ImGui::GetCursorPosY();
  footer();
  state.footer_height = ImGui::GetCursorPosY() - top + app.look.px(6);
}

void show_controls(const App& app, const ControlParts& parts) {
  if (app.choices.row().needs.sweep) return show_sweep_controls(app, parts);
  // Only the SIMT machine can be given an order of turns.
  const bool simt = app.choices.device().properties().kind == launch::DeviceKind::simt;
  const bool low = app.places.low(app.look.scale);  // the footer leaves room for the controls
  const auto show_links = [&] {
    show_keep(app, parts.choices, parts.runs);
    show_predict(app.look, parts.prediction);
  };
  show_controls_and_footer(
      app, parts.state, "settings",
      {[&] { show_step_controls(app, parts.choices, parts.notice, parts.stepping); }, [&] { show_program(app, parts); },
       [&] { show_entries(app, parts.choices, parts.notice, parts.state.entry_texts); },
       [&] { show_tries(app, parts.choices, parts.notice, parts.state); },
       [&] { show_search(app, parts.choices, parts.pointer, parts.state); }, [&] { show_parameters(app, parts.choices); },
       [&] { show_arguments(app, parts.choices, parts.notice); }, [&] { show_launch(app, parts.choices); },
       [&] { show_derived(app); }, [&] { show_colours(app, parts.choices.session); }, [&] { show_memories(app, parts.choices); },
       [&] { show_repeats(app, parts.choices); },
       [&] { show_machine(app, parts.choices, parts.notice, parts.state.show_properties); },
       [&] { show_elsewhere(app, parts.choices, parts.notice, parts.elsewhere, parts.state); },
       [&] {
         if (simt) show_adversary(app, parts.choices, parts.notice, parts.search);
       },

       [&] { show_model(app, parts.choices, parts.notice); },
       [&] {
         if (low) show_links();
       }},
      [&] {
        show_run(app, parts.choices, parts.runs.worker);
        if (!low) show_links();
      });
}

}  // namespace warplens::ui
