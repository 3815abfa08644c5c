#include "export/program/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "base/random.h"
#include "experiment/experiment.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/kernel_file/experiment_file.h"
#include "experiment/run.h"
#include "export/program/array_text.h"
#include "export/program/formula.h"
#include "export/program/helpers.h"
#include "export/program/names.h"
#include "export/program/source_text.h"
#include "tests/scratch_folder.h"

// The text of exported programs. That they compile, and print what the experiments have, is tested in tests/cli.

namespace warplens::export_ {
namespace {

std::string as_double(const std::string& expression) {
  const auto parsed = parse_formula(expression);
  if (!parsed) return "no: " + parsed.error().message;
  const auto text = double_text(*parsed);
  return text ? *text : "no: " + text.error().message;
}

TEST(ProgramFormula, KeepsPrecedenceAndComputesInDouble) {
  EXPECT_EQ(as_double("a + b * c"), "a + b * c");
  EXPECT_EQ(as_double("(a + b) * c"), "(a + b) * c");
  EXPECT_EQ(as_double("a - (b - c)"), "a - (b - c)");
  EXPECT_EQ(as_double("a / (b * c) / d"), "a / (b * c) / d");
  EXPECT_EQ(as_double("1 / 2 * a"), "1.0 / 2.0 * a") << "not a division of whole numbers";
  EXPECT_EQ(as_double("2 * a + 1"), "2 * a + 1");
  EXPECT_EQ(as_double("0.5^n^2"), "std::pow(0.5, std::pow(n, 2.0))") << "powers associate to the right";
  EXPECT_EQ(as_double("-a^2"), "-std::pow(a, 2.0)") << "the sign comes after the power";
  EXPECT_EQ(as_double("a * -b"), "a * -b");
  EXPECT_EQ(as_double("- -a"), "-(-a)");
}

TEST(ProgramFormula, HasConditionsAndFunctions) {
  EXPECT_EQ(as_double("i < n && mod(i, 2) == 0 ? a : 0"), "(i < n && $mod(i, 2.0) == 0) ? a : 0.0");
  EXPECT_EQ(as_double("a || b && c"), "double(a != 0 || (b != 0 && c != 0))");
  EXPECT_EQ(as_double("(a < b) / 2"), "double(a < b) / 2");
  EXPECT_EQ(as_double("min(a, 3, b)"), "std::min({a, 3.0, b})");
  EXPECT_EQ(as_double("rint(a)"), "std::floor(a + 0.5)");
  EXPECT_EQ(as_double("_pi"), "3.141592653589793");
}

TEST(ProgramFormula, RefusesWhatCPlusPlusLacks) {
  for (const char* const text : {"", "a +", "a = 3", "(a", "sin(a", "\"text\"", "a b", "f(a)"})
    EXPECT_TRUE(as_double(text).starts_with("no: ")) << text;
  EXPECT_TRUE(as_double(std::string(100'000, '(') + "a").starts_with("no: ")) << "no deep recursion";
  EXPECT_TRUE(as_double(std::string(100'000, '-') + "a").starts_with("no: "));
}

std::string as_whole(const std::string& expression, std::int64_t wanted) {
  const auto parsed = parse_formula(expression);
  const std::map<std::string, Whole> variables{{"n", {"n", 1000}}, {"bx", {"block.x", 256}}, {"big", {"big", 2'000'000'000}}};
  const auto text = parsed ? whole_text(*parsed, variables, wanted) : std::nullopt;
  return text.value_or("");
}

TEST(ProgramFormula, IsWrittenInWholeNumbersWhereThatIsTheSame) {
  EXPECT_EQ(as_whole("(n + bx - 1) / bx", 4), "(n + block.x - 1) / block.x");
  EXPECT_EQ(as_whole("4 * floor(n / 3)", 1332), "4 * (n / 3)");
  EXPECT_EQ(as_whole("2 * (n / 3)", 667), "") << "an inner quotient keeps its fraction";
  EXPECT_EQ(as_whole("n", 999), "") << "it is not the value";
  EXPECT_EQ(as_whole("big + big", 4'000'000'000), "") << "no int";
  EXPECT_EQ(as_whole("1 - n + n", 1), "") << "negative on the way, where extents are unsigned";
  EXPECT_EQ(as_whole("010", 10), "10") << "not octal";
  EXPECT_EQ(as_whole("n / 0", 0), "");
  EXPECT_EQ(as_whole("kib", 16), "") << "unknown here";
}

/// A random expression with every kind of parentheses that muParser and C++ read alike.
std::string random_expression(base::Random& random, int depth) {
  const std::array<std::string, 6> leaves{"a", "b", "c", "2", "7", "0.5"};
  if (depth == 0) return leaves[random.below(leaves.size())];
  const auto part = [&] { return random_expression(random, depth - 1); };
  switch (random.below(6)) {
    case 0:
      return "(" + part() + ")";
    case 1:
      return "(-" + part() + ")";
    case 2:
      return "(" + part() + " < " + part() + " ? " + part() + " : " + part() + ")";
    default:
      return part() + " " + "+-*/"[random.below(4)] + " " + part();
  }
}

TEST(ProgramFormula, HasTheValueOfTheExpression) {
  const std::map<std::string, double> values{{"a", 3}, {"b", -1.25}, {"c", 11}};
  const std::map<std::string, Whole> whole{{"a", {"a", 3}}, {"c", {"c", 11}}};
  base::Random random(5);
  int compared = 0, in_whole = 0;
  for (int k = 0; k < 2000; ++k) {
    const std::string expression = random_expression(random, 1 + k % 4);
    const auto formula = parse_formula(expression);
    ASSERT_TRUE(formula) << expression;
    const auto text = double_text(*formula);
    ASSERT_TRUE(text) << expression;
    const auto wanted = experiment::evaluate(expression, values), got = experiment::evaluate(*text, values);
    ASSERT_EQ(wanted.ok(), got.ok()) << expression << " became " << *text;
    if (!wanted) continue;
    ++compared;
    EXPECT_EQ(*wanted, *got) << expression << " became " << *text;
    const auto number = static_cast<std::int64_t>(std::floor(std::clamp(*wanted, -1e9, 1e9)));
    const auto in_ints = whole_text(*formula, whole, number);
    if (in_ints && in_ints->find('/') == std::string::npos) {
      ++in_whole;
      EXPECT_EQ(*experiment::evaluate(*in_ints, values), *wanted) << expression << " became " << *in_ints;
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(in_whole, 10);
}

TEST(ProgramFormula, SurvivesAnyText) {
  const std::string characters = "ab1.9e+-*/^()?:<>=!&|,_ \"\n";
  base::Random random(7);
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    for (std::uint32_t n = random.below(24); n > 0; --n)
      text += characters[random.below(static_cast<std::uint32_t>(characters.size()))];
    if (const auto formula = parse_formula(text)) (void)double_text(*formula);
  }
}

launch::Buffer buffer_of(launch::ElementType type, const std::vector<double>& values) {
  launch::Bytes bytes(values.size() * launch::bytes(type));
  for (std::size_t i = 0; i < values.size(); ++i) launch::set_element(type, bytes, i, values[i]);
  return {"a", type, values.size(), std::make_shared<const launch::Bytes>(std::move(bytes))};
}

std::string text_of(const launch::Buffer& buffer, const std::string& form, DataFiles& files) {
  return array_text({"a", std::string(c_type(buffer.type)), std::to_string(buffer.size), form, 255, buffer}, "stem", files);
}

TEST(ProgramArray, IsFilledByTheShortestText) {
  using launch::ElementType;
  DataFiles files;
  EXPECT_EQ(text_of(buffer_of(ElementType::i32, {0, 0}), "zeros", files), "  std::vector<int> a(2);  // zeros\n");
  EXPECT_EQ(text_of(buffer_of(ElementType::f32, {0.5, 0.5}), "0.5", files), "  std::vector<float> a(2, 0.5f);\n");
  EXPECT_EQ(text_of(buffer_of(ElementType::u16, {0, 1, 2}), "iota", files),
            "  std::vector<unsigned short> a(3);\n  for (std::size_t i = 0; i < a.size(); ++i) a[i] = i;\n");
  EXPECT_EQ(text_of(buffer_of(ElementType::f64, {3, -1.25}), "3,-1.25", files), "  std::vector<double> a{3, -1.25};\n");
  EXPECT_EQ(text_of(buffer_of(ElementType::f32, {1, 2}), "digits", files),
            "  std::vector<float> a(2);\n  $Random random_a(0xffull);  // digits\n  for (float& value : a) value = "
            "random_a.below(10);\n");
  EXPECT_TRUE(files.empty());
}

TEST(ProgramArray, ThatIsLongGoesToAFile) {
  std::vector<double> values(4096);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i * i % 101);
  DataFiles files;
  const std::string listed = text_of(buffer_of(launch::ElementType::i32, values), "@in.npy", files);
  EXPECT_TRUE(files.empty());
  std::size_t begin = 0;
  for (std::size_t end = listed.find('\n'); end != std::string::npos; begin = end + 1, end = listed.find('\n', begin))
    EXPECT_LE(end - begin, 130u);
  values.push_back(7);
  EXPECT_EQ(text_of(buffer_of(launch::ElementType::i32, values), "@in.npy", files),
            "  std::vector<int> a(4097);\n  $read_file(\"stem.a.bin\", a);\n");
  ASSERT_TRUE(files.contains("stem.a.bin"));
  EXPECT_EQ(files["stem.a.bin"].size(), 4u * 4097);
}

TEST(ProgramArray, LiteralsKeepTheirValue) {
  using launch::ElementType;
  const auto text = [](ElementType type, const char* number) { return literal(*launch::parse_scalar(type, number)); };
  EXPECT_EQ(text(ElementType::i64, "-9223372036854775808"), "-9223372036854775807 - 1");
  EXPECT_EQ(text(ElementType::u64, "18446744073709551615"), "18446744073709551615u");
  EXPECT_EQ(text(ElementType::f32, "0.1"), "0.1f");
  EXPECT_EQ(text(ElementType::f64, "0.1"), "0.1");
  EXPECT_EQ(text(ElementType::f32, "-0"), "-0.0f");
  EXPECT_EQ(text(ElementType::f32, "nan"), "NAN");
  EXPECT_EQ(text(ElementType::f64, "-inf"), "-INFINITY");
}

TEST(ProgramNames, AvoidTheSourcesOwn) {
  Names names("#define n 16\n__global__ void sum(float* a) {}\nint print, CHECK;", {"ns::sum"});
  EXPECT_EQ(names.local("n"), "n_") << "a macro";
  EXPECT_EQ(names.local("sum"), "sum_") << "main() calls it";
  EXPECT_EQ(names.local("a"), "a") << "a parameter of the kernel is no harm";
  EXPECT_EQ(names.local("a"), "a_");
  EXPECT_EQ(names.local("for"), "for_");
  EXPECT_EQ(names.local("p.x y"), "p_x_y");
  EXPECT_EQ(names.local("2a"), "_2a");
  EXPECT_EQ(without_marks("$CHECK(f()); $print(x); $compare(y);", names), "CHECK_(f()); print_(x); compare(y);");
}

TEST(ProgramComment, HoldsAnyTextAndEndsWithIt) {
  EXPECT_EQ(comment("a\nb  c"), "// a b c\n");
  EXPECT_EQ(comment("", 2), "  //\n");
  EXPECT_EQ(comment("ends in \\"), "// ends in \\ .\n") << "the next line stays code";
  std::string long_text;
  for (int k = 0; k < 60; ++k) long_text += "word\\ ";
  std::istringstream lines(comment(long_text));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 112u);
    EXPECT_NE(line.back(), '\\');
  }
}

class ExportedSource : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_ / "include"); }
  ~ExportedSource() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  /// The program of a kernel file with these assignments.
  base::Result<ProgramText> program(const std::filesystem::path& file, const std::vector<std::string>& assignments = {}) const {
    auto experiments = file.extension() == ".toml"
                           ? base::Result<std::vector<experiment::Experiment>>(std::vector<experiment::Experiment>())
                           : experiment::describe_kernels(file, nullptr);
    if (!experiments) return experiments.error();
    if (file.extension() == ".toml") {
      auto loaded = experiment::load_experiment(file);
      if (!loaded) return loaded.error();
      experiments->push_back(std::move(*loaded));
    }
    const experiment::Experiment& chosen = experiments->front();
    auto settings = experiment::default_settings(chosen);
    for (const std::string& each : assignments)
      if (const base::Status set = experiment::set(chosen, *settings, each); !set) return set.error();
    const auto module = experiment::load_module(chosen, *settings);
    if (!module) return module.error();
    const auto made = experiment::make_program(chosen, *module, *settings);
    if (!made) return made.error();
    return program_of(chosen, *settings, *made, "out");
  }

  const std::filesystem::path folder_ = scratch("exported");
};

TEST_F(ExportedSource, HasItsHeadersInside) {
  write("include/twice.h", "#pragma once\n__device__ int twice(int x) { return 2 * x; }\n");
  write("near.h", "#include \"twice.h\"\nint near_by;\n");
  const auto file =
      write("k.cu",
            "#include \"near.h\"\n#include <twice.h>\n#include <cuda_fp16.h>\n__global__ void k(int* a) { a[0] = twice(W); }\n");
  ptx::CompileOptions options;
  options.include_folders = {folder_ / "include"};
  options.definitions = {"W=3", "FLAG"};
  const auto text = source_text(file, options);
  ASSERT_TRUE(text) << base::describe(text.error());
  EXPECT_EQ(
      *text,
      "#define W 3\n#define FLAG 1\n\n// ---- near.h\n// ---- twice.h\n__device__ int twice(int x) { return 2 * x; }\n// ---- "
      "end of "
      "twice.h\nint near_by;\n// ---- end of near.h\n#include <cuda_fp16.h>\n__global__ void k(int* a) { a[0] = twice(W); }\n");
}

TEST_F(ExportedSource, RefusesWhatIsNoKernelFile) {
  EXPECT_FALSE(source_text(write("k.ptx", ""), {}));
  const auto with_main = source_text(write("whole.cu", "int main() {}\n"), {});
  ASSERT_FALSE(with_main);
  EXPECT_NE(with_main.error().message.find("warplens program"), std::string::npos);
  EXPECT_FALSE(source_text(write("again.cu", "#include \"again.cu\"\n"), {}));
}

TEST_F(ExportedSource, LaunchesKernelsThatWaitForTheWholeGrid) {
  const auto made = program(write("grid.cu", R"(
#include <cooperative_groups.h>
__global__ void k(int* a, int n) {
  cooperative_groups::this_grid().sync();
  if (threadIdx.x < n) a[threadIdx.x] = 1;
}
__global__ void other(int* a) { a[0] = 1; }
)"));
  ASSERT_TRUE(made) << base::describe(made.error());
  EXPECT_NE(made->text.find("  void* arguments[] = {(void*)&d_a, (void*)&n};\n"), std::string::npos) << made->text;
  EXPECT_NE(made->text.find("CHECK(cudaLaunchCooperativeKernel(k, grid, block, arguments, 0, nullptr));"), std::string::npos);
  EXPECT_EQ(made->text.find("<<<"), std::string::npos);
}

TEST_F(ExportedSource, PassesStructuresAndOtherPointersByTheirTypes) {
  const auto made = program(write("k.cu", R"(
struct Range { const float* from; int begin, end; };
__global__ void k(Range range, float4* out) {
  out[threadIdx.x].x = range.from[range.begin] + range.end;
}
)"));
  ASSERT_TRUE(made) << base::describe(made.error());
  EXPECT_NE(made->text.find("  Range range{};\n  range.from = reinterpret_cast<decltype(range.from)>("), std::string::npos)
      << made->text;
  EXPECT_NE(made->text.find("  range.begin = "), std::string::npos);
  EXPECT_NE(made->text.find("(range, reinterpret_cast<float4*>(d_out));"), std::string::npos) << made->text;
}

TEST_F(ExportedSource, AsksForMoreThan48KiB) {
  const auto file = write("k.cu",
                          "__global__ void k(float* a, int n) { extern __shared__ float s[]; s[threadIdx.x] = 1; "
                          "__syncthreads(); a[threadIdx.x] = s[0]; }\n");
  const auto small = program(file, {"n=256", "dynamic_shared=49152"}), large = program(file, {"n=256", "dynamic_shared=49153"});
  ASSERT_TRUE(small && large);
  EXPECT_EQ(small->text.find("cudaFuncSetAttribute"), std::string::npos);
  EXPECT_NE(large->text.find("CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));"),
            std::string::npos);
  EXPECT_NE(large->text.find("const std::size_t shared_bytes = 49153;"), std::string::npos);
  EXPECT_NE(large->text.find("k<<<grid, block, shared_bytes>>>(d_a, n);"), std::string::npos);
}

TEST_F(ExportedSource, LaunchesASequenceInOrder) {
  const std::string source =
      "__global__ void fill(int* a, int n) { int i = threadIdx.x; if (i < n) a[i] = i; }\n"
      "__global__ void twice(const int* a, int* b, int n) { int i = threadIdx.x; if (i < n) b[i] = 2 * a[i]; }\n";
  write("steps.cu", source);
  const auto text = experiment::sequence_text(experiment::signatures_of(source), folder_ / "steps.cu");
  ASSERT_TRUE(text) << base::describe(text.error());
  const auto made = program(write("steps.toml", *text), {"entry=twice"});
  ASSERT_TRUE(made) << base::describe(made.error());
  const std::size_t fill = made->text.find("fill<<<grid1, block1>>>(d_a, n);"),
                    twice = made->text.find("twice<<<grid2, block2>>>(d_a, d_b, n);");
  ASSERT_NE(fill, std::string::npos) << made->text;
  ASSERT_NE(twice, std::string::npos) << made->text;
  EXPECT_LT(fill, twice);
}

}  // namespace
}  // namespace warplens::export_
