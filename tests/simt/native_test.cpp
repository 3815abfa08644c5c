#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "simt/native/code.h"
#include "tests/fuzz/native_kernel.h"
#include "tests/simt/launcher.h"

// Machine code gives the same bits as the interpreter.

namespace warplens::simt {
namespace {

std::vector<InstructionSet> sets_here() {
  std::vector<InstructionSet> sets;
  if (widest_instruction_set() >= InstructionSet::avx2) sets.push_back(InstructionSet::avx2);
  if (widest_instruction_set() >= InstructionSet::avx512) sets.push_back(InstructionSet::avx512);
  return sets;
}

/// Registers of random bits, among them zeros, infinities, NaNs and the largest and smallest numbers.
std::vector<std::uint64_t> random_registers(base::Random& random, std::size_t bytes) {
  static constexpr std::uint32_t special[] = {0,          1,          0x3f800000, 0x80000000, 0xffffffff, 0x7f800000,
                                              0xff800000, 0x7fc00000, 0x00000001, 0x7f7fffff, 0x7ff00000, 0x7ff80000,
                                              0x3ff00000, 0x7f800001, 0x4f000000, 0xcf000000};
  std::vector<std::uint64_t> registers(bytes / 8 + 64);
  for (std::uint64_t& cell : registers) {
    std::uint64_t words[2];
    for (std::uint64_t& word : words) {
      word = random.next() & 0xffffffffu;
      if (random.below(4) == 0) word = special[random.below(16)];
      if (random.below(4) == 0) word >>= random.below(32);
    }
    cell = words[0] | words[1] << 32;
  }
  return registers;
}

/// Execute each run of the program's machine code and what it stands for by the interpreter, on the same random registers.
/// Returns the number of runs.
int compare(const ptx::Module& module, const Program& program, InstructionSet set, base::Random& random) {
  const native::Code code(module, program, set, {.keep_all_registers = true, .shortest_run = 1});
  const ptx::Function& function = module.functions[program.functions[0].function];
  const std::vector<std::byte> parameters(4096, std::byte{0x5a});
  int compared = 0;
  for (std::uint32_t first = 0; first < function.instructions.size(); ++first) {
    const native::Run& run = code.run(first);
    bool uses_local_memory = false;  // at addresses from registers
    for (std::uint32_t pc = first; pc < first + run.length; ++pc)
      uses_local_memory |= executor().select(function.instructions[pc], function).execute != program.code[pc].execute;
    if (run.length == 0 || uses_local_memory) continue;
    ++compared;
    for (int round = 0; round < 6; ++round) {
      std::vector<std::uint64_t> expected = random_registers(random, program.register_bytes), actual = expected;
      const auto active = round % 2 == 0 ? all_lanes : static_cast<std::uint32_t>(random.next()) | 1;
      const Frame frame{reinterpret_cast<std::byte*>(expected.data()), program.constants.data(), parameters.data()};
      for (std::uint32_t pc = first; pc < first + run.length; ++pc) program.code[pc].execute(frame, program.code[pc], active);
      run.function({reinterpret_cast<std::byte*>(actual.data()), program.constants.data(), parameters.data()}, active);
      EXPECT_EQ(expected, actual) << module.path << " line " << function.instructions[first].ptx_line << ", " << run.length
                                  << " instructions, set " << static_cast<int>(set) << ", lanes " << active;
      if (testing::Test::HasFailure()) return compared;
    }
  }
  return compared;
}

TEST(MachineCode, GivesTheBitsOfTheInterpreter) {
  const std::vector<InstructionSet> sets = sets_here();
  if (sets.empty()) GTEST_SKIP() << "this processor is too old";
  base::Random random(7);
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WARPLENS_INSTRUCTIONS_FOLDER)) {
    if (entry.path().extension() != ".ptx") continue;
    std::ifstream file(entry.path());
    const auto module = ptx::parse({std::istreambuf_iterator<char>(file), {}}, entry.path().filename().string());
    ASSERT_TRUE(module.ok());
    const auto program = decode(*module, 0, two_sm_toy());
    ASSERT_TRUE(program.ok());
    for (const InstructionSet set : sets) compared += compare(*module, *program, set, random);
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 2'000);
}

/// Bytes that choose a random kernel, with loops and loads.
std::string random_choices(base::Random& random) {
  std::string choices(20 + random.below(300), '\0');
  for (char& choice : choices) choice = static_cast<char>(random.below(256));
  return choices;
}

// Generating the code needs no such processor: on any, the assembler takes the code for each instruction set.
TEST(MachineCode, IsTheSameRunsAndPathsForEachInstructionSet) {
  base::Random random(5);
  std::uint32_t loops = 0, runs = 0;
  for (int kernel = 0; kernel < 100; ++kernel) {
    const auto module = ptx::parse(fuzz::KernelWriter(fuzz::Choices(random_choices(random))).text(), "random.ptx");
    ASSERT_TRUE(module.ok());
    const auto program = decode(*module, 0, two_sm_toy());
    ASSERT_TRUE(program.ok());
    const native::Code avx2(*module, *program, InstructionSet::avx2), avx512(*module, *program, InstructionSet::avx512);
    for (std::uint32_t pc = 0; pc < program->code.size(); ++pc) {
      EXPECT_EQ(avx2.run(pc).length, avx512.run(pc).length);
      EXPECT_EQ(avx2.path(pc).length, avx512.path(pc).length);
      runs += avx512.run(pc).length != 0;
      loops += avx512.path(pc).loop;
    }
  }
  if (widest_instruction_set() == InstructionSet::none) GTEST_SKIP() << "there is no machine code for this processor";
  EXPECT_GT(runs, 500);
  EXPECT_GT(loops, 20);
}

TEST(MachineCode, DoesTheSameForRandomKernels) {
  base::Random random(11);
  for (int kernel = 0; kernel < 800; ++kernel) {
    ASSERT_EQ(fuzz::difference_of_machine_code(random_choices(random)), "") << kernel;
  }
}

// Options of difference_of_machine_code(): with the check or without, in whole warps or 59 threads.
constexpr std::uint8_t checked = 0, checked_part_of_a_warp = 1, whole_warps = 6, part_of_a_warp = 7;

/// A kernel with a loop over `body`. Shared memory contains the number of each thread, at %at; %sum is stored.
std::string loop_over_shared(const std::string& body) {
  return ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry kernel(.param .u64 in, .param .u64 out)\n{\n"
         ".reg .b32 %thread, %at, %n;\n.reg .b64 %out, %wide;\n.reg .f32 %sum, %value;\n.reg .pred %more, %leaves;\n"
         ".shared .align 8 .b8 cells[512];\n"
         "ld.param.u64 %out, [out];\nmov.u32 %thread, %tid.x;\nmad.wide.u32 %out, %thread, 4, %out;\n"
         "mov.u32 %at, cells;\nmad.lo.u32 %at, %thread, 4, %at;\ncvt.rn.f32.u32 %value, %thread;\nst.shared.f32 [%at], %value;\n"
         "bar.sync 0;\nmov.f32 %sum, 0f00000000;\nmov.u32 %n, 0;\n"
         "TOP:\n" +
         body +
         "add.u32 %n, %n, 1;\nsetp.lt.u32 %more, %n, 9;\n@%more bra TOP;\n"
         "OVER:\nst.global.f32 [%out], %sum;\nret;\n}\n";
}

TEST(MachineCode, LoadsFromSharedMemoryForTheLanesThatAreLeft) {
  std::string body = "ld.shared.f32 %value, [%at];\nadd.f32 %sum, %sum, %value;\n";
  for (int k = 0; k < 9; ++k) body += "fma.rn.f32 %sum, %sum, %sum, %value;\n";  // so that calls pay
  body += "setp.lt.u32 %leaves, %thread, %n;\n@%leaves bra OVER;\n";             // one lane after the other, from lane 0 on
  for (const std::uint8_t options : {whole_warps, part_of_a_warp, checked, checked_part_of_a_warp})
    EXPECT_EQ(fuzz::difference_of_machine_code(loop_over_shared(body), options), "");
}

TEST(MachineCode, FindsAddressesThatBecomeMisaligned) {
  const std::string body =
      "ld.shared.u64 %wide, [%at];\ncvt.rn.f32.u64 %value, %wide;\nadd.f32 %sum, %sum, %value;\nadd.u32 %at, %at, 4;\n";
  std::string kernel = loop_over_shared(body);
  kernel.insert(kernel.find("TOP:"), "mov.u32 %at, cells;\n");  // aligned in the first round
  for (const std::uint8_t options : {whole_warps, checked}) EXPECT_EQ(fuzz::difference_of_machine_code(kernel, options), "");
}

TEST(MachineCode, ReportsItsLoadsToTheCheck) {
  // Each thread reads what one of the other warp writes, before the loop or after it, with a barrier in between or without.
  std::string body = "ld.shared.f32 %value, [%at];\nadd.f32 %sum, %sum, %value;\n";
  for (int k = 1; k < 60; ++k) body += "ld.shared.f32 %value, [%at];\nadd.f32 %sum, %sum, %value;\n";
  const std::string others = "xor.b32 %n, %thread, 32;\nmov.u32 %at, cells;\nmad.lo.u32 %at, %n, 4, %at;\nmov.u32 %n, 0;\n";
  const std::string barrier = "bar.sync 0;\n";
  for (const bool before : {false, true}) {
    for (const bool after : {false, true}) {
      std::string kernel = loop_over_shared(body);
      kernel.insert(kernel.find("TOP:"), others);
      if (!before) kernel.erase(kernel.find(barrier), barrier.size());
      const std::string store = "mov.u32 %at, cells;\nmad.lo.u32 %at, %thread, 4, %at;\nst.shared.f32 [%at], %sum;\n";
      kernel.insert(kernel.find("OVER:"), (after ? barrier : "") + store);
      for (const std::uint8_t options : {checked, checked_part_of_a_warp})
        EXPECT_EQ(fuzz::difference_of_machine_code(kernel, options), "") << before << after;
      const auto findings = fuzz::findings_by_interpreter(kernel, checked);
      EXPECT_EQ(findings.empty(), before && after) << before << after;
    }
  }
}

}  // namespace
}  // namespace warplens::simt
