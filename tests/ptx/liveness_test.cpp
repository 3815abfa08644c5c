#include "ptx/flow/liveness.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ptx_text.h"

namespace warplens::ptx {
namespace {

struct Result {
  Function function;
  Liveness liveness;

  std::size_t number(const std::string& name) const {
    const auto at =
        std::find_if(function.registers.begin(), function.registers.end(), [&](const Register& r) { return r.name == name; });
    return static_cast<std::size_t>(at - function.registers.begin());
  }
  bool read_at_start(const std::string& name) const { return liveness.read_at_start[number(name)]; }
};

Result of(const std::string& body, std::uint64_t max_visits = 1000) {
  Result result;
  result.function = parsed_entry(entry_text(body));
  result.liveness = liveness(result.function, control_flow(result.function), max_visits);
  return result;
}

TEST(Liveness, CountsWhatIsWantedAtOnce) {
  // Two registers are live after the second mov; the sum may reuse either.
  EXPECT_EQ(
      of("mov.u32 %r1, 1; mov.u32 %r2, 2; add.u32 %r3, %r1, %r2; st.global.u32 [counter], %r3; ret;").liveness.max_registers, 2u);
  // r1 is live until the end: three live registers after the last mov.
  EXPECT_EQ(of("mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r1;"
               "st.global.u32 [counter], %r2; ret;")
                .liveness.max_registers,
            3u);
}

TEST(Liveness, CountsWideRegistersTwiceAndPredicatesNot) {
  EXPECT_EQ(of("mov.u64 %d1, 1; mov.u32 %r1, 2; setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u64 [counter], %d1; ret;")
                .liveness.max_registers,
            3u);
}

TEST(Liveness, AWriteForNobodyTakesItsRegisterForAMoment) {
  EXPECT_EQ(of("mov.u32 %r1, 1; mov.u32 %r2, 2; st.global.u32 [counter], %r1; ret;").liveness.max_registers, 2u);
  EXPECT_EQ(of("ret;").liveness.max_registers, 0u);
}

TEST(Liveness, GoesRoundLoops) {
  // r1 is written before the loop and read at its top, so it is live in the whole loop, like r2 and the counter r3.
  const Result loop =
      of("mov.u32 %r1, 7; mov.u32 %r3, 0; L: mov.u32 %r2, %r1; st.global.u32 [counter], %r2;"
         "add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 9; @%p1 bra L; ret;");
  EXPECT_EQ(loop.liveness.max_registers, 3u);
  EXPECT_FALSE(loop.read_at_start("%r1"));
  const Liveness::Range r1 = loop.liveness.ranges[loop.number("%r1")];
  EXPECT_EQ(r1.first, 0u);
  EXPECT_EQ(r1.last, 6u);  // the branch back
}

TEST(Liveness, KnowsWhatMayBeReadBeforeItIsWritten) {
  EXPECT_TRUE(of("st.global.u32 [counter], %r1; ret;").read_at_start("%r1"));
  EXPECT_FALSE(of("mov.u32 %r1, 1; st.global.u32 [counter], %r1; ret;").read_at_start("%r1"));
  // A guarded write, or a write on one of two paths, may not happen.
  EXPECT_TRUE(of("setp.eq.u32 %p1, 1, 1; @%p1 mov.u32 %r1, 1; st.global.u32 [counter], %r1; ret;").read_at_start("%r1"));
  const Result ways =
      of("setp.eq.u32 %p1, 1, 1; @%p1 bra E; mov.u32 %r1, 1; mov.u32 %r2, 1; bra M; E: mov.u32 %r2, 2;"
         "M: st.global.u32 [counter], %r1; st.global.u32 [counter], %r2; ret;");
  EXPECT_TRUE(ways.read_at_start("%r1"));
  EXPECT_FALSE(ways.read_at_start("%r2"));
}

TEST(Liveness, GivesUpWhereItWouldTakeTooLong) {
  const Result result =
      of("mov.u32 %r1, 7; mov.u64 %d1, 1; L: st.global.u32 [counter], %r1; setp.lt.u32 %p1, %r1, 9; @%p1 bra L; ret;", 0);
  EXPECT_EQ(result.liveness.max_registers, 3u);
  EXPECT_TRUE(result.read_at_start("%r1"));
}

TEST(Liveness, VisitsOfPredecessorsCount) {
  // One loop head with many predecessors: each register that is live there looks at all of them.
  std::string body = "mov.u32 %r1, 1; mov.u32 %r2, 2;\nHEAD: add.u32 %r1, %r1, %r2;\n";
  for (int k = 0; k < 100; ++k) body += "@%p1 bra HEAD;\n";
  body += "ret;";
  const Result whole = of(body, 1'000'000);
  EXPECT_GT(whole.liveness.visits, 200u) << "by %r1 and %r2";
  EXPECT_FALSE(whole.read_at_start("%r1"));
  EXPECT_TRUE(of(body, whole.liveness.visits - 1).read_at_start("%r1")) << "given up: everything is live everywhere";
}

}  // namespace
}  // namespace warplens::ptx
