#include "ptx/compile/assembler.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/module_cache.h"
#include "tests/scratch_folder.h"

namespace warplens::ptx {
namespace {

/// As ptxas 13.0 writes it.
constexpr const char* printed =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function '_Z3addPfi' for 'sm_75'\n"
    "ptxas info    : Function properties for _Z3addPfi\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 12 registers, used 1 barriers, 2048 bytes smem, 388 bytes cmem[0]\n"
    "ptxas info    : Compile time = 44.182 ms\n"
    "ptxas info    : Compiling entry function 'spilling' for 'sm_75'\n"
    "ptxas info    : Function properties for spilling\n"
    "    96 bytes stack frame, 88 bytes spill stores, 104 bytes spill loads\n"
    "ptxas info    : Function properties for called\n"
    "    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
    "ptxas info    : Used 32 registers, used 0 barriers, 352 bytes cmem[0]\n";

TEST(Assembler, ReadsWhatPtxasPrints) {
  const auto all = resources_in(printed);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].entry, "_Z3addPfi");
  EXPECT_EQ(all[0].resources.registers, 12u);
  EXPECT_EQ(all[0].resources.spill_store_bytes, 0u);
  EXPECT_EQ(all[1].entry, "spilling");
  EXPECT_EQ(all[1].resources.registers, 32u);
  EXPECT_EQ(all[1].resources.spill_store_bytes, 92u);
  EXPECT_EQ(all[1].resources.spill_load_bytes, 108u);
}

TEST(Assembler, LeavesOutWhatCannotBe) {
  const std::string entry = "Compiling entry function 'k' for 'sm_75'\n";
  for (const std::string used : {"", "Used registers\n", "Used 0 registers\n", "Used 256 registers\n",
                                 "Used 99999999999999999999 registers\n", "Used -3x registers\n"})
    EXPECT_TRUE(resources_in(entry + used).empty()) << used;
  EXPECT_TRUE(resources_in("Used 12 registers\n").empty());
}

/// __launch_bounds__ makes ptxas spill: 40 values live at once do not fit in 65,536 / 2,048 = 32 registers.
TEST(Assembler, RegistersOfACompiledKernelComeWithItsModule) {
  if (find_assembler().empty()) GTEST_SKIP() << "no ptxas here";
  const std::filesystem::path source = scratch("registers.cu");
  ASSERT_TRUE(
      base::write_file(source,
                       "#define BODY float v[40]; for (int i = 0; i < 40; ++i) v[i] = a[i * n + threadIdx.x]; \\\n"
                       "  __syncthreads(); for (int i = 0; i < 40; ++i) a[v[39 - i] > 0 ? i : i * n] = v[i] * v[(i * 7) % 40];\n"
                       "__global__ void wide(float *a, int n) { BODY }\n"
                       "__global__ void __launch_bounds__(1024, 1) narrow(float *a, int n) { BODY }\n")
          .ok());
  ModuleCache cache(ContentStore(""));
  const auto module = cache.load(source);
  ASSERT_TRUE(module) << base::describe(module.error());
  for (const Function& function : (*module)->functions) {
    if (!function.entry) continue;
    ASSERT_TRUE(function.assembled) << function.name;
    EXPECT_GE(function.assembled->registers, 8u) << function.name;
    if (function.demangled == "wide") {
      EXPECT_GT(function.assembled->registers, 40u);
    }
    if (function.demangled == "narrow") {
      EXPECT_LE(function.assembled->registers, 64u);
    }
  }
  ::setenv("WARPLENS_COMPILER", "clang", 1);
  EXPECT_TRUE(find_assembler().empty());
  ::unsetenv("WARPLENS_COMPILER");
}

TEST(Assembler, AReportOfBrokenPtxIsEmpty) {
  if (find_assembler().empty()) GTEST_SKIP() << "no ptxas here";
  EXPECT_EQ(assembler_report(find_assembler(), "this is no PTX", 75), "");
  EXPECT_EQ(assembler_report("/no/such/ptxas", ".version 7.0\n.target sm_75\n", 75), "");
}

}  // namespace
}  // namespace warplens::ptx
