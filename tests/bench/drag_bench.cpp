#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/resources.h"
#include "desk/view_inputs.h"
#include "gl/context.h"
#include "gl/objects.h"
#include "simt/simt_device.h"
#include "ui/window/app_frame.h"
#include "ui/window/framebuffer.h"
#include "ui/window/last_frame.h"
#include "ui/window/layout.h"

// What a frame of the window costs while something is dragged, and how long a click takes to be answered, at three sizes and
// without a display. Prints rows of the tables in README.md:
//   DRAG| size | what | wall, ms | processor, ms |
//   CLICK| size | what | first frame, ms | answer, ms | processor, ms | frames drawn, the most |
// each the median (largest). A frame ends when glFinish returns; the processor time is that of all threads of the program,
// OpenGL's own and those that run kernels included. Optional arguments: width and height, else all three sizes.

namespace {

using namespace warplens;
using Clock = std::chrono::steady_clock;

constexpr int frames = 21, clicks = 7;

struct Cost {
  double wall = 0, processor = 0;  ///< ms
};

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

Cost timed(const std::function<void()>& work) {
  const auto begin = Clock::now();
  const std::clock_t processor = std::clock();
  work();
  return {milliseconds_since(begin), 1000.0 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC};
}

std::string median_and_largest(std::vector<double> values) {
  std::ranges::sort(values);
  char text[64];
  std::snprintf(text, sizeof text, "%.1f (%.1f)", values[values.size() / 2], values.back());
  return text;
}

std::string part_of(const std::vector<Cost>& costs, double Cost::*part) {
  std::vector<double> values;
  for (const Cost& cost : costs) values.push_back(cost.*part);
  return median_and_largest(std::move(values));
}

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

/// Woken by the workers, as the window is.
class Alarm {
 public:
  void ring() {
    const std::lock_guard lock(mutex_);
    rung_ = true;
    changed_.notify_all();
  }
  /// Until it rings or `longest` has passed.
  void wait(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [this] { return rung_; });
    rung_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool rung_ = false;
};

struct Size {
  std::uint32_t width, height;
  std::string name() const { return std::to_string(width) + " × " + std::to_string(height); }
};

/// The window without a display, and the person at it. One at a time, with an OpenGL context.
class Bench {
 public:
  Bench(Size size, launch::DeviceList& devices, gl::Framebuffer target)
      : size_(size),
        target_(std::move(target)),
        imgui_(ImGui::CreateContext()),
        app_(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices, [this] { alarm_.ring(); }) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
    io.DeltaTime = 1.0f / 60;
    io.MousePos = {-1, -1};
    ImGui_ImplOpenGL3_Init("#version 330 core");
    auto cells = view::make_shader_cell_painter(), beside = view::make_shader_cell_painter();
    if (!cells || !beside) fail(base::describe((cells ? beside : cells).error()));
    app_.picture.cells = std::move(*cells);
    app_.picture_beside.cells = std::move(*beside);
    app_.lessons.all = std::make_shared<lesson::Lessons>(
        lesson::load_lessons({base::resource_folder() / "assets" / "lessons"}, app_.choices.catalogue));
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(imgui_);
  }

  ui::App& app() { return app_; }
  desk::Choices& choices() { return app_.choices; }

  /// Run to completion and be drawn.
  void open(const Session& session) {
    if (const base::Status ran = app_.open_and_run(session); !ran) fail(base::describe(ran.error()));
    away();
  }

  void drag_all(const std::string& elements) {
    const ui::FocusStop picture = control(ui::ControlKind::picture);
    drag(elements + ": pointer over cells", across(picture, 0.7f, 0.1f, 0.9f), false);
    // Nearer, so that there is somewhere to go.
    view::Navigation navigation = navigation_of(choices());
    navigation.camera = {0.3f, 0.3f, 4};
    navigate(choices(), navigation);
    away();
    drag(elements + ": picture", across(picture, 0.7f, 0.7f, 0.3f));
    navigate(choices(), {});
    away();
    drag(elements + ": scrubber", across(control(ui::ControlKind::scrubber), 0.5f, 0.9f, 0.2f));
    drag(elements + ": scrubber, another moment is shown", across(control(ui::ControlKind::scrubber), 0.5f, 0.9f, 0.2f), true,
         true);
    desk::go_to_place(app_.playback, choices().session, app_.runs, app_.runs.steps());
    away();
    // Below data and grid; a slider's track is in its lower half.
    drag(elements + ": block size", across(control(ui::ControlKind::field, 2), 0.8f, 0.5f, 0.95f));
  }

  void orbit() { drag("3-D picture", across(control(ui::ControlKind::picture), 0.6f, 0.3f, 0.6f)); }

  void click_all() {
    const Session before = choices().session;
    const auto back = [this, before] {
      app_.lessons.show_catalogue = false;
      if (const base::Status opened = open_session(choices(), before); !opened) fail(base::describe(opened.error()));
    };
    const auto shown = [this] {
      return app_.runs.shown && app_.runs.shown->experiment == &choices().experiment() &&
             app_.runs.shown->run.settings == choices().session.settings && has_picture(app_);
    };
    click(
        "another kernel", [this] { return across(control(ui::ControlKind::group, 1), 0.5f, 0.75f, 0.75f)(0); },
        [&] { return choices().session.settings.entry != before.settings.entry && shown(); }, back);
    click(
        "another view", [this] { return across(control(ui::ControlKind::group), 0.5f, 0.95f, 0.95f)(0); },
        [&] { return choices().session.view != before.view && has_picture(app_); }, back);
    click(
        "another theme", [this] { return corner_button(1); },
        [&] { return choices().session.theme != before.theme && app_.picture.drawn.theme == &choices().theme(); }, back);
    click(
        "list of lessons", [this] { return corner_button(2); },
        [this] { return app_.focus.stops().front().kind == ui::ControlKind::row; }, back);
    click(
        "a lesson",
        [this] {
          app_.lessons.show_catalogue = true;
          settle();
          return across(control(ui::ControlKind::row, 4), 0.5f, 0.5f, 0.5f)(0);
        },
        [&] { return desk::open_step(app_.lessons, choices().session) != nullptr && shown(); }, back);
  }

 private:
  /// Whether it was drawn.
  bool frame() {
    const auto width = static_cast<float>(size_.width), height = static_cast<float>(size_.height);
    const view::Theme& theme = choices().theme();
    const auto baked = ui::update_look(app_, ui::window_scale(width, height, 1, 1, theme.scale));
    if (!baked) fail(base::describe(baked.error()));
    if (*baked) {
      last_frame_.forget();
      ImGui_ImplOpenGL3_Shutdown();
      ImGui_ImplOpenGL3_Init("#version 330 core");
    }
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    ui::app_frame(app_, width, height);
    ImGui::Render();
    if (app_.outdated > 0 || !last_frame_.replace(*ImGui::GetDrawData(), theme.background, app_.grounds)) return false;
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    ui::clear(static_cast<int>(size_.width), static_cast<int>(size_.height), theme.background, app_.grounds);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glFinish();
    return true;
  }
  /// Frames until all that was asked for is there.
  void settle() {
    for (int k = 0; k < 3; ++k) {
      frame();
      app_.wait_until_idle();
    }
  }
  void away() {
    ImGui::GetIO().MousePos = {-1, -1};
    settle();
  }
  static void press(bool down) { ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = down; }

  /// A frame for each place on the way, with the button down if `held`; if `ready`, the one that has what the place before it
  /// asked the workers for.
  void drag(const std::string& what, const std::function<ImVec2(float)>& way, bool held = true, bool ready = false) {
    ImGui::GetIO().MousePos = way(0);
    for (int k = 0; k < 30; ++k) frame();  // until there is a tooltip
    press(held);
    frame();
    std::vector<Cost> costs;
    for (int k = 1; k <= frames; ++k) {
      ImGui::GetIO().MousePos = way(static_cast<float>(k) / frames);
      if (ready) app_.wait_until_idle();
      costs.push_back(timed([this] { frame(); }));
    }
    press(false);
    away();
    std::printf("DRAG| %s | %s | %s | %s |\n", size_.name().c_str(), what.c_str(), part_of(costs, &Cost::wall).c_str(),
                part_of(costs, &Cost::processor).c_str());
    std::fflush(stdout);
  }

  /// From the button's release to the end of the first frame, and of the frame after which it is `answered`.
  void click(const std::string& what, const std::function<ImVec2()>& place, const std::function<bool()>& answered,
             const std::function<void()>& back) {
    std::vector<double> first;
    std::vector<Cost> answers;
    int max_drawn = 0;
    for (int k = 0; k < clicks; ++k) {
      ImGui::GetIO().MousePos = place();
      settle();
      press(true);
      frame();
      press(false);
      answers.push_back(timed([&] {
        bool drawn = false;
        first.push_back(timed([&] { drawn = frame(); }).wall);
        int count = drawn ? 1 : 0;
        constexpr int most = 100;
        for (int later = 0; !answered() || app_.outdated > 0; ++later) {
          if (later == most) fail(what + ": a click was not answered");
          // As the window: two more frames at once, or soon where nothing was drawn, then one whenever a worker is ready, or at
          // intervals.
          if (!drawn || later >= 2) alarm_.wait(std::chrono::milliseconds(later >= 2 ? 50 : 5));
          drawn = frame();
          count += drawn ? 1 : 0;
        }
        max_drawn = std::max(max_drawn, count);
      }));
      back();
      away();
    }
    std::printf("CLICK| %s | %s | %s | %s | %s | %d |\n", size_.name().c_str(), what.c_str(), median_and_largest(first).c_str(),
                part_of(answers, &Cost::wall).c_str(), part_of(answers, &Cost::processor).c_str(), max_drawn);
    std::fflush(stdout);
  }

  /// A control in its last frame, by its kind and its place in the order of the Tab key.
  ui::FocusStop control(ui::ControlKind kind, std::size_t index = 0) const {
    for (const ui::FocusStop& stop : app_.focus.stops())
      if (stop.kind == kind && index-- == 0) return stop;
    fail("a control is not there");
  }
  /// In the upper right corner, counted from the right.
  ImVec2 corner_button(int index) const {
    return {static_cast<float>(size_.width) - app_.look.px(static_cast<float>(22 + 19 + 48 * index)), app_.look.px(30)};
  }
  /// Along a control at a part of its height, from one part of its width to another.
  static std::function<ImVec2(float)> across(const ui::FocusStop& stop, float height, float from, float to) {
    return [=](float time) {
      return ImVec2(stop.from.x + (stop.to.x - stop.from.x) * (from + (to - from) * time),
                    stop.from.y + (stop.to.y - stop.from.y) * height);
    };
  }

  Size size_;
  gl::Framebuffer target_;
  ImGuiContext* imgui_;
  Alarm alarm_;
  ui::App app_;
  ui::LastFrame last_frame_;
};

Session session_of(const char* experiment, const char* view) {
  Session session;
  session.experiment = experiment;
  session.view = view;
  return session;
}

void measure(Size size, launch::DeviceList& devices) {
  auto target = gl::Framebuffer::create(size.width, size.height);
  if (!target) fail(base::describe(target.error()));
  Bench bench(size, devices, std::move(*target));
  Session mapping = session_of("increment", "mapping");
  mapping.settings.parameters["n"] = 1024;
  bench.open(mapping);
  bench.drag_all("1,024 elements");
  bench.open(session_of("counter", "race"));
  bench.click_all();
  bench.open(session_of("rays", "scene"));
  bench.orbit();
  mapping.settings.parameters["n"] = 16'777'216;
  mapping.settings.grid = {65'536};
  mapping.settings.block = {256};
  bench.open(mapping);
  bench.drag_all("16,777,216 elements");
}

}  // namespace

int main(int argc, char** argv) {
  launch::DeviceList devices;
  devices.devices.push_back(simt::make_device());
  const auto context = gl::OffscreenContext::create();
  if (!context) fail(base::describe(context.error()));
  std::printf("FRAMES ON: %s\n", gl::description().c_str());
  std::vector<Size> sizes{{1280, 720}, {1920, 1080}, {3840, 2160}};
  if (argc == 3) sizes = {{static_cast<std::uint32_t>(std::atoi(argv[1])), static_cast<std::uint32_t>(std::atoi(argv[2]))}};
  for (const Size& size : sizes) measure(size, devices);
  return 0;
}
