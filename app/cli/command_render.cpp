#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/choose.h"
#include "cli/command.h"
#include "cli/figure.h"
#include "cli/picture_options.h"
#include "cli/report.h"
#include "experiment/run.h"
#include "export/png.h"
#include "export/svg.h"
#include "ui/offscreen.h"
#include "ui/sweep_plot.h"
#include "ui/sweeping.h"

namespace warplens::cli {
namespace {

struct RenderOptions {
  std::string name, device, view, colour, theme, size, sweep;
  std::vector<std::string> assignments;
  std::filesystem::path output;
  std::optional<float> scale;
};

/// LESSON:STEP rather than a session file or an experiment.
bool is_lesson_step(const std::string& name) {
  return name.find(':') != std::string::npos && std::filesystem::path(name).extension() != ".warplens";
}

base::Result<Session> state_of_step(const std::string& name, const lesson::Lessons& lessons) {
  const std::size_t colon = name.rfind(':');
  const lesson::Lesson* lesson = lesson::find(lessons, name.substr(0, colon));
  if (lesson == nullptr) {
    for (const base::Error& error : lessons.errors) {
      if (std::filesystem::path(error.file).stem() == name.substr(0, colon)) return error;
    }
    return base::error("no lesson '" + name.substr(0, colon) + "'; warplens list names them");
  }
  const auto step = parse_whole(name, launch::ElementType::u32, name.substr(colon + 1));
  if (!step) return step.error();
  if (*step < 1 || *step > lesson->steps.size())
    return base::error("the lesson '" + lesson->id + "' has steps 1 to " + std::to_string(lesson->steps.size()));
  return lesson->steps[*step - 1].state;
}

/// An error in what a session or a lesson asks for, with its name where the error has no place of its own.
base::Error in_file(const std::string& name, base::Error error) {
  if (error.file.empty()) error.file = name;
  return error;
}

/// What to draw: the step of a lesson, the named session file, or the named experiment as the window opens it, with the options
/// on top.
base::Result<Session> session_of(const RenderOptions& options, const experiment::Catalogue& catalogue,
                                 const lesson::Lessons& lessons) {
  Session session;
  const bool step = is_lesson_step(options.name);
  const bool file = step || std::filesystem::path(options.name).extension() == ".warplens";
  if (file) {
    auto loaded = step ? state_of_step(options.name, lessons) : load_session(options.name);
    if (!loaded) return loaded.error();
    session = std::move(*loaded);
  } else {
    session.experiment = options.name;
  }
  const auto chosen = choose_experiment(catalogue, session.experiment);
  if (!chosen) return file ? in_file(options.name, chosen.error()) : chosen.error();
  const experiment::Experiment& experiment = **chosen;
  auto settings = file ? complete_settings(experiment, session.settings, options.assignments)
                       : choose_settings(experiment, options.assignments);
  if (!settings) return settings.error();
  const auto says_check = [](const std::string& assignment) { return assignment.starts_with("check="); };
  const bool checks = std::none_of(options.assignments.begin(), options.assignments.end(), says_check);
  session.settings = std::move(*settings);
  if (!file && checks) session.settings.check = true;  // as the window opens
  if (!file) {
    session.view = experiment.entries[session.settings.entry].view.value_or(experiment.view);
    session.line_measure = experiment.line_measure;
    session.show_sweep = experiment.plot_first && options.view.empty();
  }
  if (!options.view.empty()) {
    const auto view = experiment::view_named(options.view);
    if (!view) return base::Error{"--view", 0, 0, "'" + options.view + "' is not one of " + experiment::view_names()};
    session.view = *view;
  }
  if (!options.device.empty()) session.device = options.device;
  if (session.device != "simt" && session.device != "gpu")
    return base::Error{"--device", 0, 0, "'" + session.device + "' is not simt or gpu"};
  if (!options.colour.empty()) {
    session.colour = view::colour_mode_named(options.colour);
    if (!session.colour)
      return base::Error{"--colour", 0, 0, "'" + options.colour + "' is not block, warp, order, count, result or value"};
  }
  if (session.sweep.parameter.empty()) session.sweep = ui::first_sweep(experiment);
  if (!options.sweep.empty()) {
    const experiment::Sweep* found = experiment::find_sweep(experiment, options.sweep);
    if (found == nullptr)
      return base::Error{"--sweep", 0, 0, "experiment '" + experiment.id + "' has no sweep '" + options.sweep + "'"};
    session.sweep = *found;
    session.show_sweep = true;
  }
  ui::complete_sweep(experiment, session.sweep);
  if (session.show_sweep)
    if (const base::Status fine = experiment::check(experiment, session.sweep); !fine) return fine.error();
  if (!options.theme.empty()) {
    const auto theme = parse_theme(options.theme);
    if (!theme) return theme.error();
    session.theme = *theme;
  }
  return session;
}

base::Result<experiment::Run> run_once(const Session& session, const experiment::Experiment& experiment, launch::Device& device) {
  const auto module = experiment::load_module(experiment);
  if (!module) return module.error();
  launch::Progress progress;
  return experiment::run(experiment, *module, session.settings, device, progress);
}

base::Result<Answer> draw_svg(const Session& session, const experiment::Experiment& experiment, experiment::Run run,
                              const RenderOptions& options, PictureSize size) {
  const ui::RunTables tables = ui::make_tables(experiment, std::move(run));
  const float scale = options.scale.value_or(1);
  // Cells are pixels in the file: two a point keep their edges sharp when a slide enlarges them.
  const Figure figure =
      make_figure(session, tables, static_cast<float>(size.width) / scale, static_cast<float>(size.height) / scale, 2 * scale);
  const base::Status written =
      export_::write_svg(options.output, figure.drawing, view::theme(session.theme).background, figure.title, scale);
  if (!written) return written.error();
  return Answer{};
}

base::Result<Answer> draw_sweep(const Session& session, const experiment::Experiment& experiment, const Context& context,
                                launch::Device* simt, const RenderOptions& options, PictureSize size) {
  const auto machines = sweep_machines(context.devices, simt);
  if (!machines) return machines.error();
  experiment::SweepProgress progress;
  const auto result = experiment::run_sweep(experiment, session.sweep, *machines, progress);
  if (!result) return result.error();
  const float scale = options.scale.value_or(1);
  const Figure figure = make_figure(ui::plot_of(experiment, *result, ""), session.theme, static_cast<float>(size.width) / scale,
                                    static_cast<float>(size.height) / scale);
  const base::Status written =
      export_::write_svg(options.output, figure.drawing, view::theme(session.theme).background, figure.title, scale);
  if (!written) return written.error();
  return Answer{};
}

base::Result<Answer> draw_png(const Session& session, const Context& context, const experiment::Catalogue& catalogue,
                              std::shared_ptr<const lesson::Lessons> lessons, const RenderOptions& options, PictureSize size) {
  const auto picture = ui::render_offscreen(session, size.width, size.height, options.scale.value_or(0), context.devices,
                                            catalogue, std::move(lessons));
  if (!picture) return picture.error();
  if (const base::Status written = export_::write_png(options.output, *picture); !written) return written.error();
  Answer answer;
  if (!picture->note.empty()) answer.text = picture->note + "\n";
  return answer;
}

base::Result<Answer> serve(const RenderOptions& options, const Context& context) {
  const std::filesystem::path kind = options.output.extension();
  if (kind != ".png" && kind != ".svg")
    return base::Error{"--output", 0, 0, "'" + options.output.string() + "' is not a .png or .svg file"};
  if (options.scale && !(*options.scale > 0 && *options.scale <= 8))
    return base::Error{"--scale", 0, 0, "it must be more than 0 and at most 8"};
  PictureSize size;
  if (!options.size.empty()) {
    const auto wanted = parse_size(options.size);
    if (!wanted) return wanted.error();
    size = *wanted;
  }
  const experiment::Catalogue catalogue = all_experiments(context.kernels);
  const auto lessons = std::make_shared<const lesson::Lessons>(all_lessons(context.kernels, catalogue));
  const auto session = session_of(options, catalogue, *lessons);
  if (!session) return session.error();
  const auto device = choose_device(context.devices, session->device, session->device == "simt" ? session->spec : "");
  if (!device) return device.error();
  const experiment::Experiment& experiment = *experiment::find(catalogue, session->experiment);
  if (kind == ".svg" && session->show_sweep) {
    launch::Device* simt = session->device == "simt" ? *device : nullptr;
    return draw_sweep(*session, experiment, context, simt, options, size);
  }
  if (kind == ".svg") {
    auto run = run_once(*session, experiment, **device);
    if (!run) return run.error();
    if (run->result.fault) return Answer{"", {error_of(run->result)}, status_kernel_failed};
    return draw_svg(*session, experiment, std::move(*run), options, size);
  }
  auto drawn = draw_png(*session, context, catalogue, lessons, options, size);
  if (drawn.ok()) return drawn;
  // A window shows a failed kernel and a refused request alike; the exit status tells them apart.
  const auto run = run_once(*session, experiment, **device);
  if (run.ok() && run->result.fault) return Answer{"", {error_of(run->result)}, status_kernel_failed};
  return drawn;
}

}  // namespace

Serve add_render(CLI::App& command) {
  const auto options = std::make_shared<RenderOptions>();
  command.add_option("name", options->name, "an experiment of `warplens list`, a step of a lesson, or a .warplens file")
      ->required()
      ->type_name("NAME|LESSON:STEP|SESSION");
  command
      .add_option("--set", options->assignments, "a parameter of the experiment, or entry, grid, block, seed, schedule, repeats")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("-o,--output", options->output, ".png: the whole window; .svg: its middle, for slides")
      ->required()
      ->type_name("FILE");
  command.add_option("--size", options->size, "of the picture in pixels (default 1920x1080)")->type_name("WxH");
  command.add_option("--scale", options->scale, "pixels per point of the design (default: by the size)")->type_name("S");
  command
      .add_option("--device", options->device,
                  "simt, or gpu: also draws there, and says whether the output went through this computer's memory")
      ->type_name("DEVICE");
  command.add_option("--view", options->view, experiment::view_names() + " (default: as the experiment opens)")
      ->type_name("VIEW");
  command
      .add_option("--colour", options->colour,
                  "of the mapping: block, warp, order, count, result or value; of a matrix that was written: value")
      ->type_name("COLOUR");
  command.add_option("--sweep", options->sweep, "a ready-made sweep of the experiment, in the picture's place")
      ->type_name("SWEEP");
  command.add_option("--theme", options->theme, "dark, light or projector")->type_name("THEME");
  command.footer("Exit status: 0 fine; 1 the request is wrong; 2 the kernel failed.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
