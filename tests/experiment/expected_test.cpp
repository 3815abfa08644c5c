#include <gtest/gtest.h>

#include <fstream>

#include "experiment/experiment.h"
#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/run.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"

// What the user expects of an output, and which buffer is drawn (Settings::expected, Settings::shown).

namespace warplens::experiment {
namespace {

class Expected : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "scale.cu")
        << "__global__ void scale(const float* a, float* b, float k, int n) {\n"
           "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = k * a[i];\n}\n"
           "__global__ void doubled(const float* a, float* b, int n) {\n"
           "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = a[i] + a[i];\n}\n"
           "__global__ void faulty(const float* a, float* b, int n) { b[n + 1] = 0; }\n";
    std::ofstream(folder_ / "tripled.cu")
        << "__global__ void tripled(const float* in, float* b, int n) {\n"
           "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = 3 * in[i];\n}\n";
    std::ofstream(folder_ / "wanted.csv") << "0\n3\n6\n10\n";
  }
  ~Expected() override { std::filesystem::remove_all(folder_); }

  base::Result<experiment::Run> run(const std::vector<std::string>& assignments, const char* source = "scale.cu") const {
    const auto described = describe_kernels(folder_ / source);
    if (!described) return described.error();
    const Experiment& scale = described->front();
    Settings settings = *default_settings(scale);
    for (const std::string& each : assignments)
      if (const base::Status status = set(scale, settings, each); !status) return status.error();
    const auto module = load_module(scale);
    if (!module) return module.error();
    launch::Progress progress;
    return experiment::run(scale, *module, settings, *simt::make_device(), progress);
  }
  /// Number of wrong elements; -1 if nothing was compared.
  std::int64_t wrong(const std::vector<std::string>& assignments, const char* source = "scale.cu") const {
    const auto ran = run(assignments, source);
    EXPECT_TRUE(ran) << base::describe(ran.error());
    if (!ran || ran->check.expected.empty()) return -1;
    EXPECT_EQ(ran->buffer_names.at(ran->check.buffer), "b");
    return static_cast<std::int64_t>(ran->check.wrong);
  }

  const std::filesystem::path folder_ = scratch("expected");
};

TEST_F(Expected, NothingIsComparedUnlessAsked) { EXPECT_EQ(wrong({}), -1); }

TEST_F(Expected, AnExpressionOfInputsAndParameters) {
  EXPECT_EQ(wrong({"k=3", "expected=k * a"}), 0);
  EXPECT_EQ(wrong({"k=3", "n=100", "a.input=iota", "expected=2 * i"}), 99);
  EXPECT_EQ(wrong({"k=0.1", "expected=a / 10"}), 0) << "the kernel rounds otherwise than a computation in double";
}

TEST_F(Expected, MayBeWrittenAsInTheKernel) {
  EXPECT_EQ(wrong({"k=3", "expected=k * a[i]"}), 0);
  EXPECT_EQ(wrong({"k=2", "expected=a[ i ] + a[i]"}), 0);
  for (const char* other : {"expected=a[i + 1]", "expected=a[0]", "expected=a[i", "expected=a[i] + a[2]"}) {
    const auto refused = run({other});
    ASSERT_FALSE(refused) << other;
    EXPECT_NE(refused.error().message.find("a[i] is a"), std::string::npos) << refused.error().message;
  }
}

TEST_F(Expected, InIsABufferOfThatNameElseTheOutputBeforeTheRun) {
  EXPECT_EQ(wrong({"n=100", "in.input=iota", "expected=3 * in"}, "tripled.cu"), 0);
  EXPECT_EQ(wrong({"k=1", "n=100", "a.input=5", "b.input=4", "expected=in + 1"}), 0);
}

TEST_F(Expected, AFileBesideTheKernel) {
  EXPECT_EQ(wrong({"k=3", "n=4", "a.input=iota", "expected=@wanted.csv"}), 1);
  const auto missing = run({"expected=@missing.csv"});
  ASSERT_TRUE(missing) << "the run is worth seeing all the same";
  EXPECT_NE(missing->reference_note.find("missing.csv"), std::string::npos) << missing->reference_note;
}

TEST_F(Expected, AnotherKernelOfTheFile) {
  EXPECT_EQ(wrong({"k=2", "n=1000", "expected=kernel doubled"}), 0);
  EXPECT_EQ(wrong({"k=3", "n=1000", "a.input=iota", "expected=kernel doubled"}), 999);
  const auto unknown = run({"expected=kernel nobody"});
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->reference_note, "there is no kernel 'nobody' to compare with; there are: scale doubled faulty");
  const auto faulty = run({"expected=kernel faulty"});
  ASSERT_TRUE(faulty);
  EXPECT_NE(faulty->reference_note.find("'faulty'"), std::string::npos) << faulty->reference_note;
  EXPECT_TRUE(faulty->check.expected.empty());
}

TEST_F(Expected, AnExpressionWithoutAMeaningIsRefused) {
  EXPECT_FALSE(run({"expected=2 * nothing"}));
  EXPECT_FALSE(run({"expected=2 *"}));
}

TEST_F(Expected, AnyBufferCanBeDrawn) {
  const auto ran = run({"shown=a"});
  ASSERT_TRUE(ran) << base::describe(ran.error());
  EXPECT_EQ(ran->buffer_names.at(ran->shown), "a");
  EXPECT_EQ(run({})->buffer_names.at(run({})->shown), "b");
  EXPECT_FALSE(run({"shown=c"}));
}

}  // namespace
}  // namespace warplens::experiment
