#include "ptx/compile/compile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/diagnostic.h"
#include "ptx/parse/parser.h"
#include "tests/scratch_folder.h"

namespace warplens::ptx {
namespace {

const std::filesystem::path test_folder = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests/ptx";

/// Each test runs with each installed compiler, selected by WARPLENS_COMPILER.
class CompileTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    setenv("WARPLENS_COMPILER", GetParam(), 1);
    if (find_compilers().empty()) GTEST_SKIP() << "no " << GetParam() << " here";
  }
  void TearDown() override { unsetenv("WARPLENS_COMPILER"); }

  static Module compiled(const std::string& file) {
    auto text = compile(test_folder / file);
    if (!text) {
      ADD_FAILURE() << base::describe(text.error());
      return {};
    }
    auto module = parse(*text, file);
    if (!module) {
      ADD_FAILURE() << base::describe(module.error());
      return {};
    }
    return std::move(*module);
  }

  static const Function& entry(const Module& module, const std::string& name) {
    static const Function none;
    const auto index = find_entry(module, name);
    if (!index) ADD_FAILURE() << base::describe(index.error());
    return index ? module.functions[*index] : none;
  }

  /// A source file with this content, in its own folder.
  std::filesystem::path source(const std::string& text) {
    std::ofstream(folder_->path() / "kernel.cu") << text;
    return folder_->path() / "kernel.cu";
  }

  base::Result<base::TemporaryFolder> folder_ = base::TemporaryFolder::create();
};

/// 1-based number of the line in a test's source that contains `mark`.
std::uint32_t line_with(const std::string& file, const std::string& mark) {
  const auto text = base::read_text(test_folder / file);
  const std::size_t found = text ? text->find(mark) : std::string::npos;
  if (found == std::string::npos) {
    ADD_FAILURE() << mark << " is not in " << file;
    return 0;
  }
  return 1 + static_cast<std::uint32_t>(std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(found), '\n'));
}

std::size_t count_of(const Function& function, Opcode opcode) {
  return static_cast<std::size_t>(std::count_if(function.instructions.begin(), function.instructions.end(),
                                                [&](const Instruction& instruction) { return instruction.opcode == opcode; }));
}

/// CUDA source lines of the instructions with `opcode` in `space`; for inlined ones the line of the call.
std::set<std::uint32_t> lines_of(const Module& module, const Function& function, Opcode opcode, Space space) {
  std::set<std::uint32_t> lines;
  for (const Instruction& instruction : function.instructions) {
    if (instruction.opcode != opcode || instruction.space != space) continue;
    if (instruction.location == no_index) continue;
    SourceLocation location = function.locations[instruction.location];
    while (location.inlined_at != no_index) location = function.locations[location.inlined_at];
    EXPECT_TRUE(module.files.at(location.file).ends_with(".cu")) << module.files.at(location.file);
    lines.insert(location.line);
  }
  return lines;
}

using Lines = std::set<std::uint32_t>;

TEST_P(CompileTest, NaiveAndTiledMatrixMultiplication) {
  const Module module = compiled("matmul.cu");
  ASSERT_EQ(module.functions.size(), 2u);
  const Function& naive = entry(module, "matmul_naive");
  EXPECT_EQ(naive.parameters.size(), 4u);
  EXPECT_EQ(naive.parameter_bytes, 28u);
  EXPECT_EQ(lines_of(module, naive, Opcode::st, Space::global), Lines{line_with("matmul.cu", "// naive result")});
  const Function& tiled = entry(module, "matmul_tiled");
  EXPECT_EQ(lines_of(module, tiled, Opcode::st, Space::global), Lines{line_with("matmul.cu", "// tiled result")});
  EXPECT_GE(count_of(tiled, Opcode::bar) + count_of(tiled, Opcode::barrier), 2u);
  std::uint64_t shared = 0;
  for (const Variable& variable : module.variables) shared += variable.space == Space::shared ? variable.size : 0;
  EXPECT_EQ(shared, 2u * 16 * 16 * 4);
}

TEST_P(CompileTest, Reductions) {
  const Module module = compiled("reduction.cu");
  const Function& shared = entry(module, "reduce_shared");
  EXPECT_EQ(count_of(shared, Opcode::atom) + count_of(shared, Opcode::red), 1u);
  const Opcode atomic = count_of(shared, Opcode::atom) > 0 ? Opcode::atom : Opcode::red;
  EXPECT_EQ(lines_of(module, shared, atomic, Space::global), Lines{line_with("reduction.cu", "// one addition a block")});
  const Function& shuffle = entry(module, "reduce_shuffle");
  EXPECT_EQ(shuffle.max_threads[0], 256u);
  EXPECT_EQ(count_of(shuffle, Opcode::shfl), 10u);  // 5 steps of two 32-bit halves each
  EXPECT_GE(count_of(shuffle, Opcode::vote), 2u);
  EXPECT_GE(count_of(shuffle, Opcode::sqrt), 1u);
  const bool dynamic = std::any_of(module.variables.begin(), module.variables.end(), [](const Variable& variable) {
    return variable.space == Space::shared && variable.external && variable.size == 0;
  });
  EXPECT_TRUE(dynamic);
}

TEST_P(CompileTest, HistogramsWithAnInlinedFunction) {
  const Module module = compiled("histogram.cu");
  const Function& global = entry(module, "histogram_global");
  const Function& shared = entry(module, "histogram_shared");
  EXPECT_GE(count_of(shared, Opcode::atom) + count_of(shared, Opcode::red), 2u);
  // The division in the inlined function has its own line or that of the call, depending on the compiler.
  bool found = false;
  for (const Instruction& instruction : global.instructions) {
    if (instruction.opcode != Opcode::div || instruction.location == no_index) continue;
    const SourceLocation& location = global.locations[instruction.location];
    EXPECT_EQ(location.line, line_with("histogram.cu", "// inlined"));
    const SourceLocation& call = location.inlined_at == no_index ? location : global.locations[location.inlined_at];
    EXPECT_TRUE(location.inlined_at == no_index || call.line == line_with("histogram.cu", "// call"));
    found = true;
  }
  EXPECT_TRUE(found);
}

TEST_P(CompileTest, AWholeProgramWithHostCode) {
  if (GetParam() == std::string("nvrtc")) GTEST_SKIP() << "NVRTC knows no host code";
  const Module module = compiled("program.cu");
  EXPECT_EQ(entry(module, "scale").parameters.size(), 2u);
  const auto talk = find_entry(module, "talk");
  ASSERT_TRUE(talk.ok()) << talk.error().message;
  EXPECT_EQ(count_of(module.functions[*talk], Opcode::call), 1u);
  const auto printf = std::find_if(module.functions.begin(), module.functions.end(),
                                   [](const Function& function) { return function.name == "vprintf"; });
  ASSERT_NE(printf, module.functions.end());
  EXPECT_TRUE(printf->external);
}

/// Of the toolkit, or our own for clang without one.
TEST_P(CompileTest, HeadersThatKernelsAskFor) {
  CompileOptions options;
  options.architecture = 80;
  std::string text;
  for (const char* header :
       {"cuda_runtime.h", "cuda_fp16.h", "cuda_bf16.h", "cooperative_groups.h", "cooperative_groups/reduce.h",
        "cooperative_groups/scan.h", "cooperative_groups/memcpy_async.h", "cuda/atomic", "cuda/std/atomic", "cuda/barrier",
        "cuda/pipeline", "cuda_pipeline.h", "curand_kernel.h", "math_constants.h"})
    text += std::string("#include <") + header + ">\n";
  const auto ptx = compile(source(text + "__global__ void k(int* a) { a[0] = 1; }\n"), options);
  EXPECT_TRUE(ptx.ok()) << base::describe(ptx.error());
}

TEST_P(CompileTest, TheFirstErrorHasItsPlace) {
  const auto path = source("__global__ void k(float* a) {\n  a[0] = nowhere;\n  a[1] = elsewhere;\n}\n");
  const auto text = compile(path);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().file, path.string());
  EXPECT_EQ(text.error().line, 2);
  EXPECT_NE(text.error().message.find("nowhere"), std::string::npos) << text.error().message;
}

TEST_P(CompileTest, AMissingHeaderHasItsPlace) {
  const auto text = compile(source("\n#include \"not_there.h\"\n"));
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().line, 2);
  EXPECT_NE(text.error().message.find("not_there.h"), std::string::npos) << text.error().message;
}

TEST_P(CompileTest, AMissingFileIsNamed) {
  const auto text = load("/nowhere/kernel.cu");
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().file, "/nowhere/kernel.cu");
}

TEST_P(CompileTest, PathsMayHaveSpacesAndQuotes) {
  const std::filesystem::path odd = folder_->path() / "a 'b' \"c\"; d";
  std::filesystem::create_directory(odd);
  std::ofstream(odd / "-k.cu") << "__global__ void k(int* a) { a[0] = 1; }\n";
  const auto text = compile(odd / "-k.cu");
  if (!text && GetParam() == std::string("nvcc")) GTEST_SKIP() << "nvcc itself: " << text.error().message;
  EXPECT_TRUE(text.ok()) << base::describe(text.error());
}

TEST_P(CompileTest, CompilersHaveAVersion) {
  for (const Compiler& compiler : find_compilers()) {
    EXPECT_EQ(compiler.name, GetParam());
    EXPECT_FALSE(compiler.version.empty());
    EXPECT_TRUE(compiler.path.is_absolute());
  }
}

INSTANTIATE_TEST_SUITE_P(By, CompileTest, testing::Values("nvrtc", "nvcc", "clang"), [](const auto& test) { return test.param; });

TEST(Compile, HostCodeThatNvrtcRefusesGoesToTheNextCompiler) {
  const auto compilers = find_compilers();
  if (compilers.size() < 2 || compilers.front().name != "nvrtc") GTEST_SKIP() << "no NVRTC with another compiler here";
  const auto folder = base::TemporaryFolder::create();
  ASSERT_TRUE(folder);
  const std::filesystem::path source = folder->path() / "with_host.cu";
  std::ofstream(source) << "#include <vector>\n__global__ void k(int* a) { a[0] = 1; }\n"
                           "int main() { std::vector<int> v(1); k<<<1, 1>>>(v.data()); }\n";
  const bool by_nvcc = compilers[1].name == "nvcc";
  const auto text = compile(source);
  if (!text && !by_nvcc) GTEST_SKIP() << "clang without the toolkit's headers: " << text.error().message;
  ASSERT_TRUE(text) << base::describe(text.error());
  EXPECT_TRUE(parse(*text, "with_host.ptx"));
}

TEST(Compile, WithoutACompilerSaysWhatToInstall) {
  setenv("WARPLENS_COMPILER", "none", 1);
  const auto text = compile(test_folder / "matmul.cu");
  unsetenv("WARPLENS_COMPILER");
  ASSERT_FALSE(text.ok());
  EXPECT_NE(text.error().message.find("install"), std::string::npos);
}

/// The build and the program compile with the same flags, so the PTX must be the same.
TEST(Compile, MakesOfAKernelWhatTheBuildMadeOfIt) {
  const auto built = base::read_text(base::resource_folder() / "kernels/histogram.ptx");
  ASSERT_TRUE(built.ok());
  const bool by_nvcc = built->find("NVIDIA NVVM Compiler") != std::string::npos;
  setenv("WARPLENS_COMPILER", by_nvcc ? "nvcc" : "clang", 1);
  const auto text = compile(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "kernels/histogram.cu");
  unsetenv("WARPLENS_COMPILER");
  ASSERT_TRUE(text.ok()) << base::describe(text.error());
  EXPECT_EQ(*text, *built);
}

TEST(Compile, HeadersForClangAreAmongWhatDecidesItsPtx) {
  setenv("WARPLENS_COMPILER", "clang", 1);
  const CompilerSetup setup = compiler_setup();
  unsetenv("WARPLENS_COMPILER");
  if (setup.compilers == 0) GTEST_SKIP() << "no clang here";
  for (const char* header : {"clang/prelude.cuh", "clang/include/cooperative_groups.h", "clang/include/curand/xorwow.h"}) {
    const auto is_header = [&](const std::filesystem::path& path) { return path.string().ends_with(header); };
    EXPECT_EQ(std::count_if(setup.sources.begin(), setup.sources.end(), is_header), 1) << header;
  }
}

TEST(Architecture, IsTheOldestWithWhatASourceMentions) {
  EXPECT_EQ(needed_architecture("__global__ void k() {}"), 75u);
  EXPECT_EQ(needed_architecture("#include <cuda_bf16.h>"), 80u);
  EXPECT_EQ(needed_architecture("__global__ __cluster_dims__(1) void k() {}"), 90u);
  EXPECT_EQ(needed_architecture("__global__ __block_size__((32, 1, 1)) void k() {}"), 90u);
  EXPECT_EQ(needed_architecture("[[cuda::cluster_dims(1)]] cp.async"), 90u);
}

TEST(CompileOptions, ReachEveryCompiler) {
  if (find_compilers().empty()) GTEST_SKIP() << "no compiler here";
  const std::filesystem::path folder = scratch("compile options");
  std::filesystem::create_directories(folder / "headers");
  ASSERT_TRUE(base::write_file(folder / "headers" / "three.h", "#define THREE 3\n").ok());
  ASSERT_TRUE(base::write_file(folder / "k.cu",
                               "#include \"three.h\"\nstatic_assert(THREE + FOUR == 7, \"\");\n"
                               "static_assert(__cplusplus >= 202002L, \"\");\n__global__ void k(int *a) { a[0] = FOUR; }\n")
                  .ok());
  for (const char* name : {"nvrtc", "nvcc", "clang"}) {
    SCOPED_TRACE(name);
    ::setenv("WARPLENS_COMPILER", name, 1);
    const bool here = !find_compilers().empty();
    const auto options = make_compile_options({folder / "headers"}, {"FOUR=4"}, "sm_80", "c++20");
    ASSERT_TRUE(options);
    const auto text = compile(folder / "k.cu", *options);
    ::unsetenv("WARPLENS_COMPILER");
    if (!here) continue;
    ASSERT_TRUE(text) << base::describe(text.error());
    EXPECT_NE(text->find(".target sm_80"), std::string::npos);
  }
  std::filesystem::remove_all(folder);
}

TEST(CompileOptions, AreCheckedBeforeACompilerSeesThem) {
  const auto error = [](std::vector<std::filesystem::path> folders, std::vector<std::string> definitions, const char* arch,
                        const char* std) {
    const auto options = make_compile_options(std::move(folders), std::move(definitions), arch, std);
    return options ? std::string("none") : base::describe(options.error());
  };
  EXPECT_EQ(error({}, {"A", "_b=1", "C=\"x y\""}, "", ""), "none");
  EXPECT_NE(error({"/no/such/folder"}, {}, "", "").find("-I /no/such/folder"), std::string::npos);
  for (const char* definition : {"", "=1", "1A", "A B", "-x"}) EXPECT_NE(error({}, {definition}, "", ""), "none") << definition;
  for (const char* arch : {"80", "sm_", "sm_8x", "sm_1000", "compute_80", "sm_20"})
    EXPECT_NE(error({}, {}, arch, ""), "none") << arch;
  EXPECT_NE(error({}, {}, "", "c++98"), "none");
}

TEST(CompileOptions, AreReadAsTheyAreTyped) {
  const std::filesystem::path folder = scratch("typed options");
  std::filesystem::create_directories(folder / "a folder");
  const CompileOptions expected{{folder / "a folder"}, {"N=4", "M"}, 80, "c++20"};
  for (const char* text :
       {"  -DN=4 -D M -I \"a folder\"  --arch sm_80 -std=c++20 ", "-I\"a folder\" -D N=4\t-DM --arch=sm_80 --std c++20"}) {
    const auto options = parse_compile_options(text, folder);
    ASSERT_TRUE(options) << base::describe(options.error());
    EXPECT_EQ(*options, expected) << text;
  }
  EXPECT_EQ(*parse_compile_options(" ", folder), CompileOptions{});
  EXPECT_EQ(*parse_compile_options("-O3", folder), CompileOptions{});
  EXPECT_FALSE(parse_compile_options("-O0", folder)->optimised);
  EXPECT_EQ(*parse_compile_options("--expt-relaxed-constexpr -expt-relaxed-constexpr --extended-lambda", folder),
            CompileOptions{});
  for (const char* text :
       {"-O9", "-O", "x", "-I", "-D", "--arch", "--std=c++98", "--archive=sm_80", "-I nowhere", "-D \"N=1", "-D 1N"})
    EXPECT_FALSE(parse_compile_options(text, folder)) << text;
  std::filesystem::remove_all(folder);
}

TEST(CompileOptions, StandAsInAMakefile) {
  const std::filesystem::path folder = scratch("makefile options");
  std::filesystem::create_directories(folder);
  const auto options = parse_compile_options(
      "-O2 -g -G -lineinfo -std=c++14 -arch=sm_35 -gencode arch=compute_86,code=sm_86 -gencode=arch=compute_80,code=sm_80 "
      "-Xcompiler -Wall,-O3 --compiler-options \"-fopenmp -march=native\" -Xptxas -v -lcublas -l m -L/opt/x -rdc=true -DN=2 "
      "--use_fast_math -maxrregcount=32 --ptxas-options=-v -m64",
      folder);
  ASSERT_TRUE(options) << base::describe(options.error());
  CompileOptions expected{{}, {"N=2"}, 86, "c++14"};
  expected.host_options = {"-Wall", "-O3", "-fopenmp", "-march=native"};
  expected.libraries = {"-lcublas", "-lm", "-L/opt/x"};
  expected.relocatable = true;
  EXPECT_EQ(*options, expected);
  EXPECT_EQ(parse_compile_options("-arch=sm_35", folder)->architecture, 0u);  // today's toolkits do not know it
  EXPECT_EQ(parse_compile_options("-arch native", folder)->architecture, 0u);
  EXPECT_FALSE(parse_compile_options("-rdc=true -rdc false", folder)->relocatable);
  for (const char* text : {"-Xcompiler", "-l", "-gencode", "-rdc"}) EXPECT_FALSE(parse_compile_options(text, folder)) << text;
  std::filesystem::remove_all(folder);
}

TEST(CompileOptions, OfASourceAddToThoseOfTheCommandLine) {
  const CompileOptions general{{"a"}, {"N=1"}, 75, "c++20"}, special{{"b"}, {"M"}, 80, "c++17"};
  EXPECT_EQ(merged(general, special), (CompileOptions{{"a", "b"}, {"N=1", "M"}, 80, "c++20"}));
  EXPECT_EQ(merged(general, {}), general);
  CompileOptions plain;
  plain.optimised = false;
  EXPECT_FALSE(merged(general, plain).optimised);
  EXPECT_EQ(options_text(plain), "-O0");
}

TEST(CompilerNotes, AreKeptAtTheEndOfThePtx) {
  const CompilerNotes notes{"-DN=4 --arch=sm_80",
                            {{"a (1).cu", 3, 0, "variable \"x\" was set: never used"}, {"b.h", 7, 0, "two"}},
                            "ptxas info    : Used 7 registers\n    0 bytes stack frame\n"};
  EXPECT_EQ(notes_of(with_notes(".version 8.0\n", notes)), notes);
  EXPECT_EQ(notes_of(with_notes(".version 8.0", {})), CompilerNotes{});
  EXPECT_EQ(with_notes(".version 8.0\n", {}), ".version 8.0\n");
  EXPECT_EQ(notes_of(""), CompilerNotes{});
}

/// As nvcc 13, NVRTC 13 and clang 14 write them.
TEST(Warnings, HaveTheirLines) {
  const auto warnings = warnings_in(
      "k.cu(3): warning #177-D: variable \"unused\" was declared but never referenced\n    int unused = 3;\n        ^\n\n"
      "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n"
      "k.cu(3): warning #177-D: variable \"unused\" was declared but never referenced\n"
      "/a/k.cu:5:7: warning: unused variable 'b' [-Wunused-variable]\n1 warning generated when compiling for sm_75.\n"
      "nvcc warning : something without a place\n");
  EXPECT_EQ(warnings, (std::vector<base::Error>{{"k.cu", 3, 0, "variable \"unused\" was declared but never referenced"},
                                                {"/a/k.cu", 5, 7, "unused variable 'b' [-Wunused-variable]"}}));
  EXPECT_EQ(warnings_in("a(1): warning: x\nb(2): warning: y\n", 1).size(), 1u);
}

TEST(Compile, KeepsWhatEachCompilerWarnsOf) {
  const std::filesystem::path folder = scratch("warnings");
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(base::write_file(folder / "k.cu", "__global__ void k(int *a) {\n  int unused = 3;\n  a[0] = 1;\n}\n").ok());
  for (const char* name : {"nvrtc", "nvcc", "clang"}) {
    SCOPED_TRACE(name);
    ::setenv("WARPLENS_COMPILER", name, 1);
    const bool here = !find_compilers().empty();
    const auto text = compile(folder / "k.cu", {});
    ::unsetenv("WARPLENS_COMPILER");
    if (!here) continue;
    ASSERT_TRUE(text) << base::describe(text.error());
    const std::vector<base::Error> warnings = notes_of(*text).warnings;
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].line, 2);
    EXPECT_NE(warnings[0].message.find("unused"), std::string::npos) << warnings[0].message;
  }
  std::filesystem::remove_all(folder);
}

TEST(Compile, KernelsMayCallConstexprFunctionsOfTheHost) {
  const std::filesystem::path folder = scratch("relaxed constexpr");
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(
      base::write_file(folder / "k.cu", "#include <algorithm>\n__global__ void k(int *a) { a[0] = std::max(a[0], a[1]); }\n")
          .ok());
  for (const char* name : {"nvcc", "clang"}) {
    SCOPED_TRACE(name);
    ::setenv("WARPLENS_COMPILER", name, 1);
    const bool here = !find_compilers().empty();
    const auto text = compile(folder / "k.cu", {});
    ::unsetenv("WARPLENS_COMPILER");
    if (here) {
      EXPECT_TRUE(text) << base::describe(text.error());
    }
  }
  std::filesystem::remove_all(folder);
}

TEST(Load, ReadsPtxAsItIs) {
  auto folder = base::TemporaryFolder::create();
  ASSERT_TRUE(folder.ok());
  std::ofstream(folder->path() / "k.ptx") << ".version 8.0\n";
  EXPECT_EQ(load(folder->path() / "k.ptx").value(), ".version 8.0\n");
}

TEST(Diagnostic, ReadsBothCompilersForms) {
  const auto nvcc = first_diagnostic(
      "In file included from x\na b.cu(12): warning: w\na b.cu(34): error: identifier \"x: y\" is undefined\n\n");
  ASSERT_TRUE(nvcc);
  EXPECT_EQ(base::describe(*nvcc), "a b.cu:34: error: identifier \"x: y\" is undefined");
  const auto clang = first_diagnostic("k.cu:3:7: note: n\nk.cu:4:9: fatal error: 'h' file not found\r\n");
  ASSERT_TRUE(clang);
  EXPECT_EQ(base::describe(*clang), "k.cu:4:9: error: 'h' file not found");
  const auto own = first_diagnostic("/tmp/k.cu:4: error: identifier \"x\" is undefined\n");
  ASSERT_TRUE(own);
  EXPECT_EQ(base::describe(*own), "/tmp/k.cu:4: error: identifier \"x\" is undefined");
  EXPECT_FALSE(first_diagnostic("nvcc fatal   : error: no\nclang: error: no input files\n"));
  EXPECT_FALSE(first_diagnostic("k.cu(99999999999999): error: far\n(): error: \n: error: "));
}

}  // namespace
}  // namespace warplens::ptx
