#include <gtest/gtest.h>

#include "tests/ptx/ptx_text.h"

// Parsing of functions, calls and branch tables.

namespace warplens::ptx {
namespace {

const std::string head = ".version 8.0\n.target sm_75\n.address_size 64\n";

Module parsed(const std::string& text) {
  auto module = parse(head + text, "test.ptx");
  if (!module) {
    ADD_FAILURE() << base::describe(module.error());
    return {};
  }
  return std::move(*module);
}

std::string error_in(const std::string& text) { return base::describe(error_of(head + text)); }

constexpr const char* add = ".func (.param .b32 sum) add(.param .b32 a, .param .align 8 .b8 b[24])";

TEST(Call, FunctionsHaveParametersAndResults) {
  const Module module = parsed(std::string(add) + ";\n" + add + " { .reg .b32 %r<2>; ld.param.b32 %r1, [a]; " +
                               "st.param.b32 [sum+0], %r1; ret; }\n.entry k() { ret; }");
  ASSERT_EQ(module.functions.size(), 2u);
  const Function& function = module.functions[0];
  EXPECT_FALSE(function.entry);
  EXPECT_FALSE(function.external);
  EXPECT_EQ(function.instructions.size(), 3u);
  ASSERT_EQ(function.parameters.size(), 3u);
  EXPECT_EQ(function.parameters[1].size, 24u);
  EXPECT_EQ(function.parameters[1].alignment, 8u);
  EXPECT_FALSE(function.parameters[1].result);
  EXPECT_EQ(function.parameters[2].name, "sum");
  EXPECT_TRUE(function.parameters[2].result);
}

TEST(Call, OperandsAreResultsFunctionArguments) {
  const Module module = parsed(std::string(".extern ") + add +
                               ";\n.entry k() { { .param .b32 x; .param .align 8 .b8 y[24]; .param .b32 z;\n"
                               "st.param.b32 [x+0], 1; call.uni (z), add, (x, y); } ret; }");
  EXPECT_TRUE(module.functions[0].external);
  const Instruction& call = module.functions[1].instructions[1];
  EXPECT_EQ(call.opcode, Opcode::call);
  EXPECT_EQ(call.destinations, 1);
  ASSERT_EQ(call.operands.size(), 4u);
  EXPECT_EQ(call.operands[1].kind, OperandKind::function);
  EXPECT_EQ(call.operands[1].index, 0u);
  EXPECT_EQ(module.variables[call.operands[0].index].name, "z");
  EXPECT_EQ(module.variables[call.operands[2].index].name, "x");
  EXPECT_EQ(module.variables[call.operands[3].index].size, 24u);
  EXPECT_EQ(module.variables[call.operands[3].index].space, Space::param);
}

TEST(Call, IndirectByRegisterWithPrototype) {
  const Module module = parsed(
      ".func f(.param .b32 a) { ret; }\n.global .align 8 .u64 table[2] = {f, 0};\n"
      ".entry k() { .reg .b64 %d<2>; mov.u64 %d1, f; { .param .b32 x; P: .callprototype ()_ (.param .b32 _);\n"
      "call %d1, (x), P; } ret; }");
  EXPECT_EQ(module.variables[0].addresses.at(0).function, 0u);
  EXPECT_EQ(module.functions[1].instructions[0].operands[1].kind, OperandKind::function);
  EXPECT_EQ(module.functions[1].instructions[1].operands[0].kind, OperandKind::reg);
}

TEST(Call, BytesOfAnAddress) {
  const Module module = parsed(
      ".global .u32 target[2];\n.global .align 8 .u8 bytes[3] = {0xff(target), 0xff0000(target), 7};\n.entry k() { ret; }");
  const auto& addresses = module.variables[1].addresses;
  ASSERT_EQ(addresses.size(), 2u);
  EXPECT_EQ(addresses[0].bytes, 1);
  EXPECT_EQ(addresses[0].byte, 0);
  EXPECT_EQ(addresses[1].offset, 1u);
  EXPECT_EQ(addresses[1].byte, 2);
  EXPECT_EQ(module.variables[1].initial.at(2), std::byte{7});
}

TEST(Call, AVectorOfRegistersIsItsElements) {
  const Module module = parsed(
      ".func (.reg .v2 .u32 d) twice(.reg .f32 f, .reg .v2 .u32 a) { add.u32 d.x, a.x, a.x; add.u32 d.y, a.y, a.y; ret; }\n"
      ".entry k() { .reg .v2 .u32 v; .reg .f32 %f; call (v), twice, (%f, v); ret; }");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.parameters.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(function.parameters[i].result, i > 2) << i;
    EXPECT_EQ(function.parameters[i].size, 4u) << i;
  }
  EXPECT_EQ(function.parameters[2].reg, function.parameters[1].reg + 1);
  EXPECT_EQ(function.registers[function.parameters[4].reg].name, "d.y");
  EXPECT_EQ(function.instructions[1].operands[0].index, function.parameters[4].reg);
  EXPECT_EQ(function.instructions[1].operands[1].index, function.parameters[2].reg);
  const Instruction& call = module.functions[1].instructions[0];
  EXPECT_EQ(call.destinations, 2);
  ASSERT_EQ(call.operands.size(), 6u);
  EXPECT_EQ(call.operands[4].index, call.operands[0].index);
  EXPECT_EQ(call.operands[5].index, call.operands[1].index);
}

TEST(Call, TableOfBranches) {
  const Module module =
      parsed(".entry k() { .reg .b32 %r<2>; mov.u32 %r1, 0; T: .branchtargets A, B, A; brx.idx %r1, T; A: ret; B: exit; }");
  const Instruction& branch = module.functions[0].instructions[1];
  ASSERT_EQ(branch.operands.size(), 4u);
  EXPECT_EQ(branch.operands[1].index, 2u);
  EXPECT_EQ(branch.operands[2].index, 3u);
  EXPECT_EQ(branch.operands[3].index, 2u);
}

TEST(Call, AliasesStandForTheirFunction) {
  const Module module = parsed(".func other;\n.func f { ret; }\n.entry k() { call other; ret; }\n.alias other, f;");
  EXPECT_EQ(module.functions[2].instructions[0].operands[0].index, 1u);
}

TEST(Call, ACallerOfWhatCannotRunCannotRun) {
  const Module module =
      parsed(".func f { tex.cube x; ret; }\n.func g { call f; ret; }\n.entry k() { call g; ret; }\n.entry fine() { ret; }");
  EXPECT_TRUE(module.functions[2].refusal);
  EXPECT_TRUE(module.functions[2].instructions.empty());
  EXPECT_FALSE(module.functions[3].refusal);
  const std::string error = base::describe(find_entry(module, "k").error());
  EXPECT_TRUE(error.starts_with("test.ptx:4:11: error: instruction 'tex.cube' is not supported")) << error;
}

TEST(Call, ErrorsSayWhatIsWrong) {
  EXPECT_EQ(error_in(".entry k() { call nobody; ret; }"), "test.ptx:4:19: error: function 'nobody' is not declared");
  EXPECT_EQ(error_in(".func f(.param .b32 a);\n.entry k() { call f; ret; }"),
            "test.ptx:5:19: error: function 'f' takes 1 arguments, not 0");
  EXPECT_EQ(error_in(".func f(.reg .v4 .u32 a) { ret; }\n.entry k() { .reg .v2 .u32 v; call f, (v); ret; }"),
            "test.ptx:5:40: error: 'v' has another number of elements than the parameter");
  EXPECT_EQ(error_in(".func f(.reg .v4 .u64 a) { ret; }"),
            "test.ptx:4:9: error: a vector register has at most 128 bits, and no predicates");
  EXPECT_EQ(error_in(".func f { ret; }\n.func f { ret; }"), "test.ptx:5:7: error: function 'f' is defined twice");
  EXPECT_EQ(error_in(".func f(.param .b32 a);\n.func f { ret; }"),
            "test.ptx:5:7: error: 'f' was declared before with another number of parameters");
  EXPECT_EQ(error_in(".entry k() { .reg .b32 %r<2>; brx.idx %r1, T; ret; }"),
            "test.ptx:4:44: error: there is no .branchtargets 'T' before this");
  EXPECT_EQ(error_in(".global .u8 b[1] = {0xff0(b)};"),
            "test.ptx:4:21: error: one byte of an address is taken by a mask such as 0xff00, in a variable of 8-bit type");
}

}  // namespace
}  // namespace warplens::ptx
