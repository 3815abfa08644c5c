#include "runtime/errors.h"

#include <gtest/gtest.h>

namespace warplens::runtime {
namespace {

const Call copy{"cudaMemcpy", {1}}, launch{"cudaLaunchKernel", {2}}, synchronize{"cudaDeviceSynchronize", {3}};

TEST(Errors, TheLastErrorIsTakenOnce) {
  Errors errors;
  EXPECT_EQ(errors.report(copy, Status::invalid_value, false, ""), Status::invalid_value);
  EXPECT_EQ(errors.report(copy, Status::success, false, ""), Status::success) << "the next call succeeds";
  EXPECT_EQ(errors.peek(), Status::invalid_value);
  EXPECT_EQ(errors.peek(), Status::invalid_value);
  EXPECT_EQ(errors.take_last(), Status::invalid_value);
  EXPECT_EQ(errors.take_last(), Status::success);
}

TEST(Errors, AKernelsFailureStays) {
  Errors errors;
  errors.fail(launch, Status::illegal_address, "");
  EXPECT_EQ(errors.failed(), Status::illegal_address);
  EXPECT_EQ(errors.report(copy, Status::success, false, ""), Status::illegal_address);
  EXPECT_EQ(errors.take_last(), Status::illegal_address);
  EXPECT_EQ(errors.take_last(), Status::illegal_address);
  errors.reset();
  EXPECT_EQ(errors.take_last(), Status::success);
  EXPECT_EQ(errors.report(copy, Status::success, false, ""), Status::success);
}

TEST(Errors, OfTheDriversCallsAreKeptFromTheRuntimes) {
  Errors errors;
  const Call of_driver{"cuMemFree", {4}};
  auto before = errors.before_driver();
  errors.report(of_driver, Status::invalid_value, false, "");
  errors.after_driver(before);
  EXPECT_EQ(errors.peek(), Status::success);
  EXPECT_FALSE(errors.unnoticed());
  errors.report(copy, Status::invalid_symbol, false, "");
  before = errors.before_driver();
  errors.report(of_driver, Status::invalid_value, false, "");
  errors.after_driver(before);
  ASSERT_TRUE(errors.unnoticed()) << "of the runtime's call";
  EXPECT_EQ(errors.unnoticed()->call.function, "cudaMemcpy");
  EXPECT_EQ(errors.take_last(), Status::invalid_symbol);
  before = errors.before_driver();
  errors.fail(launch, Status::illegal_address, "");
  errors.after_driver(before);
  EXPECT_EQ(errors.peek(), Status::illegal_address) << "a kernel's failure is everybody's";
}

TEST(Errors, NotReadyIsNoError) {
  Errors errors;
  EXPECT_EQ(errors.report(copy, Status::not_ready, false, ""), Status::not_ready);
  EXPECT_EQ(errors.take_last(), Status::success);
  EXPECT_FALSE(errors.unnoticed());
}

TEST(Errors, WhatNobodyNoticedIsTheFirstError) {
  Errors errors;
  errors.report(launch, Status::invalid_configuration, true, "a reason");
  errors.report(copy, Status::invalid_value, false, "");
  ASSERT_TRUE(errors.unnoticed());
  EXPECT_EQ(errors.unnoticed()->call.function, "cudaLaunchKernel");
  EXPECT_EQ(errors.unnoticed()->status, Status::invalid_configuration);
  EXPECT_EQ(errors.unnoticed()->reason, "a reason");
  EXPECT_TRUE(errors.unnoticed()->launch);
  EXPECT_FALSE(errors.unnoticed()->went_on);
  errors.go_on();
  EXPECT_TRUE(errors.unnoticed()->went_on);
}

TEST(Errors, AProgramThatAsksHasNoticed) {
  for (const bool peeks : {false, true}) {
    Errors errors;
    errors.report(copy, Status::invalid_value, false, "");
    if (peeks)
      errors.notice();
    else
      errors.take_last();
    EXPECT_FALSE(errors.unnoticed());
    errors.report(synchronize, Status::invalid_value, false, "");
    EXPECT_TRUE(errors.unnoticed()) << "the next error counts anew";
  }
}

TEST(Status, NamesAndTextsAreThoseOfCuda) {
  EXPECT_STREQ(name(0), "cudaSuccess");
  EXPECT_STREQ(name(700), "cudaErrorIllegalAddress");
  EXPECT_STREQ(text(9), "invalid configuration argument");
  EXPECT_STREQ(text(2), "out of memory");
  EXPECT_STREQ(name(-5), "unrecognized error code");
}

}  // namespace
}  // namespace warplens::runtime
