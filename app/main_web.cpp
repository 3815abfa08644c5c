#include <emscripten.h>
#include <imgui.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "simt/simt_device.h"
#include "ui/widgets/imgui_internals.h"
#include "ui/widgets/shown.h"
#include "ui/window/main_window.h"
#include "ui/window/pasting.h"
#include "ui/window/window_text.h"

// The program in a page (docs/web.md): the window on the SIMT machine. assets/web/page.js starts it.

// Functions of the page (cmake/web/functions.js).
extern "C" {
/// Say why there is no window.
void warplens_stopped(const char* why);
/// Copy the page's address, with `session` in it.
void warplens_copy_link(const char* session);
/// Copy an <iframe> of that address which shows only the view.
void warplens_copy_frame(const char* session);
/// Ask for a kernel or a program in a field of the page; warplens_paste() opens it.
void warplens_ask_for_code();
/// What the window says (ui::page_text()), for those who do not see it.
void warplens_show_text(const char* text);
/// Begin to film the window, or end the film, which is then offered as a download.
void warplens_begin_film();
void warplens_end_film();
}

namespace {

using namespace warplens;

/// Lives as long as the page.
struct Page {
  launch::DeviceList devices;
  std::unique_ptr<ui::MainWindow> window;
  bool films = false;
  std::string text;  ///< what the window last said
  ui::Shown shown;   ///< the texts of the last frame
  double slept = 0;  ///< time that was to pass before this frame, seconds (ui::MainWindow::sleep_time())
};

Page& page() {
  static Page only;
  return only;
}

void stop(const base::Error& error) {
  std::fprintf(stderr, "%s\n", base::describe(error).c_str());
  warplens_stopped(base::describe(error).c_str());
}

/// What `work` throws, memory that is not there for instance, ends the program and not the page.
void guarded(const std::function<base::Status()>& work) {
  try {
    if (const base::Status done = work(); !done) stop(done.error());
  } catch (const std::exception& thrown) {
    stop(base::error(thrown.what()));
  }
}

/// Written by assets/web/page.js if the page shows only a view.
constexpr const char* view_file = "/view";

/// Written by assets/web/page.js for whoever wants little motion: what is played moves twice a second.
constexpr const char* calm_file = "/calm";
constexpr double calm_pause = 0.5;

/// If the page was opened through a link with a session in it, assets/web/link.js has written the session to this file.
constexpr const char* link_file = "/link.warplens";

base::Status open_window() {
  for (const simt::DeviceSpec& spec : simt::device_specs())
    page().devices.devices.push_back(simt::make_device(spec, base::processors()));
  page().devices.gpu_note = "a page in a browser cannot run CUDA on a GPU";
  auto window = ui::MainWindow::open(page().devices, {}, std::filesystem::exists(link_file) ? link_file : "");
  if (!window) return window.error();
  page().window = std::move(*window);
  page().window->app().look.shown = &page().shown;
  page().window->app().copy_link = [](const std::string& session) { warplens_copy_link(session.c_str()); };
  page().window->app().copy_frame = [](const std::string& session) { warplens_copy_frame(session.c_str()); };
  page().window->app().ask_for_code = [] { warplens_ask_for_code(); };
  page().window->app().film = [] {
    warplens_begin_film();
    page().films = true;
  };
  page().window->app().view_only = std::filesystem::exists(view_file);
  if (std::filesystem::exists(calm_file)) page().window->app().playback.pause = calm_pause;
  return base::Nothing{};
}

/// Tell the page what the window says. Called when no frame follows at once, so that the text neither slows an animation down nor
/// is read out in the middle of one.
void show_text() {
  std::string text = ui::page_text(page().window->app());
  if (text == page().text) return;
  warplens_show_text(text.c_str());
  page().text = std::move(text);
}

}  // namespace

/// Draw a frame. Returns the number of seconds until the next frame is due if no event comes first; negative if none is due.
extern "C" EMSCRIPTEN_KEEPALIVE double warplens_frame() {
  double timeout = -1;
  guarded([&timeout]() -> base::Status {
    page().window->sleep(page().slept);
    if (const base::Status drawn = page().window->draw_frame(); !drawn) return drawn.error();
    if (page().films && !page().window->app().playback.playing) {
      warplens_end_film();
      page().films = false;
    }
    timeout = page().slept = page().window->sleep_time();
    if (timeout != 0) show_text();
    return base::Nothing{};
  });
  return timeout;
}

/// The wheel was turned, or two fingers went apart: steps, up positive. Emscripten's GLFW takes pixels for steps, and each turn
/// twice.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_scroll(double x, double y) { page().window->window().scroll(x, y); }

/// Open these files of the page's own file system, one path a line, as if they were dropped at once.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_open(const char* files) {
  std::istringstream lines(files);
  std::vector<std::filesystem::path> paths;
  for (std::string line; std::getline(lines, line);) paths.emplace_back(line);
  page().window->app().open_files(paths);
}

/// Open the kernel or program that was pasted into the page.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_paste() { ui::open_clipboard(page().window->app()); }

// For fingers (assets/web/pointer.js), as of the last frame:

/// Whether a field of the window is typed in.
extern "C" EMSCRIPTEN_KEEPALIVE int warplens_types() { return ImGui::GetIO().WantTextInput ? 1 : 0; }
/// Whether what is under the pointer scrolls up and down.
extern "C" EMSCRIPTEN_KEEPALIVE int warplens_scrolls() { return ui::scrolls_under_pointer() ? 1 : 0; }
/// Whether the pointer points at something in the picture.
extern "C" EMSCRIPTEN_KEEPALIVE int warplens_points() { return ui::hovered_panel() == "picture" ? 1 : 0; }

int main() {
  guarded(open_window);
  return 0;
}
