#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "base/file.h"
#include "base/random.h"
#include "tests/scratch_folder.h"
#include "tests/trace/scripted.h"

namespace warplens::trace {
namespace {

Trace sample() {
  Recorder recorder(Level::full, 1 << 20, {3, 2, 1}, {40, 1, 1}, 4);
  base::Random random(3);
  for (std::uint32_t row = 0; row < 60; ++row) {
    Scripted s{.cycle = row, .warp = random.below(12), .instruction = row % 7, .kind = static_cast<AccessKind>(row % 3)};
    if (s.warp % 2 == 1) s.active = 0xffu;
    s.offsets = affine(row, 4);
    if (row % 4 == 0) s.offsets[1] = 12345;
    s.values = affine(row * 1000, 1);
    s.stored = affine(row * 1000 + 1, 1);
    s.path = {.queued = 1000 * row, .memory = 3, .l1 = 1, .l2 = static_cast<std::uint8_t>(row)};
    record(recorder, s);
    recorder.step(row, s.warp, 9, s.active);
  }
  for (std::uint32_t at = 0; at < 6; ++at) recorder.place(at, at % 2, at, at + 50, at % 4);
  for (std::uint32_t at = 0; at < 10; ++at) recorder.wait(static_cast<WaitReason>(at % wait_reasons), at, 40 - at, 50 + at);
  return recorder.finish(123456789);
}

TEST(TraceFile, WhatWasSavedReadsBackEqual) {
  for (const Trace& trace : {sample(), Trace{}}) {
    const auto path = scratch("equal.trace");
    ASSERT_TRUE(save(trace, path).ok());
    const base::Result<Trace> read = load(path);
    ASSERT_TRUE(read.ok()) << describe(read.error());
    EXPECT_EQ(*read, trace);
  }
}

TEST(TraceFile, KeepsTheTruncation) {
  Recorder recorder(Level::memory, 4200, {1, 1, 1}, {32, 1, 1});
  for (int step = 0; step < 100; ++step) recorder.step(0, 0, 0, 1);
  const Trace trace = recorder.finish(1);
  ASSERT_EQ(trace.truncation, Truncation::budget);
  ASSERT_TRUE(save(trace, scratch("cut.trace")).ok());
  EXPECT_EQ(*load(scratch("cut.trace")), trace);
}

TEST(TraceFile, NamesWhatIsWrong) {
  const auto path = scratch("wrong.trace");
  const auto message_of = [&](const std::string& content) {
    EXPECT_TRUE(base::write_file(path, content).ok());
    const auto read = load(path);
    EXPECT_FALSE(read.ok());
    EXPECT_EQ(read.error().file, path.string());
    return read.error().message;
  };
  EXPECT_NE(message_of("").find("shorter than its header"), std::string::npos);
  EXPECT_NE(message_of(std::string(500, 'x')).find("does not begin"), std::string::npos);
  ASSERT_TRUE(save(sample(), path).ok());
  std::string file = *base::read_text(path);
  file[8] = 99;
  EXPECT_NE(message_of(file).find("version 99"), std::string::npos);
  EXPECT_FALSE(load(scratch("not there")).ok());
  EXPECT_FALSE(load(scratch("wrong.trace").parent_path()).ok());
}

TEST(TraceFile, EveryDamagedByteIsNoticed) {
  const auto path = scratch("damaged.trace");
  ASSERT_TRUE(save(sample(), path).ok());
  const std::vector<std::byte> whole = *base::read_bytes(path);
  base::Random random(11);
  for (int turn = 0; turn < 400; ++turn) {
    std::vector<std::byte> damaged = whole;
    if (turn % 4 == 0) {
      damaged.resize(random.below(static_cast<std::uint32_t>(whole.size())));
    } else {
      damaged[random.below(static_cast<std::uint32_t>(whole.size()))] ^= static_cast<std::byte>(1 + random.below(255));
    }
    ASSERT_TRUE(base::write_file(path, damaged).ok());
    EXPECT_FALSE(load(path).ok()) << "turn " << turn;
  }
}

/// The checksum of the file format: FNV-1a over the 64-bit words after the checksum field.
void sign(std::vector<std::byte>& file) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t at = 24; at < file.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, &file[at], std::min<std::size_t>(8, file.size() - at));
    hash = (hash ^ word) * 0x100000001b3u;
    hash ^= hash >> 32;
  }
  std::memcpy(&file[16], &hash, sizeof hash);
}

/// A forged file with a correct checksum is either rejected or a trace that every reader can iterate over.
TEST(TraceFile, AForgedFileIsRefusedOrHarmless) {
  const auto path = scratch("forged.trace");
  ASSERT_TRUE(save(sample(), path).ok());
  const std::vector<std::byte> whole = *base::read_bytes(path);
  base::Random random(5);
  int accepted = 0, refused = 0;
  for (int turn = 0; turn < 1200; ++turn) {
    std::vector<std::byte> forged = whole;
    for (std::uint32_t change = 0; change <= random.below(3); ++change) {
      const std::size_t at = turn % 2 == 0 ? random.below(120) : random.below(static_cast<std::uint32_t>(whole.size()));
      forged[at] = random.below(3) == 0 ? std::byte{0xff} : static_cast<std::byte>(random.below(256));
    }
    sign(forged);
    ASSERT_TRUE(base::write_file(path, forged).ok());
    const auto read = load(path);
    if (!read) {
      ++refused;
      continue;
    }
    ++accepted;
    std::array<LaneAccess, lanes> unpacked;
    for (std::size_t row = 0; row < read->accesses.size(); ++row)
      for (int lane = 0, count = unpack(*read, row, unpacked); lane < count; ++lane)
        EXPECT_LT(unpacked[static_cast<std::size_t>(lane)].thread, base::count(read->grid) * base::count(read->block));
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace warplens::trace
