#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warplens::ptx {
namespace {

TEST(Instruction, SortsSuffixesIntoFields) {
  const Instruction fma = first_of("fma.rn.ftz.sat.f32 %f1, %f2, %f3, %f4;");
  EXPECT_EQ(fma.opcode, Opcode::fma);
  EXPECT_EQ(fma.type, Type::f32);
  EXPECT_EQ(fma.modifiers.rounding, Rounding::rn);
  EXPECT_TRUE(fma.modifiers.ftz);
  EXPECT_TRUE(fma.modifiers.sat);
  EXPECT_EQ(fma.operands.size(), 4u);
  EXPECT_EQ(fma.destinations, 1);
}

TEST(Instruction, ReadsASuffixByWhatItMeansForTheOpcode) {
  EXPECT_EQ(first_of("setp.lo.u32 %p1, %r1, %r2;").modifiers.comparison, Comparison::lo);
  EXPECT_EQ(first_of("mul.lo.u32 %r1, %r2, %r3;").modifiers.part, MultiplyPart::lo);
  EXPECT_EQ(first_of("atom.global.and.b32 %r1, [%d1], %r2;").modifiers.atomic, AtomicOp::and_);
  EXPECT_EQ(first_of("setp.lt.and.s32 %p1, %r1, %r2, %p3;").modifiers.boolean, BooleanOp::and_);
  EXPECT_TRUE(first_of("bra.uni end; end: ret;").modifiers.uniform);
  EXPECT_EQ(first_of("vote.sync.uni.pred %p1, %p2, -1;").modifiers.vote, VoteMode::uni);
}

TEST(Instruction, KeepsGuardsWithTheirSign) {
  const auto instructions = instructions_of("@%p3 ret; @!%p4 ret; ret;");
  const Function function = parsed_entry(entry_text("@%p3 ret; @!%p4 ret; ret;"));
  ASSERT_EQ(instructions.size(), 3u);
  EXPECT_EQ(function.registers[instructions[0].guard].name, "%p3");
  EXPECT_FALSE(instructions[0].guard_negated);
  EXPECT_EQ(function.registers[instructions[1].guard].name, "%p4");
  EXPECT_TRUE(instructions[1].guard_negated);
  EXPECT_EQ(instructions[2].guard, no_index);
}

TEST(Instruction, CountsTwoDestinations) {
  const Instruction setp = first_of("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;");
  EXPECT_EQ(setp.destinations, 2);
  ASSERT_EQ(setp.operands.size(), 5u);
  EXPECT_TRUE(setp.operands[4].negated);
  const Instruction shfl = first_of("shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1;");
  EXPECT_EQ(shfl.destinations, 2);
  ASSERT_EQ(shfl.operands.size(), 6u);
  EXPECT_EQ(shfl.operands[5].bits, 0xffffffffu);
  EXPECT_EQ(first_of("shfl.sync.idx.b32 %r1, %r2, %r3, 31, -1;").destinations, 1);
  EXPECT_EQ(first_of("st.global.u32 [%d1], %r1;").destinations, 0);
}

TEST(Instruction, NamesTwoTypes) {
  const Instruction cvt = first_of("cvt.rzi.s32.f64 %r1, %e1;");
  EXPECT_EQ(cvt.type, Type::s32);
  EXPECT_EQ(cvt.source_type, Type::f64);
  EXPECT_EQ(cvt.modifiers.rounding, Rounding::rzi);
  const Instruction wide = first_of("mul.wide.s32 %d1, %r1, 4;");
  EXPECT_EQ(wide.type, Type::s32);
  EXPECT_EQ(wide.modifiers.part, MultiplyPart::wide);
}

TEST(Instruction, ReadsMemoryAccesses) {
  const Instruction load = first_of("ld.volatile.global.v2.f32 {%f1, _}, [%d1+-8];");
  EXPECT_EQ(load.space, Space::global);
  EXPECT_EQ(load.vector, 2);
  EXPECT_EQ(load.modifiers.ordering, Ordering::volatile_);
  EXPECT_EQ(load.operands[0].kind, OperandKind::vector);
  EXPECT_EQ(load.operands[0].elements[1].kind, OperandKind::sink);
  EXPECT_EQ(load.operands[1].kind, OperandKind::address);
  EXPECT_EQ(load.operands[1].base, OperandKind::reg);
  EXPECT_EQ(load.operands[1].offset, -8);

  const Instruction parameter = first_of("ld.param.u32 %r1, [n];");
  EXPECT_EQ(parameter.operands[1].base, OperandKind::parameter);
  EXPECT_EQ(parameter.operands[1].index, 1u);
  const Instruction shared = first_of("ld.shared.u32 %r1, [tile+12];");
  EXPECT_EQ(shared.operands[1].base, OperandKind::variable);
  EXPECT_EQ(shared.operands[1].offset, 12);
  EXPECT_EQ(first_of("ld.global.nc.L1::no_allocate.L2::128B.u32 %r1, [counter-0];").operands[1].index, 0u);
  EXPECT_EQ(first_of("st.relaxed.gpu.global.u32 [%d1], 7;").modifiers.scope, Scope::gpu);
  EXPECT_EQ(first_of("ld.u32 %r1, [0x10];").operands[1].offset, 16);
}

TEST(Instruction, LetsLoadsAndStoresUseWiderRegisters) {
  EXPECT_EQ(first_of("ld.global.s8 %h1, [%d1];").type, Type::s8);
  EXPECT_EQ(first_of("ld.s32 %d2, [%d1];").type, Type::s32);
  EXPECT_EQ(first_of("st.u8 [%d1], %r1;").type, Type::u8);
  EXPECT_EQ(first_of("cvt.s16.s8 %h1, %r1;").source_type, Type::s8);
}

TEST(Instruction, MovesVariablesSpecialRegistersAndParts) {
  EXPECT_EQ(first_of("mov.u32 %r1, %ctaid.y;").operands[1].index, static_cast<std::uint32_t>(SpecialRegister::ctaid_y));
  const Instruction address = first_of("mov.u64 %d1, counter+8;");
  EXPECT_EQ(address.operands[1].kind, OperandKind::variable);
  EXPECT_EQ(address.operands[1].offset, 8);
  EXPECT_EQ(first_of("mov.b64 %d1, pointer;").operands[1].kind, OperandKind::parameter);
  EXPECT_EQ(first_of("mov.b64 {%r1, %r2}, %d1;").operands[0].elements.size(), 2u);
  EXPECT_EQ(first_of("mov.b64 %d1, {%h1, %h2, %h3, %h4};").operands[1].elements.size(), 4u);
  EXPECT_EQ(first_of("mov.pred %p1, -1;").operands[1].bits, 1u);
  EXPECT_EQ(first_of("mov.u32 %r1, WARP_SZ;").operands[1].bits, 32u);
}

TEST(Instruction, TakesBarriersWithAndWithoutANumberOfThreads) {
  EXPECT_EQ(first_of("bar.sync 0;").modifiers.barrier, BarrierMode::sync);
  EXPECT_EQ(first_of("barrier.sync.aligned 1, 64;").operands.size(), 2u);
  EXPECT_EQ(first_of("bar.warp.sync -1;").modifiers.barrier, BarrierMode::warp_sync);
  const Instruction count = first_of("bar.red.popc.u32 %r1, 0, %p1;");
  EXPECT_EQ(count.modifiers.barrier, BarrierMode::red);
  EXPECT_EQ(count.destinations, 1);
  EXPECT_EQ(first_of("bar.red.or.pred %p1, 0, !%p2;").modifiers.boolean, BooleanOp::or_);
}

/// literal, instruction with it as its last operand, bits.
struct Literal {
  const char* instruction;
  std::uint64_t bits;
};

class LiteralTest : public testing::TestWithParam<Literal> {};

TEST_P(LiteralTest, BecomesTheBitsOfTheOperandsType) {
  EXPECT_EQ(first_of(GetParam().instruction).operands.back().bits, GetParam().bits) << GetParam().instruction;
}

INSTANTIATE_TEST_SUITE_P(
    Forms, LiteralTest,
    testing::Values(Literal{"add.s32 %r1, %r2, -1;", 0xffffffffu}, Literal{"add.s64 %d1, %d2, -1;", ~0ull},
                    Literal{"add.s16 %h1, %h2, -2;", 0xfffeu}, Literal{"and.b32 %r1, %r2, -2147483648;", 0x80000000u},
                    Literal{"and.b32 %r1, %r2, 0xFFU;", 255}, Literal{"or.b32 %r1, %r2, 0b101;", 5},
                    Literal{"or.b32 %r1, %r2, 010;", 8}, Literal{"mov.f32 %f1, 0f3F800000;", 0x3f800000u},
                    Literal{"mov.f32 %f1, 0.5;", 0x3f000000u}, Literal{"mov.f32 %f1, -0.5;", 0xbf000000u},
                    Literal{"mov.f32 %f1, -0f3F800000;", 0xbf800000u}, Literal{"mov.f32 %f1, 0d3FF8000000000000;", 0x3fc00000u},
                    Literal{"mov.f64 %e1, 0d3FF8000000000000;", 0x3ff8000000000000u},
                    Literal{"mov.f64 %e1, 0f3FC00000;", 0x3ff8000000000000u}, Literal{"mov.f32 %f1, 0f7FC00001;", 0x7fc00001u},
                    Literal{"mov.b32 %r1, 0f3F800000;", 0x3f800000u}, Literal{"shl.b64 %d1, %d2, 33;", 33},
                    Literal{"mul.wide.u16 %r1, %h1, 65535;", 65535}, Literal{"mad.wide.s32 %d1, %r1, %r2, -1;", ~0ull}));

/// An integer constant expression, and its value as .u64.
struct Expression {
  const char* text;
  std::uint64_t value;
};

class ExpressionTest : public testing::TestWithParam<Expression> {};

TEST_P(ExpressionTest, IsEvaluatedIn64Bits) {
  const auto& [text, value] = GetParam();
  EXPECT_EQ(first_of("mov.u64 %d1, " + std::string(text) + ";").operands.back().bits, value) << text;
}

// By the rules of PTX ISA, "Integer Constant Expression Evaluation": unsigned are literals that do not fit in .s64 or have the
// suffix U, and the results of ~ and %; together with a signed value they make it unsigned.
INSTANTIATE_TEST_SUITE_P(Precedence, ExpressionTest,
                         testing::Values(Expression{"(3 + 4) * 2", 14}, Expression{"1 << 4 | 3", 19}, Expression{"1 + 2 * 3", 7},
                                         Expression{"10 - 4 - 3", 3}, Expression{"1 << 2 + 1", 8}, Expression{"7 & 3 == 3", 1},
                                         Expression{"1 | 2 ^ 3 & 1", 3}, Expression{"2 < 1 || 4", 1}, Expression{"2 && 0", 0},
                                         Expression{"3 > 2 > 1", 0}, Expression{"2 * 3 + 4 << 1", 20},
                                         Expression{"100 / 7 % 3", 2}, Expression{"1 ? 2 : 3 + 4", 2},
                                         Expression{"0 ? 2 : 1 ? 4 : 5", 4}, Expression{"!-5 + 1", 1}, Expression{"- -5", 5},
                                         Expression{"+5", 5}, Expression{"((((3))))", 3}, Expression{"3 <= 3", 1},
                                         Expression{"3 >= 4", 0}, Expression{"3 != 3", 0}, Expression{"1 || 0 && 0", 1},
                                         Expression{"WARP_SZ * 2", 64}, Expression{"5-3", 2}));
INSTANTIATE_TEST_SUITE_P(
    Types, ExpressionTest,
    testing::Values(Expression{"-7 / 2", 0xfffffffffffffffdu}, Expression{"-7 / 2U", 0x7ffffffffffffffcu},
                    Expression{"-5 % 3", 2}, Expression{"(5 % 3) - 10 >> 60", 15}, Expression{"~0 >> 60", 15},
                    Expression{"-1 >> 60", ~0ull}, Expression{"-1U >> 60", 15}, Expression{"0xffffffffffffffff >> 60", 15},
                    Expression{"9223372036854775807 + 1 >> 60", 0xfffffffffffffff8u}, Expression{"9223372036854775808 >> 60", 8},
                    Expression{"(.u64)-1 / 2", 0x7fffffffffffffffu}, Expression{"(.s64)~0 >> 60", ~0ull},
                    Expression{"(-1 & -1) >> 60", ~0ull}, Expression{"(-1 | 0U) >> 60", 15}, Expression{"-1 < 0", 1},
                    Expression{"-1 < 0U", 0}, Expression{"-1 == 0xffffffffffffffff", 1}, Expression{"(0U == 1) - 1 >> 60", ~0ull},
                    Expression{"(1 ? -1 : 0U) >> 60", 15}, Expression{"!0 - 2 >> 60", ~0ull},
                    Expression{"(-9223372036854775807 - 1) / -1", 0x8000000000000000u}));

TEST(Instruction, TakesExpressionsWhereItTakesLiterals) {
  EXPECT_EQ(first_of("mov.u16 %h1, 65535 + 3;").operands.back().bits, 2u);
  EXPECT_EQ(first_of("mov.pred %p1, !0;").operands.back().bits, 1u);
  EXPECT_EQ(first_of("setp.eq.and.u32 %p1, %r1, 1 + 1, !%p2;").operands[2].bits, 2u);
  EXPECT_EQ(first_of("bar.sync 1 - 1, 32 * 2;").operands[1].bits, 64u);
  EXPECT_EQ(first_of("mov.b64 %d1, {1 << 4, 2};").operands[1].elements[0].bits, 16u);
  EXPECT_EQ(first_of("ld.global.u32 %r1, [%d1 + 4 * 2];").operands[1].offset, 8);
  EXPECT_EQ(first_of("ld.global.u32 %r1, [%d1+-(8 - 4)];").operands[1].offset, -4);
  EXPECT_EQ(first_of("mov.u64 %d1, counter + 4 * 3;").operands[1].offset, 12);
}

TEST(Labels, PointAtInstructions) {
  const auto instructions = instructions_of("top: @%p1 bra $end; bra top; $end: ret;");
  ASSERT_EQ(instructions.size(), 3u);
  EXPECT_EQ(instructions[0].operands[0].index, 2u);
  EXPECT_EQ(instructions[1].operands[0].index, 0u);
}

TEST(Labels, MayStandAtTheVeryEnd) {
  const auto instructions = instructions_of("bra end; end:");
  ASSERT_EQ(instructions.size(), 1u);
  EXPECT_EQ(instructions[0].operands[0].index, 1u);
}

TEST(Labels, OfAnInnerBlockHideThoseAround) {
  const auto instructions = instructions_of("L: { bra L; bra M; L: ret; } M: bra L;");
  ASSERT_EQ(instructions.size(), 4u);
  EXPECT_EQ(instructions[0].operands[0].index, 2u);
  EXPECT_EQ(instructions[1].operands[0].index, 3u);
  EXPECT_EQ(instructions[3].operands[0].index, 0u);
}

TEST(Registers, OfAnInnerBlockHideThoseAround) {
  const Function function = parsed_entry(entry_text("mov.u32 %r1, 1; { .reg .u64 %r1; mov.u64 %r1, 2; } mov.u32 %r1, 3;"));
  ASSERT_EQ(function.instructions.size(), 3u);
  const auto index = [&](int i) { return function.instructions[static_cast<std::size_t>(i)].operands[0].index; };
  EXPECT_EQ(index(0), index(2));
  EXPECT_NE(index(0), index(1));
  EXPECT_EQ(function.registers[index(1)].type, Type::u64);
}

TEST(Registers, OfAHugeRangeCostNothingUntilUsed) {
  const Function function = parsed_entry(entry_text(".reg .b32 %x<4000000000>; mov.u32 %x3999999999, %x0;"));
  EXPECT_EQ(function.registers.size(), 2u);
  EXPECT_EQ(function.registers[0].name, "%x3999999999");
}

TEST(Registers, RangesWhosePrefixEndsInADigitAreToldApart) {
  const Function function = parsed_entry(entry_text(".reg .b64 %r1<5>; mov.u64 %r14, 1; mov.u32 %r1, 2;"));
  EXPECT_EQ(function.registers[0].type, Type::b64);
  EXPECT_EQ(function.registers[1].type, Type::b32);
}

}  // namespace
}  // namespace warplens::ptx
