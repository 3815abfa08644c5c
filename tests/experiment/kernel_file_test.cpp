#include "experiment/kernel_file/describe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/experiment_file.h"
#include "experiment/run.h"
#include "launch/arguments/test_image.h"
#include "ptx/compile/compile.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"

// Kernels without an experiment file: the experiments made of them.

namespace warplens::experiment {
namespace {

using launch::ElementType;

class KernelFile : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  ~KernelFile() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  static launch::Outcome run(const Experiment& experiment, std::vector<float>& output, const std::string& buffer) {
    return run(experiment, *default_settings(experiment), output, buffer);
  }
  static launch::Outcome run(const Experiment& experiment, const Settings& settings, std::vector<float>& output,
                             const std::string& buffer) {
    const auto module = load_module(experiment);
    EXPECT_TRUE(module) << (module ? "" : base::describe(module.error()));
    if (!module) return launch::Outcome::faulted;
    launch::Progress progress;
    const auto run = experiment::run(experiment, *module, settings, *simt::make_device(), progress);
    EXPECT_TRUE(run) << (run ? "" : base::describe(run.error()));
    if (!run) return launch::Outcome::faulted;
    const auto at = std::ranges::find(run->buffer_names, buffer) - run->buffer_names.begin();
    const launch::Bytes& bytes = run->result.outputs.at(static_cast<std::size_t>(at));
    output.resize(bytes.size() / sizeof(float));
    std::memcpy(output.data(), bytes.data(), bytes.size());
    return run->result.outcome;
  }

  const std::filesystem::path folder_ = scratch("kernel file");
};

TEST_F(KernelFile, AStructureIsAnArgumentPerField) {
  const auto file = write("axpy.cu",
                          "struct Axpy { char unused; float4 factors; const float *x; float *y; int n; };\n"
                          "__global__ void axpy(Axpy p, float3 shift) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  if (i < p.n) p.y[i] = p.factors.z * p.x[i] + shift.y;\n"
                          "}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  const Experiment& experiment = described->front();
  auto settings = default_settings(experiment);
  ASSERT_TRUE(settings);
  for (const char* assignment : {"p_factors_z=10", "shift_y=0.5", "p_n=100", "p.x.input=iota"})
    ASSERT_TRUE(set(experiment, *settings, assignment).ok()) << assignment;
  std::vector<float> y;
  EXPECT_EQ(run(experiment, *settings, y, "p.y"), launch::Outcome::finished);
  ASSERT_EQ(y.size(), 100u);
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_EQ(y[i], 10 * static_cast<float>(i) + 0.5f) << i;
}

TEST_F(KernelFile, TypesMayBeInHeadersOfItsOwn) {
  write("real.h", "#pragma once\nusing real = float;\n#if 0\nstruct Broken {\n#endif\n");
  write("line.h", "#include \"real.h\"\nstruct Line { real *y; int n; };\n");
  const auto file = write("fill.cu",
                          "#include \"line.h\"\nnamespace mine {\n__global__ void fill(Line p, real value) {\n"
                          "  int i = threadIdx.x;\n  if (i < p.n) p.y[i] = value;\n}\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  const Experiment& experiment = described->front();
  EXPECT_EQ(experiment.entries[0].kernel, "mine::fill");
  EXPECT_EQ(experiment.entries[0].line, 3);
  auto settings = default_settings(experiment);
  ASSERT_TRUE(settings);
  for (const char* assignment : {"p_n=9", "value=2.5"}) ASSERT_TRUE(set(experiment, *settings, assignment).ok()) << assignment;
  std::vector<float> y;
  EXPECT_EQ(run(experiment, *settings, y, "p.y"), launch::Outcome::finished);
  EXPECT_EQ(y, std::vector<float>(9, 2.5f));
}

TEST_F(KernelFile, OfTheUsualShapeRunsWithoutATouch) {
  const auto file = write("scale.cu",
                          "__global__ void scale(const float *a, float *b, float factor, int n) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  if (i < n) b[i] = factor * a[i] + 1;\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  ASSERT_EQ(described->size(), 1u);
  const Experiment& experiment = described->front();
  EXPECT_EQ(experiment.id, file.string());
  EXPECT_EQ(experiment.shown, "b");
  ASSERT_EQ(experiment.parameters.size(), 2u);  // n and factor
  std::vector<float> output;
  EXPECT_EQ(run(experiment, output, "b"), launch::Outcome::finished);
  ASSERT_EQ(output.size(), 1000u) << "the last block is not full: a missing guard shows";
  for (const float value : output) EXPECT_GE(value, 1.0f) << "factor 1 times a random number from 0 to 1, plus 1";
}

TEST_F(KernelFile, OfTwoDimensionsGetsSquares) {
  const auto file = write("mirror.cu",
                          "__global__ void mirror(const float *a, float *b, int n) {\n"
                          "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                          "  if (x < n && y < n) b[y * n + x] = 1 + a[x * n + y];\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  std::vector<float> output;
  EXPECT_EQ(run(described->front(), output, "b"), launch::Outcome::finished);
  ASSERT_EQ(output.size(), 60u * 60u);
  for (const float value : output) EXPECT_GE(value, 1.0f);
}

TEST_F(KernelFile, AMissingGuardAndSwappedExtentsShowAtOnce) {
  std::vector<float> output;
  const auto unguarded = describe_kernels(
      write("unguarded.cu",
            "__global__ void twice(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; x[i] = 2 * x[i]; }\n"));
  ASSERT_TRUE(unguarded);
  EXPECT_EQ(run(unguarded->front(), output, "x"), launch::Outcome::faulted);
  const auto no_size =
      describe_kernels(write("no_size.cu", "__global__ void fill(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 2; }\n"));
  ASSERT_TRUE(no_size);
  EXPECT_EQ(run(no_size->front(), output, "x"), launch::Outcome::finished) << "it cannot know where x ends";
  const auto swapped =
      describe_kernels(write("swapped.cu",
                             "__global__ void copy(const float *a, float *b, int width, int height) {\n"
                             "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                             "  if (x < height && y < width) b[y * width + x] = a[y * width + x];\n}\n"));
  ASSERT_TRUE(swapped);
  EXPECT_EQ(run(swapped->front(), output, "b"), launch::Outcome::faulted);
}

TEST_F(KernelFile, WithoutConstAllPointersButTheLastAreInputs) {
  const auto described =
      describe_kernels(write("add.cu",
                             "__global__ void add(float *a, float *b, float *c, int n) {\n"
                             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) c[i] = a[i] + b[i];\n}\n"));
  ASSERT_TRUE(described);
  std::vector<float> sums;
  EXPECT_EQ(run(described->front(), sums, "c"), launch::Outcome::finished);
  EXPECT_GT(std::ranges::count_if(sums, [](float value) { return value != 0; }), 900);
}

TEST_F(KernelFile, OfAColourImageHasThreeElementsAPixel) {
  const auto file = write("grey.cu",
                          "__global__ void grey(const uchar3 *rgb, unsigned char *out, int width, int height) {\n"
                          "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                          "  if (x < width && y < height) out[y * width + x] = rgb[y * width + x].x;\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  const Settings settings = *default_settings(described->front());
  const Argument& rgb = described->front().arguments.at(0);
  EXPECT_EQ(input_of(described->front(), settings, rgb), "rgb");
  EXPECT_EQ(*size_for(described->front(), settings, rgb), 60u * 45 * 3);
  EXPECT_EQ(*columns_for(described->front(), settings, rgb), 60u * 3);
  EXPECT_EQ(rgb.fields, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_TRUE(described->front().arguments.at(1).fields.empty());
}

TEST_F(KernelFile, OfAnArrayOfStructuresHasTheirFields) {
  const auto file = write("bodies.cu",
                          "struct Body { float3 at; float mass[2]; };\nstruct Mixed { float x; int id; };\n"
                          "__global__ void move(Body *bodies, Mixed *mixed, int n) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  if (i < n) { bodies[i].at.y += 1; mixed[i].id = i; }\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  EXPECT_EQ(described->front().arguments.at(0).fields, (std::vector<std::string>{"at.x", "at.y", "at.z", "mass[0]", "mass[1]"}));
  EXPECT_TRUE(described->front().arguments.at(1).fields.empty()) << "bits in words of 4 bytes are not its numbers";
}

TEST_F(KernelFile, OfAnImageHasItsWidthAndHeight) {
  const auto file = write("invert.cu",
                          "__global__ void invert(const unsigned char *in, float *out, int width, int height) {\n"
                          "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                          "  if (x < width && y < height) out[y * width + x] = 255 - in[y * width + x];\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  Settings settings = *default_settings(described->front());
  ASSERT_TRUE(set(described->front(), settings, "width=100").ok());
  ASSERT_TRUE(set(described->front(), settings, "height=20").ok());
  EXPECT_EQ(settings.grid, (base::Dim3{7, 2, 1}));
  EXPECT_EQ(*size_for(described->front(), settings, described->front().arguments.at(0)), 2000u);
  EXPECT_EQ(*columns_for(described->front(), settings, described->front().arguments.at(0)), 100u);
  EXPECT_EQ(input_of(described->front(), settings, described->front().arguments.at(0)), "image");
  std::vector<float> output;
  EXPECT_EQ(run(described->front(), output, "out"), launch::Outcome::finished);
  const launch::Bytes picture = launch::test_image(launch::ElementType::u8, 60 * 45, 60, 1);
  ASSERT_EQ(output.size(), picture.size());
  for (std::size_t k = 0; k < output.size(); ++k) ASSERT_EQ(output[k], 255 - static_cast<int>(picture[k])) << k;
}

TEST_F(KernelFile, RunsItsPtxWhereThereIsNoCompiler) {
  const std::string source = "__global__ void fill(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = ";
  const auto file = write("fill.cu", source + "1; }\n");
  const auto text = ptx::compile(file);
  if (!text) GTEST_SKIP() << base::describe(text.error());
  write("fill.cu", source + "2; }\n");
  write("fill.ptx", *text);
  std::vector<float> output;
  EXPECT_EQ(run(describe_kernels(file)->front(), output, "a"), launch::Outcome::finished);
  EXPECT_EQ(output.front(), 2.0f) << "with a compiler, PTX that is beside the source does not matter";
  ::setenv("WARPLENS_COMPILER", "none", 1);
  const auto described = describe_kernels(file);
  EXPECT_EQ(run(described->front(), output, "a"), launch::Outcome::finished);
  EXPECT_EQ(output.front(), 1.0f);
  std::filesystem::remove(folder_ / "fill.ptx");
  EXPECT_FALSE(load_module(describe_kernels(file)->front())) << "neither compiler nor PTX";
  ::unsetenv("WARPLENS_COMPILER");
}

TEST_F(KernelFile, OfSeveralKernelsIsAnExperimentEach) {
  const auto file = write("two.cu",
                          "__global__ void first(int *a) { a[threadIdx.x] = 1; }\n"
                          "__global__ void second(float *b, int i) { b[threadIdx.x] = i; }\n");
  Catalogue catalogue;
  const auto second = find_or_add(catalogue, file.string() + ":second");
  ASSERT_TRUE(second) << base::describe(second.error());
  EXPECT_EQ((*second)->entries.front().kernel, "second");
  EXPECT_EQ(catalogue.experiments.size(), 2u);
  const auto first = find_or_add(catalogue, file.string());
  ASSERT_TRUE(first);
  EXPECT_EQ((*first)->entries.front().kernel, "first");
  EXPECT_EQ(catalogue.experiments.size(), 2u) << "it is there already";
  const auto third = find_or_add(catalogue, file.string() + ":third");
  ASSERT_FALSE(third);
  EXPECT_NE(third.error().message.find("there are: first second"), std::string::npos) << third.error().message;
}

TEST_F(KernelFile, IsFoundByTheShortNameOfItsKernel) {
  const auto file = write("spaces.cu",
                          "namespace a { __global__ void k(float *x) { x[threadIdx.x] = 1; } }\n"
                          "namespace b { __global__ void k(float *x) { x[threadIdx.x] = 2; } }\n"
                          "namespace b { __global__ void only(float *x) { x[threadIdx.x] = 3; } }\n");
  Catalogue catalogue;
  const auto only_one = find_or_add(catalogue, file.string() + ":only");
  ASSERT_TRUE(only_one) << base::describe(only_one.error());
  EXPECT_EQ((*only_one)->id, file.string() + ":b::only");
  const auto second = find_or_add(catalogue, file.string() + ":b::k");
  ASSERT_TRUE(second) << base::describe(second.error());
  std::vector<float> output;
  EXPECT_EQ(run(**second, output, "x"), launch::Outcome::finished);
  EXPECT_EQ(output.at(0), 2.0f);
  const auto both = find_or_add(catalogue, file.string() + ":k");
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().message, "'k' is more than one kernel; say which: a::k b::k");
}

TEST_F(KernelFile, OneKernelThatCannotBeDescribedSaysWhyAndLeavesTheOthers) {
  const auto file = write("two.cu",
                          "union Pair { int a; float *b; };\n"
                          "__global__ void of_a_union(Pair p) { p.b[threadIdx.x] = 1; }\n"
                          "__global__ void fine(float *x) { x[threadIdx.x] = 4; }\n");
  Catalogue catalogue;
  const auto fine = find_or_add(catalogue, file.string());
  ASSERT_TRUE(fine) << base::describe(fine.error());
  EXPECT_EQ((*fine)->entries.front().kernel, "fine");
  const auto refused = find_or_add(catalogue, file.string() + ":of_a_union");
  ASSERT_FALSE(refused);
  EXPECT_NE(base::describe(refused.error()).find("two.cu:2: error: kernel 'of_a_union' takes 'p' of type 'Pair'"),
            std::string::npos)
      << base::describe(refused.error());
}

TEST_F(KernelFile, ThatHasChangedReplacesWhatItWas) {
  const auto file = write("a.cu", "__global__ void a(float *x, int n) { x[0] = n; }\n");
  Catalogue catalogue;
  const Experiment* before = *find_or_add(catalogue, file.string());
  ASSERT_TRUE(add_file(catalogue, file).ok());
  EXPECT_EQ(find(catalogue, file.string()), before) << "nothing has changed";
  write("a.cu", "__global__ void a(float *x, int n) { x[0] = n + 1; }\n");
  ASSERT_TRUE(add_file(catalogue, file).ok());
  EXPECT_EQ(find(catalogue, file.string()), before) << "the signature has not changed";
  write("a.cu", "__global__ void a(float *x, int n, float factor) { x[0] = n * factor; }\n");
  ASSERT_TRUE(add_file(catalogue, file).ok());
  const Experiment* after = find(catalogue, file.string());
  ASSERT_NE(after, before);
  EXPECT_TRUE(before->replaced);
  EXPECT_EQ(before->arguments.size(), 2u) << "whoever shows the old one still can";
  EXPECT_EQ(after->arguments.size(), 3u);
}

TEST_F(KernelFile, PtxHasTypesInItsMangledNames) {
  const auto file = write("add.ptx",
                          ".version 7.0\n.target sm_75\n.address_size 64\n"
                          ".visible .entry _Z3addPKfPfi(.param .u64 p0, .param .u64 p1, .param .u32 p2)\n{\n  ret;\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  const Experiment& experiment = described->front();
  ASSERT_EQ(experiment.arguments.size(), 3u);
  EXPECT_EQ(experiment.arguments[0].input, "random");
  EXPECT_EQ(experiment.arguments[1].input, "zeros");
  EXPECT_FALSE(experiment.arguments[2].buffer);
}

TEST_F(KernelFile, WhatCannotBeDescribedSaysWhere) {
  const auto error_of = [&](const std::string& text) {
    const auto described = describe_kernels(write("bad.cu", text));
    EXPECT_FALSE(described);
    return described ? "" : base::describe(described.error());
  };
  EXPECT_NE(error_of("int main() {}").find("bad.cu: error: there is no kernel"), std::string::npos);
  EXPECT_NE(error_of("\n\n__global__ void f(Thing *t) {}").find("bad.cu:3: error: kernel 'f' takes 't' of type 'Thing *'"),
            std::string::npos);
  EXPECT_NE(error_of("__global__ void f(int n) {}").find("takes no pointer"), std::string::npos);
  EXPECT_FALSE(describe_kernels(folder_ / "missing.cu"));
}

TEST_F(KernelFile, GivesADynamicArrayAnElementPerThread) {
  const auto file = write("reverse.cu",
                          "__global__ void reverse(const float *a, float *b, int n) {\n"
                          "  extern __shared__ __align__(16) double2 pairs[];\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  pairs[threadIdx.x].y = i < n ? a[i] : 0;\n  __syncthreads();\n"
                          "  if (i < n) b[i] = 1 + pairs[blockDim.x - 1 - threadIdx.x].y;\n}\n"
                          "__global__ void plain(float *b) { b[0] = 1; }\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  EXPECT_EQ(described->at(0).entries.front().dynamic_shared, "16 * bx * by * bz");
  EXPECT_EQ(described->at(1).entries.front().dynamic_shared, "");
  std::vector<float> output;
  EXPECT_EQ(run(described->front(), output, "b"), launch::Outcome::finished);
  for (const float value : output) EXPECT_GE(value, 1.0f);
}

TEST_F(KernelFile, MayBeAnExperimentFileThatTheUserOpens) {
  write("fill.cu", "__global__ void fill(int *a) { a[threadIdx.x] = 5; }\n");
  const std::string text =
      "title = \"Fill\"\n[[arguments]]\nname = \"a\"\ntype = \"i32\"\nsize = \"64\"\ninput = \"zeros\"\noutput = true\n"
      "[[entries]]\nkernel = \"fill\"\nlabel = \"fill\"\nshows = \"\"\ngrid = [\"1\"]\nblock = [\"64\"]\narguments = [\"a\"]\n";
  const auto file = write("fill.toml", text);
  Catalogue catalogue;
  const auto found = find_or_add(catalogue, file.string());
  ASSERT_TRUE(found) << base::describe(found.error());
  EXPECT_EQ((*found)->id, file.string());
  ASSERT_TRUE(add_file(catalogue, file).ok());
  EXPECT_EQ(catalogue.experiments.size(), 1u) << "unchanged, it stays as it is";
  write("fill.toml", text + "[reference]\noutput = \"a\"\nexpression = \"5\"\n");
  ASSERT_TRUE(add_file(catalogue, file).ok());
  EXPECT_TRUE(catalogue.experiments.front().replaced);
  EXPECT_EQ((*find_or_add(catalogue, file.string()))->reference.expression, "5");
  write("fill.toml", "title = ");
  EXPECT_FALSE(add_file(catalogue, file).ok());
}

TEST_F(KernelFile, TakesSizesAndContentsOfTheUsersOwn) {
  const auto file = write("copy.cu",
                          "__global__ void copy(const float *a, float *b, int n) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[2 * i] = a[i];\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  const Experiment& experiment = described->front();
  Settings settings = *default_settings(experiment);
  ASSERT_TRUE(set(experiment, settings, "n=100").ok());
  ASSERT_TRUE(set(experiment, settings, "b.size=2 * n").ok());
  ASSERT_TRUE(set(experiment, settings, "a.input=iota").ok());
  ASSERT_TRUE(set(experiment, settings, "b.input=-1").ok());
  EXPECT_EQ(settings.sizes, (std::map<std::string, std::string>{{"b", "2 * n"}}));
  std::vector<float> output;
  EXPECT_EQ(run(experiment, settings, output, "b"), launch::Outcome::finished);
  ASSERT_EQ(output.size(), 200u);
  for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(output[i], i % 2 == 0 ? static_cast<float>(i / 2) : -1.0f) << i;

  ASSERT_TRUE(set(experiment, settings, "b.size=n").ok());
  EXPECT_TRUE(settings.sizes.empty()) << "what the file says needs no setting";
  EXPECT_FALSE(set(experiment, settings, "b.size=0").ok());
  EXPECT_FALSE(set(experiment, settings, "b.size=m").ok());
  EXPECT_FALSE(set(experiment, settings, "dynamic_shared=-4").ok());
  const auto unknown = set(experiment, settings, "c.size=n");
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().message.find("a b"), std::string::npos) << unknown.error().message;
  settings.sizes["c"] = "1";
  EXPECT_TRUE(complete_settings(experiment, settings)->sizes.empty()) << "of a session for another version of the kernel";
}

TEST_F(KernelFile, OfATemplateRunsWhereItIsInstantiated) {
  const std::string text =
      "template <typename T, int STEP>\n__global__ void add(const T *in, T *out, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = in[i] + STEP;\n}\n";
  const auto alone = describe_kernels(write("add.cu", text));
  ASSERT_FALSE(alone);
  EXPECT_NE(alone.error().message.find("template __global__ void add<float, 1>(const float *in, float *out, int n);"),
            std::string::npos)
      << alone.error().message;

  const auto file = write("adds.cu", text +
                                         "template __global__ void add<float, 4>(const float *, float *, int);\n"
                                         "template __global__ void add<double, 2>(const double *, double *, int);\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  ASSERT_EQ(described->size(), 2u);
  EXPECT_EQ(described->at(0).entries.front().kernel, "add<float, 4>");
  EXPECT_EQ(described->at(1).arguments.at(1).type, ElementType::f64);
  EXPECT_EQ(described->at(1).arguments.at(1).name, "out");
  std::vector<float> output;
  EXPECT_EQ(run(described->front(), output, "out"), launch::Outcome::finished);
  for (const float value : output) EXPECT_GE(value, 4.0f);
  EXPECT_EQ(run(described->back(), output, "out"), launch::Outcome::finished);
}

TEST_F(KernelFile, IsCompiledForTheArchitectureThatItNeeds) {
  const auto file = write("sum.cu",
                          "__global__ void sum(const unsigned *a, unsigned *b, int n) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  b[i] = __reduce_add_sync(0xffffffffu, a[i]);\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  const auto module = load_module(described->front());
  ASSERT_TRUE(module) << base::describe(module.error());
  EXPECT_EQ((*module)->target, "sm_80");
}

TEST_F(KernelFile, IsSavedAsAnExperimentThatOpensWithTheSettings) {
  const auto file = write("fill.cu",
                          "__global__ void fill(float *a, float value, int n) {\n"
                          "  extern __shared__ float s[];\n  s[threadIdx.x] = value;\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] = s[threadIdx.x];\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  Settings settings = *default_settings(described->front());
  for (const char* assignment : {"n=100", "value=-5000", "block=32", "a.size=n + 1", "a.input=7", "dynamic_shared=256"})
    ASSERT_TRUE(set(described->front(), settings, assignment).ok()) << assignment;
  const auto text = experiment_file_text(described->front(), settings);
  ASSERT_TRUE(text) << base::describe(text.error());
  const auto opened = load_experiment(write("fill.toml", *text));
  ASSERT_TRUE(opened) << base::describe(opened.error());
  const Settings again = *default_settings(*opened);
  EXPECT_EQ(again.parameters, settings.parameters);
  EXPECT_EQ(again.block, settings.block);
  EXPECT_EQ(again.grid, (base::Dim3{4, 1, 1}));
  EXPECT_EQ(*dynamic_shared_for(*opened, again), 256u);
  std::vector<float> output;
  EXPECT_EQ(run(*opened, output, "a"), launch::Outcome::finished);
  std::vector<float> expected(100, -5000.0f);
  expected.push_back(7);
  EXPECT_EQ(output, expected);

  ASSERT_TRUE(set(described->front(), settings, "grid=3").ok());
  const auto other = parse_experiment(*experiment_file_text(described->front(), settings), file);
  EXPECT_EQ(default_settings(*other)->grid, (base::Dim3{3, 1, 1})) << "a grid that does not follow the data";
  settings.sizes["a"] = "nonsense(";
  EXPECT_FALSE(experiment_file_text(described->front(), settings));
}

TEST_F(KernelFile, SetsConstantMemory) {
  const auto file = write("weigh.cu",
                          "__constant__ float weights[4] = {1, 1, 1, 1};\n__device__ int offset;\n"
                          "__global__ void weigh(float *out, int n) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  if (i < n) out[i] = weights[i % 4] + offset;\n}\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  const Experiment& experiment = described->front();
  Settings settings = *default_settings(experiment);
  ASSERT_TRUE(set(experiment, settings, "weights.variable=f32[3]=5,6,7").ok());
  ASSERT_TRUE(set(experiment, settings, "offset.variable=i32=10").ok());
  const auto first_four = [](const Experiment& of, const Settings& with) {
    std::vector<float> output;
    EXPECT_EQ(run(of, with, output, "out"), launch::Outcome::finished);
    output.resize(4);
    return output;
  };
  const std::vector<float> expected{15, 16, 17, 11};
  EXPECT_EQ(first_four(experiment, settings), expected) << "a value smaller than the variable sets its first bytes";
  const auto saved = load_experiment(write("weigh.toml", *experiment_file_text(experiment, settings)));
  ASSERT_TRUE(saved) << base::describe(saved.error());
  Settings as_saved = *default_settings(*saved);
  EXPECT_EQ(first_four(*saved, as_saved), expected);
  as_saved.variables["weights"] = "";
  EXPECT_EQ(first_four(*saved, as_saved), (std::vector<float>{11, 11, 11, 11})) << "as the source initialises it";
  settings.variables["nothing"] = "i32=1";
  launch::Progress progress;
  EXPECT_FALSE(experiment::run(experiment, *load_module(experiment), settings, *simt::make_device(), progress));
}

TEST_F(KernelFile, LetsAnyNumberBeTyped) {
  const auto file = write("add.cu", "__global__ void add(float *a, int width) { a[threadIdx.x] += width; }\n");
  const auto described = describe_kernels(file);
  ASSERT_TRUE(described) << base::describe(described.error());
  Settings settings = *default_settings(described->front());
  EXPECT_TRUE(set(described->front(), settings, "width=100000000").ok());
  EXPECT_FALSE(set(described->front(), settings, "width=0.5").ok()) << "an int is whole all the same";
}

}  // namespace
}  // namespace warplens::experiment
