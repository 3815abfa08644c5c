#include "base/spawn.h"

#include <gtest/gtest.h>

#include <csignal>

namespace warplens::base {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

TEST(FedProcess, GetsWhatItIsFed) {
  auto cat = FedProcess::start("/bin/sh", {"-c", "cat; echo err >&2; exit 3"});
  ASSERT_TRUE(cat.ok());
  EXPECT_TRUE(cat->write(bytes_of("one ")));
  EXPECT_TRUE(cat->write(bytes_of("two\n")));
  const auto end = cat->finish();
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->exit_status, 3);
  EXPECT_EQ(end->output, "one two\nerr\n");
}

TEST(FedProcess, TakesMoreThanAPipeHolds) {
  auto count = FedProcess::start("/bin/sh", {"-c", "wc -c"});
  ASSERT_TRUE(count.ok());
  const std::string large(3'000'000, 'x');
  EXPECT_TRUE(count->write(bytes_of(large)));
  const auto end = count->finish();
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(std::stoull(end->output), 3'000'000u);
}

TEST(FedProcess, ThatEndsEarlyIsAnErrorAndNoSignal) {
  std::signal(SIGPIPE, SIG_DFL);
  auto quitter = FedProcess::start("/bin/sh", {"-c", "echo enough; exit 7"});
  ASSERT_TRUE(quitter.ok());
  const std::string large(3'000'000, 'x');
  const Status written = quitter->write(bytes_of(large));
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().message, "ended before its input did");
  const auto end = quitter->finish();
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->exit_status, 7);
  EXPECT_EQ(end->output, "enough\n");
}

TEST(FedProcess, IsEndedWhenItIsGivenUp) {
  // Returns only if the program, which would sleep for an hour, and its child are killed.
  const auto sleeper = FedProcess::start("/bin/sh", {"-c", "sleep 3600 & sleep 3600"});
  EXPECT_TRUE(sleeper.ok());
}

TEST(FedProcess, ThatIsNotThereIsAnError) { EXPECT_FALSE(FedProcess::start("/nowhere/program", {}).ok()); }

}  // namespace
}  // namespace warplens::base
