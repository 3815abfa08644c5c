#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ptx/debug/debug_variables.h"
#include "ptx/nvvm/nvvm.h"
#include "ptx/parse/parser.h"

// Modules for nvptx-nvidia-cuda, whose pointers have 32 bits in memory and 64 in registers.

namespace warplens::ptx::nvvm {
namespace {

constexpr const char* narrow_target =
    "target datalayout = \"e-p:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64\"\n"
    "target triple = \"nvptx-nvidia-cuda\"\n";

/// PTX of a text after these two lines, which the parser of PTX must take as well.
std::string narrow_ptx(const std::string& text) {
  const auto made = to_ptx(narrow_target + text, "test.ll");
  if (!made) {
    ADD_FAILURE() << base::describe(made.error()) << "\n" << text;
    return "";
  }
  const auto module = parse(*made, "test.ptx");
  EXPECT_TRUE(module) << base::describe(module.error()) << "\n" << *made;
  if (!module) return "";
  for (const ptx::Function& function : module->functions)
    EXPECT_FALSE(function.refusal) << base::describe(*function.refusal) << "\n" << *made;
  return *made;
}

std::string narrow_refusal(const std::string& text) {
  const auto made = to_ptx(narrow_target + text, "test.ll");
  return made ? "" : base::describe(made.error());
}

std::string narrow_kernel(const std::string& body, const std::string& arguments = "ptr %p, i32 %i, i64 %l") {
  return "define ptx_kernel void @k(" + arguments + ") {\n" + body + "\n  ret void\n}\n";
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), text.npos) << "no \"" << part << "\" in\n" << text;
}

void expect_no(const std::string& text, const std::string& part) {
  EXPECT_EQ(text.find(part), text.npos) << "\"" << part << "\" in\n" << text;
}

TEST(NvvmNarrow, IsTheSameAsForWidePointersWhereNoneIsInMemory) {
  const std::string body = narrow_kernel(
      "  %a = getelementptr float, ptr %p, i32 %i\n  %v = load float, ptr %a\n  %s = fadd float %v, 1.0\n"
      "  store float %s, ptr %a");
  std::string narrow = narrow_ptx(body);
  const auto wide = to_ptx("target triple = \"nvptx64-nvidia-cuda\"\n" + body, "test.ll");
  ASSERT_TRUE(wide);
  const std::string mark = ".ptr .align 1 ";
  expect_parts(narrow, {".param .u64 .ptr .align 1 k_param_0,", ".address_size 64"});
  narrow.erase(narrow.find(mark), mark.size());
  // Lines of the IR are the source's, and here one more comes before the kernel.
  const auto without_lines = [](const std::string& text) {
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
      if (text.compare(at, 5, "\t.loc") != 0) kept += text.substr(at, end - at);
      at = end;
    }
    return kept;
  };
  EXPECT_EQ(without_lines(narrow), without_lines(*wide));
}

TEST(NvvmNarrow, KnowsThePointersAmongAKernelsParameters) {
  const std::string text = narrow_ptx("%s = type { ptr, i32, ptr }\n" +
                                      narrow_kernel("  %q = getelementptr %s, ptr %a, i32 0, i32 2\n  %v = load ptr, ptr %q\n"
                                                    "  store i32 %i, ptr %v",
                                                    "ptr %p, ptr byval(%s) align 4 %a, i32 %i"));
  const auto module = parse(text, "test.ptx");
  ASSERT_TRUE(module) << text;
  const ptx::Function* kernel = nullptr;
  for (const ptx::Function& function : module->functions)
    if (function.entry) kernel = &function;
  ASSERT_NE(kernel, nullptr);
  ASSERT_EQ(kernel->parameters.size(), 3u);
  EXPECT_TRUE(kernel->parameters[0].pointer_attribute);
  EXPECT_EQ(kernel->parameters[0].size, 8u);
  EXPECT_FALSE(kernel->parameters[1].pointer_attribute);
  EXPECT_EQ(kernel->parameters[1].size, 12u);
  EXPECT_FALSE(kernel->parameters[2].pointer_attribute);
  expect_parts(text, {"ld.param.u32 ", "[k_param_1+8]", "__warplens_widen, (%r", "st.global.u32 [%rd"});
}

TEST(NvvmNarrow, PointersInMemoryHaveFourBytes) {
  const std::string text =
      narrow_ptx(narrow_kernel("  %a = getelementptr ptr, ptr %p, i32 3\n  %v = load ptr, ptr %a\n  store ptr %v, ptr %p\n"
                               "  %n = getelementptr ptr, ptr %p, i32 1\n  store ptr null, ptr %n"));
  expect_parts(text, {".extern .func (.param .b64 func_retval0) __warplens_widen (.param .b32 ",
                      ".extern .func (.param .b32 func_retval0) __warplens_narrow (.param .b64 ", "ld.global.u32 %r", "+12]",
                      "call.uni (%rd", "), __warplens_widen, (%r", "), __warplens_narrow, (%rd", "+4], "});
  // The null pointer is stored as it is.
  EXPECT_EQ(text.find("__warplens_narrow, ("), text.rfind("__warplens_narrow, (")) << text;
  // A packed structure, byte by byte.
  expect_parts(narrow_ptx(narrow_kernel("  %v = load ptr, ptr %p, align 1\n  store ptr %v, ptr %p, align 2")),
               {"ld.global.u8 ", "+3]", "st.global.u16 ", "+2], "});
  // Two side by side, which are not moved at once.
  expect_parts(narrow_ptx(narrow_kernel("  %v = load <2 x ptr>, ptr %p\n  store <2 x ptr> %v, ptr %p")),
               {"ld.global.u32 ", "[%rd1+4];", "st.global.u32 [%rd1+4], %r"});
  // Addresses of shared memory fit by themselves.
  const std::string shared =
      narrow_ptx(narrow_kernel("  %v = load ptr addrspace(3), ptr %p\n  store i32 1, ptr addrspace(3) %v\n"
                               "  store ptr addrspace(3) %v, ptr %p"));
  expect_parts(shared, {"cvt.u64.u32 ", "st.shared.u32 [", "cvt.u32.u64 "});
  expect_no(shared, "__warplens");
}

TEST(NvvmNarrow, PointersAsNumbers) {
  expect_parts(narrow_ptx(narrow_kernel("  %n = ptrtoint ptr %p to i64\n  store i64 %n, ptr %p")),
               {"), __warplens_narrow, (%rd", "cvt.u64.u32 ", "st.global.u64 ["});
  expect_parts(narrow_ptx(narrow_kernel("  %n = ptrtoint ptr %p to i16\n  store i16 %n, ptr %p")),
               {"), __warplens_narrow, (%rd", "cvt.u16.u32 "});
  expect_parts(narrow_ptx(narrow_kernel("  %q = inttoptr i64 %l to ptr\n  store i32 1, ptr %q")),
               {"cvt.u32.u64 ", "), __warplens_widen, (%r", "st.u32 [%rd"});
  // As an argument of asm, such a number is the place it was made of.
  expect_parts(narrow_ptx(narrow_kernel("  %n = ptrtoint ptr %p to i32\n"
                                        "  call void asm sideeffect \"prefetch.global.L2 [$0];\", \"l\"(i32 %n)")),
               {"), __warplens_narrow, (%rd", "), __warplens_widen, (%r", "prefetch.global.L2 [%rd"});
  EXPECT_EQ(narrow_refusal(narrow_kernel("  %n = ptrtoint ptr %p to i128\n  store i128 %n, ptr %p")),
            "test.ll:4: error: conversions between pointers and more than 64 bits are not supported");
}

TEST(NvvmNarrow, IndicesHave32Bits) {
  // 2^32 + 1 is 1, and 2^32 - 1 is -1.
  expect_parts(narrow_ptx(narrow_kernel("  %a = getelementptr i32, ptr %p, i64 4294967297\n  store i32 1, ptr %a\n"
                                        "  %b = getelementptr i32, ptr %p, i64 4294967295\n  store i32 2, ptr %b")),
               {"+4], ", "-4], "});
  expect_parts(narrow_ptx(narrow_kernel("  %w = add i64 %l, 1\n  %a = getelementptr i32, ptr %p, i64 %w\n  store i32 1, ptr %a")),
               {"add.s64 ", "cvt.u32.u64 ", "cvt.s64.s32 "});
  expect_parts(narrow_ptx(narrow_kernel("  %w = zext i32 %i to i64\n  %a = getelementptr i32, ptr %p, i64 %w\n"
                                        "  store i32 1, ptr %a")),
               {"mul.wide.s32 "});
}

TEST(NvvmNarrow, AtomicOperationsOnPointers) {
  const std::string text = narrow_ptx(
      narrow_kernel("  %o = atomicrmw xchg ptr %p, ptr null seq_cst\n  %c = cmpxchg ptr %p, ptr %o, ptr %p seq_cst seq_cst\n"
                    "  %s = extractvalue { ptr, i1 } %c, 0\n  store i32 1, ptr %s"));
  expect_parts(text, {"atom.global.exch.b32 ", "atom.global.cas.b32 ", "__warplens_widen", "__warplens_narrow", "setp.eq.s32 "});
}

TEST(NvvmNarrow, CallsOfTheMachinesFunctions) {
  const std::string text = narrow_ptx(
      "declare i32 @vprintf(ptr, ptr)\ndeclare ptr @malloc(i32)\ndeclare void @free(ptr)\n"
      "declare void @__assertfail(ptr, ptr, i32, ptr, i32)\n" +
      narrow_kernel("  %r = call i32 @vprintf(ptr %p, ptr null)\n  %m = call ptr @malloc(i32 %i)\n"
                    "  %n = call ptr @malloc(i32 -16)\n  store i32 %r, ptr %m\n  call void @free(ptr %n)\n"
                    "  call void @__assertfail(ptr %p, ptr %p, i32 7, ptr %p, i32 1)"));
  expect_parts(text, {"call.uni (retval0), __warplens_vprintf32, (param0, param1);", "cvt.u64.u32 ", "4294967280",
                      "malloc(\n\t.param .b64 malloc_param_0\n)", ".param .b32 __assertfail_param_2",
                      ".param .b64 __assertfail_param_4", "call.uni free, (param0);"});
  expect_no(text, " vprintf");
  // A function of this name in the module itself stays as it is.
  expect_parts(narrow_ptx("define i32 @vprintf(ptr %a, ptr %b) {\n  ret i32 1\n}\n"),
               {".func (.param .b32 func_retval0) vprintf("});
}

TEST(NvvmNarrow, FunctionsPassWholePointers) {
  expect_parts(
      narrow_ptx("define ptr @f(ptr %a) {\n  %b = getelementptr i8, ptr %a, i32 1\n  ret ptr %b\n}\n"
                 "define { ptr, i32 } @g(ptr %a) {\n  %r = call ptr @f(ptr %a)\n"
                 "  %s = insertvalue { ptr, i32 } { ptr poison, i32 3 }, ptr %r, 0\n  ret { ptr, i32 } %s\n}\n"),
      {"(.param .b64 func_retval0) f(", ".param .b64 f_param_0", "st.param.u64 [func_retval0+0], %rd",
       "(.param .align 4 .b8 func_retval0[8]) g(", "st.param.u32 [func_retval0+0], %r", "st.param.u32 [func_retval0+4], "});
}

TEST(NvvmNarrow, InitialValuesThatAreAddresses) {
  const std::string text = narrow_ptx(
      "@t = internal constant [2 x i16] [i16 1, i16 -1]\n"
      "@q = global { ptr, i64, [2 x ptr] } { ptr getelementptr (i16, ptr @t, i32 1), i64 5, [2 x ptr] [ptr null, ptr @f] }\n"
      "@one = global ptr @t\n"
      "define void @f() {\n  ret void\n}\n");
  // Six words: the pointer and its padding, the number, the two pointers.
  expect_parts(text, {".align 8 .u32 q[6] = {generic(t)+2, 0, 5, 0, 0, f};", ".u32 one = generic(t);"});
  const auto module = parse(text, "test.ptx");
  ASSERT_TRUE(module);
  for (const Variable& variable : module->variables) {
    if (variable.name != "q") continue;
    ASSERT_EQ(variable.addresses.size(), 2u);
    EXPECT_EQ(variable.addresses[0].offset, 0u);
    EXPECT_EQ(variable.addresses[0].bytes, 4);
    EXPECT_EQ(variable.addresses[1].offset, 20u);
    EXPECT_EQ(variable.size, 24u);
  }
  EXPECT_EQ(narrow_refusal("@g = global i32 1\n@l = global i64 ptrtoint (ptr @g to i64)\n"),
            "test.ll:4: error: l: an initial value that is computed from addresses");
}

// Code that was not optimised reads its variables from memory all the time.
TEST(NvvmNarrow, VariablesOfWhichNobodyHasTheAddressKeepWholePointers) {
  const std::string text =
      narrow_ptx(narrow_kernel("  %v = alloca ptr\n  store ptr %p, ptr %v\n  %w = load ptr, ptr %v\n  store i32 1, ptr %w"));
  expect_parts(text, {".local .align 8 .b8 __local_depot0[8];", "st.local.u64 [%SPL], ", "ld.local.u64 "});
  expect_no(text, "__warplens");
  const std::string seen =
      narrow_ptx("declare void @g(ptr)\n" + narrow_kernel("  %v = alloca ptr\n  store ptr %p, ptr %v\n  call void @g(ptr %v)\n"
                                                          "  %w = load ptr, ptr %v\n  store i32 1, ptr %w"));
  expect_parts(seen,
               {".local .align 4 .b8 __local_depot1[4];", "st.local.u32 [%SPL], ", "__warplens_widen", "__warplens_narrow"});
  // As a number it would be read narrow.
  expect_parts(narrow_ptx(narrow_kernel("  %v = alloca ptr\n  store ptr %p, ptr %v\n  %w = load i32, ptr %v\n"
                                        "  store i32 %w, ptr %p")),
               {"__local_depot0[4];"});
}

TEST(NvvmNarrow, DebuggersFindPointersOfBothSizes) {
  const std::string text = narrow_ptx(R"(%s = type { ptr, i32 }
define ptx_kernel void @k(ptr %p) !dbg !3 {
  %v = alloca ptr, align 4
  %a = alloca %s, align 4
  store ptr %p, ptr %v, align 4
  call void @llvm.dbg.declare(metadata ptr %v, metadata !7, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.declare(metadata ptr %a, metadata !8, metadata !DIExpression()), !dbg !9
  %w = load ptr, ptr %v, align 4, !dbg !9
  store ptr %w, ptr %a, align 4, !dbg !9
  ret void, !dbg !9
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/src")
!2 = !DISubroutineType(types: !4)
!3 = distinct !DISubprogram(name: "k", file: !1, line: 6, type: !2, unit: !0)
!4 = !{null}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 32)
!7 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 7, type: !14)
!8 = !DILocalVariable(name: "a", scope: !3, file: !1, line: 8, type: !10)
!9 = !DILocation(line: 9, column: 1, scope: !3)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !1, line: 1, size: 64, elements: !11)
!11 = !{!12, !13}
!12 = !DIDerivedType(tag: DW_TAG_member, name: "q", scope: !10, file: !1, line: 1, baseType: !6, size: 32)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !10, file: !1, line: 1, baseType: !5, size: 32, offset: 32)
!14 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !6)
)");
  const auto module = parse(text, "test.ptx");
  ASSERT_TRUE(module) << text;
  std::uint32_t kernel = 0;
  while (!module->functions[kernel].entry) ++kernel;
  const std::vector<DebugVariable> found = debug_variables(*module, kernel);
  ASSERT_EQ(found.size(), 3u) << text;
  EXPECT_EQ(found[0].name, "v");
  EXPECT_EQ(found[0].type, "int* const");
  EXPECT_EQ(found[0].value, ptx::Type::b64);
  EXPECT_EQ(found[1].name, "a.q");
  EXPECT_EQ(found[1].value, ptx::Type::b32);
  EXPECT_EQ(found[2].name, "a.n");
  ASSERT_FALSE(found[1].homes.empty());
  EXPECT_EQ(found[2].homes[0].offset, found[1].homes[0].offset + 4);
}

}  // namespace
}  // namespace warplens::ptx::nvvm
