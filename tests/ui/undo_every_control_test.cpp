#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "base/resources.h"
#include "gl/context.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"
#include "ui/window/app_frame.h"
#include "ui/window/layout.h"
#include "ui/window/shortcuts.h"

// Undo and redo of every control: the pointer goes over the panels of a window that nobody sees, and each control that it finds
// is clicked and dragged. What that changes must go back with Ctrl Z and come again with Ctrl Shift Z; and Tab must reach it.

namespace warplens::ui {
namespace {

constexpr float width = 1920, height = 2400;  // high enough for the longest list of controls

/// The settings of a session: the rest is the user's place in it, which undo leaves alone.
Session settings_of(Session session) {
  const Session fresh;
  session.camera = fresh.camera;
  session.orbit = fresh.orbit;
  session.scrub = fresh.scrub;
  session.program_scrub = fresh.program_scrub;
  session.why = fresh.why;
  session.lesson = fresh.lesson;
  session.lesson_step = fresh.lesson_step;
  return session;
}

class EveryControl : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(scratch("saved"));
    std::filesystem::current_path(scratch("saved"));  // what the window saves goes there
    auto opengl = gl::OffscreenContext::create();
    if (!opengl) GTEST_SKIP() << base::describe(opengl.error());
    opengl_.emplace(std::move(*opengl));
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {width, height};
    io.DeltaTime = 1.0f / 60;
    devices_.devices.push_back(simt::make_device());
    devices_.devices.push_back(simt::make_device(*simt::device_spec_named("toy-4")));
    app_ = std::make_unique<App>(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {});
    app_->picture.cells = view::make_raster_cell_painter();
  }
  ~EveryControl() override {
    app_.reset();
    ImGui::DestroyContext(context_);
  }

  Session opening(const std::string& id) const {
    Session session;
    const experiment::Experiment* found = experiment::find(app_->choices.catalogue, id);
    session.experiment = id;
    session.settings = *experiment::default_settings(*found);
    session.view = found->view;
    return session;
  }

  void frame() {
    ASSERT_TRUE(update_look(*app_, 1).ok());
    if (ImFontAtlas& fonts = *ImGui::GetIO().Fonts; !fonts.IsBuilt()) fonts.Build();
    ImGui::NewFrame();
    app_frame(*app_, width, height);
    ImGui::Render();
  }
  void point(float x, float y) {
    ImGui::GetIO().MousePos = {x, y};
    frame();
  }
  /// Press at a place and release `by` pixels further right.
  void click(float x, float y, float by = 0) {
    // What a search finds moves the controls below it, whenever that is.
    app_->search.worker.cancel();
    while (app_->search.worker.running()) frame();
    point(x, y);
    frame();  // where what was undone has moved the controls
    ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = true;
    frame();
    // Asked of the frame that sees the press: a run that ends in the background may move the controls in any frame.
    tab_reaches_it_ = std::ranges::any_of(app_->focus.stops(), [&](const FocusStop& stop) {
      return x >= stop.from.x && x <= stop.to.x && y >= stop.from.y && y <= stop.to.y;
    });
    frame();
    if (by != 0) point(x + by, y);
    ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = false;
    frame();
    frame();
  }
  bool popup_is_open() const { return context_->OpenPopupStack.Size > 0; }
  /// Choose a row of the list that is open, by its distance from the top.
  void choose_from_list(float row) {
    const ImGuiWindow* list = context_->OpenPopupStack.back().Window;
    if (list == nullptr) return;
    const ImRect inner = list->InnerRect;
    click(inner.Min.x + 30, inner.Min.y + row);
    if (popup_is_open()) press(*app_, {GLFW_KEY_ESCAPE, 0});
    frame();
  }

  /// What was done since `before` goes back, comes again and goes back. `what` says what was done.
  void expect_undone(const Session& before, const std::string& what) {
    const Session after = settings_of(app_->choices.session);
    if (after == before) return;
    EXPECT_TRUE(tab_reaches_it_) << what;
    ++changes_;
    press(*app_, {GLFW_KEY_Z, GLFW_MOD_CONTROL});
    frame();
    ASSERT_EQ(to_json(settings_of(app_->choices.session)), to_json(before)) << what << ", undone";
    press(*app_, {GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT});
    frame();
    ASSERT_EQ(to_json(settings_of(app_->choices.session)), to_json(after)) << what << ", made again";
    press(*app_, {GLFW_KEY_Z, GLFW_MOD_CONTROL});
    frame();
    ASSERT_EQ(to_json(settings_of(app_->choices.session)), to_json(before)) << what << ", undone again";
  }

  void try_control(float x, float y, const std::string& name) {
    const Session before = settings_of(app_->choices.session);
    click(x, y);
    if (!popup_is_open()) return expect_undone(before, name + " clicked");
    for (const float row : {20.0f, 60.0f}) {
      if (!popup_is_open()) click(x, y);
      if (popup_is_open()) choose_from_list(row);
      ASSERT_NO_FATAL_FAILURE(expect_undone(before, name + " chosen from"));
    }
  }

  /// Every control of a panel: each hovered item once, and each `part` pixels of a wide one.
  void try_panel(const view::Rectangle& panel, const std::string& name, float part) {
    constexpr float across = 36, down = 15;
    for (float y = panel.y + 4; y < panel.y + panel.height; y += down) {
      for (float x = panel.x + 8; x < panel.x + panel.width; x += across) {
        ASSERT_NO_FATAL_FAILURE(point(x, y));
        const ImGuiID hovered = context_->HoveredId;
        if (hovered == 0 || !tried_.emplace(hovered, static_cast<int>((x - panel.x) / part)).second) continue;
        const std::string control = app_->choices.session.experiment + ", " + app_->choices.session.view + ": " + name + " at " +
                                    std::to_string(static_cast<int>(x)) + ", " + std::to_string(static_cast<int>(y));
        ASSERT_NO_FATAL_FAILURE(try_control(x, y, control));
        const Session before = settings_of(app_->choices.session);
        click(x, y, 17);
        if (popup_is_open()) press(*app_, {GLFW_KEY_ESCAPE, 0});
        frame();
        ASSERT_NO_FATAL_FAILURE(expect_undone(before, control + " dragged"));
        app_->help.show = app_->lessons.show_catalogue = false;
        app_->lessons.step = {};
      }
    }
  }

  /// Open a session and try its controls. The bar on top and the right panel are the same for all.
  void try_window(const Session& session, bool whole = false) {
    ASSERT_TRUE(app_->settle(session).ok());
    app_->choices.run_on_change = false;
    app_->undo = {};
    frame();
    frame();
    const Places at = places(width, height, 1, session.show_ptx ? picture_left_by_ptx : 0.0f);
    ASSERT_NO_FATAL_FAILURE(try_panel({at.controls.x, at.controls.y, at.controls.width, 1500}, "controls", 60));
    if (!whole) return;
    ASSERT_NO_FATAL_FAILURE(try_panel(at.top, "top", 60));
    ASSERT_NO_FATAL_FAILURE(try_panel({at.right.x, at.right.y, at.right.width, 1400}, "right", at.right.width));
  }

  std::optional<gl::OffscreenContext> opengl_;
  ImGuiContext* context_ = ImGui::CreateContext();
  launch::DeviceList devices_;
  std::unique_ptr<App> app_;
  std::set<std::pair<ImGuiID, int>> tried_;  ///< item, and which part of a wide one
  int changes_ = 0;
  bool tab_reaches_it_ = false;  ///< what was clicked last
};

TEST_F(EveryControl, OfALaunch) {
  try_window(opening("counter"), true);
  EXPECT_GT(changes_, 60);
}

TEST_F(EveryControl, OfAScene) {
  try_window(opening("rays"));
  EXPECT_GT(changes_, 40);
}

TEST_F(EveryControl, OfASweep) {
  Session session = opening("counter");
  session.view = view::sweep_view;
  try_window(session);
  EXPECT_GT(changes_, 20);
}

}  // namespace
}  // namespace warplens::ui
