#include "launch/schedule/schedule_record.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace warplens::launch {
namespace {

TEST(ScheduleRecord, JoinsTurnsThatGoOnTheSameWay) {
  ScheduleRecord record;
  record.add({.warp = 3});
  record.add({.warp = 3, .turns = 2});
  record.add({.warp = 3, .amount = 0});
  record.add({.warp = 4, .amount = 0});
  record.add({.warp = 4, .amount = 0, .lane = 5});
  ASSERT_EQ(record.runs.size(), 4u);
  EXPECT_EQ(record.runs[0], (ScheduleRun{.warp = 3, .turns = 3}));
  EXPECT_EQ(to_text(record), "operations untimed 3x3 3:0 4:0 4@5:0");
}

TEST(ScheduleRecord, ReadsBackWhatItWrote) {
  base::Random random(1);
  for (int round = 0; round < 200; ++round) {
    ScheduleRecord record;
    record.unit = random.below(2) ? ScheduleRecord::Unit::instructions : ScheduleRecord::Unit::operations;
    record.clocks = static_cast<ScheduleRecord::Clocks>(random.below(3));
    record.complete = random.below(2) != 0;
    for (std::uint32_t n = random.below(20); n > 0; --n) {
      record.runs.push_back({.warp = static_cast<std::uint32_t>(random.next()),
                             .amount = random.below(3) ? random.below(4) : random.next(),
                             .turns = random.below(3) ? 1 : random.next() | 1,
                             .lane = random.below(2) ? ScheduleRun::any_lane : static_cast<std::uint8_t>(random.below(32))});
    }
    const auto read = parse_schedule_record(to_text(record));
    ASSERT_TRUE(read.ok()) << base::describe(read.error());
    EXPECT_EQ(*read, record);
  }
}

TEST(ScheduleRecord, SaysWhichWordIsWrong) {
  const auto error = [](std::string_view text) {
    const auto read = parse_schedule_record(text);
    return read.ok() ? std::string() : base::describe(read.error());
  };
  EXPECT_EQ(error("operations timed"), "");
  EXPECT_EQ(error("  instructions\n untimed cut 1 2 \t3:0x2\n"), "");
  EXPECT_NE(error("").find("begins with"), std::string::npos);
  EXPECT_NE(error("operations").find("second word"), std::string::npos);
  for (const std::string bad :
       {"x", "-1", "4294967296", "1@32", "1@", "1:", "1x0", "1x", "1:2:3", "1x2:3", "1.5", "cut", "1:18446744073709551616"}) {
    EXPECT_NE(error("operations timed 7 " + bad).find("schedule:1:20: error: '" + bad + "' is not WARP"), std::string::npos)
        << bad;
  }
}

TEST(ScheduleRecord, AnyTextIsReadOrRefused) {
  base::Random random(2);
  const std::string_view letters = "operations instructions timed untimed cut 0123456789@:x \n-";
  for (int round = 0; round < 20000; ++round) {
    std::string text = random.below(2) ? "operations timed " : "";
    for (std::uint32_t n = random.below(30); n > 0; --n)
      text += letters[random.below(static_cast<std::uint32_t>(letters.size()))];
    const auto read = parse_schedule_record(text);
    if (!read.ok()) continue;
    EXPECT_EQ(*parse_schedule_record(to_text(*read)), *read);
  }
}

}  // namespace
}  // namespace warplens::launch
