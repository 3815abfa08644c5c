#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "desk/run/save_output.h"
#include "session/session.h"
#include "tests/scratch_folder.h"
#include "tests/ui/window_test_base.h"
#include "ui/window/picture_file.h"

// Saving asks for a name and a place, and overwrites nothing in silence.

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

class SaveFile : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (IsSkipped()) return;
    fs::create_directories(folder_);
    app_->choices.session_file = folder_ / "mine.warplens";
  }
  ~SaveFile() override { fs::remove_all(folder_); }

  /// Type over the name that is proposed, without pressing Enter.
  void name(const std::string& text) {
    ImGuiIO& io = ImGui::GetIO();
    for (std::size_t left = app_->save_dialog.name.size(); left > 0; --left) {
      io.KeysDown[GLFW_KEY_BACKSPACE] = true;
      frame();
      io.KeysDown[GLFW_KEY_BACKSPACE] = false;
      frame();
    }
    type(text);
    ASSERT_EQ(app_->save_dialog.name, text);
  }
  void ctrl_s() { key(GLFW_KEY_S, GLFW_MOD_CONTROL); }

  const fs::path folder_ = scratch("save file");
};

TEST_F(SaveFile, ASessionIsSavedUnderTheNameThatIsProposed) {
  ctrl_s();
  ASSERT_TRUE(app_->save_dialog.show);
  EXPECT_EQ(app_->save_dialog.name, "mine.warplens");
  EXPECT_FALSE(fs::exists(folder_ / "mine.warplens")) << "not before Enter";
  key(GLFW_KEY_ENTER);
  EXPECT_FALSE(app_->save_dialog.show);
  EXPECT_TRUE(load_session(folder_ / "mine.warplens").ok());
}

TEST_F(SaveFile, AnotherNameIsTypedAndProposedFromThenOn) {
  ctrl_s();
  name("other");
  key(GLFW_KEY_ENTER);
  EXPECT_TRUE(load_session(folder_ / "other.warplens").ok());
  EXPECT_FALSE(fs::exists(folder_ / "mine.warplens"));
  EXPECT_EQ(app_->choices.session_file, folder_ / "other.warplens");
  ctrl_s();
  EXPECT_EQ(app_->save_dialog.name, "other.warplens");
}

TEST_F(SaveFile, AFileIsReplacedOnlyWhenThatIsAskedFor) {
  ASSERT_TRUE(base::write_file(folder_ / "mine.warplens", std::string("old")).ok());
  ctrl_s();
  key(GLFW_KEY_ENTER);
  EXPECT_TRUE(app_->save_dialog.show);
  EXPECT_EQ(*base::read_text(folder_ / "mine.warplens"), "old");
  key(GLFW_KEY_ENTER);
  EXPECT_FALSE(app_->save_dialog.show);
  EXPECT_TRUE(load_session(folder_ / "mine.warplens").ok());
}

TEST_F(SaveFile, EscSavesNothing) {
  ctrl_s();
  key(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(app_->save_dialog.show);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(SaveFile, WhatCannotBeWrittenIsSaid) {
  ASSERT_TRUE(base::write_file(folder_ / "file", std::string("no folder")).ok());
  ctrl_s();
  app_->save_dialog.folder = (folder_ / "file").string();
  key(GLFW_KEY_ENTER);
  EXPECT_TRUE(app_->save_dialog.show);
  EXPECT_FALSE(app_->save_dialog.problem.empty());
  EXPECT_EQ(app_->choices.session_file, folder_ / "mine.warplens");
}

TEST_F(SaveFile, OnlyThePictureInTheSizeAskedFor) {
  open_save_dialog(*app_, SavedThing::picture);
  app_->save_dialog.width = 640;
  app_->save_dialog.height = 400;
  settle();
  name("slide.png");
  key(GLFW_KEY_ENTER);
  const auto bytes = base::read_bytes(folder_ / "slide.png");
  ASSERT_TRUE(bytes.ok());
  const auto big_endian = [&](std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t k = at; k < at + 4; ++k) number = number << 8 | std::to_integer<std::uint32_t>((*bytes)[k]);
    return number;
  };
  EXPECT_EQ(big_endian(16), 640u);  // of the IHDR chunk
  EXPECT_EQ(big_endian(20), 400u);
}

TEST_F(SaveFile, OnlyThePictureAsADrawingWithItsText) {
  open_save_dialog(*app_, SavedThing::picture);
  settle();
  name("slide.svg");
  key(GLFW_KEY_ENTER);
  const auto svg = base::read_text(folder_ / "slide.svg");
  ASSERT_TRUE(svg.ok());
  EXPECT_NE(svg->find("width=\"1920\" height=\"1080\""), std::string::npos) << svg->substr(0, 300);
  EXPECT_NE(svg->find("1,024 threads each added 1"), std::string::npos);
}

TEST_F(SaveFile, TheWindowIsSavedWithoutTheDialog) {
  key(GLFW_KEY_P);
  ASSERT_TRUE(app_->save_dialog.show);
  EXPECT_EQ(app_->save_dialog.name, "counter-race.png");
  press(*app_, {GLFW_KEY_ENTER, 0});
  EXPECT_FALSE(app_->save_dialog.show);
  EXPECT_FALSE(app_->picture_wanted.has_value());
  frame();
  ASSERT_TRUE(app_->picture_wanted.has_value()) << "of the frame that was drawn without the dialog";
  EXPECT_EQ(*app_->picture_wanted, folder_ / "counter-race.png");
  save_window(*app_, {1, 1, {view::Colour{1, 2, 3, 255}}});
  EXPECT_TRUE(fs::exists(folder_ / "counter-race.png"));
  EXPECT_FALSE(app_->picture_wanted.has_value());
}

TEST_F(SaveFile, BuffersNeverReplaceAFile) {
  for (const char* file : {"counter-counter.npy", "counter-counter-2.npy"}) {
    const auto saved = save_output(app_->choices, *app_->runs.shown, "counter", desk::OutputFile::npy);
    ASSERT_TRUE(saved.ok());
    EXPECT_EQ(saved->filename(), file);
  }
}

TEST_F(SaveFile, AnImageGoesToTheClipboardByTheProgramThatIsThere) {
  const fs::path programs = folder_ / "bin";
  fs::create_directories(programs);
  // Stands for xclip: keeps what it is given, and stays as xclip does.
  ASSERT_TRUE(
      base::write_file(programs / "xclip", "#!/bin/sh\ncp \"$6\" \"" + (folder_ / "pasted.png").string() + "\"\nsleep 20 &\n")
          .ok());
  fs::permissions(programs / "xclip", fs::perms::owner_all);
  const std::string before = std::getenv("PATH");
  setenv("PATH", (programs.string() + ":" + before).c_str(), 1);
  const char* const wayland = std::getenv("WAYLAND_DISPLAY");
  const std::string kept = wayland != nullptr ? wayland : "";
  unsetenv("WAYLAND_DISPLAY");
  EXPECT_TRUE(can_copy_images());
  const base::Status copied = copy_image({1, 1, {view::Colour{1, 2, 3, 255}}});
  setenv("PATH", before.c_str(), 1);
  if (wayland != nullptr) setenv("WAYLAND_DISPLAY", kept.c_str(), 1);
  EXPECT_TRUE(copied.ok()) << base::describe(copied.error());
  EXPECT_TRUE(fs::exists(folder_ / "pasted.png"));
}

}  // namespace
}  // namespace warplens::ui
