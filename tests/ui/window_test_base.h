#pragma once

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/resources.h"
#include "gl/context.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"
#include "ui/window/app_frame.h"
#include "ui/window/shortcuts.h"

namespace warplens::ui {

/// The window without a display, driven by keys and letters like those of a person.
class WindowTest : public testing::Test {
 protected:
  static constexpr float width = 1280, height = 720;

  void SetUp() override {
    std::filesystem::create_directories(scratch("saved"));
    std::filesystem::current_path(scratch("saved"));  // folder for the files that the window saves
    auto opengl = gl::OffscreenContext::create();
    if (!opengl) GTEST_SKIP() << base::describe(opengl.error());
    opengl_.emplace(std::move(*opengl));
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {width, height};
    io.DeltaTime = 1.0f / 60;
    io.MousePos = {-1, -1};
    io.KeyMap[ImGuiKey_UpArrow] = GLFW_KEY_UP;
    io.KeyMap[ImGuiKey_DownArrow] = GLFW_KEY_DOWN;
    io.KeyMap[ImGuiKey_Enter] = GLFW_KEY_ENTER;
    io.KeyMap[ImGuiKey_Backspace] = GLFW_KEY_BACKSPACE;
    devices_.devices.push_back(simt::make_device());
    devices_.devices.push_back(simt::make_device(*simt::device_spec_named("toy-4")));
    app_ = std::make_unique<App>(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {});
    app_->picture.cells = view::make_raster_cell_painter();
    app_->picture_beside.cells = view::make_raster_cell_painter();
    app_->open_first_experiment();
    settle();
  }
  ~WindowTest() override {
    app_.reset();
    ImGui::DestroyContext(context_);
  }

  void frame(float scale = 1) {
    ASSERT_TRUE(update_look(*app_, scale).ok());
    if (ImFontAtlas& fonts = *ImGui::GetIO().Fonts; !fonts.IsBuilt()) fonts.Build();
    ImGui::NewFrame();
    app_frame(*app_, width, height);
    ImGui::Render();
  }
  /// Draw frames until all requests are served.
  void settle(float scale = 1) {
    for (int k = 0; k < 4; ++k) {
      frame(scale);
      app_->wait_until_idle();
    }
  }
  void key(int key, int modifiers = 0) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyShift = (modifiers & GLFW_MOD_SHIFT) != 0;
    io.KeysDown[key] = true;
    press(*app_, {key, modifiers});
    frame();
    io.KeysDown[key] = false;
    io.KeyShift = false;
    settle();
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    settle();
  }
  void click(float x, float y) {
    ImGui::GetIO().MousePos = {x, y};
    settle();
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = down;
      frame();
    }
    settle();
  }
  const Session& session() const { return app_->choices.session; }

  std::optional<gl::OffscreenContext> opengl_;
  ImGuiContext* context_ = ImGui::CreateContext();
  launch::DeviceList devices_;
  std::unique_ptr<App> app_;
};

}  // namespace warplens::ui
