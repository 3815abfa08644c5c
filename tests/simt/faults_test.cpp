#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// Faulting kernels: kind, thread, location and message of the fault.

namespace warplens::simt {
namespace {

using launch::ElementType;
using launch::FaultKind;

const std::string faults_declarations =
    ".reg .pred %p;\n.reg .b32 %t, %b, %n, %i, %x, %y;\n.reg .b64 %at, %to, %w;\n"
    "ld.param.u64 %at, [a];\nmov.u32 %t, %tid.x;\nmov.u32 %b, %ctaid.x;\nmov.u32 %n, %ntid.x;\nmad.lo.u32 %i, %b, %n, %t;\n"
    "mad.wide.s32 %to, %i, 4, %at;\n";

launch::Fault fault_of(const std::string& body, std::uint32_t grid, std::uint32_t block, std::size_t size,
                       const std::string& prologue = {}) {
  auto launch = launch_of(".version 7.0\n.target sm_75\n.address_size 64\n" + prologue +
                              ".visible .entry kernel(.param .u64 a)\n{\n" + faults_declarations + body + "\n}\n",
                          grid, block, {buffer(ElementType::f32, std::vector<float>(size), "a")});
  const auto result = run(launch);
  if (!result.ok()) throw std::runtime_error(base::describe(result.error()));
  EXPECT_EQ(result->outcome, launch::Outcome::faulted);
  return result->fault.value_or(launch::Fault{});
}

// The array begins at byte 4 of shared memory, so that its byte 8 is at no multiple of 8.
TEST(Fault, MisalignedInASharedArrayIsToldByThePlaceInSharedMemory) {
  const std::string arrays = ".shared .align 4 .b8 pad[4]; .shared .align 4 .b8 tile[64];\n";
  const auto fault =
      fault_of(arrays + "st.shared.u32 [pad], 1; st.shared.u32 [tile], 1; ld.shared.u64 %w, [tile+8];\nret;", 1, 1, 1);
  EXPECT_EQ(fault.kind, FaultKind::misaligned);
  EXPECT_NE(fault.message.find("8 bytes at byte 12 of shared memory, which is not a multiple of 8"), std::string::npos)
      << fault.message;
}

TEST(Fault, BeyondASharedArrayNamesIt) {
  const std::string arrays = ".shared .align 4 .b8 pad[4]; .shared .align 4 .b8 tile[64];\n";
  const auto fault = fault_of(arrays + "st.shared.u32 [pad], 1; ld.shared.u32 %x, [tile+64];\nret;", 1, 1, 1);
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_NE(fault.message.find("reads element 16 of tile, 1 past its end (16 elements)"), std::string::npos) << fault.message;
}

TEST(Fault, ReadingPastTheEnd) {
  const auto fault = fault_of("ld.global.f32 %x, [%to];\nret;", 4, 512, 1553);
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(
      fault.message,
      "thread (17,0,0) of block (3,0,0) reads element 1,553 of a, 1 past its end (1,553 elements); that is the thread's number "
      "in the grid, which has 2,048 threads for 1,553 elements: is \"if (i < n)\" missing, or is n wrong?");
  EXPECT_EQ(fault.block, (base::Dim3{3, 0, 0}));
  EXPECT_EQ(fault.thread, (base::Dim3{17, 0, 0}));
  EXPECT_EQ(fault.buffer, "a");
  EXPECT_EQ(fault.element, 1553);
  EXPECT_EQ(fault.space, "global");
  EXPECT_EQ(fault.access, trace::AccessKind::read);
  EXPECT_EQ(fault.line, 15u);  // of the PTX, which has no source lines
}

TEST(Fault, WritingBeforeTheStart) {
  const auto fault = fault_of("add.s64 %to, %to, -12;\nst.global.u32 [%to], %t;\nret;", 1, 1, 100);
  EXPECT_EQ(fault.message, "thread (0,0,0) of block (0,0,0) writes element -3 of a, 3 elements before its start (100 elements)");
  EXPECT_EQ(fault.element, -3);
}

TEST(Fault, ANullPointer) {
  const auto fault = fault_of("mov.u64 %w, 0;\natom.global.add.u32 %x, [%w], 1;\nret;", 1, 1, 1);
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message,
            "thread (0,0,0) of block (0,0,0) atomically updates address 0x0, which is in no buffer (a null pointer)");
}

TEST(Fault, MisalignedAccess) {
  const auto fault = fault_of("add.s64 %to, %to, 2;\nld.global.u32 %x, [%to];\nret;", 1, 1, 4);
  EXPECT_EQ(fault.kind, FaultKind::misaligned);
  EXPECT_EQ(fault.message, "thread (0,0,0) of block (0,0,0) reads 4 bytes at byte 2 of a, which is not a multiple of 4");
}

TEST(Fault, OutsideSharedMemory) {
  const auto fault = fault_of(".shared .align 4 .b8 s[64];\nshl.b32 %x, %t, 2;\nst.shared.u32 [%x], %t;\nret;", 1, 32, 1, "");
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.space, "shared");
  EXPECT_EQ(fault.buffer, "shared memory");
}

TEST(Fault, SourceLinesAreNamedWhereThereAreAny) {
  const auto fault = fault_of(".loc 1 42 7\nld.global.f32 %x, [%to+400];\nret;", 1, 1, 1, ".file 1 \"folder/kernel.cu\"\n");
  EXPECT_EQ(fault.file, "folder/kernel.cu");
  EXPECT_EQ(fault.line, 42u);
  EXPECT_EQ(fault.column, 7u);
}

TEST(Fault, WhatWasWrittenBeforeIsKept) {
  auto launch =
      launch_of(entry_text(".param .u64 a", faults_declarations + "st.global.u32 [%to], %t;\nst.global.u32 [%to+4], %n;\nret;"),
                1, 1, {buffer<std::uint32_t>(ElementType::u32, {7}, "a")});
  const auto result = run(launch);
  ASSERT_TRUE(result->fault.has_value());
  EXPECT_EQ(values_of<std::uint32_t>(result->outputs[0])[0], 0u);
}

TEST(Fault, ABarrierInOneBranchIsNeverMet) {
  const auto fault = fault_of(
      "setp.lt.u32 %p, %t, 40;\n@%p bra IN;\nbra OUT;\nIN:\nbar.sync 0;\nOUT:\nst.global.u32 [%to], %t;\nret;", 1, 64, 64);
  EXPECT_EQ(fault.kind, FaultKind::barrier_divergence);
  EXPECT_NE(fault.message.find("of block (0,0,0) wait there"), std::string::npos) << fault.message;
  EXPECT_EQ(fault.line, 19u);
}

TEST(Fault, WarpSyncsThatWaitForEachOthersLanesAreADeadlock) {
  const auto fault = fault_of(
      "setp.lt.u32 %p, %t, 16;\n@%p bra IN;\nbar.warp.sync 0xfffffffe;\nbra OUT;\nIN:\nbar.warp.sync -1;\nOUT:\nret;", 1, 32, 32);
  EXPECT_EQ(fault.kind, FaultKind::deadlock);
  EXPECT_EQ(fault.line, 17);
  EXPECT_NE(fault.message.find("16 of 32 threads"), std::string::npos) << fault.message;
  EXPECT_NE(fault.message.find("waits at test.ptx:20"), std::string::npos) << fault.message;
}

TEST(Fault, ABarrierNumberThatDoesNotExist) {
  EXPECT_EQ(fault_of("mov.u32 %x, 16;\nbar.sync %x;\nret;", 1, 32, 1).kind, FaultKind::barrier_divergence);
}

TEST(Fault, ExitedThreadsAreNotWaitedForAtABarrier) {
  auto launch =
      launch_of(entry_text(".param .u64 a", faults_declarations +
                                                "setp.gt.u32 %p, %t, 39;\n@%p ret;\nbar.sync 0;\nst.global.u32 [%to], %t;\nret;"),
                1, 64, {buffer(ElementType::u32, std::vector<std::uint32_t>(64), "a")});
  const auto result = run(launch);
  EXPECT_EQ(result->outcome, launch::Outcome::finished);
  EXPECT_EQ(values_of<std::uint32_t>(result->outputs[0])[39], 39u);
}

TEST(Refused, InstructionsTheMachineCannotRunAreNamedWithTheirPlace) {
  auto launch = launch_of(entry_text(".param .u64 a", ".reg .b64 %x;\nmov.b64 %x, 1;\nld.param.u64 %x, [a+8];\nret;"), 1, 1,
                          {buffer(ElementType::u32, std::vector<std::uint32_t>(1), "a")});
  const auto result = run(launch);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().line, 8);
  EXPECT_NE(result.error().message.find("'ld.u64': it reads outside"), std::string::npos) << result.error().message;
}

}  // namespace
}  // namespace warplens::simt
