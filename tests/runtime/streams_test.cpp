#include "runtime/streams.h"

#include <gtest/gtest.h>

// Which operations are ordered, by the rules of the CUDA C++ Programming Guide, and the times of the model.

namespace warplens::runtime {
namespace {

constexpr launch::CopyCosts costs{.bytes_per_ms = 1000, .start_ms = 1, .call_ms = 0};

struct StreamsTest : ::testing::Test {
  Effect effect;
  Streams streams{costs, effect};
  Streams::Issued kernel(std::uint32_t stream, double ms = 1) { return streams.issue(stream, Unit::kernels, ms); }
};

TEST_F(StreamsTest, OneStreamIsInOrder) {
  const auto first = kernel(0), second = kernel(0);
  EXPECT_TRUE(second.before.has(first.operation));
  EXPECT_FALSE(first.before.has(second.operation));
  EXPECT_FALSE(first.before.has(first.operation)) << "nothing comes before itself";
}

TEST_F(StreamsTest, TwoStreamsAreNot) {
  const auto a = streams.create(false), b = streams.create(false);
  const auto first = kernel(a), second = kernel(b);
  EXPECT_FALSE(second.before.has(first.operation));
  EXPECT_FALSE(streams.host().has(first.operation)) << "a launch does not wait";
}

/// "Implicit Synchronization": the legacy default stream waits for all blocking streams, and they for it.
TEST_F(StreamsTest, TheDefaultStreamIsOrderedWithBlockingStreams) {
  const auto blocking = streams.create(false), free = streams.create(true);
  const auto of_blocking = kernel(blocking), of_free = kernel(free);
  const auto of_default = kernel(0);
  EXPECT_TRUE(of_default.before.has(of_blocking.operation));
  EXPECT_FALSE(of_default.before.has(of_free.operation)) << "cudaStreamNonBlocking";
  EXPECT_TRUE(kernel(blocking).before.has(of_default.operation));
  EXPECT_FALSE(kernel(free).before.has(of_default.operation));
}

TEST_F(StreamsTest, BlockingStreamsAreOrderedByTheDefaultStreamBetweenThem) {
  const auto a = streams.create(false), b = streams.create(false);
  const auto before = kernel(a);
  kernel(0);
  EXPECT_TRUE(kernel(b).before.has(before.operation));
}

TEST_F(StreamsTest, AnEventOrdersWhatCameBeforeItOnly) {
  const auto a = streams.create(true), b = streams.create(true);
  const auto event = streams.create_event(false);
  const auto earlier = kernel(a);
  streams.record(event, a);
  const auto later = kernel(a);
  streams.make_wait(b, event);
  const auto waiting = kernel(b);
  EXPECT_TRUE(waiting.before.has(earlier.operation));
  EXPECT_FALSE(waiting.before.has(later.operation));
}

TEST_F(StreamsTest, EventsOrderThroughAThirdStream) {
  const auto a = streams.create(true), b = streams.create(true), c = streams.create(true);
  const auto of_a = streams.create_event(false), of_b = streams.create_event(false);
  const auto first = kernel(a);
  streams.record(of_a, a);
  streams.make_wait(b, of_a);
  streams.record(of_b, b);
  streams.make_wait(c, of_b);
  EXPECT_TRUE(kernel(c).before.has(first.operation));
}

/// cudaStreamWaitEvent takes the most recent record at the time of the call.
TEST_F(StreamsTest, AnEventRecordedAgainDoesNotMoveThoseThatWait) {
  const auto a = streams.create(true), b = streams.create(true);
  const auto event = streams.create_event(false);
  streams.record(event, a);
  streams.make_wait(b, event);
  const auto later = kernel(a);
  streams.record(event, a);
  EXPECT_FALSE(kernel(b).before.has(later.operation));
}

TEST_F(StreamsTest, AnEventThatWasNeverRecordedIsDoneAndOrdersNothing) {
  const auto a = streams.create(true), b = streams.create(true);
  const auto event = streams.create_event(false);
  const auto work = kernel(a);
  EXPECT_TRUE(streams.is_done(event));
  EXPECT_FALSE(streams.is_recorded(event));
  streams.make_wait(b, event);
  EXPECT_FALSE(kernel(b).before.has(work.operation));
}

TEST_F(StreamsTest, TheHostKnowsWhatItWaitedFor) {
  const auto a = streams.create(true), b = streams.create(true);
  const auto of_a = kernel(a), of_b = kernel(b);
  streams.wait(a);
  EXPECT_TRUE(streams.host().has(of_a.operation));
  EXPECT_TRUE(streams.idle(a));
  EXPECT_FALSE(streams.host().has(of_b.operation));
  EXPECT_FALSE(streams.idle(b));
  EXPECT_TRUE(kernel(b).before.has(of_a.operation)) << "what is issued after the wait comes after it";
  streams.wait_for_all();
  EXPECT_TRUE(streams.host().has(of_b.operation));
}

TEST_F(StreamsTest, WaitingForAnEventLeavesLaterWork) {
  const auto event = streams.create_event(true);
  const auto earlier = kernel(0);
  streams.record(event, 0);
  const auto later = kernel(0);
  streams.wait_for_event(event);
  EXPECT_TRUE(streams.is_done(event));
  EXPECT_TRUE(streams.host().has(earlier.operation));
  EXPECT_FALSE(streams.host().has(later.operation));
}

TEST_F(StreamsTest, HandlesLiveUntilTheyAreDestroyed) {
  EXPECT_TRUE(streams.exists(0));
  EXPECT_FALSE(streams.several());
  EXPECT_FALSE(streams.exists(1));
  const auto stream = streams.create(false);
  EXPECT_TRUE(streams.exists(stream) && streams.several());
  streams.destroy(stream);
  EXPECT_FALSE(streams.exists(stream));
  const auto event = streams.create_event(false);
  EXPECT_TRUE(streams.event_exists(event));
  EXPECT_FALSE(streams.is_timed(event));
  streams.destroy_event(event);
  EXPECT_FALSE(streams.event_exists(event));
  EXPECT_FALSE(streams.event_exists(1000));
}

// --- the model's times ---

TEST_F(StreamsTest, ACopyTakesItsStartAndItsBytes) { EXPECT_DOUBLE_EQ(streams.copy_ms(500), 1.5); }

TEST_F(StreamsTest, AStreamsWorkFollowsInTime) {
  const auto first = kernel(0, 2), second = kernel(0, 3);
  EXPECT_DOUBLE_EQ(first.begin_ms, 0);
  EXPECT_DOUBLE_EQ(first.end_ms, 2);
  EXPECT_DOUBLE_EQ(second.begin_ms, 2);
  EXPECT_DOUBLE_EQ(second.end_ms, 5);
  EXPECT_DOUBLE_EQ(streams.now_ms(), 0) << "the host has not waited";
  streams.wait(0);
  EXPECT_DOUBLE_EQ(streams.now_ms(), 5);
}

TEST_F(StreamsTest, CopiesAndKernelsOfTwoStreamsOverlap) {
  const auto a = streams.create(false), b = streams.create(false);
  streams.issue(a, Unit::copy_in, 4);
  const auto of_a = kernel(a, 4), copy_of_b = streams.issue(b, Unit::copy_in, 4), of_b = kernel(b, 4);
  EXPECT_DOUBLE_EQ(of_a.begin_ms, 4);
  EXPECT_DOUBLE_EQ(copy_of_b.begin_ms, 4) << "one copy at a time in a direction";
  EXPECT_DOUBLE_EQ(of_b.begin_ms, 8);
}

TEST_F(StreamsTest, TimeBetweenEvents) {
  const auto start = streams.create_event(true), stop = streams.create_event(true);
  kernel(0, 10);
  streams.record(start, 0);
  kernel(0, 2.5);
  streams.record(stop, 0);
  EXPECT_DOUBLE_EQ(streams.elapsed_ms(start, stop), 2.5);
  EXPECT_FALSE(streams.is_done(stop));
}

TEST_F(StreamsTest, EveryCallCostsTheHostTime) {
  Streams slow({.bytes_per_ms = 1000, .start_ms = 1, .call_ms = 0.5}, effect);
  slow.issue(0, Unit::kernels, 0.1);
  slow.issue(0, Unit::kernels, 0.1);
  EXPECT_DOUBLE_EQ(slow.now_ms(), 1);
  EXPECT_DOUBLE_EQ(slow.issue(0, Unit::kernels, 1).begin_ms, 1) << "not before the host asks for it";
}

}  // namespace
}  // namespace warplens::runtime
