#include "base/process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace warplens::base {
namespace {

TEST(Process, GivesOutputAndStatus) {
  const auto run = run_process("/bin/sh", {"-c", "echo out; echo err >&2; exit 3"}, std::chrono::seconds(10));
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->exit_status, 3);
  EXPECT_EQ(run->output, "out\nerr\n");
}

TEST(Process, IsEndedWhenItTakesTooLong) {
  const auto run = run_process("/bin/sh", {"-c", "sleep 30 & sleep 30"}, std::chrono::seconds(1));
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.error().message, "did not end within 1 seconds");
}

TEST(Process, IsEndedWhenItClosesItsOutputAndRunsOn) {
  const auto begin = std::chrono::steady_clock::now();
  const auto run = run_process("/bin/sh", {"-c", "exec >&- 2>&-; exec sleep 30"}, std::chrono::seconds(1));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.error().message, "did not end within 1 seconds");
}

TEST(Process, MayEndAfterItHasClosedItsOutput) {
  const auto run = run_process("/bin/sh", {"-c", "echo out; exec >&- 2>&-; sleep 0.2; exit 4"}, std::chrono::seconds(60));
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->exit_status, 4);
  EXPECT_EQ(run->output, "out\n");
}

TEST(Process, HasTheMemoryThatItIsGiven) {
  const auto read_at_once = [](std::uint64_t memory) {
    return run_process("/bin/dd", {"if=/dev/zero", "of=/dev/null", "bs=200M", "count=1"}, std::chrono::seconds(60), memory);
  };
  const auto enough = read_at_once(0), plenty = read_at_once(std::uint64_t{1} << 30), little = read_at_once(100 << 20);
  ASSERT_TRUE(enough && plenty && little);
  EXPECT_EQ(enough->exit_status, 0);
  EXPECT_EQ(plenty->exit_status, 0);
  EXPECT_NE(little->exit_status, 0);
  const auto words = run_process("/bin/echo", {"$HOME;", "`x` 'y'"}, std::chrono::seconds(60), std::uint64_t{1} << 30);
  ASSERT_TRUE(words);
  EXPECT_EQ(words->output, "$HOME; `x` 'y'\n") << "no shell interprets them";
}

TEST(Process, ThatIsNotThereIsAnError) { EXPECT_FALSE(run_process("/nowhere/program", {}, std::chrono::seconds(1)).ok()); }

TEST(Process, IsFoundOnThePath) {
  EXPECT_EQ(find_program("sh").filename(), "sh");
  EXPECT_TRUE(find_program("no-such-program-anywhere").empty());
}

TEST(ProcessTree, IsNotDisturbedByProcessesThatEndMeanwhile) {
  const std::jthread others([](const std::stop_token& stop) {
    while (!stop.stop_requested()) (void)run_process("/bin/true", {}, std::chrono::seconds(10));
  });
  for (int k = 0; k < 200; ++k) EXPECT_NO_THROW(ProcessTree());
}

TEST(TemporaryFolder, GoesWithAllThatIsInIt) {
  std::filesystem::path path;
  {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder.ok());
    path = folder->path();
    std::ofstream(path / "file") << "x";
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace warplens::base
