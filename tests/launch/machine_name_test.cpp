#include "launch/machine_name.h"

#include <gtest/gtest.h>

namespace warplens::launch {
namespace {

TEST(MachineName, SaysAnotherNumberOfMultiprocessors) {
  EXPECT_EQ(machine_name("2-SM toy", 2, 0), "2-SM toy");
  EXPECT_EQ(machine_name("2-SM toy", 2, 2), "2-SM toy");
  EXPECT_EQ(machine_name("2-SM toy", 2, 4), "2-SM toy with 4 multiprocessors");
  EXPECT_EQ(machine_name("2-SM toy", 2, 1), "2-SM toy with 1 multiprocessor");
}

}  // namespace
}  // namespace warplens::launch
