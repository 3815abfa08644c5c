#include "base/threads.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <fstream>
#include <thread>

#include "tests/scratch_folder.h"

namespace warplens::base {
namespace {

TEST(Processors, OneForAThreadThatIsConfinedToOne) {
  std::thread([] {
    cpu_set_t before, one;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    for (int k = 0; k < CPU_SETSIZE; ++k) {
      if (!CPU_ISSET(k, &before)) continue;
      CPU_SET(k, &one);
      break;
    }
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(processors(), 1u);
  }).join();
}

struct Quota {
  const char* text;
  unsigned processors;
};

TEST(Processors, QuotaIsRoundedUpToWholeProcessors) {
  constexpr Quota quotas[] = {{"max 100000\n", 0},   {"100000 100000\n", 1}, {"150000 100000\n", 2},
                              {"50000 100000\n", 1}, {"400000 100000\n", 4}, {"", 0},
                              {"-1 100000\n", 0},    {"100000 0\n", 0},      {"\xff\n", 0}};
  for (const Quota& quota : quotas) {
    const auto file = scratch("cpu.max");
    std::ofstream(file) << quota.text;
    EXPECT_EQ(processor_quota(file), quota.processors) << quota.text;
  }
  EXPECT_EQ(processor_quota(scratch("is not there")), 0u);
}

}  // namespace
}  // namespace warplens::base
