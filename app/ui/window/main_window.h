#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "launch/device.h"
#include "ui/window/app.h"
#include "ui/window/window.h"

namespace warplens::ui {

/// The main window: the system's window and the app in it.
class MainWindow {
 public:
  /// Open the window. It offers the experiments and lessons that come with the program and those in `kernel_folders`. `file`: a
  /// session or an experiment to show first, "" for the opening scene. `devices` must outlive the window. Errors: no display, no
  /// experiments, a missing font or shader.
  static base::Result<std::unique_ptr<MainWindow>> open(launch::DeviceList& devices,
                                                        const std::vector<std::filesystem::path>& kernel_folders,
                                                        const std::filesystem::path& file);

  /// How long to sleep before the next frame if nothing happens, seconds; negative: for ever. Once per frame.
  double sleep_time();
  /// Sleep that long, or until something happens (Window::sleep()). False once the window should close.
  bool sleep(double timeout);
  /// Take keys and dropped files, and draw one frame of the current state. Errors: a font cannot be read.
  base::Status draw_frame();
  /// Give F11 its effect. Not in a page, whose browser has a full screen of its own.
  void offer_full_screen();
  /// Write the text typed in the editor to its file. Errors: the file cannot be written.
  base::Status save_typed();

  App& app() { return app_; }
  Window& window() { return *window_; }

 private:
  MainWindow(std::unique_ptr<Window> window, experiment::Catalogue catalogue, launch::DeviceList& devices);

  std::unique_ptr<Window> window_;
  App app_;
};

}  // namespace warplens::ui
