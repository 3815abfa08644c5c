#include "runtime/interruptible_launch.h"

#include <gtest/gtest.h>

#include <csignal>

namespace warplens::runtime {
namespace {

volatile std::sig_atomic_t handled = 0;
void handle(int) { handled = handled + 1; }

struct InterruptibleLaunchTest : ::testing::Test {
  ~InterruptibleLaunchTest() override { std::signal(SIGINT, SIG_DFL); }
  launch::Progress progress;
};

TEST_F(InterruptibleLaunchTest, IsCancelledAndTheProgramsHandlerRuns) {
  handled = 0;
  std::signal(SIGINT, handle);
  {
    const InterruptibleLaunch interruptible(progress);
    EXPECT_FALSE(progress.cancel);
    std::raise(SIGINT);
    EXPECT_TRUE(progress.cancel);
    EXPECT_EQ(handled, 1);
  }
  launch::Progress next;
  std::raise(SIGINT);
  EXPECT_EQ(handled, 2) << "the program has its handler back";
  EXPECT_FALSE(next.cancel);
}

TEST_F(InterruptibleLaunchTest, LeavesAloneAProgramThatIgnoresTheSignalOrEndsByIt) {
  std::signal(SIGINT, SIG_IGN);
  {
    const InterruptibleLaunch interruptible(progress);
    std::raise(SIGINT);
    EXPECT_FALSE(progress.cancel);
  }
  EXPECT_EQ(std::signal(SIGINT, SIG_DFL), SIG_IGN);
  const InterruptibleLaunch interruptible(progress);
  EXPECT_EQ(std::signal(SIGINT, SIG_DFL), SIG_DFL);
}

}  // namespace
}  // namespace warplens::runtime
