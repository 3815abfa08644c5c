#include <cstdio>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <utility>

#include "base/processors.h"
#include "base/resources.h"
#include "cli/cli.h"
#include "experiment/kernel_file/describe.h"
#include "gpu/gpu_device.h"
#include "remote/lasting_device.h"
#include "remote/remote_device.h"
#include "simt/simt_device.h"
#include "ui/window/app_frame.h"
#include "ui/window/layout.h"
#include "ui/window/window.h"
#include "view/table.h"

// Choose the devices, then the window or a command.

namespace {

using namespace warplens;

void add_gpus(launch::DeviceList& list) {
  gpu::FoundDevices gpus = gpu::find_devices();
  for (auto& device : gpus.devices) {
    // The shell's parent is this process. What is served waits in no queue: this process may have its turn already.
    const std::string server = "exec /proc/$PPID/exe device-server --unqueued --device gpu:" + device->properties().id;
    list.devices.push_back(remote::make_lasting(
        std::move(device), [server](launch::Progress& progress) { return remote::connect(server, cli::version(), progress); }));
  }
  list.gpu_note = gpus.note;
}

launch::DeviceFinder device_finder() {
  launch::DeviceList simt;
  for (const simt::DeviceSpec& spec : simt::device_specs()) simt.devices.push_back(simt::make_device(spec, base::processors()));
  simt.connect = [](const std::string& command, launch::Progress& progress) {
    return remote::connect(command, cli::version(), progress);
  };
  return {std::move(simt), add_gpus};
}

int fail(const base::Error& error) {
  std::fprintf(stderr, "%s\n", base::describe(error).c_str());
  return cli::status_wrong_request;
}

/// The window: wait, draw one frame of what the program knows, again. Nothing is drawn while nothing happens.
int run_window(launch::DeviceList& devices, const std::vector<std::filesystem::path>& kernel_folders,
               const std::filesystem::path& file) {
  const std::vector<std::filesystem::path> folders = experiment::catalogue_folders(kernel_folders);
  experiment::Catalogue catalogue = experiment::load_catalogue(folders, view::names_of_views());
  if (catalogue.experiments.empty()) {
    return fail(catalogue.errors.empty() ? base::error("no experiments in " + folders.front().string())
                                         : catalogue.errors.front());
  }
  std::vector<std::filesystem::path> lesson_folders{base::resource_folder() / "assets" / "lessons"};
  lesson_folders.insert(lesson_folders.end(), kernel_folders.begin(), kernel_folders.end());
  // Read while the window opens: each takes a good part of the time to the first frame.
  auto lessons = std::async(std::launch::async, [&] { return lesson::load_lessons(lesson_folders, catalogue); });
  auto window = ui::Window::open("Warplens");
  if (!window) return fail(window.error());
  auto cells = view::make_shader_cell_painter(), cells_beside = view::make_shader_cell_painter();
  if (!cells || !cells_beside) return fail((cells ? cells_beside : cells).error());

  auto all_lessons = std::make_shared<lesson::Lessons>(lessons.get());
  ui::App app(std::move(catalogue), devices, ui::Window::wake);
  app.picture.cells = std::move(*cells);
  app.picture_beside.cells = std::move(*cells_beside);
  app.runs.lends_output = true;
  app.lessons.all = std::move(all_lessons);
  ui::remember_user(app);
  app.open_first_experiment();
  if (!file.empty()) app.open_file(file);

  while ((*window)->wait(ui::next_frame_in(app))) {
    const auto width = static_cast<float>((*window)->width()), height = static_cast<float>((*window)->height());
    const view::Theme& theme = view::theme(app.choices.session.theme);
    const auto baked = ui::update_look(app, ui::window_scale(width, height, (*window)->content_scale(), app.zoom, theme.scale));
    if (!baked) return fail(baked.error());
    for (const ui::KeyPress& key : (*window)->take_keys()) ui::press(app, key);
    for (const std::string& file : (*window)->take_dropped_files()) app.open_file(file);

    (*window)->begin_frame(*baked);
    ui::app_frame(app, width, height);
    const view::Raster pixels =
        (*window)->end_frame(theme.background, app.grounds, app.outdated > 0, app.picture_wanted.has_value());
    ui::save_window(app, pixels);
    if (app.outdated == 0) (*window)->set_title(ui::window_title(app));
  }
  if (const base::Status written = app.editor.write(); !written) return fail(written.error());
  return cli::status_fine;
}

}  // namespace

int main(int argc, char** argv) {
  const auto kernel_folders = cli::window_request(argc, argv);
  const std::filesystem::path first = argc == 2 ? argv[1] : "";
  const bool file = first.extension() == ".warplens" || experiment::is_experiment_file(first);
  launch::DeviceFinder devices = device_finder();
  if (file) return run_window(devices.all(), {}, first);
  return kernel_folders ? run_window(devices.all(), *kernel_folders, {}) : cli::run(argc, argv, devices);
}
