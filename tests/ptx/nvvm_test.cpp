#include "ptx/nvvm/nvvm.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/parse/parser.h"

namespace warplens::ptx::nvvm {
namespace {

/// PTX of a text, which the parser of PTX must take as well.
std::string ptx_of(const std::string& text) {
  const auto made = to_ptx(text, "test.ll");
  if (!made) {
    ADD_FAILURE() << base::describe(made.error()) << "\n" << text;
    return "";
  }
  const auto module = parse(*made, "test.ptx");
  EXPECT_TRUE(module) << base::describe(module.error()) << "\n" << *made;
  return *made;
}

std::string refused(const std::string& text) {
  const auto made = to_ptx(text, "test.ll");
  return made ? "" : base::describe(made.error());
}

/// A kernel with this body, its lines from the second on.
std::string kernel(const std::string& body,
                   const std::string& arguments = "ptr %p, i32 %i, i32 %j, i64 %l, float %x, double %d") {
  return "define ptx_kernel void @k(" + arguments + ") {\n" + body + "\n  ret void\n}\n";
}

/// A kernel that stores the result of one instruction.
std::string storing(const std::string& type, const std::string& instruction) {
  return kernel("  %r = " + instruction + "\n  store " + type + " %r, ptr %p");
}

void expect_has(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), text.npos) << "no \"" << part << "\" in\n" << text;
}

TEST(Nvvm, WritesAnInstructionForEach) {
  const std::array<std::array<std::string, 3>, 28> expected = {{
      {"i32", "add i32 %i, %j", "add.s32 "},
      {"i32", "sdiv i32 %i, %j", "div.s32 "},
      {"i32", "udiv i32 %i, %j", "div.u32 "},
      {"i32", "urem i32 %i, %j", "rem.u32 "},
      {"i32", "shl i32 %i, %j", "shl.b32 "},
      {"i32", "lshr i32 %i, %j", "shr.u32 "},
      {"i32", "ashr i32 %i, 3", "shr.s32 "},
      {"i32", "xor i32 %i, -1", "xor.b32 "},
      {"i1", "icmp ult i32 %i, %j", "setp.lt.u32 "},
      {"i1", "icmp sge i32 %i, 0", "setp.ge.s32 "},
      {"i1", "fcmp olt float %x, 1.0", "setp.lt.f32 "},
      {"i1", "fcmp ult double %d, 1.0", "setp.ltu.f64 "},
      {"i64", "zext i32 %i to i64", "cvt.u64.u32 "},
      {"i64", "sext i32 %i to i64", "cvt.s64.s32 "},
      {"i32", "fptosi float %x to i32", "cvt.rzi.s32.f32 "},
      {"float", "uitofp i32 %i to float", "cvt.rn.f32.u32 "},
      {"float", "fptrunc double %d to float", "cvt.rn.f32.f64 "},
      {"double", "fpext float %x to double", "cvt.f64.f32 "},
      {"float", "fadd float %x, 1.0", "0f3F800000"},
      {"float", "fdiv float %x, 3.0", "div.rn.f32 "},
      {"double", "fmul double %d, %d", "mul.rn.f64 "},
      {"float", "fneg float %x", "neg.f32 "},
      {"i32", "bitcast float %x to i32", "mov.b32 "},
      {"i32", "atomicrmw add ptr %p, i32 %i syncscope(\"device\") monotonic", "atom.relaxed.gpu.global.add.u32 "},
      {"i32", "atomicrmw umax ptr %p, i32 %i seq_cst", "atom.global.max.u32 "},
      {"i32", "call i32 @llvm.ctpop.i32(i32 %i)", "popc.b32 "},
      {"i32", "call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", "%tid.x;"},
      {"float", "call float @llvm.fma.f32(float %x, float %x, float %x)", "fma.rn.f32 "},
  }};
  const std::string declarations =
      "declare i32 @llvm.ctpop.i32(i32)\ndeclare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
      "declare float @llvm.fma.f32(float, float, float)\n";
  for (const auto& [type, instruction, part] : expected) expect_has(ptx_of(storing(type, instruction) + declarations), {part});
}

TEST(Nvvm, TypedAndOpaquePointersGiveTheSame) {
  const std::string opaque = ptx_of(
      "define void @f(ptr %p, ptr addrspace(3) %q) {\n"
      "  %a = getelementptr i32, ptr %p, i64 4\n  %v = load i32, ptr %a\n"
      "  store i32 %v, ptr addrspace(3) %q\n  ret void\n}\n");
  const std::string typed = ptx_of(
      "define void @f(i32* %p, i32 addrspace(3)* %q) {\n"
      "  %a = getelementptr i32, i32* %p, i64 4\n  %v = load i32, i32* %a\n"
      "  store i32 %v, i32 addrspace(3)* %q\n  ret void\n}\n");
  EXPECT_EQ(opaque, typed);
  expect_has(opaque, {".visible .func f(", "ld.u32 ", "+16]", "st.shared.u32 ["});
}

TEST(Nvvm, KernelsAreMarkedByConventionOrAnnotation) {
  expect_has(ptx_of(kernel("")), {".visible .entry k("});
  expect_has(
      ptx_of("define void @k() {\n  ret void\n}\n!nvvm.annotations = !{!0}\n!0 = !{ptr @k, !\"kernel\", i32 1, !\"maxntidx\", "
             "i32 64}\n"),
      {".visible .entry k(", ".maxntid 64, 1, 1"});
  expect_has(ptx_of("define ptx_kernel void @k() #0 {\n  ret void\n}\nattributes #0 = { \"target-cpu\"=\"sm_80\" }\n"),
             {".version 7.0", ".target sm_80"});
  // What is no architecture is not written.
  expect_has(ptx_of("define ptx_kernel void @k() #0 {\n  ret void\n}\nattributes #0 = { \"target-cpu\"=\"sm_80\\0A.x\" }\n"),
             {".target sm_75\n"});
}

/// What the registers hold after these lines, of which only moves count.
void run_moves(const std::string& lines, std::map<std::string, std::string>& values) {
  std::istringstream stream(lines);
  for (std::string word, to, from; stream >> word;) {
    if (!word.starts_with("mov.")) continue;
    stream >> to >> from;
    to.pop_back(), from.pop_back();
    values[to] = from[0] == '%' ? values[from] : from;
  }
}

TEST(Nvvm, BranchesOnWhatTurnsOutToBeConstant) {
  expect_has(ptx_of(kernel("  %c = call i1 @llvm.is.constant.i32(i32 %i)\n  br i1 %c, label %yes, label %no\n"
                           "yes:\n  store i32 1, ptr %p\n  br label %no\nno:") +
                    "declare i1 @llvm.is.constant.i32(i32)\n"),
             {"mov.pred %p1, 0;", "@!%p1 bra "});
}

TEST(Nvvm, PhisThatSwap) {
  const std::string text = ptx_of(R"(define void @f(ptr %p, i1 %c) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 11, %entry ], [ %y, %loop ]
  %y = phi i32 [ 22, %entry ], [ %x, %loop ]
  store volatile i32 %x, ptr %p
  br i1 %c, label %loop, label %end
end:
  store volatile i32 %y, ptr %p
  ret void
})");
  const std::size_t loop = text.find("$L__BB0_1:"), end = text.find("$L__BB0_2:"), store = text.find("st.volatile", loop);
  ASSERT_TRUE(loop < store && store < end && end != text.npos) << text;
  std::map<std::string, std::string> values;
  const auto stored = [&](std::size_t at) {
    const std::size_t comma = text.find(", ", at);
    return values[text.substr(comma + 2, text.find(';', comma) - comma - 2)];
  };
  run_moves(text.substr(0, store), values);
  EXPECT_EQ(stored(store), "11") << text;
  run_moves(text.substr(store, end - store) + text.substr(loop, store - loop), values);
  EXPECT_EQ(stored(store), "22") << text;
  run_moves(text.substr(store, end - store) + text.substr(loop, store - loop), values);
  EXPECT_EQ(stored(store), "11") << text;
  run_moves(text.substr(store, end - store), values);
}

TEST(Nvvm, FusesOnlyWhereItMay) {
  const std::string fused =
      ptx_of(kernel("  %m = fmul contract float %x, %x\n  %s = fadd contract float %m, 1.0\n"
                    "  store float %s, ptr %p"));
  expect_has(fused, {"fma.rn.f32 "});
  EXPECT_EQ(fused.find("mul.rn.f32"), fused.npos);
  expect_has(ptx_of(kernel("  %m = fmul float %x, %x\n  %s = fadd float %m, 1.0\n  store float %s, ptr %p")),
             {"mul.rn.f32 ", "add.rn.f32 "});
}

TEST(Nvvm, NumbersOfAnyWidth) {
  expect_has(ptx_of(kernel("  %a = load i128, ptr %p\n  %r = add i128 %a, 1\n  store i128 %r, ptr %p")),
             {"add.cc.u64 ", "addc.u64 ", "ld.global.v2.u64 ", "st.global.v2.u64 "});
  // 24 bits lie in 3 bytes.
  expect_has(ptx_of(kernel("  %a = trunc i32 %i to i24\n  store i24 %a, ptr %p, align 4")),
             {"st.global.u16 [", "st.global.u8 [", "+2]"});
  // Bits beyond the number are 0 in memory: here all but the lowest 3 of a byte.
  expect_has(ptx_of(kernel("  %a = trunc i32 %i to i3\n  store i3 %a, ptr %p")), {"and.b16 ", ", 7;", "st.global.u8 ["});
  for (const int bits : {1, 3, 8, 24, 33, 65, 127, 200, 4096}) {
    const std::string type = "i" + std::to_string(bits);
    std::string body = "  %a = load " + type + ", ptr %p\n";
    for (const char* operation : {"add", "sub", "mul", "udiv", "srem", "shl", "lshr", "ashr", "and", "xor"})
      body += std::string("  %") + operation + " = " + operation + " " + type + " %a, %a\n  store volatile " + type + " %" +
              operation + ", ptr %p\n";
    ptx_of(kernel(body + "  %c = icmp slt " + type + " %a, 0\n  store i1 %c, ptr %p"));
  }
}

TEST(Nvvm, VectorsInMemoryAndInRegisters) {
  expect_has(
      ptx_of(kernel("  %v = load <4 x float>, ptr %p\n  %e = extractelement <4 x float> %v, i32 2\n  store float %e, ptr %p")),
      {"ld.global.v4.f32 {"});
  // An index of one bit; once an instruction that PTX has not.
  ptx_of(
      kernel("  %c = icmp eq i32 %i, 0\n  %v = load <2 x i32>, ptr %p\n  %e = extractelement <2 x i32> %v, i1 %c\n"
             "  store i32 %e, ptr %p"));
  // Between types whose elements do not fill each other; once a read beyond the end.
  ptx_of(kernel("  %v = load <3 x float>, ptr %p\n  %b = bitcast <3 x float> %v to i96\n  store i96 %b, ptr %p"));
  ptx_of(kernel("  %v = load i24, ptr %p\n  %b = bitcast i24 %v to <3 x i8>\n  store <3 x i8> %b, ptr %p"));
  EXPECT_EQ(refused(kernel("  store <4 x i1> zeroinitializer, ptr %p")),
            "test.ll:2: error: vectors of single bits in memory are not supported");
}

TEST(Nvvm, InfersSpaces) {
  expect_has(ptx_of(kernel("  store i32 1, ptr %p")), {"cvta.to.global.u64 ", "st.global.u32 ["});
  expect_has(ptx_of(kernel("  %a = alloca [2 x i32]\n  %b = getelementptr i32, ptr %a, i64 1\n  store volatile i32 1, ptr %b")),
             {".local .align 4 .b8 __local_depot0[8];", "st.volatile.local.u32 [%SPL+4]"});
  expect_has(ptx_of("@s = internal addrspace(3) global [8 x i32] undef\n" +
                    kernel("  store i32 1, ptr getelementptr (i32, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 2)")),
             {".shared .align 4 .b8 s[32];", "st.shared.u32 [s+8]"});
  // Memory of its own is changed without atom, which does not take it.
  const std::string local =
      ptx_of(kernel("  %a = alloca i32\n  store volatile i32 %i, ptr %a\n"
                    "  %o = atomicrmw add ptr %a, i32 1 seq_cst\n  store i32 %o, ptr %p"));
  EXPECT_EQ(local.find("atom"), local.npos) << local;
}

TEST(Nvvm, ReadsWhatNobodyWritesPastTheOtherCaches) {
  const std::string body =
      "  %a = getelementptr i32, ptr %q, i32 %i\n  %v = load i32, ptr %a\n  %w = load volatile i32, ptr %q\n"
      "  %s = add i32 %v, %w\n  store i32 %s, ptr %p";
  const std::string unchanging = ptx_of(kernel(body, "ptr %p, ptr noalias readonly %q, i32 %i"));
  expect_has(unchanging, {"ld.global.nc.u32 ", "ld.volatile.global.u32 "});
  EXPECT_EQ(ptx_of(kernel(body, "ptr %p, ptr readonly %q, i32 %i")).find(".nc"), std::string::npos);
}

TEST(Nvvm, StructuresByValueAreReadWhereTheyAre) {
  const std::string text = ptx_of(
      "%s = type { i32, float, i32 }\ndefine ptx_kernel void @k(ptr byval(%s) align 4 %a, ptr %p) {\n"
      "  %b = getelementptr %s, ptr %a, i64 0, i32 2\n  %v = load i32, ptr %b\n"
      "  store i32 %v, ptr %p\n  ret void\n}\n");
  expect_has(text, {".param .align 4 .b8 k_param_0[12]", "ld.param.u32 ", "[k_param_0+8]"});
  EXPECT_EQ(refused("define void @f(i32 byval(i32) %a) {\n  ret void\n}\n"),
            "test.ll:1:16: error: byval is for pointers, not i32");
}

TEST(Nvvm, CallsAndInlineAssembly) {
  expect_has(
      ptx_of("declare i32 @vprintf(ptr, ptr)\n" + kernel("  %r = call i32 @vprintf(ptr %p, ptr null)\n  store i32 %r, ptr %p")),
      {".extern .func (.param .b32 func_retval0) vprintf(", "call.uni (retval0), vprintf, (param0, param1);"});
  expect_has(ptx_of(kernel("  %r = call i32 asm \"mad.lo.s32 $0, $1, $2, $1;\", \"=r,r,n\"(i32 %i, i32 4)\n"
                           "  call void asm sideeffect \"bar.sync 0;\", \"~{memory}\"()\n  store i32 %r, ptr %p")),
             {"mad.lo.s32 %r", ", 4, %r", "bar.sync 0;"});
  EXPECT_EQ(refused(kernel("  call void asm \"x $1;\", \"r\"(i32 1)")),
            "test.ll:2: error: an asm statement that names an operand it has not");
  expect_has(ptx_of("module asm \".global .b32 zz;\"\n" + kernel("")), {".global .b32 zz;\n"});
}

TEST(Nvvm, LinesOfTheSource) {
  const std::string text = ptx_of(R"(define ptx_kernel void @k(ptr %p) !dbg !3 {
  store i32 1, ptr %p, !dbg !4
  ret void, !dbg !5
}
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "/src")
!3 = distinct !DISubprogram(name: "k", file: !1, line: 6, unit: !0)
!4 = !DILocation(line: 7, column: 3, scope: !3)
!5 = !DILocation(line: 8, column: 1, scope: !3)
)");
  expect_has(text, {".loc\t1 7 3\n", ".loc\t1 8 1\n", ".file\t1 \"/src/a.cu\""});
}

TEST(Nvvm, NamesAndInitialValues) {
  const std::string text = ptx_of(
      "@\"a b\" = global i32 7\n@\"a_$_b\" = global i32 8\n@\"x;}\\0A.entry q(){\" = global i32 9\n"
      "@param0 = global i32 1\n@f_param_0 = global i32 2\n"
      "@t = internal constant [2 x i16] [i16 1, i16 -1]\n"
      "@q = global { ptr, i64 } { ptr getelementptr (i16, ptr @t, i64 1), i64 5 }\n"
      "define void @f(i32 %v) {\n  store i32 %v, ptr @f_param_0\n  ret void\n}\n");
  expect_has(
      text, {".u32 a_$_b = 7;", ".u32 a_$_b_$1 = 8;", ".u32 x_$__$__$__$_entry_$_q_$__$__$_ = 9;", ".b8 t[4] = {1, 0, 255, 255};",
             "q[2] = {generic(t)+2, 5};", ".u32 f_param_0_$1 = 2;", "[f_param_0_$1]", ".u32 param0_$1 = 1;"});
  EXPECT_LT(text.find(" t[4]"), text.find(" q[2]"));
}

// Each of these once read beyond a list's end, took minutes, or gave what no PTX is.
TEST(Nvvm, RefusesWhatItCannotWrite) {
  const std::array<std::array<std::string, 2>, 12> expected = {{
      {"define void @f(i1 %c) {\ne:\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  %x = phi i32 [ 1, %a ]\n"
       "  store i32 %x, ptr null\n  ret void\n}\n",
       "test.ll:3: error: a phi has no value for a block before it"},
      {kernel("  call void @llvm.memcpy.p0.p0.i64(ptr %p)") + "declare void @llvm.memcpy.p0.p0.i64(...)\n",
       "test.ll:2: error: llvm.memcpy.p0.p0.i64 is not supported"},
      {storing("i32", "call i32 @llvm.umin.i32(i32 %i)") + "declare i32 @llvm.umin.i32(i32)\n",
       "test.ll:2: error: llvm.umin.i32 is not supported"},
      {storing("i32", "call i32 @llvm.vector.reduce.add.v4i32()") + "declare i32 @llvm.vector.reduce.add.v4i32()\n",
       "test.ll:2: error: llvm.vector.reduce.add.v4i32 is not supported"},
      {storing("i64", "call i64 @llvm.lround.i64.f32(i32 %i)") + "declare i64 @llvm.lround.i64.f32(i32)\n",
       "test.ll:2: error: llvm.lround.i64.f32 is not supported"},
      {kernel("  call void @g(metadata !{})") + "declare void @g(metadata)\n",
       "test.ll:2: error: metadata as an argument of a function that is no intrinsic"},
      {kernel("  %a = load [5000 x i8], ptr %p\n  %b = extractvalue [5000 x i8] %a, 4500\n  store i8 %b, ptr %p"),
       "test.ll:2: error: a value of more than 4096 numbers"},
      {kernel("  store <2 x i32> shufflevector (<2 x i32> <i32 1, i32 2>, <2 x i32> undef, <2 x i32> <i32 1, i32 0>), ptr %p"),
       "test.ll:2: error: shufflevector of constants is not supported"},
      {"@g = global i32 1\n" + kernel("  store <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @g, ptr @g>, i64 1), ptr %p"),
       "test.ll:3: error: vectors of pointers are not supported"},
      {kernel("  %r = cmpxchg ptr %p, i128 0, i128 1 seq_cst seq_cst"),
       "test.ll:2: error: cmpxchg of i128: GPUs have it for 16, 32 and 64 bits"},
      {"@a = global ptr @b\n@b = global ptr @a\n",
       "test.ll:2: error: b: its initial value and another's hold each other's address"},
      {"target triple = \"x86_64-linux\"\n",
       "test.ll: error: this is code for x86_64-linux, not for a GPU: compile it for nvptx64-nvidia-cuda"},
  }};
  for (const auto& [text, problem] : expected) EXPECT_EQ(refused(text), problem) << text;
}

TEST(Nvvm, ShortTextsThatAskForMuch) {
  // Each alias adds the one before to itself: 2^40 additions.
  std::string aliases = "@a0 = global i32 1\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string before = "i64 ptrtoint (ptr @a" + std::to_string(i - 1) + " to i64)";
    aliases += "@a" + std::to_string(i) + " = alias i8, inttoptr (i64 add (" + before + ", " + before + ") to ptr)\n";
  }
  EXPECT_EQ(refused(aliases + kernel("  store i32 1, ptr @a40")),
            "test.ll:43: error: the constant expressions of this module are too large");
  // Names that all become the same.
  std::string names;
  for (int i = 0; i < 4000; ++i) {
    names += "@\"";
    for (int bit = 0; bit < 12; ++bit) names += (i >> bit & 1) != 0 ? '!' : '?';
    names += "\" = global i32 1\n";
  }
  ptx_of(names);
  // A pointer made of itself, and a constant that only an address gives.
  ptx_of(kernel("  %a = getelementptr i8, ptr %a, i64 1\n  store i32 1, ptr %a"));
  ptx_of("@g = global i32 1\n" + kernel("  %a = zext i32 ptrtoint (ptr @g to i32) to i64\n  %b = zext i32 %i to i64\n"
                                        "  %m = mul i64 %b, %a\n  store i64 %m, ptr %p"));
  // Steps beyond all addresses.
  ptx_of(kernel("  %a = getelementptr { i32, i32 }, ptr %p, i64 9223372036854775807, i32 1\n  store i32 1, ptr %a"));
}

}  // namespace
}  // namespace warplens::ptx::nvvm
