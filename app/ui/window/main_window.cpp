#include "ui/window/main_window.h"

#include <utility>

#include "base/resources.h"
#include "experiment/kernel_file/describe.h"
#include "ui/window/app_frame.h"
#include "ui/window/layout.h"

namespace warplens::ui {

MainWindow::MainWindow(std::unique_ptr<Window> window, experiment::Catalogue catalogue, launch::DeviceList& devices)
    : window_(std::move(window)), app_(std::move(catalogue), devices, Window::wake) {}

base::Result<std::unique_ptr<MainWindow>> MainWindow::open(launch::DeviceList& devices,
                                                           const std::vector<std::filesystem::path>& kernel_folders,
                                                           const std::filesystem::path& file) {
  const std::vector<std::filesystem::path> folders = experiment::catalogue_folders(kernel_folders);
  experiment::Catalogue catalogue = experiment::load_catalogue(folders, view::names_of_views());
  if (catalogue.experiments.empty())
    return catalogue.errors.empty() ? base::error("no experiments in " + folders.front().string()) : catalogue.errors.front();
  std::vector<std::filesystem::path> lesson_folders{base::resource_folder() / "assets" / "lessons"};
  lesson_folders.insert(lesson_folders.end(), kernel_folders.begin(), kernel_folders.end());
  desk::Lessons lessons;
  read_lessons(lessons, std::move(lesson_folders), catalogue);
  auto window = Window::open("Warplens");
  if (!window) return window.error();
  auto cells = view::make_shader_cell_painter(), cells_beside = view::make_shader_cell_painter();
  if (!cells || !cells_beside) return (cells ? cells_beside : cells).error();

  std::unique_ptr<MainWindow> opened(new MainWindow(std::move(*window), std::move(catalogue), devices));
  App& app = opened->app_;
  app.picture.cells = std::move(*cells);
  app.picture_beside.cells = std::move(*cells_beside);
  app.runs.lends_output = true;
  app.lessons = std::move(lessons);
  remember_user(app);
  app.open_first_experiment();
  if (!file.empty()) app.open_file(file);
  return opened;
}

double MainWindow::sleep_time() { return window_->sleep_time(next_frame_in(app_)); }

bool MainWindow::sleep(double timeout) { return window_->sleep(timeout); }

base::Status MainWindow::draw_frame() {
  const auto width = static_cast<float>(window_->width()), height = static_cast<float>(window_->height());
  const view::Theme& theme = view::theme(app_.choices.session.theme);
  const auto baked = update_look(app_, window_scale(width, height, window_->content_scale(), app_.zoom, theme.scale));
  if (!baked) return baked.error();
  for (const KeyPress& key : window_->take_keys()) press(app_, key);
  if (const auto dropped = window_->take_dropped_files(); !dropped.empty()) app_.open_files({dropped.begin(), dropped.end()});

  window_->begin_frame(*baked);
  app_frame(app_, width, height);
  const view::Raster pixels =
      window_->end_frame(theme.background, app_.grounds, app_.outdated > 0, app_.picture_wanted.has_value());
  save_window(app_, pixels);
  if (app_.outdated == 0) window_->set_title(window_title(app_));
  return base::Nothing{};
}

void MainWindow::offer_full_screen() {
  app_.toggle_full_screen = [this] { window_->toggle_full_screen(); };
}

base::Status MainWindow::save_typed() { return app_.editor.write(); }

}  // namespace warplens::ui
