#include "analysis/memory_traffic.h"

#include <gtest/gtest.h>

#include "tests/trace/scripted.h"

namespace warplens::analysis {
namespace {

TEST(ThreadsWithoutWork, TouchNeitherGlobalNorSharedMemory) {
  // Two blocks of 40 threads: two warps each, the second with 8 threads.
  const trace::Trace trace = trace::recorded(
      {{.cycle = 0, .warp = 0, .active = 0xffffffff, .offsets = trace::affine(0, 4), .buffer = 0},
       {.cycle = 1, .warp = 0, .active = 0xf, .offsets = trace::affine(0, 4), .buffer = 1},  // again, another buffer
       {.cycle = 2,
        .warp = 3,
        .active = 0x7,
        .offsets = trace::affine(0, 4),
        .buffer = trace::no_buffer,
        .space = trace::MemorySpace::shared},
       {.cycle = 3,
        .warp = 1,
        .active = 0xff,
        .offsets = trace::affine(0, 4),
        .buffer = trace::no_buffer,
        .space = trace::MemorySpace::constant}},
      {2, 1, 1}, {40, 1, 1});
  EXPECT_EQ(threads_without_work(trace), 80u - 32 - 3);
}

}  // namespace
}  // namespace warplens::analysis
