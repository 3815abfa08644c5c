#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "base/resources.h"
#include "desk/playback/program_calls.h"
#include "gl/context.h"
#include "launch/recording/recording_file.h"
#include "simt/simt_device.h"
#include "tests/recorded_program.h"
#include "tests/scratch_folder.h"
#include "ui/widgets/shown.h"
#include "ui/window/app_frame.h"
#include "ui/window/shortcuts.h"

// A recorded program in the window, with mouse and keys.

namespace warplens::ui {
namespace {

constexpr float window_width = 1280, window_height = 720;

class ProgramWindow : public testing::Test {
 protected:
  void SetUp() override {
    auto opengl = gl::OffscreenContext::create();
    if (!opengl) GTEST_SKIP() << base::describe(opengl.error());
    opengl_.emplace(std::move(*opengl));
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {window_width, window_height};
    io.DeltaTime = 1.0f / 60;
    devices_.devices.push_back(simt::make_device());
    app_ = std::make_unique<App>(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {});
    app_->picture.cells = view::make_raster_cell_painter();
    app_->open_first_experiment();
    std::filesystem::create_directories(folder_);
    ASSERT_TRUE(launch::save(recorded::homework(), folder_ / "homework.recording").ok());
    app_->open_file(folder_ / "homework.recording");
    for (int k = 0; k < 4; ++k) {
      frame();
      app_->wait_until_idle();
    }
  }
  ~ProgramWindow() override {
    app_.reset();
    ImGui::DestroyContext(context_);
    std::filesystem::remove_all(folder_);
  }

  void frame() {
    ASSERT_TRUE(update_look(*app_, 1).ok());
    if (ImFontAtlas& fonts = *ImGui::GetIO().Fonts; !fonts.IsBuilt()) fonts.Build();
    ImGui::NewFrame();
    app_frame(*app_, window_width, window_height);
    ImGui::Render();
  }
  void point(float x, float y) {
    ImGui::GetIO().MousePos = {x, y};
    frame();
    frame();
  }
  void click() {
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = down;
      frame();
      frame();
    }
    app_->wait_until_idle();
    frame();
  }
  /// Point at a call, wherever in the picture it is.
  bool point_at(std::uint64_t call) {
    for (float y = 200; y < 620; y += 12)
      for (float x = 300; x < 900; x += 8) {
        point(x, y);
        if (app_->pointer.target.call == call) return true;
      }
    return false;
  }

  /// Whether a new frame has these words, on one line or wrapped.
  bool says(const std::string& words) {
    Shown shown;
    app_->look.shown = &shown;
    frame();
    app_->look.shown = nullptr;
    std::string prose;
    for (const ShownText& each : shown.texts) prose += each.text + " ";
    return prose.find(words) != std::string::npos;
  }

  const std::filesystem::path folder_ = scratch("program window");
  ImGuiContext* context_ = ImGui::CreateContext();
  std::optional<gl::OffscreenContext> opengl_;
  launch::DeviceList devices_;
  std::unique_ptr<App> app_;
};

TEST_F(ProgramWindow, AClickOnALaunchOpensIt) {
  ASSERT_EQ(app_->choices.session.view, "program");
  EXPECT_EQ(app_->choices.entry().label, "1: increment");
  ASSERT_TRUE(point_at(5)) << "the second launch";
  click();
  EXPECT_EQ(app_->choices.entry().label, "2: scale");
  EXPECT_EQ(app_->choices.session.view, "program");
  EXPECT_EQ(call_place(app_->choices), 6u);
  EXPECT_TRUE(app_->shows_choice());
  ASSERT_TRUE(point_at(2)) << "a copy";
  click();
  EXPECT_EQ(app_->choices.entry().label, "2: scale");
  EXPECT_EQ(call_place(app_->choices), 3u);
}

TEST_F(ProgramWindow, KeysGoThroughCallsAndLaunches) {
  const auto type = [&](int key) {
    press(*app_, {key, 0});
    frame();
  };
  type(GLFW_KEY_LEFT);
  EXPECT_EQ(call_place(app_->choices), 7u);
  type(GLFW_KEY_HOME);
  EXPECT_EQ(call_place(app_->choices), 0u);
  type(GLFW_KEY_LEFT);
  EXPECT_EQ(call_place(app_->choices), 0u);
  type(GLFW_KEY_RIGHT);
  EXPECT_EQ(call_place(app_->choices), 1u);
  type(GLFW_KEY_END);
  EXPECT_EQ(call_place(app_->choices), 8u);
  type(GLFW_KEY_DOWN);
  EXPECT_EQ(app_->choices.entry().label, "2: scale");
  type(GLFW_KEY_UP);
  EXPECT_EQ(app_->choices.entry().label, "1: increment");
  type(GLFW_KEY_1);
  EXPECT_EQ(app_->choices.session.view, "mapping");
  type(GLFW_KEY_G);
  EXPECT_EQ(app_->choices.session.view, "program");
  app_->wait_until_idle();  // a run that ends meanwhile stops what plays
  frame();
  type(GLFW_KEY_SPACE);
  EXPECT_TRUE(app_->playback.playing);
}

TEST_F(ProgramWindow, ARunThatLastsVeilsTheOneBefore) {
  const std::filesystem::path source = folder_ / "lasting.cu";
  std::ofstream(source) << "#include <unistd.h>\n__global__ void k(int* x) { x[threadIdx.x] = 1; }\n"
                           "int main(int argc, char**) {\n  int* x;\n  cudaMalloc(&x, 128);\n  k<<<1, 32>>>(x);\n"
                           "  for (; argc > 1;) sleep(1);\n}\n";
  app_->open_file(source);
  for (int k = 0; k < 4; ++k) {
    frame();
    app_->wait_until_idle();
  }
  ASSERT_NE(app_->program(), nullptr);
  EXPECT_EQ(app_->program()->recorded, 1u);
  app_->programs.set_arguments(*app_->program(), "1 2");
  EXPECT_TRUE(says("For the next run. The run that is shown had none."));
  EXPECT_TRUE(says("Run this launch"));
  EXPECT_TRUE(says("NOTED IN THE PROGRAM · 1 Leak cudaMalloc, line 5 x, 128 bytes of device memory, is never freed."));
  app_->run_program();
  EXPECT_FALSE(says("The program is running."));
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_TRUE(says("The program is running."));
  app_->programs.stop();
  app_->wait_until_idle();
  EXPECT_FALSE(says("The program is running."));
}

}  // namespace
}  // namespace warplens::ui
