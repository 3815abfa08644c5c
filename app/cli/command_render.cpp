#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/choose.h"
#include "cli/command.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "desk/figure.h"
#include "desk/sweep/sweeping.h"
#include "export/png.h"
#include "export/svg.h"
#include "ui/window/offscreen.h"
#include "view/table.h"

namespace warplens::cli {
namespace {

struct RenderOptions : PictureOptions {
  std::filesystem::path output;
};

base::Status highlighted(desk::Desk& desk, const RenderOptions& options) {
  return options.element.empty() ? base::Status(base::Nothing{}) : highlight(options.element, desk);
}

base::Result<Answer> draw_svg(const Session& session, const Context& context, const experiment::Catalogue& catalogue,
                              const RenderOptions& options, PictureSize size) {
  const float scale = options.scale.value_or(1);
  // Enumerating GPUs is slow: do it only for a view that compares two machines.
  launch::DeviceList& devices =
      view::row_of(session.view).needs.other_machine ? context.devices.all() : context.devices.among(session.device);
  // The file stores cells as pixels: two per point keep edges sharp on an enlarged slide.
  const auto figure = desk::make_figure(session, catalogue, devices, static_cast<float>(size.width) / scale,
                                        static_cast<float>(size.height) / scale, 2 * scale, false,
                                        [&](desk::Desk& desk) { return highlighted(desk, options); });
  if (!figure) return figure.error();
  const base::Status written =
      export_::write_svg(options.output, figure->drawing, view::theme(session.theme).background, figure->title, scale);
  if (!written) return written.error();
  return Answer{};
}

base::Result<Answer> draw_sweep(const Session& session, const experiment::Experiment& experiment, const Context& context,
                                const RenderOptions& options, PictureSize size) {
  const auto machines =
      experiment::sweep_machines(context.devices.all(), session.device, session.spec, session.settings.multiprocessors);
  if (!machines) return machines.error();
  experiment::SweepProgress progress;
  const auto result = experiment::run_sweep(experiment, session.sweep, *machines, progress);
  if (!result) return result.error();
  const float scale = options.scale.value_or(1);
  const desk::Figure figure = desk::make_figure(desk::plot_of(experiment, *result, ""), session.theme,
                                                static_cast<float>(size.width) / scale, static_cast<float>(size.height) / scale);
  const base::Status written =
      export_::write_svg(options.output, figure.drawing, view::theme(session.theme).background, figure.title, scale);
  if (!written) return written.error();
  return Answer{};
}

base::Result<Answer> draw_png(const Session& session, const Context& context, const experiment::Catalogue& catalogue,
                              std::shared_ptr<const lesson::Lessons> lessons, const RenderOptions& options, PictureSize size) {
  auto window = ui::OffscreenWindow::open(session, size.width, size.height, options.scale.value_or(0), context.devices.all(),
                                          catalogue, std::move(lessons));
  if (!window) return window.error();
  if (!options.element.empty())
    if (const base::Status settled = window->settle(); !settled) return settled.error();
  if (const base::Status found = highlighted(window->desk(), options); !found) return found.error();
  const auto picture = window->draw();
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
  const auto size = picture_size(options);
  if (!size) return size.error();
  experiment::Catalogue catalogue = all_experiments(context.kernels, context.compile);
  const auto lessons = std::make_shared<const lesson::Lessons>(all_lessons(context.kernels, catalogue));
  const auto session = session_of(options, context, catalogue, *lessons);
  if (!session) return session.error();
  const auto device = device_of(*session, options, context.devices);
  if (!device) return device.error();
  const experiment::Experiment& experiment = *experiment::find(catalogue, session->experiment);
  if (kind == ".svg" && view::row_of(session->view).needs.sweep) return draw_sweep(*session, experiment, context, options, *size);
  auto drawn = kind == ".svg" ? draw_svg(*session, context, catalogue, options, *size)
                              : draw_png(*session, context, catalogue, lessons, options, *size);
  if (!drawn && kind == ".svg") {
    // Without a window, report the same error as `run`.
    if (const auto run = run_once(*session, experiment, **device); !run) return run.error();
  }
  return drawn ? drawn : not_drawn(drawn.error(), *session, experiment, **device);
}

}  // namespace

Serve add_render(CLI::App& command) {
  const auto options = std::make_shared<RenderOptions>();
  command
      .add_option("name", options->name,
                  "an experiment of `warplens list`, a step of a lesson, a .warplens file, or a .recording of a program")
      ->required()
      ->type_name("NAME|LESSON:STEP|SESSION");
  add_picture_options(command, *options);
  command.add_option("-o,--output", options->output, ".png: the whole window; .svg: its middle, for slides")
      ->required()
      ->type_name("FILE");
  command.add_option("--element", options->element, "highlight an element, and draw its buffer: total[3], image[2, 7]")
      ->type_name("NAME[INDEX]");
  command.add_option("--sweep", options->sweep, "a ready-made sweep of the experiment, in the picture's place")
      ->type_name("SWEEP");
  command.footer("Exit status: 0 fine; 1 the request is wrong; 2 the kernel failed.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
