#include <gtest/gtest.h>

#include <cstring>

#include "base/file.h"
#include "experiment/run.h"
#include "launch/arguments/npy.h"
#include "ptx/compile/compile.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"

// A user's folder with a .cu and a .toml file, no C++.

namespace warplens::experiment {
namespace {

const std::string source = R"(
__global__ void combine(const float* x, const float* y, float* z, int n, int reach) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < reach) z[i] = x[i] - y[i] + n;
}
)";

const std::string description = R"(title = "Combine"

[parameters.reach]
value = 8
minimum = 0
maximum = 1000000

[[arguments]]
name = "x"
type = "f32"
size = "8"
input = "@x.npy"

[[arguments]]
name = "y"
type = "f32"
size = "8"
input = "random"

[[arguments]]
name = "z"
type = "f32"
size = "8"
input = "random"
output = true

[[arguments]]
name = "n"
type = "i32"
value = "2 * 8"

[[arguments]]
name = "reach"
type = "i32"
value = "reach"

[[entries]]
kernel = "combine"
grid = ["(reach + bx - 1) / bx"]
block = ["32"]
arguments = ["x", "y", "z", "n", "reach"]

[reference]
output = "z"
expression = "i"
)";

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    if (ptx::find_compilers().empty()) GTEST_SKIP() << "no CUDA compiler on this machine";
    folder_ = scratch("folder");
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    ASSERT_TRUE(base::write_file(folder_ / "combine.cu", source).ok());
    ASSERT_TRUE(base::write_file(folder_ / "combine.toml", description).ok());
    std::vector<float> x(8);
    for (std::size_t at = 0; at < x.size(); ++at) x[at] = static_cast<float>(100 * at);
    launch::Bytes bytes(32);
    std::memcpy(bytes.data(), x.data(), bytes.size());
    ASSERT_TRUE(launch::write_npy(folder_ / "x.npy", launch::ElementType::f32, bytes).ok());
  }

  base::Result<experiment::Run> run(const std::vector<std::string>& assignments) {
    const Catalogue catalogue = load_catalogue({folder_});
    if (!catalogue.errors.empty()) return catalogue.errors.front();
    const Experiment& experiment = catalogue.experiments.at(0);
    const auto module = load_module(experiment);
    if (!module) return module.error();
    base::Result<Settings> settings = default_settings(experiment);
    if (!settings) return settings.error();
    for (const std::string& assignment : assignments)
      if (const base::Status status = set(experiment, *settings, assignment); !status) return status.error();
    const auto device = simt::make_device();
    launch::Progress progress;
    return experiment::run(experiment, *module, *settings, *device, progress);
  }

  std::filesystem::path folder_;
};

TEST_F(Folder, RunsWithFilesAndRandomInputs) {
  const auto run = this->run({});
  ASSERT_TRUE(run.ok()) << describe(run.error());
  std::vector<float> x(8), y(8), z(8);
  std::memcpy(x.data(), run->result.outputs[0].data(), 32);
  std::memcpy(y.data(), run->result.outputs[1].data(), 32);
  std::memcpy(z.data(), run->result.outputs[2].data(), 32);
  const auto* before = std::get_if<launch::Buffer>(&run->launch.arguments[2]);
  EXPECT_NE(std::memcmp(before->initial->data(), y.data(), 32), 0);  // two random inputs differ
  for (std::size_t at = 0; at < 8; ++at) {
    EXPECT_EQ(x[at], 100.0f * static_cast<float>(at));
    EXPECT_EQ(z[at], x[at] - y[at] + 16.0f);
    EXPECT_EQ(run->check.expected[at], static_cast<double>(at));
  }
  EXPECT_EQ(run->check.wrong, 8u);  // 16 - y is positive everywhere
  EXPECT_EQ(run->shown, 2u);
  EXPECT_EQ(run->buffer_names, (std::vector<std::string>{"x", "y", "z"}));
}

TEST_F(Folder, AnUnchangedKernelIsTheSameModuleAndAnEditedOneIsNot) {
  const Catalogue catalogue = load_catalogue({folder_});
  ASSERT_EQ(catalogue.experiments.size(), 1u);
  const Experiment& experiment = catalogue.experiments.front();
  const auto first = load_module(experiment), second = load_module(experiment);
  ASSERT_TRUE(first.ok()) << describe(first.error());
  EXPECT_EQ(*first, *second);
  ASSERT_TRUE(base::write_file(folder_ / "combine.cu", std::string(source) + "__global__ void another() {}\n").ok());
  const auto edited = load_module(experiment);
  ASSERT_TRUE(edited.ok()) << describe(edited.error());
  EXPECT_GT((*edited)->functions.size(), (*first)->functions.size());
}

TEST_F(Folder, AFaultIsAResultAndEndsTheRepeats) {
  const auto run = this->run({"reach=100", "repeats=10"});
  ASSERT_TRUE(run.ok()) << describe(run.error());
  EXPECT_EQ(run->result.outcome, launch::Outcome::faulted);
  ASSERT_TRUE(run->result.fault.has_value());
  EXPECT_EQ(run->result.fault->kind, launch::FaultKind::out_of_bounds);
  EXPECT_TRUE(run->repeats.empty());
}

TEST_F(Folder, WhatIsMissingIsAnErrorThatNamesIt) {
  std::filesystem::remove(folder_ / "x.npy");
  const auto without_input = run({});
  ASSERT_FALSE(without_input.ok());
  EXPECT_NE(describe(without_input.error()).find("x.npy"), std::string::npos) << describe(without_input.error());

  const auto empty = run({"reach=0"});
  ASSERT_FALSE(empty.ok());
  EXPECT_NE(empty.error().message.find("grid x is 0"), std::string::npos) << describe(empty.error());

  std::string renamed = description;
  renamed.replace(renamed.find("\"combine\""), 9, "\"combined\"");
  ASSERT_TRUE(base::write_file(folder_ / "combine.toml", renamed).ok());
  const auto without_kernel = run({});
  ASSERT_FALSE(without_kernel.ok());
  EXPECT_NE(without_kernel.error().message.find("combined"), std::string::npos) << describe(without_kernel.error());
  EXPECT_EQ(without_kernel.error().file, (folder_ / "combine.toml").string());
  EXPECT_EQ(without_kernel.error().line, 37);

  std::filesystem::remove(folder_ / "combine.cu");
  const auto without_source = run({});
  ASSERT_FALSE(without_source.ok());
  EXPECT_NE(describe(without_source.error()).find("combine.cu"), std::string::npos) << describe(without_source.error());
}

}  // namespace
}  // namespace warplens::experiment
