#include "ptx/flow/register_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/resources.h"
#include "ptx/compile/compile.h"
#include "ptx/flow/source_values.h"
#include "ptx_text.h"

// Which of the source's variables a register holds: only what is proved.

namespace warplens::ptx {
namespace {

/// Names as "%r1 i:3", in the order of the registers.
std::string names(const std::string& body, const std::string& source) {
  const Function function = parsed_entry(entry_text(body) + ".file 1 \"k.cu\"\n");
  std::string text;
  const auto all = register_names(function, source, 1);
  for (std::size_t r = 0; r < all.size(); ++r)
    if (!all[r].name.empty())
      text += (text.empty() ? "" : ", ") + function.registers[r].name + " " + all[r].name + ":" + std::to_string(all[r].line);
  return text;
}

/// A kernel whose lines from the second on are `lines`.
std::string kernel(const std::string& lines) { return "__global__ void k(float* a, int n) {\n" + lines + "\n}\n"; }

constexpr const char* index_code =
    ".loc 1 2 3\n mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;\n"
    ".loc 1 3 3\n";
constexpr const char* index_line = "int i = blockIdx.x * blockDim.x + threadIdx.x;\n";

TEST(RegisterNames, OfTheLinesOneResult) {
  const std::string rest = "ld.param.u32 %r5, [n]; setp.ge.s32 %p1, %r4, %r5; ret;";
  EXPECT_EQ(names(index_code + rest, kernel(index_line)), "%r4 i:2");
  EXPECT_EQ(names(index_code + rest, kernel("const int i = threadIdx.x + blockDim.x * blockIdx.x;")), "%r4 i:2");
  EXPECT_EQ(names(index_code + rest, kernel("unsigned i;// threadIdx.x\ni = blockIdx.x * blockDim.x + threadIdx.x;")), "")
      << "the line that gives the value is the third, the code belongs to the second";
}

TEST(RegisterNames, NotWhereTheLineSaysSomethingElse) {
  const std::string rest = "ld.param.u32 %r5, [n]; setp.ge.s32 %p1, %r4, %r5; ret;";
  for (const char* line :
       {"int i = blockIdx.x * blockDim.x + threadIdx.y;", "int i = blockIdx.x * blockDim.x + threadIdx.x + 1;",
        "int i = blockIdx.x + blockDim.x * threadIdx.x;", "int i = other();", "float i = threadIdx.x;",
        "long i = blockIdx.x * blockDim.x + threadIdx.x;", "int i = blockIdx.x * blockDim.x + threadIdx.x; i = 5;",
        "int i = blockIdx.x * blockDim.x + threadIdx.x, j = 5;"})
    EXPECT_EQ(names(index_code + rest, kernel(line)), "") << line;
  EXPECT_EQ(names(index_code + rest, kernel(std::string(index_line) + "{ int i = n; }")), "") << "two variables of that name";
  EXPECT_EQ(names(index_code + rest, "#define i n\n" + kernel(index_line)), "");
  EXPECT_EQ(names(index_code + rest, kernel(index_line) + kernel(index_line)), "") << "two kernels of that name";
  EXPECT_EQ(names(index_code + rest, "no kernel"), "");
}

TEST(RegisterNames, NotWhereTheCompilerHasMergedTheLine) {
  // `row` is tid / 32, but only row * 32 is left of it.
  EXPECT_EQ(names(".loc 1 2 3\n mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 992;\n.loc 1 3 3\n add.s32 %r3, %r2, 1; ret;",
                  kernel("int row = threadIdx.x / 32;")),
            "");
  EXPECT_EQ(names(".loc 1 2 3\n mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5;\n.loc 1 3 3\n add.s32 %r3, %r2, 1; ret;",
                  kernel("int row = threadIdx.x / 32;")),
            "%r2 row:2");
  // The value in two registers, of which both are read.
  EXPECT_EQ(names(".loc 1 2 3\n mov.u32 %r1, %tid.x; add.s32 %r2, %r1, 1; add.s32 %r3, %r1, 1;\n"
                  ".loc 1 3 3\n add.s32 %r4, %r2, %r3; ret;",
                  kernel("int x = threadIdx.x + 1;")),
            "");
  // Read by its own line only.
  EXPECT_EQ(names(".loc 1 2 3\n mov.u32 %r1, %tid.x; add.s32 %r2, %r1, 1; st.global.u32 [counter], %r2; ret;",
                  kernel("int x = threadIdx.x + 1;")),
            "");
  // Moved to another line.
  EXPECT_EQ(names(".loc 1 2 3\n mov.u32 %r1, %tid.x;\n.loc 1 3 3\n add.s32 %r2, %r1, 1;\n.loc 1 4 1\n st.global.u32 [counter], "
                  "%r2; ret;",
                  kernel("int x = threadIdx.x + 1;")),
            "");
}

TEST(RegisterNames, VariablesOfVariablesAndParameters) {
  const std::string code = std::string(index_code) +
                           "ld.param.u32 %r5, [n]; sub.s32 %r6, %r5, %r4;\n.loc 1 4 3\n shl.b32 %r7, %r6, 1;\n"
                           ".loc 1 5 3\n st.global.u32 [counter], %r6; st.global.u32 [counter], %r7; ret;";
  EXPECT_EQ(names(code, kernel(std::string(index_line) + "int left = n - i;\nint twice = left * 2;")),
            "%r4 i:2, %r6 left:3, %r7 twice:4");
  EXPECT_EQ(names(code, kernel(std::string(index_line) + "int left = n - i;\nint twice = left * 2;\nn = 3;")), "%r4 i:2")
      << "n is not always the parameter";
  EXPECT_EQ(names(code, kernel(std::string(index_line) + "int left = n - i;\nint twice = left * 2;\nchange(left);")),
            "%r4 i:2, %r6 left:3");
}

TEST(RegisterNames, AnElementThatIsLoaded) {
  const std::string code = std::string(index_code) +
                           "ld.param.u64 %d1, [pointer]; cvta.to.global.u64 %d2, %d1; mul.wide.s32 %d3, %r4, 4;"
                           "add.s64 %d4, %d2, %d3; ld.global.f32 %f1, [%d4];\n.loc 1 4 3\n st.global.f32 [%d4], %f1; ret;";
  EXPECT_EQ(names(code, kernel(std::string(index_line) + "float x = a[i];")), "%r4 i:2, %f1 x:3");
  EXPECT_EQ(names(code, kernel(std::string(index_line) + "float x = a[i + 1];")), "%r4 i:2");
  EXPECT_EQ(names(code, kernel(std::string(index_line) + "int x = a[i];")), "%r4 i:2") << "it is converted elsewhere";
}

TEST(RegisterNames, TheVariableOfALoop) {
  const std::string loop =
      ".loc 1 2 3\n mov.u32 %r1, %tid.x; mov.u32 %r2, %r1;\nagain:\n.loc 1 3 3\n st.global.u32 [counter], %r2;"
      "\n.loc 1 2 20\n add.s32 %r2, %r2, STEP; setp.lt.s32 %p1, %r2, 100; @%p1 bra again; ret;";
  const auto with_step = [&](const std::string& step) { return std::string(loop).replace(loop.find("STEP"), 4, step); };
  const std::string source = kernel("for (int i = threadIdx.x; i < 100; i += 2)\n  a[i] = 0;");
  EXPECT_EQ(names(with_step("2"), source), "%r2 i:2");
  EXPECT_EQ(names(with_step("4"), source), "") << "unrolled, or a multiple of i";
  EXPECT_EQ(names(with_step("1"), kernel("for (int i = threadIdx.x; i < 100; ++i)\n  a[i] = 0;")), "%r2 i:2");
}

base::Result<Module> parsed_file(const std::filesystem::path& path) {
  const auto text = base::read_text(path);
  if (!text) return text.error();
  return parse(*text, path.string());
}

/// The names in the kernel `increment`, from PTX of one compiler.
void expect_i(const Module& module, const std::string& source) {
  const auto function = std::ranges::find(module.functions, "increment", &Function::demangled);
  ASSERT_NE(function, module.functions.end());
  std::vector<RegisterName> found;
  for (const RegisterName& each : register_names(*function, source, 1))
    if (!each.name.empty()) found.push_back(each);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front(), (RegisterName{"i", "int", 5}));
}

TEST(RegisterNames, IncrementsIsI) {
  const std::filesystem::path kernels = base::resource_folder() / "kernels";
  const auto source = base::read_text(kernels / "increment.cu");
  const auto module = parsed_file(kernels / "increment.ptx");
  ASSERT_TRUE(source && module);
  expect_i(*module, *source);
  for (const char* compiler : {"nvrtc", "nvcc", "clang"}) {
    setenv("WARPLENS_COMPILER", compiler, 1);
    if (!locate_compilers().empty()) {
      const auto text = compile(kernels / "increment.cu");
      ASSERT_TRUE(text) << compiler << ": " << base::describe(text.error());
      const auto compiled = parse(*text, "increment.ptx");
      ASSERT_TRUE(compiled) << compiler;
      expect_i(*compiled, *source);
    }
    unsetenv("WARPLENS_COMPILER");
  }
}

TEST(RegisterNames, EachVariableOfTheKernelsHasOneRegisterAtMost) {
  std::size_t all = 0;
  for (const auto& file : std::filesystem::directory_iterator(base::resource_folder() / "kernels")) {
    if (file.path().extension() != ".ptx") continue;
    const auto module = parsed_file(file.path());
    const auto source = base::read_text(std::filesystem::path(file.path()).replace_extension(".cu"));
    if (!module || !source) continue;
    for (const Function& function : module->functions) {
      std::vector<std::string> seen;
      for (const RegisterName& each : register_names(function, *source, 1))
        if (!each.name.empty()) seen.push_back(each.name);
      all += seen.size();
      std::ranges::sort(seen);
      EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end()) << function.name;
    }
  }
  EXPECT_GT(all, 10u);
}

TEST(SourceAssignments, OfDamagedSourceEnd) {
  const std::string whole = kernel("for (int i = threadIdx.x; i < 100; i += 2) { a[i] = (n + 3) * -i / 2; /* x */ \"s\"; }");
  for (std::size_t length = 0; length <= whole.size(); ++length) source_assignments(whole.substr(0, length), "k");
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const char c : {'(', ')', '"', '/', '#', '\\', '[', '=', '\n', '\0'}) {
      std::string damaged = whole;
      damaged[at] = c;
      source_assignments(damaged, "k");
    }
  source_assignments("__global__ void k(int n) { int x = " + std::string(100'000, '(') + "; }", "k");
  source_assignments("__global__ void k(int n) { int x = " + std::string(100'000, '-') + "n; }", "k");
  for (const char* again : {"k(", "x = (", "a ", "int x = x = ", "{"}) {
    std::string many = "__global__ void k(int n) { ";
    for (int k = 0; k < 5'000; ++k) many += again;
    source_assignments(many + "; }", "k");
  }
  std::string doubling = "__global__ void k(int n) { int x0 = n;\n";
  for (int k = 1; k < 200; ++k)
    doubling += "int x" + std::to_string(k) + " = x" + std::to_string(k - 1) + " * x" + std::to_string(k - 1) + " + 1;\n";
  source_assignments(doubling + "}", "k");
}

}  // namespace
}  // namespace warplens::ptx
