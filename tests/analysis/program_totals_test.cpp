#include "analysis/totals.h"

#include <gtest/gtest.h>

#include "tests/recorded_program.h"

namespace warplens::analysis {
namespace {

TEST(ProgramTotals, AreThoseOfTheRecordedCalls) {
  const ProgramTotals totals = program_totals(recorded::homework());
  EXPECT_DOUBLE_EQ(totals.end_ms, 0.073);
  EXPECT_NEAR(totals.kernels_ms, 0.041, 1e-12);  // 20 and 21 µs
  EXPECT_NEAR(totals.copies_ms, 0.032, 1e-12);   // 12, 8 and 12 µs
  EXPECT_NEAR(totals.waited_ms, 0.073, 1e-12);   // 12, 8, and 53 until the last copy was done
  EXPECT_EQ(totals.copies, 3u);
  EXPECT_EQ(totals.allocated, 2u);  // without the variable
  EXPECT_EQ(totals.never_freed, 1u);
}

TEST(ProgramTotals, WhatRanAtTheSameTimeCountsOnce) {
  launch::ProgramRecording program;
  const auto kernel = [&](double begin, double end) {
    launch::RecordedCall& call = program.calls.emplace_back();
    call.kind = launch::RecordedCall::Kind::launch;
    call.begin_ms = begin;
    call.end_ms = end;
  };
  kernel(1, 4);
  kernel(2, 3);  // within the first
  kernel(3.5, 5);
  kernel(7, 8);
  EXPECT_DOUBLE_EQ(program_totals(program).kernels_ms, 5);  // 1 to 5, and 7 to 8
  EXPECT_DOUBLE_EQ(program_totals(program).end_ms, 8);
  EXPECT_EQ(program_totals({}).end_ms, 0);
}

TEST(ProgramTotals, PuttingWorkIntoAStreamIsNoWaiting) {
  using Kind = launch::RecordedCall::Kind;
  launch::RecordedCall call;
  call.called_ms = call.begin_ms = 1;
  call.returned_ms = 3;
  call.end_ms = 9;
  for (const Kind kind : {Kind::launch, Kind::set, Kind::copy, Kind::other}) {
    call.kind = kind;
    EXPECT_EQ(waited_ms(call), 0) << static_cast<int>(kind);
  }
  for (const Kind kind : {Kind::wait, Kind::free, Kind::allocate}) {
    call.kind = kind;
    EXPECT_EQ(waited_ms(call), 2) << static_cast<int>(kind);
  }
  call.kind = Kind::copy;
  call.returned_ms = 9;  // when the copy is done
  EXPECT_EQ(waited_ms(call), 8);
}

TEST(ProgramTotals, VariablesAreNeverToBeFreed) {
  using Kind = launch::RecordedAllocation::Kind;
  launch::RecordedAllocation memory;
  memory.allocated = memory.freed = launch::no_call;
  for (const Kind kind : {Kind::variable, Kind::managed}) {  // __device__ and __managed__
    memory.kind = kind;
    EXPECT_TRUE(is_variable(memory));
    EXPECT_FALSE(is_never_freed(memory));
  }
  memory.kind = Kind::heap;  // a kernel's malloc
  EXPECT_FALSE(is_variable(memory));
  EXPECT_TRUE(is_never_freed(memory));
  memory.kind = Kind::managed;
  memory.allocated = 3;
  EXPECT_TRUE(is_never_freed(memory));
}

TEST(ProgramTotals, ACopyThatFailedIsNone) {
  launch::ProgramRecording program = recorded::homework();
  program.calls[2].error = "cudaErrorInvalidValue";
  EXPECT_EQ(program_totals(program).copies, 2u);
}

}  // namespace
}  // namespace warplens::analysis
