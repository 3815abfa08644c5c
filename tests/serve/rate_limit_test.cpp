#include "serve/rate_limit.h"

#include <gtest/gtest.h>

#include <string>

namespace warplens::serve {
namespace {

using namespace std::chrono_literals;

TEST(RateLimit, AdmitsABurstAndThenOnePerPause) {
  RateLimit limit(3, 1000ms);
  const RateLimit::Time start{1h};
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(limit.admit("a", start)) << k;
  EXPECT_FALSE(limit.admit("a", start));
  EXPECT_FALSE(limit.admit("a", start + 999ms));
  EXPECT_TRUE(limit.admit("a", start + 1000ms));
  EXPECT_FALSE(limit.admit("a", start + 1001ms));
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(limit.admit("a", start + 10s)) << "after a rest " << k;
  EXPECT_FALSE(limit.admit("a", start + 10s));
}

TEST(RateLimit, ClientsDoNotCountForEachOther) {
  RateLimit limit(1, 1000ms);
  const RateLimit::Time start{1h};
  for (int k = 0; k < 20'000; ++k) EXPECT_TRUE(limit.admit(std::to_string(k), start + k * 1ms));
  EXPECT_FALSE(limit.admit("19999", start + 20s)) << "it asked a millisecond before, and is not forgotten";
}

}  // namespace
}  // namespace warplens::serve
