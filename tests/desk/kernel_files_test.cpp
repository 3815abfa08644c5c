#include "desk/editing/kernel_files.h"

#include <gtest/gtest.h>

#include <fstream>

#include <numeric>

#include "base/file.h"
#include "desk/run/save_output.h"
#include "launch/arguments/array_files.h"
#include "launch/arguments/npy.h"
#include "tests/desk/desk_test_base.h"
#include "tests/scratch_folder.h"

// New kernels from templates, copies of experiments, the files opened last; and typing into them.

namespace warplens::desk {
namespace {

class KernelFiles : public DeskTest {
 protected:
  KernelFiles() { desk_.open_first_experiment(); }
  ~KernelFiles() override { std::filesystem::remove_all(folder_); }

  const KernelTemplate& named(const std::string& name) const {
    const auto found = std::ranges::find(templates_, name, &KernelTemplate::name);
    EXPECT_NE(found, templates_.end()) << name;
    return *found;
  }
  /// Values of a buffer before (0) or after (1) the shown run.
  std::vector<double> values(const std::string& buffer, int after) const {
    const experiment::Run& run = desk_.runs.shown->run;
    const auto at = static_cast<std::size_t>(std::ranges::find(run.buffer_names, buffer) - run.buffer_names.begin());
    const auto buffers = launch::buffers_of(run.launch);
    const launch::Bytes& bytes = after == 1 ? run.result.outputs.at(at) : *buffers.at(at)->initial;
    std::vector<double> found;
    for (std::uint64_t i = 0; i < buffers.at(at)->size; ++i)
      found.push_back(launch::to_double(launch::element(buffers.at(at)->type, bytes, i)));
    return found;
  }

  const std::filesystem::path folder_ = scratch("kernel files");
  const std::vector<KernelTemplate> templates_ = kernel_templates();
};

TEST_F(KernelFiles, EveryTemplateRunsAsItIs) {
  ASSERT_EQ(templates_.size(), 5u);
  for (const KernelTemplate& each : templates_) {
    SCOPED_TRACE(each.name);
    desk_.open_new(each, folder_);
    EXPECT_EQ(desk_.notice.text, "");
    draw_until_idle();
    ASSERT_FALSE(desk_.runs.failure) << base::describe(*desk_.runs.failure);
    ASSERT_TRUE(desk_.shows_choice());
    EXPECT_TRUE(desk_.runs.shown->run.result.findings.empty());
    EXPECT_EQ(desk_.editor.file(), folder_ / (each.name + ".cu"));
    EXPECT_EQ(values("out", 1).size(), 1000u);
  }
}

TEST_F(KernelFiles, TemplatesComputeWhatTheirFirstLineSays) {
  for (const char* name : {"element", "grid_stride"}) {
    desk_.open_new(named(name), folder_);
    draw_until_idle();
    const auto in = values("in", 0), out = values("out", 1);
    for (std::size_t i = 0; i < in.size(); ++i) ASSERT_EQ(out[i], 2 * in[i]) << name << " " << i;
  }
  desk_.open_new(named("tile"), folder_);
  draw_until_idle();
  const auto in = values("in", 0), out = values("out", 1);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t from = i / 256 * 256 + 255 - i % 256;  // in the last block, there may be no such element
    ASSERT_EQ(out[i], from < in.size() ? in[from] : 0) << i;
  }
  desk_.open_new(named("reduction"), folder_);
  draw_until_idle();
  const auto summands = values("in", 0);
  EXPECT_NEAR(values("out", 1).front(), std::accumulate(summands.begin(), summands.end(), 0.0), 1e-3);
}

TEST_F(KernelFiles, TakeTheFirstFreeName) {
  const auto first = new_from_template(named("tile"), folder_), second = new_from_template(named("tile"), folder_);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->filename(), "tile.cu");
  EXPECT_EQ(second->filename(), "tile-2.cu");
  EXPECT_FALSE(new_from_template(named("tile"), *first / "inside a file"));
}

TEST_F(KernelFiles, ACopyOfAnExperimentIsThatExperiment) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  desk_.open_copy(folder_);
  EXPECT_EQ(desk_.notice.text.find("A copy of your own: "), 0u);
  EXPECT_EQ(desk_.choices.session.experiment, (folder_ / "counter.toml").string());
  EXPECT_EQ(desk_.choices.session.settings.entry, 1u);
  draw_until_idle();
  ASSERT_TRUE(desk_.shows_choice());
  EXPECT_EQ(desk_.runs.shown->run.check.expected, std::vector<double>{1024});
  EXPECT_EQ(desk_.runs.shown->run.check.wrong, 0u);
  EXPECT_EQ(desk_.editor.file(), folder_ / "counter.cu");
}

TEST_F(KernelFiles, AllKernelsOfAFileStandSideBySide) {
  std::filesystem::create_directories(folder_);
  const std::filesystem::path file = folder_ / "two.cu";
  std::ofstream(file) << "__global__ void one(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }\n"
                         "__global__ void two(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 2; }\n";
  desk_.open_file(file);
  draw_until_idle();
  const auto kernels = kernels_of_file(desk_.choices);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0], &desk_.choices.experiment());
  ASSERT_TRUE(choose_experiment(desk_.choices, kernels[1]->id).ok());
  draw_until_idle();
  EXPECT_EQ(launch::element(launch::ElementType::i32, desk_.runs.shown->run.result.outputs.at(0), 0).bits, 2u);
  ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  EXPECT_TRUE(kernels_of_file(desk_.choices).empty());
}

TEST_F(KernelFiles, AreOpenedAgainAsTheyWereLeft) {
  const std::filesystem::path state = scratch("kept settings");
  std::filesystem::remove_all(state);
  desk_.choices.kept = KeptSettings(state);
  const auto file = new_from_template(named("element"), folder_);
  ASSERT_TRUE(file.ok());
  desk_.open_file(*file);
  draw_until_idle();
  choose_parameter(desk_.choices, "n", 77);
  choose_input(desk_.choices, "in", "iota");
  draw_until_idle();
  const experiment::Settings left = desk_.choices.session.settings;
  ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  draw_until_idle();
  desk_.choices.kept = KeptSettings(state);  // as after a start of the program
  desk_.open_file(*file);
  EXPECT_EQ(desk_.choices.session.settings.parameters.at("n"), 77);
  EXPECT_EQ(desk_.choices.session.settings.inputs, left.inputs);
  EXPECT_EQ(desk_.choices.session.settings.grid, left.grid);

  // What does not fit the kernel any longer is not taken; nor is a damaged file.
  std::ofstream(*file) << "__global__ void element(const float *in, float *out, int count) {\n"
                          "  if (threadIdx.x < count) out[threadIdx.x] = in[threadIdx.x];\n}\n";
  ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  desk_.open_file(*file);
  draw_until_idle();
  EXPECT_FALSE(desk_.runs.failure);
  for (const auto& each : std::filesystem::directory_iterator(state)) std::ofstream(each.path()) << "{\"version\": 1, ";
  desk_.choices.kept = KeptSettings(state);
  desk_.open_file(*file);
  draw_until_idle();
  EXPECT_FALSE(desk_.runs.failure);
}

TEST_F(KernelFiles, AnExperimentBecomesAProgramOfItsOwn) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "add").ok());
  ASSERT_TRUE(experiment::set(desk_.choices.experiment(), desk_.choices.session.settings, "n=77").ok());
  const std::string shown = desk_.choices.session.experiment;
  desk_.save_as_program(folder_);
  EXPECT_EQ(desk_.notice.text, "Saved to " + (folder_ / "add-program.cu").string());
  EXPECT_EQ(desk_.choices.session.experiment, shown) << "what is open stays open";
  const auto text = base::read_text(folder_ / "add-program.cu");
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("  const int n = 77;\n"), std::string::npos);
  EXPECT_NE(text->find("add<<<grid, block>>>(d_a, d_b, d_c, n);"), std::string::npos);
  desk_.save_as_program(folder_);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "add-program-2.cu")) << "nothing is written over";
}

TEST_F(KernelFiles, WhatCameOutIsSaved) {
  desk_.open_new(named("element"), folder_);
  choose_parameter(desk_.choices, "n", 1024);  // a square picture
  draw_until_idle();
  const auto expected = values("out", 1);
  const auto npy = save_output(desk_.choices, *desk_.runs.shown, "out", OutputFile::npy);
  ASSERT_TRUE(npy) << base::describe(npy.error());
  EXPECT_EQ(*npy, folder_ / "element-out.npy");
  const auto array = launch::read_npy(*npy);
  ASSERT_TRUE(array) << base::describe(array.error());
  ASSERT_EQ(array->size, expected.size());
  const auto csv = save_output(desk_.choices, *desk_.runs.shown, "out", OutputFile::csv);
  ASSERT_TRUE(csv) << base::describe(csv.error());
  const auto numbers = launch::parse_csv(launch::ElementType::f32, *base::read_text(*csv), "out.csv");
  ASSERT_TRUE(numbers) << base::describe(numbers.error());
  EXPECT_EQ(*numbers, array->data) << "text says every bit";
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(launch::to_double(launch::element(launch::ElementType::f32, array->data, i)), expected[i]);
  EXPECT_FALSE(save_output(desk_.choices, *desk_.runs.shown, "nothing", OutputFile::csv));
  const auto png = save_output(desk_.choices, *desk_.runs.shown, "out", OutputFile::png);
  ASSERT_TRUE(png) << base::describe(png.error());
  const auto content = launch::read_input_file(*png);
  ASSERT_TRUE(content) << base::describe(content.error());
  const auto greys = launch::parse_image(launch::ElementType::u8, expected.size(), *content, "out.png");
  ASSERT_TRUE(greys) << base::describe(greys.error());
  const auto [low, high] = std::ranges::minmax(expected);
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_NEAR(static_cast<double>((*greys)[i]), 255 * (expected[i] - low) / (high - low), 1) << i;
}

TEST_F(KernelFiles, SizesAndContentsStayWithAnotherEntry) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  desk_.open_copy(folder_);
  choose_size(desk_.choices, "counter", "8");
  choose_input(desk_.choices, "counter", "iota");
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  const experiment::Settings& settings = desk_.choices.session.settings;
  EXPECT_EQ(settings.sizes, (std::map<std::string, std::string>{{"counter", "8"}}));
  EXPECT_EQ(settings.inputs, (std::map<std::string, std::string>{{"counter", "iota"}}));
}

TEST_F(KernelFiles, OneThatCannotBeEditedSaysWhy) {
  desk_.open_new(named("empty"), folder_);
  draw_until_idle();
  EXPECT_EQ(desk_.read_only, "");
  const std::filesystem::path file = folder_ / "latin.cu";
  ASSERT_TRUE(base::write_file(file,
                               "// Gr\xf6\xdf"
                               "e\n__global__ void f(int *a) { a[threadIdx.x] = 1; }\n")
                  .ok());
  desk_.open_file(file);
  draw_until_idle();
  EXPECT_NE(desk_.read_only, "");
  EXPECT_TRUE(desk_.editor.file().empty());
  EXPECT_TRUE(desk_.shows_choice()) << "it runs all the same";
}

TEST_F(KernelFiles, WhatWasCopiedElsewhereIsOpenedAsAFile) {
  desk_.open_text("int main() {}", folder_);
  EXPECT_NE(desk_.notice.text.find("no kernel"), std::string::npos) << desk_.notice.text;
  const std::string kernel = "__global__ void twice(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 2; }\n";
  for (const char* name : {"twice.cu", "twice-2.cu"}) {
    desk_.open_text(kernel, folder_);
    EXPECT_EQ(desk_.choices.experiment().source, folder_ / name);
    EXPECT_EQ(base::read_text(folder_ / name).value(), kernel);
  }
  EXPECT_FALSE(new_from_text(kernel + std::string(1 << 20, ' '), folder_).ok());
}

/// From a key to the new picture: what is typed is written, compiled and run, with the settings kept.
TEST_F(KernelFiles, WhatIsTypedIsRunAfterAPause) {
  desk_.open_new(named("element"), folder_);
  draw_until_idle();
  choose_parameter(desk_.choices, "n", 300);
  draw_until_idle();
  std::string text = desk_.editor.text();
  text.replace(text.find("2 * in[i]"), 9, "7");
  desk_.editor.type(text, 0, Editor::Clock::now() - 2 * Editor::pause);
  draw_until_idle();
  ASSERT_FALSE(desk_.runs.failure) << base::describe(*desk_.runs.failure);
  EXPECT_EQ(values("out", 1), std::vector<double>(300, 7.0));
  ASSERT_TRUE(desk_.runs.shown_source);
  EXPECT_NE(desk_.runs.shown_source->lines.at(3).text.find("= 7;"), std::string::npos);

  desk_.editor.type("no kernel any more", 0, Editor::Clock::now() - 2 * Editor::pause);
  draw_until_idle();
  ASSERT_TRUE(desk_.file_error);
  EXPECT_EQ(values("out", 1), std::vector<double>(300, 7.0)) << "the last good picture stays";
  ASSERT_TRUE(desk_.editor.undo(Editor::Clock::now() - 2 * Editor::pause));
  draw_until_idle();
  EXPECT_FALSE(desk_.file_error);
}

TEST(RecentFiles, AreKeptTheNewestFirst) {
  const std::filesystem::path folder = scratch("recent files"), kept = folder / "state" / "recent";
  RecentFiles recent(kept);
  for (int k = 0; k < 12; ++k) ASSERT_TRUE(recent.add("/kernels/" + std::to_string(k) + ".cu").ok());
  ASSERT_TRUE(recent.add("/kernels/5.cu").ok());
  const RecentFiles later(kept);
  EXPECT_EQ(later.files(), recent.files());
  ASSERT_EQ(later.files().size(), RecentFiles::most);
  EXPECT_EQ(later.files().at(0), "/kernels/5.cu");
  EXPECT_EQ(later.files().at(1), "/kernels/11.cu");
  EXPECT_EQ(folder_for_new_files(later), "/kernels");
  EXPECT_TRUE(RecentFiles().add("/a.cu").ok()) << "without a place to keep them";
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace warplens::desk
