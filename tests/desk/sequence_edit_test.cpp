#include "desk/editing/sequence_edit.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"
#include "tests/desk/desk_test_base.h"
#include "tests/scratch_folder.h"

// Several kernels of a file in a row, in the window: made, shown one by one, rearranged, kept in a session.

namespace warplens::desk {
namespace {

class SequenceOnTheDesk : public DeskTest {
 protected:
  SequenceOnTheDesk() {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "steps.cu")
        << "__global__ void fill(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }\n"
           "__global__ void twice(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }\n";
    desk_.open_first_experiment();
    desk_.open_file(folder_ / "steps.cu");
    choose_parameter(desk_.choices, "n", 64);
    desk_.open_sequence();
  }
  ~SequenceOnTheDesk() override { std::filesystem::remove_all(folder_); }

  /// Element 10 of the shown run's output.
  double element() {
    draw_until_idle();
    EXPECT_FALSE(desk_.runs.failure) << base::describe(*desk_.runs.failure);
    return launch::to_double(launch::element(launch::ElementType::i32, desk_.runs.shown->run.result.outputs.at(0), 10));
  }
  std::string labels() const {
    std::string all;
    for (const experiment::Entry& entry : desk_.choices.experiment().entries) all += entry.label + ";";
    return all;
  }

  const std::filesystem::path folder_ = scratch("sequence on the desk");
};

TEST_F(SequenceOnTheDesk, ShowsAnyOfItsLaunches) {
  EXPECT_EQ(desk_.choices.session.experiment, (folder_ / "steps.toml").string()) << desk_.notice.text;
  EXPECT_EQ(desk_.choices.session.settings.parameters.at("n"), 64) << "what was chosen is taken over";
  EXPECT_EQ(element(), 10);
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  EXPECT_EQ(element(), 20);
  EXPECT_TRUE(desk_.runs.results.empty() || desk_.runs.results.size() == 1) << "its launches are no alternatives";
}

TEST_F(SequenceOnTheDesk, IsRearrangedInItsFile) {
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  desk_.choices.session.settings.block = {32, 1, 1};
  settings_changed(desk_.choices);
  ASSERT_TRUE(repeat_launch(desk_.choices, 1).ok());
  EXPECT_EQ(labels(), "fill;twice;twice 2;");
  ASSERT_TRUE(choose_entry(desk_.choices, 2).ok());
  EXPECT_EQ(element(), 40);
  EXPECT_EQ(desk_.choices.session.settings.geometries.at(1).block.x, 32u);

  ASSERT_TRUE(move_launch(desk_.choices, 2, 0).ok());
  EXPECT_EQ(labels(), "twice 2;fill;twice;");
  EXPECT_EQ(desk_.choices.session.settings.entry, 0u) << "the shown launch stays the shown one";
  EXPECT_EQ(desk_.choices.session.settings.geometries.at(2).block.x, 32u) << "and each has its own geometry";
  EXPECT_EQ(element(), 20) << "twice what the array begins with, i";

  ASSERT_TRUE(remove_launch(desk_.choices, 0).ok());
  EXPECT_EQ(labels(), "fill;twice;");
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  EXPECT_EQ(desk_.choices.session.settings.block.x, 32u);
  EXPECT_EQ(element(), 20);
  EXPECT_FALSE(move_launch(desk_.choices, 0, 2).ok());
  EXPECT_TRUE(std::filesystem::exists(folder_ / "steps.toml~")) << "what the file held before";
}

TEST_F(SequenceOnTheDesk, IsNotMadeOverAnotherFile) {
  desk_.open_file(folder_ / "steps.cu");
  ASSERT_TRUE(has_sequence(desk_.choices));
  const std::string before = *base::read_text(folder_ / "steps.toml");
  desk_.open_sequence();
  EXPECT_TRUE(desk_.notice.wrong);
  EXPECT_EQ(*base::read_text(folder_ / "steps.toml"), before);
}

TEST_F(SequenceOnTheDesk, ComesBackFromASession) {
  desk_.choices.session.settings.block = {32, 1, 1};
  settings_changed(desk_.choices);
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  element();
  const auto saved = desk_.save_session();
  ASSERT_TRUE(saved) << base::describe(saved.error());
  const auto document = load_session(*saved);
  ASSERT_TRUE(document) << base::describe(document.error());
  EXPECT_EQ(document->session.settings, desk_.choices.session.settings);
  EXPECT_EQ(document->session.settings.geometries.at(0).block.x, 32u);
  EXPECT_TRUE(document->files.contains("steps.toml"));
}

}  // namespace
}  // namespace warplens::desk
