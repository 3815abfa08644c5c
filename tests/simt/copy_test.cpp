#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// cp.async: when copies complete, and invalid copies. (The copied values are tested in tests/instructions/cp.*.ptx.)

namespace warplens::simt {
namespace {

using launch::ElementType;
using Words = std::vector<std::uint32_t>;

/// One thread: `body` with %s the address of 32 bytes of shared memory that begin with a 7, %g the address of `from`; %d is
/// stored.
launch::Launch copying(const std::string& body) {
  return launch_of(entry_text(".param .u64 from, .param .u64 to",
                              ".reg .b64 %s, %g, %o; .reg .b32 %d;\n.shared .align 16 .b8 tile[32];\n"
                              "mov.u64 %s, tile; st.shared.u32 [%s], 7; mov.u32 %d, 0;\n"
                              "ld.param.u64 %g, [from]; ld.param.u64 %o, [to];\n" +
                                  body + "\nst.global.u32 [%o], %d; ret;"),
                   1, 1, {buffer(ElementType::u32, Words{41, 42, 43, 44}, "from"), buffer(ElementType::u32, Words(1), "to")});
}

std::uint32_t word_of(const std::string& body) {
  const auto result = run(copying(body));
  EXPECT_TRUE(result.ok()) << base::describe(result.error());
  EXPECT_FALSE(result->fault) << result->fault->message;
  return values_of<std::uint32_t>(result->outputs[1])[0];
}

const std::string copy = "cp.async.ca.shared.global [%s], [%g], 4;\n", load = "ld.shared.u32 %d, [%s];\n";

TEST(AsynchronousCopy, ArrivesAtTheWait) {
  EXPECT_EQ(word_of(copy + load), 7u) << "without a wait nothing is there yet";
  EXPECT_EQ(word_of(copy + "cp.async.commit_group;\n" + load), 7u);
  EXPECT_EQ(word_of(copy + "cp.async.wait_all;\n" + load), 41u);
  EXPECT_EQ(word_of(copy + "cp.async.commit_group; cp.async.wait_group 0;\n" + load), 41u);
}

TEST(AsynchronousCopy, WaitsForAllButTheLastGroups) {
  EXPECT_EQ(word_of(copy + "cp.async.commit_group; cp.async.wait_group 1;\n" + load), 7u);
  EXPECT_EQ(word_of(copy + "cp.async.commit_group; cp.async.commit_group; cp.async.wait_group 1;\n" + load), 41u);
  EXPECT_EQ(word_of(copy + "cp.async.wait_group 0;\n" + load), 7u) << "it belongs to no group yet";
}

TEST(AsynchronousCopy, ReadsWhenItIsIssued) {
  EXPECT_EQ(word_of(copy + "st.global.u32 [%g], 99; cp.async.wait_all;\n" + load), 41u);
}

TEST(AsynchronousCopy, OutsideOrMisalignedIsAFault) {
  const auto message_of = [](const std::string& body) {
    const auto result = run(copying(body));
    return result.ok() && result->fault ? result->fault->message : std::string();
  };
  EXPECT_NE(message_of("cp.async.ca.shared.global [%s+32], [%g], 4;").find("writes element 8 of tile"), std::string::npos);
  EXPECT_NE(message_of("cp.async.ca.shared.global [%s], [%g+16], 4;").find("reads element 4 of from"), std::string::npos);
  EXPECT_NE(message_of("cp.async.ca.shared.global [%s], [%g+16], 4, 2;").find("reads element 4 of from"), std::string::npos);
  EXPECT_NE(message_of("cp.async.ca.shared.global [%s+4], [%g], 8;").find("multiple of 8"), std::string::npos);
  EXPECT_NE(message_of("cp.async.cg.shared.global [%s], [%g+8], 16;").find("reads"), std::string::npos);
}

TEST(AsynchronousCopy, IsNoReadOfUnwrittenMemoryForTheChecker) {
  launch::Launch launch = copying("cp.async.ca.shared.global [%s+16], [%g], 4; cp.async.wait_all; ld.shared.u32 %d, [%s+16];");
  launch.check = true;
  const auto good = run(launch);
  ASSERT_TRUE(good.ok());
  EXPECT_TRUE(good->findings.empty());
  launch::Launch without_wait = copying("cp.async.ca.shared.global [%s+16], [%g], 4; ld.shared.u32 %d, [%s+16];");
  without_wait.check = true;
  const auto bad = run(without_wait);
  ASSERT_TRUE(bad.ok());
  ASSERT_EQ(bad->findings.size(), 1u);
}

}  // namespace
}  // namespace warplens::simt
