#include <gtest/gtest.h>

#include "simt/device_spec.h"
#include "tests/simt/launcher.h"

// Loads of a basic block overlap as they do after ptxas has moved them up: two of them take little longer than one, unless the
// second depends on the first or must not be moved.

namespace warplens::simt {
namespace {

/// Cycles of one warp on memory whose sectors no cache holds; %in and %out are addresses in it, 4 KiB apart.
std::uint64_t cycles(const std::string& body) {
  const std::string declarations =
      ".reg .b32 %x<8>, %y<16>;\n.reg .b64 %in, %out, %z;\n.reg .pred %p;\nld.param.u64 %in, [d];\nadd.u64 %out, %in, 4096;\n";
  const auto result = run(launch_of(entry_text(".param .u64 d", declarations + body + "ret;"), 1, 1,
                                    {buffer(launch::ElementType::u32, std::vector<std::uint32_t>(2048), "d")}));
  if (!result) throw std::runtime_error(base::describe(result.error()));
  if (result->fault) throw std::runtime_error(result->fault->message);
  return result->counters.cycles;
}

const std::string first = "ld.global.u32 %x0, [%in];\nadd.u32 %x1, %x0, 1;\n";
const std::string second = "ld.global.u32 %x2, [%in+1024];\nadd.u32 %x3, %x2, %x1;\n";
const std::string keep = "st.global.u32 [%out], %x3;\n";

TEST(Waits, LoadsOverlapAcrossArithmetic) {
  const std::uint64_t one = cycles(first), latency = two_sm_toy().memory_latency;
  EXPECT_LT(cycles(first + second), one + latency / 2);
  EXPECT_LT(cycles(first + second + keep), cycles(first + "st.global.u32 [%out], %x1;\n") + latency / 2);
}

TEST(Waits, ALoadWaitsForItsAddress) {
  const std::string chase = "cvt.u64.u32 %z, %x1;\nadd.u64 %z, %z, %in;\nld.global.u32 %x2, [%z+1023];\nadd.u32 %x3, %x2, 1;\n";
  EXPECT_GT(cycles(first + chase), cycles(first) + two_sm_toy().memory_latency / 2);
}

TEST(Waits, TheArithmeticOfAnAddressComesAfterTheLoadItUses) {
  std::string sums;
  for (int i = 0; i < 20; ++i) sums += "add.u32 %x1, %x1, %x0;\n";
  const std::string rest = "cvt.u64.u32 %z, %x1;\nadd.u64 %z, %z, %in;\nld.global.u32 %x2, [%z+1023];\nadd.u32 %x3, %x2, 1;\n";
  EXPECT_GE(cycles(first + sums + rest), cycles(first + rest) + 20 * two_sm_toy().integer_latency);
}

TEST(Waits, ALoadWaitsForItsPredicate) {
  const std::string guarded = "setp.eq.u32 %p, %x1, 1;\n@%p ld.global.u32 %x2, [%in+1024];\nadd.u32 %x3, %x2, 1;\n";
  EXPECT_GT(cycles(first + guarded), cycles(first) + two_sm_toy().memory_latency / 2);
}

TEST(Waits, NoLoadMovesAcrossWhatOthersCanObserve) {
  const std::uint64_t one = cycles(first), latency = two_sm_toy().memory_latency;
  for (const std::string between :
       {"st.global.u32 [%out], %x1;\n", "bar.sync 0;\n", "membar.gl;\n", "mov.u32 %x4, %clock;\n", "bra L;\nL:\n"}) {
    EXPECT_GT(cycles(first + between + second), one + latency / 2) << between;
  }
  const std::string of_volatile = "ld.volatile.global.u32 %x2, [%in+1024];\nadd.u32 %x3, %x2, %x1;\n";
  EXPECT_GT(cycles(first + of_volatile), one + latency / 2);
}

TEST(Waits, OnlySoManyRegistersAreAwaited) {
  // Sixteen loads, each followed by arithmetic: not all at once, and not one after the other.
  std::string many;
  for (int i = 0; i < 16; ++i) {
    const std::string to = "%y" + std::to_string(i);
    many += "ld.global.u32 " + to + ", [%in+" + std::to_string(128 * i) + "];\nadd.u32 %x1, %x1, " + to + ";\n";
  }
  const std::uint64_t one = cycles(first), all = cycles(many), latency = two_sm_toy().memory_latency;
  EXPECT_GT(all, one + 2 * latency);
  EXPECT_LT(all, one + 8 * latency);
}

}  // namespace
}  // namespace warplens::simt
