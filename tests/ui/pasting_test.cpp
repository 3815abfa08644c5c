#include "ui/window/pasting.h"

#include <filesystem>

#include "base/file.h"
#include "tests/scratch_folder.h"
#include "tests/ui/window_test_base.h"

namespace warplens::ui {
namespace {

class Pasting : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (IsSkipped()) return;
    std::filesystem::create_directories(folder_);
    ASSERT_TRUE(app_->recent.add(folder_ / "before.cu").ok()) << "new files go where the last one was";
  }
  ~Pasting() override { std::filesystem::remove_all(folder_); }

  std::string shown() const { return app_->choices.experiment().source.filename().string(); }

  const std::filesystem::path folder_ = scratch("pasted");
};

TEST_F(Pasting, OpensTheKernelThatWasCopied) {
  ImGui::SetClipboardText("__global__ void twice(float* out) { out[threadIdx.x] *= 2; }\n");
  paste_kernel(*app_);
  EXPECT_EQ(shown(), "twice.cu");
  EXPECT_TRUE(app_->editing.wide);
  EXPECT_EQ(app_->notice.text, "");
}

TEST_F(Pasting, OpensAnEmptyKernelIfNoneWasCopied) {
  ImGui::SetClipboardText("see you at ten");
  paste_kernel(*app_);
  EXPECT_EQ(shown(), "empty.cu");
  EXPECT_TRUE(app_->editing.wide);
  EXPECT_EQ(app_->notice.text, "What was copied last is no kernel. Write yours here, or copy it and press Ctrl V");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "empty.cu"));
}

TEST_F(Pasting, AsksWhereThereIsAFieldForIt) {
  bool asked = false;
  app_->ask_for_code = [&asked] { asked = true; };
  ImGui::SetClipboardText("__global__ void twice(float* out) { out[threadIdx.x] *= 2; }\n");
  paste_kernel(*app_);
  EXPECT_TRUE(asked);
  EXPECT_NE(shown(), "twice.cu") << "the field's text is what is opened";
}

}  // namespace
}  // namespace warplens::ui
