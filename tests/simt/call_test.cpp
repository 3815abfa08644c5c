#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// Side effects of calls: output, memory, faults. Their values are tested in tests/instructions/call.*.ptx.

namespace warplens::simt {
namespace {

using launch::ElementType;

const std::string head = ".version 7.3\n.target sm_75\n.address_size 64\n";

launch::LaunchResult result_of(const std::string& text, std::uint32_t block = 1, std::size_t words = 1) {
  const auto result = run(launch_of(head + text, 1, block, {buffer(ElementType::u32, std::vector<std::uint32_t>(words), "d")}));
  if (!result.ok()) {
    ADD_FAILURE() << base::describe(result.error());
    return {};
  }
  return *result;
}

std::string bytes_of(const std::string& text) {
  std::string list;
  for (const char c : text) list += std::to_string(static_cast<int>(c)) + ", ";
  return list + "0";
}

/// A kernel that prints `format` with 8-byte arguments, given as bits.
std::string printing(const std::string& format, const std::vector<std::uint64_t>& arguments) {
  std::string body;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    body += "st.local.u64 [values+" + std::to_string(8 * i) + "], " + std::to_string(arguments[i]) + ";\n";
  return ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);\n.global .b8 format[] = {" + bytes_of(format) +
         "};\n.global .b8 word[] = {" + bytes_of("warp") +
         "};\n.entry k(.param .u64 d) {\n.local .align 8 .b8 values[64];\n.reg .b64 %f, %v, %d; .reg .b32 %r;\n" + body +
         "mov.u64 %f, format; cvta.global.u64 %f, %f; mov.u64 %v, values; cvta.local.u64 %v, %v;\n"
         ".param .b64 x; .param .b64 y; .param .b32 z;\nst.param.b64 [x], %f; st.param.b64 [y], %v;\n"
         "call.uni (z), vprintf, (x, y);\nld.param.b32 %r, [z]; ld.param.u64 %d, [d]; st.global.u32 [%d], %r; ret; }";
}

TEST(Printf, FormatsAsC) {
  const std::uint64_t pi = 0x400921fb54442d18u, minus_two = static_cast<std::uint64_t>(-2);
  const auto text = [](const std::string& format, const std::vector<std::uint64_t>& arguments) {
    return result_of(printing(format, arguments)).printed;
  };
  EXPECT_EQ(text("%lld|%llu|%lx|%#lX|%lo\n", {minus_two, 7, 255, 255, 8}), "-2|7|ff|0XFF|10\n");
  EXPECT_EQ(text("%f %.3e %g %10.2f|%-10.2f|%+f %a\n", {pi, pi, pi, pi, pi, pi, pi}),
            "3.141593 3.142e+00 3.14159       3.14|3.14      |+3.141593 0x1.921fb54442d18p+1\n");
  // Each 8 bytes are two 4-byte words: the second is 0 here, and unused if an 8-byte argument follows.
  EXPECT_EQ(text("%d %d%c%%\n", {42, 'x'}), "42 0x%\n");
  EXPECT_EQ(text("%*d|%-*d|%.*f\n", {(std::uint64_t{5} << 32) | 6, (std::uint64_t{9} << 32) | 4, 2, pi}), "     5|9   |3.14\n");
  EXPECT_EQ(text("%5d|%-5d|%05i|%x|%u|%hhd\n",
                 {(std::uint64_t{2} << 32) | 1, (std::uint64_t{255} << 32) | 3, (std::uint64_t{257} << 32) | 9}),
            "    1|2    |00003|ff|9|1\n");
  EXPECT_EQ(text("no conversion: %k and a lone %", {}), "no conversion: %k and a lone %");
  EXPECT_EQ(text("%p\n", {0x1234}), "0x1234\n");
}

TEST(Printf, GivesTheNumberOfArguments) {
  EXPECT_EQ(values_of<std::uint32_t>(result_of(printing("%lld %lld\n", {1, 2})).outputs.at(0)).at(0), 2u);
}

TEST(Printf, WritesThreadAfterThreadUpToAMegabyte) {
  const std::string line(100, 'x');
  const auto few = result_of(printing(line + "\n", {}), 3);
  EXPECT_EQ(few.printed, line + "\n" + line + "\n" + line + "\n");
  const std::string wide(2000, 'y');
  const auto many = result_of(printing(wide + "\n", {}), 1024);
  const std::string end = "\n[printf: more than 1 MiB was printed; the rest is left out]\n";
  ASSERT_EQ(many.printed.size(), (1u << 20) + end.size());
  EXPECT_TRUE(many.printed.ends_with(end));
}

/// An entry with malloc and free: %p = malloc(bytes of the thread), then `body`.
std::string allocating(const std::string& bytes, const std::string& body) {
  return ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n"
         ".entry k(.param .u64 d) {\n.reg .b64 %p, %q, %n, %d; .reg .b32 %r; .reg .pred %b;\n"
         "mov.u64 %n, " +
         bytes +
         ";\n{ .param .b64 x; .param .b64 y; st.param.b64 [x], %n; call (y), malloc, (x); ld.param.b64 %p, [y]; }\n"
         "ld.param.u64 %d, [d];\n" +
         body + "\nret; }";
}

constexpr const char* free_p = "{ .param .b64 x; st.param.b64 [x], %p; call free, (x); }\n";

TEST(Malloc, GivesMemoryOfItsOwn) {
  const auto result = result_of(allocating("64",
                                           "mov.u32 %r, %tid.x; st.u32 [%p+60], %r; ld.u32 %r, [%p+60];\n"
                                           "mad.wide.u32 %q, %r, 4, %d; st.global.u32 [%q], %r;\n" +
                                               std::string(free_p)),
                                32, 32);
  ASSERT_FALSE(result.fault) << result.fault->message;
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values_of<std::uint32_t>(result.outputs[0])[i], i);
}

TEST(Malloc, OfAnAlignmentGivesAnAlignedAddress) {
  const auto result = result_of(
      ".extern .func (.param .b64 r) __cuda_syscall_aligned_malloc(.param .b64 n, .param .b64 a);\n"
      ".entry k(.param .u64 d) {\n.reg .b64 %p, %d; .reg .b32 %r;\n"
      "{ .param .b64 x; .param .b64 y; .param .b64 z; st.param.b64 [x], 24; st.param.b64 [y], 4096;\n"
      "call (z), __cuda_syscall_aligned_malloc, (x, y); ld.param.b64 %p, [z]; }\n"
      "st.u64 [%p+16], %p; and.b64 %p, %p, 4095; cvt.u32.u64 %r, %p; add.u32 %r, %r, 7;\n"
      "ld.param.u64 %d, [d]; st.global.u32 [%d], %r; ret; }");
  ASSERT_FALSE(result.fault) << result.fault->message;
  EXPECT_EQ(values_of<std::uint32_t>(result.outputs[0])[0], 7u);
}

TEST(Malloc, GivesNothingWhenTheHeapIsFull) {
  // 8 MiB hold two blocks of 3 MiB, but not three.
  const std::string text =
      allocating("3145728", "setp.eq.u64 %b, %p, 0; selp.u32 %r, 1, 0, %b; atom.global.add.u32 %r, [%d], %r;");
  EXPECT_EQ(values_of<std::uint32_t>(result_of(text, 3).outputs.at(0)).at(0), 1u);
  EXPECT_EQ(values_of<std::uint32_t>(result_of(text, 2).outputs.at(0)).at(0), 0u);
}

TEST(Malloc, FaultsAreFound) {
  const auto fault = [](const std::string& body) {
    const auto result = result_of(allocating("8", body));
    return result.fault ? std::string(launch::name(result.fault->kind)) + ": " + result.fault->message : "none";
  };
  EXPECT_EQ(fault("st.u32 [%p+8], 1;").substr(0, 14), "out-of-bounds:");
  EXPECT_EQ(fault(std::string(free_p) + "ld.u32 %r, [%p];"),
            "out-of-bounds: thread (0,0,0) of block (0,0,0) reads memory from malloc after it was freed");
  EXPECT_EQ(fault(std::string(free_p) + free_p),
            "invalid-free: thread (0,0,0) of block (0,0,0): frees memory from malloc that has been freed before");
  EXPECT_EQ(fault("add.u64 %p, %p, 4;" + std::string(free_p)),
            "invalid-free: thread (0,0,0) of block (0,0,0): frees an address 4 bytes behind the start of its memory from malloc");
  EXPECT_NE(fault("mov.u64 %p, %d;" + std::string(free_p)).find("did not come from malloc"), std::string::npos);
  EXPECT_EQ(fault("mov.u64 %p, 0;" + std::string(free_p)), "none");
}

TEST(Assert, IsAFaultOfItsThread) {
  const auto result = result_of(
      ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n"
      ".global .b8 what[] = {" +
          bytes_of("i < 3") + "};\n.global .b8 file[] = {" + bytes_of("a.cu") + "};\n.global .b8 name[] = {" +
          bytes_of("void k()") +
          "};\n.entry k(.param .u64 d) {\n.reg .b64 %a, %b, %c; .reg .b32 %r; .reg .pred %p;\n"
          "mov.u32 %r, %tid.x; setp.lt.u32 %p, %r, 3; @%p ret;\n"
          "mov.u64 %a, what; mov.u64 %b, file; mov.u64 %c, name;\n"
          ".param .b64 x; .param .b64 y; .param .b32 z; .param .b64 v; .param .b64 w;\n"
          "st.param.b64 [x], %a; st.param.b64 [y], %b; st.param.b32 [z], 12; st.param.b64 [v], %c; st.param.b64 [w], 1;\n"
          "call.uni __assertfail, (x, y, z, v, w);\nret; }",
      32);
  ASSERT_TRUE(result.fault);
  EXPECT_EQ(result.fault->kind, launch::FaultKind::assertion);
  EXPECT_EQ(result.fault->message, "thread (3,0,0) of block (0,0,0): assertion `i < 3` failed: a.cu:12, void k()");
  EXPECT_EQ(result.fault->thread.x, 3u);
}

TEST(Call, WhatTheModuleLacksIsRefusedByName) {
  const auto result = run(launch_of(head + ".extern .func elsewhere;\n.entry k() {\n  call elsewhere;\n  ret;\n}", 1, 1, {}));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(base::describe(result.error()),
            "test.ptx:6:3: error: the SIMT machine cannot run 'call': function 'elsewhere' is not defined in this module");
}

TEST(Call, OverflowNamesFunctionAndDepth) {
  const auto result = result_of(
      ".func deep(.param .b32 n) {\n.local .align 8 .b8 list[1024];\n.reg .b32 %n; ld.param.b32 %n, [n];\n"
      ".param .b32 x; st.param.b32 [x], %n; call deep, (x); ret; }\n"
      ".entry k(.param .u64 d) { .param .b32 x; st.param.b32 [x], 1; call deep, (x); ret; }",
      32);
  ASSERT_TRUE(result.fault);
  EXPECT_EQ(result.fault->kind, launch::FaultKind::stack_overflow);
  EXPECT_NE(result.fault->message.find("calls 'deep'"), std::string::npos) << result.fault->message;
  EXPECT_NE(result.fault->message.find("512 KiB"), std::string::npos) << result.fault->message;
}

TEST(Call, ParametersHaveAddresses) {
  // A function reads its structure parameter by generic address, an entry reads its own.
  const auto result = result_of(
      ".func (.param .b32 r) second(.param .align 8 .b8 s[16]) {\n.reg .b64 %a; .reg .b32 %x;\n"
      "mov.b64 %a, s; cvta.param.u64 %a, %a; ld.b32 %x, [%a+12]; st.param.b32 [r], %x; ret; }\n"
      ".entry k(.param .u64 d) {\n.reg .b64 %a, %d; .reg .b32 %x;\nmov.b64 %a, d; cvta.param.u64 %a, %a; ld.u64 %d, [%a];\n"
      ".param .align 8 .b8 s[16]; .param .b32 r; st.param.v4.b32 [s], {1, 2, 3, 4};\n"
      "call (r), second, (s); ld.param.b32 %x, [r]; st.global.u32 [%d], %x; ret; }");
  ASSERT_FALSE(result.fault) << result.fault->message;
  EXPECT_EQ(values_of<std::uint32_t>(result.outputs.at(0)).at(0), 4u);
}

TEST(Call, BytesOfAddressesAreFunctionsToo) {
  std::string bytes;
  for (int byte = 0; byte < 8; ++byte)
    bytes += (byte > 0 ? ", 0xff" : "0xff") + std::string(static_cast<std::size_t>(2 * byte), '0') + "(f)";
  const auto result =
      result_of(".func (.param .b32 r) f { st.param.b32 [r], 77; ret; }\n.global .align 8 .u8 table[8] = {" + bytes +
                "};\n.entry k(.param .u64 d) {\n.reg .b64 %f, %d; .reg .b32 %x;\nld.global.u64 %f, [table];\n"
                ".param .b32 r; P: .callprototype (.param .b32 _) _ (); call (r), %f, (), P;\n"
                "ld.param.b32 %x, [r]; ld.param.u64 %d, [d]; st.global.u32 [%d], %x; ret; }");
  ASSERT_FALSE(result.fault) << result.fault->message;
  EXPECT_EQ(values_of<std::uint32_t>(result.outputs.at(0)).at(0), 77u);
}

}  // namespace
}  // namespace warplens::simt
