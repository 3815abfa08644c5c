#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "ptx/nvvm/read_module.h"

namespace warplens::ptx::nvvm {
namespace {

Module read(std::string_view text) {
  auto module = read_module(text, "test.ll");
  EXPECT_TRUE(module) << base::describe(module.error()) << "\n" << text;
  return module ? std::move(module).value() : Module();
}

std::string problem_of(std::string_view text) {
  const auto module = read_module(text, "test.ll");
  return module ? "" : base::describe(module.error());
}

/// A function with this body, and a few arguments of common types.
std::string in_function(const std::string& body) {
  return "define void @f(i32 %i, float %x, ptr %p, <4 x float> %v) {\n" + body + "\n  ret void\n}\n";
}

/// The instructions of the first block of the first function.
std::vector<Instruction> instructions(const Module& module) {
  if (module.functions.empty() || module.functions[0].blocks.empty()) return {};
  return module.functions[0].blocks[0].instructions;
}

Instruction only(const std::string& body) {
  const auto found = instructions(read(in_function(body)));
  return found.empty() ? Instruction() : found[0];
}

const Constant& initial(const Module& module, std::size_t global = 0) {
  return module.constants.at(module.globals.at(global).initial);
}

using Bits = std::vector<std::uint64_t>;

TEST(NvvmReader, ReadsTypedAndOpaquePointersAlike) {
  const Module typed = read(R"(define i32 @f(i32 addrspace(3)* %p, void (i32)* %g) {
  %1 = load i32, i32 addrspace(3)* %p, align 4
  call void %g(i32 %1)
  ret i32 %1
})");
  const Module opaque = read(R"(define i32 @f(ptr addrspace(3) %p, ptr %g) {
  %1 = load i32, ptr addrspace(3) %p, align 4
  call void %g(i32 %1)
  ret i32 %1
})");
  for (const Module* module : {&typed, &opaque}) {
    const Function& function = module->functions.at(0);
    EXPECT_EQ(module->types[function.locals.at(0).type].space, AddressSpace::shared);
    EXPECT_EQ(module->types[function.locals.at(1).type].kind, TypeKind::pointer);
    const auto code = instructions(*module);
    ASSERT_EQ(code.size(), 3u);
    EXPECT_EQ(code[0].alignment, 4u);
    EXPECT_EQ(code[0].operands[0], (Value{ValueKind::local, 0, function.locals[0].type}));
    EXPECT_EQ(code[1].callee, (Value{ValueKind::local, 1, function.locals[1].type}));
    EXPECT_EQ(code[2].operands[0].index, code[0].result);
  }
}

TEST(NvvmReader, NumbersWhatHasNoName) {
  const Module module = read(R"(define i32 @f(i32 %0, i1 %c) {
  br i1 %c, label %2, label %4
2:
  %3 = add nsw i32 %0, 1
  br label %4
4:
  %5 = phi i32 [ %3, %2 ], [ %0, %1 ]
  ret i32 %5
})");
  const Function& function = module.functions.at(0);
  ASSERT_EQ(function.blocks.size(), 3u);
  EXPECT_EQ(function.blocks[0].name, "1");
  EXPECT_EQ(function.blocks[0].instructions[0].blocks, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(function.blocks[2].instructions[0].blocks, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(function.locals[function.blocks[2].instructions[0].result].name, "5");
}

TEST(NvvmReader, ReadsQuotedNamesAndEscapes) {
  const Module module = read(R"(@"a b" = global i32 1
@"\01mark" = global [3 x i8] c"x\0A\22"
define void @f(i32 %"x y") {
"first block":
  %z = add i32 %"x y", 1
  br label %"a.b-c$"
a.b-c$:
  ret void
})");
  EXPECT_EQ(module.globals.at(0).name, "a b");
  EXPECT_EQ(module.globals.at(1).name, "mark");
  EXPECT_EQ(module.constants[initial(module, 1).operands.at(2)].bits, Bits{'"'});
  EXPECT_EQ(module.functions.at(0).blocks.at(0).name, "first block");
}

TEST(NvvmReader, ReadsIntegersOfAnyWidth) {
  EXPECT_EQ(initial(read("@a = global i8 -1")).bits, Bits{0xff});
  EXPECT_EQ(initial(read("@a = global i1 true")).bits, Bits{1});
  EXPECT_EQ(initial(read("@a = global i64 -9223372036854775808")).bits, Bits{1ull << 63});
  EXPECT_EQ(initial(read("@a = global i128 18446744073709551617")).bits, (Bits{1, 1}));
  EXPECT_EQ(initial(read("@a = global i128 -1")).bits, (Bits{~0ull, ~0ull}));
  EXPECT_EQ(initial(read("@a = global i65 -2")).bits, (Bits{~1ull, 1}));
  EXPECT_EQ(initial(read("@a = global i32 u0xFFFFFFFF")).bits, Bits{0xffffffff});
  EXPECT_EQ(initial(read("@a = global i32 s0xFE")).bits, Bits{0xfffffffe});
  EXPECT_EQ(initial(read("@a = global i96 zeroinitializer")).bits, (Bits{0, 0}));
  EXPECT_EQ(problem_of("@a = global i8 256"), "test.ll:1:16: error: 256 does not fit into i8");
  EXPECT_EQ(problem_of("@a = global i8 -129"), "test.ll:1:16: error: -129 does not fit into i8");
}

TEST(NvvmReader, RoundsFloatingConstantsToTheirType) {
  EXPECT_EQ(initial(read("@a = global double 1.5e+00")).bits, Bits{0x3ff8000000000000});
  EXPECT_EQ(initial(read("@a = global float 1.000000e+00")).bits, Bits{0x3f800000});
  EXPECT_EQ(initial(read("@a = global float 0x3FB99999A0000000")).bits, Bits{0x3dcccccd});
  EXPECT_EQ(initial(read("@a = global float -0.0")).bits, Bits{0x80000000});
  EXPECT_EQ(initial(read("@a = global float 0x7FF0000000000000")).bits, Bits{0x7f800000});
  EXPECT_EQ(initial(read("@a = global float 0xFFF8000000000000")).bits, Bits{0xffc00000});
  EXPECT_EQ(initial(read("@a = global float 0x36A0000000000000")).bits, Bits{1});  // 2^-149
  EXPECT_EQ(initial(read("@a = global float 0x47EFFFFFF0000000")).bits, Bits{0x7f800000});
  EXPECT_EQ(initial(read("@a = global half 0xH3C00")).bits, Bits{0x3c00});
  EXPECT_EQ(initial(read("@a = global half 6.5504e+04")).bits, Bits{0x7bff});
  EXPECT_EQ(initial(read("@a = global half 1.000976562500000e+00")).bits, Bits{0x3c01});
  EXPECT_EQ(initial(read("@a = global bfloat 0xR3F80")).bits, Bits{0x3f80});
  EXPECT_EQ(initial(read("@a = global double zeroinitializer")).kind, ConstantKind::floating);
  EXPECT_EQ(problem_of("@a = global float 0xH3C00"), "test.ll:1:19: error: 0xH3C00 is no value of float");
}

TEST(NvvmReader, ReadsAggregates) {
  const Module module = read(R"(%s = type { i32, [2 x float], <{ i8, ptr }> }
@a = global %s { i32 1, [2 x float] [float 1.0, float undef], <{ i8, ptr }> <{ i8 2, ptr @b }> }
@b = global <2 x i32> splat (i32 7)
@c = global [4294967296 x i8] zeroinitializer
@d = global {} {})");
  const Constant& whole = initial(module);
  ASSERT_EQ(whole.operands.size(), 3u);
  const Constant& packed = module.constants[whole.operands[2]];
  EXPECT_EQ(module.constants[packed.operands.at(1)].kind, ConstantKind::global);
  EXPECT_EQ(module.constants[packed.operands.at(1)].symbol, 1u);
  EXPECT_EQ(initial(module, 1).operands.size(), 2u);
  EXPECT_EQ(initial(module, 2).kind, ConstantKind::zero);
}

TEST(NvvmReader, ReadsExpressionsOfConstants) {
  const Module module = read(R"(@a = addrspace(3) global [8 x i32] undef, align 16
@b = global ptr getelementptr inbounds nuw ([8 x i32], ptr addrspacecast (ptr addrspace(3) @a to ptr), i64 0, i64 2)
@c = global i64 add (i64 ptrtoint (ptr @f to i64), i64 -8)
@d = global i8* getelementptr inbounds ([4 x i8], [4 x i8]* @e, i32 0, inrange i32 1)
@e = global [4 x i8] zeroinitializer
define void @f() {
  ret void
})");
  const Constant& address = initial(module, 1);
  EXPECT_EQ(address.opcode, Opcode::getelementptr);
  ASSERT_EQ(address.operands.size(), 3u);
  EXPECT_EQ(module.types[address.element].count, 8u);
  EXPECT_EQ(module.constants[address.operands[0]].opcode, Opcode::addrspacecast);
  const Constant& sum = initial(module, 2);
  EXPECT_EQ(sum.opcode, Opcode::add);
  EXPECT_EQ(module.constants[module.constants[sum.operands[0]].operands[0]].kind, ConstantKind::function);
  EXPECT_EQ(module.globals[0].space, AddressSpace::shared);
  EXPECT_EQ(module.globals[0].alignment, 16u);
}

TEST(NvvmReader, ReplacesAliasesByTheirAliasees) {
  const Module module = read(R"(@a = alias void (), ptr @b
@b = alias void (), ptr @f
@g = global ptr @a
define void @f() {
  call void @a()
  ret void
})");
  EXPECT_EQ(initial(read("@c = alias i8, addrspacecast (ptr addrspace(1) @d to ptr)\n@e = global ptr @c\n"
                         "@d = addrspace(1) global i8 0\n"))
                .opcode,
            Opcode::addrspacecast);
  EXPECT_EQ(initial(module).kind, ConstantKind::function);
  EXPECT_EQ(module.constants[instructions(module).at(0).callee.index].kind, ConstantKind::function);
  EXPECT_EQ(module.constants[module.aliases.at("a")].symbol, 0u);
  EXPECT_EQ(problem_of("@a = alias i8, ptr @b\n@b = alias i8, ptr @a\n"),
            "test.ll:2:1: error: the alias @b refers to itself, or is nested too deeply");
  EXPECT_EQ(problem_of("@a = alias i8, ptr getelementptr (i8, ptr @a, i64 1)\n"),
            "test.ll:1:1: error: the alias @a refers to itself, or is nested too deeply");
}

TEST(NvvmReader, ReadsFlagsOfOperations) {
  EXPECT_EQ(only("%r = add nuw nsw i32 %i, 1").opcode, Opcode::add);
  EXPECT_EQ(only("%r = or disjoint i32 %i, 1").opcode, Opcode::or_);
  EXPECT_EQ(only("%r = zext nneg i32 %i to i64").opcode, Opcode::zext);
  EXPECT_EQ(only("%r = icmp samesign ult i32 %i, 1").predicate, Predicate::ult);
  EXPECT_EQ(only("%r = fcmp ult float %x, 1.0").predicate, Predicate::fult);
  EXPECT_TRUE(only("%r = fmul contract float %x, %x").contract);
  const Instruction fast = only("%r = fdiv fast float %x, %x");
  EXPECT_TRUE(fast.contract);
  EXPECT_TRUE(only("%r = select contract i1 true, float %x, float %x").contract);
}

TEST(NvvmReader, ReadsMemoryAccesses) {
  const Instruction load = only("%r = load atomic volatile i32, ptr %p syncscope(\"device\") acquire, align 4");
  EXPECT_TRUE(load.is_volatile);
  EXPECT_EQ(load.order, AtomicOrder::acquire);
  EXPECT_EQ(load.scope, "device");
  EXPECT_TRUE(
      only("%r = load float, ptr %p, align 4, !invariant.load !0\n  ret void\n}\n!0 = !{}\ndefine void @g() {").invariant);
  const Instruction store = only("store float %x, ptr %p, align 4");
  EXPECT_EQ(store.operands.at(1).index, 2u);
  const Instruction exchange =
      only("%r = cmpxchg weak volatile ptr %p, i32 0, i32 1 syncscope(\"block\") acq_rel monotonic, align 4");
  EXPECT_EQ(exchange.operands.size(), 3u);
  EXPECT_EQ(exchange.order, AtomicOrder::acq_rel);
  const Instruction update = only("%r = atomicrmw uinc_wrap ptr %p, i32 %i seq_cst, align 4");
  EXPECT_EQ(update.atomic, AtomicOperation::uinc_wrap);
  EXPECT_EQ(only("%r = atomicrmw fadd ptr %p, float %x monotonic").atomic, AtomicOperation::fadd);
  EXPECT_EQ(only("fence syncscope(\"device\") seq_cst").scope, "device");
  const Instruction memory = only("%r = alloca [4 x i32], align 16");
  EXPECT_EQ(memory.operands.size(), 1u);
  EXPECT_EQ(memory.alignment, 16u);
  EXPECT_EQ(only("%r = getelementptr inbounds { i32, [4 x i8] }, ptr %p, i32 %i, i32 1, i64 2").operands.size(), 4u);
}

TEST(NvvmReader, ReadsPartsOfVectorsAndStructures) {
  EXPECT_EQ(only("%r = shufflevector <4 x float> %v, <4 x float> poison, <3 x i32> <i32 3, i32 poison, i32 7>").indices,
            (std::vector<std::uint32_t>{3, none, 7}));
  EXPECT_EQ(only("%r = shufflevector <4 x float> %v, <4 x float> poison, <2 x i32> zeroinitializer").indices,
            (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(only("%r = extractelement <4 x float> %v, i32 %i").opcode, Opcode::extractelement);
  EXPECT_EQ(only("%r = insertvalue { i32, [2 x i32] } undef, i32 %i, 1, 0").indices, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(
      only("%r = extractvalue [2 x i32] zeroinitializer, 1, !x !0\n  ret void\n}\n!0 = !{}\ndefine void @g() {").indices.size(),
      1u);
}

TEST(NvvmReader, ReadsCalls) {
  const Module module = read(R"(%s = type { i32 }
define void @f(ptr noundef readonly captures(none) %p, ptr byval(%s) align 4 %q) {
  %1 = tail call contract noundef range(i32 0, 1024) i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(4) %p, double 1.0) #5 [ "x"(i32 1) ]
  call fastcc void @g(i16 signext -1, ptr sret(%s) align 8 null) nounwind
  %2 = call { i32, i32 } asm sideeffect "a\0Ab", "=r,=r,r,~{memory}"(i32 %1) #5, !srcloc !0
  ret void
}
declare i32 @printf(ptr, ...)
declare void @g(i16, ptr)
attributes #5 = { nounwind "a"="b" }
!0 = !{i64 5})");
  const auto code = instructions(module);
  ASSERT_EQ(code.size(), 4u);
  EXPECT_TRUE(module.types[code[0].callee_type].variadic);
  EXPECT_EQ(code[0].operands.size(), 2u);
  EXPECT_TRUE(code[1].attributes.at(0).sign_extended);
  EXPECT_EQ(code[1].attributes.at(1).alignment, 8u);
  ASSERT_TRUE(code[2].assembly);
  EXPECT_EQ(code[2].assembly->text, "a\nb");
  EXPECT_EQ(code[2].assembly->constraints, "=r,=r,r,~{memory}");
  EXPECT_EQ(code[2].callee.kind, ValueKind::none);
  EXPECT_TRUE(module.functions[0].parameters.at(0).read_only);
  EXPECT_EQ(module.types[module.functions[0].parameters.at(1).by_value].kind, TypeKind::structure);
}

TEST(NvvmReader, ReadsWhatIsSaidOfFunctions) {
  const Module module = read(R"(source_filename = "x.cu"
target datalayout = "e-i64:64"
target triple = "nvptx64-nvidia-cuda"
module asm "one"
$f = comdat any
; a comment
define linkonce_odr dso_local ptx_kernel void @f() local_unnamed_addr #0 comdat align 4 !dbg !1 {
  ret void
}
define internal noundef i32 @g() unnamed_addr #0 { ret i32 0 }
declare !dbg !1 void @h() #0
attributes #0 = { convergent memory(argmem: read) "target-cpu"="sm_75" "uniform" }
!named = !{!0, !0}
!0 = !{ptr @f, !"kernel", i32 1, null}
!1 = distinct !DISubprogram(name: "f", line: 3, scope: null, flags: DIFlagA | DIFlagB, type: !{!0}))");
  EXPECT_EQ(module.target, "nvptx64-nvidia-cuda");
  EXPECT_EQ(module.assembly, "one\n");
  const Function& function = module.functions.at(0);
  EXPECT_TRUE(function.kernel && function.weak && !function.internal);
  EXPECT_TRUE(module.functions.at(1).internal);
  EXPECT_TRUE(module.functions.at(2).declaration);
  EXPECT_EQ(function.subprogram, 1u);
  EXPECT_EQ(function.attributes.at("memory"), "argmem: read");
  EXPECT_EQ(function.attributes.at("target-cpu"), "sm_75");
  EXPECT_TRUE(function.attributes.contains("uniform"));
  EXPECT_EQ(module.named_metadata.at("named"), (std::vector<std::uint32_t>{0, 0}));
}

TEST(NvvmReader, ReadsMetadata) {
  const Module module = read(R"(!0 = !{!"a\22", i32 -7, null, i1 true, !DIExpression(DW_OP_plus_uconst, 4), i128 1}
!1 = distinct !DISubprogram(name: "f", line: 3, scope: null, flags: DIFlagA | DIFlagB, size: 18446744073709551615, type: !{!0}))");
  const auto& tuple = module.metadata.at(0).fields;
  ASSERT_EQ(tuple.size(), 6u);
  EXPECT_EQ(tuple[0].text, "a\"");
  EXPECT_EQ(tuple[1].number, -7);
  EXPECT_EQ(tuple[2].kind, FieldKind::null);
  EXPECT_EQ(tuple[3].number, 1);
  EXPECT_EQ(module.metadata.at(tuple[4].node).fields.at(1).number, 4);
  EXPECT_EQ(tuple[5].kind, FieldKind::value);
  const MetadataNode& node = module.metadata[1];
  EXPECT_EQ(node.kind, "DISubprogram");
  EXPECT_EQ(node.fields.at(1).name, "line");
  EXPECT_EQ(node.fields.at(1).number, 3);
  EXPECT_EQ(node.fields.at(3).text, "DIFlagA | DIFlagB");
  EXPECT_EQ(node.fields.at(4).number, -1);
  EXPECT_GE(node.fields.at(5).node, 2u);
}

TEST(NvvmReader, KeepsDeclaredVariablesOfCallsAndRecords) {
  for (const std::string text :
       {"call void @llvm.dbg.declare(metadata i32* %a, metadata !2, metadata !DIExpression()), !dbg !3\n"
        "call void @llvm.dbg.value(metadata i32 %i, metadata !2, metadata !DIExpression()), !dbg !3",
        "  #dbg_declare(ptr %a, !2, !DIExpression(), !3)\n#dbg_value(i32 %i, !2, !DIExpression(), !3)"}) {
    const Module module = read("define void @f(i32 %i) {\n%a = alloca i32\n" + text +
                               "\nret void\n}\ndeclare void @llvm.dbg.declare(metadata, metadata, metadata)\n"
                               "declare void @llvm.dbg.value(metadata, metadata, metadata)\n"
                               "!2 = !DILocalVariable(name: \"a\")\n!3 = !DILocation(line: 4)\n");
    ASSERT_EQ(module.functions.at(0).variables.size(), 1u);
    const DeclaredVariable& variable = module.functions[0].variables[0];
    EXPECT_EQ(module.functions[0].locals[variable.address.index].name, "a");
    EXPECT_EQ(variable.variable, 2u);
    EXPECT_EQ(variable.location, 3u);
    EXPECT_EQ(instructions(module).size(), 2u);
  }
}

struct Problem {
  std::string text, message;
};

TEST(NvvmReader, ExplainsWhatItCannotRead) {
  const Problem problems[] = {
      {"define foo @f()", "1:12: error: expected a type, found '@f'"},
      {"@a = global i32 @", "1:17: error: expected a name after '@'"},
      {"@a = global x86_fp80 undef", "1:13: error: the type x86_fp80 is not supported"},
      {"@a = global i32 ?", "1:17: error: '?' has no meaning in LLVM IR"},
      {"@a = ifunc i32 (), ptr @f", "1:6: error: expected a global variable; ifunc is not supported, found 'ifunc'"},
      {"@a = global ptr @b", "1:17: error: @b is used, but never defined"},
      {"@a = global i32 0\n@a = global i32 0", "2:1: error: @a is defined twice"},
      {"@a = global ptr blockaddress(@f, %b)", "1:17: error: blockaddress is not supported"},
      {"@a = addrspace(3) global i32 undef\n@b = global ptr @a", "1:1: error: @a is used as ptr, but is in address space 3"},
      {"@a = global %s undef", "1:13: error: the type %s is used before its definition"},
      {"%s = type { %s }", "1:1: error: the type %s is nested too deeply or contains itself"},
      {"%s = type opaque\n@a = global %s undef", "2:13: error: the type %s has no size"},
      {"@a = global [2 x i32] [i32 1]", "1:24: error: expected 2 elements"},
      {"@a = global [2 x i8] c\"abc\"", "1:22: error: this string has the type [3 x i8]"},
      {"@a = global [1099511627776 x [1099511627776 x i8]] undef", "1:13: error: the type of an array is too large"},
      {"@a = global <2000 x i8> undef", "1:14: error: a number of elements 2000 is more than 512"},
      {"@a = global i32 trunc (i8 1 to i32)", "1:17: error: trunc cannot convert i8 to i32"},
      {"!0 = !{!1}", "1:8: error: !1 is used, but never defined"},
      {"!1 = !{!0}", "1:8: error: !0 is used, but never defined"},
      {"!900000 = !{}", "1:1: error: the number of !900000 is too large, or its line does not begin with it"},
      {"define void @f() {\n}", "2:1: error: the last block of @f has no ret, br, switch or unreachable"},
      {"define void @f() {\na:\n}", "3:1: error: the last block of @f has no ret, br, switch or unreachable"},
      {"define void @f() {\nfence seq_cst\na:\n",
       "3:1: error: the block before this label has no ret, br, switch or unreachable"},
      {"define void @f() {\nbr label %x\n}", "2:10: error: the block %x is used, but never defined"},
      {"define void @f() {\na:\nbr label %a\n}", "3: error: the first block of a function cannot be branched to"},
      {"define i32 @f() {\nret void\n}", "2:5: error: the result must be i32"},
      {"define void @f() {\nret void", "2:9: error: expected an instruction, found the end of the text"},
  };
  for (const Problem& problem : problems) {
    EXPECT_EQ(problem_of(problem.text), "test.ll:" + problem.message) << problem.text;
  }
}

TEST(NvvmReader, ExplainsInstructionsThatDoNotFit) {
  const Problem problems[] = {
      {"%a = add i32 %b, 1", "2:14: error: %b is used, but never defined"},
      {"%a = add i64 %i, 1", "2:14: error: %i is i32, not i64"},
      {"%a = add i64 %b, 1\n%b = add i32 %i, 1", "2:14: error: %b is used as i64, but is i32"},
      {"%i = add i32 %i, 1", "2:1: error: %i is defined twice"},
      {"%5 = add i32 %i, 1\n%5 = add i32 %i, 1", "3:1: error: expected the number 6 or a later one, found 5"},
      {"%a = add float %x, %x", "2:6: error: add needs integer operands, not float"},
      {"%a = fneg i32 %i", "2:6: error: fneg needs floating-point operands, not i32"},
      {"%a = fcmp oeq i32 %i, 1", "2:6: error: fcmp cannot compare operands of type i32"},
      {"%a = icmp oeq i32 %i, 1", "2:11: error: expected a comparison, found 'oeq'"},
      {"%a = zext i32 %i to i8", "2:6: error: zext cannot convert i32 to i8"},
      {"%a = bitcast i32 %i to i64", "2:6: error: bitcast cannot convert i32 to i64"},
      {"%a = load i32, i32 %i", "2:16: error: an address must be a pointer, but is i32"},
      {"%a = load void, ptr %p", "2:11: error: the type void has no size"},
      {"store i32 %i, ptr %p, align 3", "2:29: error: an alignment is a power of two"},
      {"%a = store i32 %i, ptr %p", "2:1: error: store has no result"},
      {"%a = getelementptr {i32, i8}, ptr %p, i64 0, i32 2",
       "2:6: error: getelementptr's index into a structure must be the number of one of its members"},
      {"%a = getelementptr {i32, i8}, ptr %p, i64 0, i32 %i",
       "2:6: error: getelementptr's index into a structure must be the number of one of its members"},
      {"%a = getelementptr i32, ptr %p, i64 0, i32 0", "2:6: error: getelementptr has an index into i32"},
      {"%a = extractvalue {i32} undef, 1", "2:6: error: extractvalue has an index out of range"},
      {"%a = insertvalue {i32} undef, i8 0, 0", "2:18: error: the inserted value must be i32, but is i8"},
      {"%a = extractelement i32 %i, i32 0", "2:6: error: extractelement needs a vector, not i32"},
      {"%a = shufflevector <4 x float> %v, <4 x float> %v, <1 x i32> <i32 8>",
       "2: error: shufflevector's mask must have numbers of elements of its operands"},
      {"br i32 %i, label %a, label %a", "2:4: error: a condition must be i1, but is i32"},
      {"%a = select i1 true, i32 1, i8 1", "2:6: error: select's values must have one type, not i32 and i8"},
      {"switch i32 %i, label %a [ i32 %i, label %a ]", "2:27: error: a case must be a constant"},
      {"call void (i32) @f(i8 1)", "2:6: error: an argument must be i32"},
      {"call void (i32) @f()", "2:6: error: this call has 0 arguments for 1 parameters"},
      {"%a = atomicrmw fadd ptr %p, i32 1 seq_cst", "2:29: error: atomicrmw fadd cannot use i32"},
      {"%a = atomicrmw usub_sat ptr %p, i32 1 seq_cst", "2:16: error: the operation atomicrmw usub_sat is not supported"},
      {"fence seq_cst\n%a = phi i32 [ 0, %0 ]", "3:6: error: phi must be at the beginning of its block"},
      {"%a = invoke i32 @f() to label %a unwind label %b", "2:6: error: the instruction invoke is not supported"},
      {"frobnicate i32 %i", "2:1: error: expected an instruction, found 'frobnicate'"},
  };
  for (const Problem& problem : problems) {
    EXPECT_EQ(problem_of(in_function(problem.text)), "test.ll:" + problem.message) << problem.text;
  }
}

TEST(NvvmReader, LimitsNesting) {
  const auto deep = [](std::string_view open) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += open;
    return text;
  };
  EXPECT_NE(problem_of("@a = global " + deep("{")).find("nested too deeply"), std::string::npos);
  EXPECT_NE(problem_of("@a = global " + deep("[1 x ")).find("nested too deeply"), std::string::npos);
  EXPECT_NE(problem_of("@a = global i32 " + deep("add (i32 ")).find("nested too deeply"), std::string::npos);
  EXPECT_NE(problem_of("!0 = " + deep("!{")).find("nested too deeply"), std::string::npos);
  std::string chain = "%s0 = type { i32 }\n";
  for (int i = 1; i < 1000; ++i) chain += "%s" + std::to_string(i) + " = type { %s" + std::to_string(i - 1) + " }\n";
  EXPECT_NE(problem_of(chain + "@a = global %s999 undef").find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace warplens::ptx::nvvm
