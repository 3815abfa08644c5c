#include "ptx/flow/stack_variables.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warplens::ptx {
namespace {

/// The module of a kernel whose .local array `stack` has 32 bytes, with %d1 pointing to it; instruction 0 sets %d1.
Module module_of(const std::string& body) {
  auto module = parse(entry_text(".local .align 8 .b8 stack[32];\nmov.u64 %d1, stack;\n" + body), "test.ptx");
  if (!module) throw std::runtime_error(base::describe(module.error()));
  return std::move(*module);
}

/// The opcodes of the kernel once its stack variables are in registers.
std::vector<Opcode> opcodes_of(const std::string& body) {
  const Module module = module_of(body);
  const auto changed = with_stack_variables_in_registers(module);
  std::vector<Opcode> opcodes;
  for (const Instruction& instruction : (changed ? *changed : module).functions.at(0).instructions)
    opcodes.push_back(instruction.opcode);
  return opcodes;
}

using enum Opcode;

TEST(StackVariables, BecomeRegisters) {
  const auto changed =
      with_stack_variables_in_registers(module_of("st.local.u32 [%d1+4], %r1;\nld.local.u32 %r2, [%d1+4];\nret;"));
  ASSERT_TRUE(changed);
  const auto& instructions = changed->functions.at(0).instructions;
  ASSERT_EQ(instructions.size(), 4u);
  EXPECT_EQ(instructions[1].opcode, mov);
  EXPECT_EQ(instructions[2].opcode, mov);
  EXPECT_EQ(instructions[1].operands.at(0).index, instructions[2].operands.at(1).index);
  EXPECT_EQ(instructions[1].destinations, 1);
}

TEST(StackVariables, ArePointedToInSeveralWays) {
  EXPECT_EQ(opcodes_of("cvta.local.u64 %d2, %d1;\nadd.u64 %d3, %d2, 4;\nst.u32 [%d3], %r1;\nst.local.u32 [stack+4], %r1;\n"
                       "ld.u32 %r2, [%d2+4];\nret;"),
            (std::vector{mov, cvta, add, mov, mov, mov, ret}));
}

TEST(StackVariables, ThatOverlapStayInMemory) {
  EXPECT_EQ(opcodes_of("st.local.u32 [%d1], %r1;\nst.local.u16 [%d1+2], %h1;\nst.local.u32 [%d1+4], %r1;\nret;"),
            (std::vector{mov, st, st, mov, ret}));
  EXPECT_EQ(opcodes_of("st.local.u64 [%d1], %d2;\nst.local.u8 [%d1+1], %h1;\nst.local.u16 [%d1+6], %h1;\nret;"),
            (std::vector{mov, st, st, st, ret}));
}

// What begins at or after an address that is passed on may be used through it.
TEST(StackVariables, WhoseAddressIsUsedStayInMemory) {
  EXPECT_EQ(opcodes_of("add.u64 %d2, %d1, 8;\nst.global.u64 [%d9], %d2;\nst.local.u32 [%d1+4], %r1;\nst.local.u32 [%d1+8], %r1;\n"
                       "st.local.u32 [%d1+12], %r1;\nret;"),
            (std::vector{mov, add, st, mov, st, st, ret}));
  EXPECT_EQ(opcodes_of("add.u64 %d2, %d1, %d3;\nst.local.u32 [%d1], %r1;\nret;"), (std::vector{mov, add, st, ret}));
}

TEST(StackVariables, OfVectorsStayInMemory) {
  EXPECT_EQ(opcodes_of("st.local.v2.u32 [%d1], {%r1, %r2};\nld.local.u32 %r3, [%d1];\nret;"), (std::vector{mov, st, ld, ret}));
}

TEST(StackVariables, APointerWrittenTwiceIsNone) {
  EXPECT_EQ(opcodes_of("mov.u64 %d2, stack;\nmov.u64 %d2, %d9;\nst.u32 [%d2], %r1;\nst.local.u32 [%d1], %r1;\nret;"),
            (std::vector{mov, mov, mov, st, st, ret}));
}

TEST(StackVariables, NoneWithoutAStack) {
  auto module = parse(entry_text("st.global.u32 [%d1], %r1;\nret;"), "test.ptx");
  ASSERT_TRUE(module);
  EXPECT_FALSE(with_stack_variables_in_registers(*module));
}

}  // namespace
}  // namespace warplens::ptx
