#include "runtime/copies.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <numeric>

#include "tests/scratch_folder.h"

namespace warplens::runtime {
namespace {

const Call call{"cudaMemcpy", {1}};

struct CopiesTest : ::testing::Test {
  std::filesystem::path path = ScratchFolder().path().string() + "_copies";
  Journal journal{path};
  Findings findings{journal};
  Effect effect;
  Streams streams{{.bytes_per_ms = 1000, .start_ms = 1, .call_ms = 0}, effect};
  Uses uses{streams, findings};
  Errors errors;
  Memory memory{1 << 20};
  Copies copies{memory, streams, uses, errors, findings, effect};
  Allocation* device = memory.allocate(MemoryKind::device, 64, {"cudaMalloc", {9}});
  std::array<unsigned char, 64> host{};
  int calls = 0;

  ~CopiesTest() override { std::filesystem::remove(path); }

  void* at(std::uint64_t offset = 0) const { return reinterpret_cast<void*>(device->address + offset); }
  /// A copy of `bytes` in one row.
  Status copy(void* to, const void* from, std::uint64_t bytes, CopyKind kind, bool waits = true) {
    Call one = call;
    one.frames[0] = static_cast<std::uintptr_t>(++calls);  // each is a place of its own
    return copies.copy({to, bytes, 1}, {const_cast<void*>(from), bytes, 1}, {bytes, 1, 1}, kind, 0, waits, one);
  }
  /// The kinds of the findings so far.
  std::vector<std::string> found() const {
    std::vector<std::string> kinds;
    std::ifstream lines(path);
    for (std::string line; std::getline(lines, line);) kinds.push_back(report::Json::parse(line)["kind"]);
    return kinds;
  }
};

using Kinds = std::vector<std::string>;

TEST_F(CopiesTest, ThereAndBack) {
  std::iota(host.begin(), host.end(), 1);
  std::array<unsigned char, 64> back{};
  EXPECT_EQ(copy(at(), host.data(), 64, CopyKind::host_to_device), Status::success);
  EXPECT_EQ(copy(back.data(), at(), 64, CopyKind::by_pointers), Status::success);
  EXPECT_EQ(back, host);
  EXPECT_EQ(found(), Kinds{});
}

TEST_F(CopiesTest, RowsOfAPitch) {
  std::iota(host.begin(), host.end(), 0);
  // Rows of 3 of the host's 8 by 8 to rows of 3 that are 16 bytes apart, and as many slices of 2 rows.
  EXPECT_EQ(copies.copy({at(), 16, 2}, {host.data() + 9, 8, 4}, {3, 2, 2}, CopyKind::host_to_device, 0, true, call),
            Status::success);
  const auto byte = [&](std::uint64_t offset) { return std::to_integer<int>(device->memory[offset]); };
  EXPECT_EQ(byte(0), 9);
  EXPECT_EQ(byte(2), 11);
  EXPECT_EQ(byte(3), 0xcd) << "between the rows nothing is written";
  EXPECT_EQ(byte(16), 17);
  EXPECT_EQ(byte(32), 41) << "the second slice begins 4 rows later on the host";
  EXPECT_EQ(byte(48 + 2), 51);
  EXPECT_EQ(copies.copy({at(), 2, 2}, {host.data(), 8, 2}, {3, 2, 1}, CopyKind::host_to_device, 0, true, call),
            Status::invalid_pitch);
}

TEST_F(CopiesTest, DirectionsThatContradictThePointers) {
  copies.set({at(), 64, 1}, {0, 1}, {64, 1, 1}, 0, call);
  EXPECT_EQ(copy(host.data(), at(), 4, CopyKind::host_to_device), Status::invalid_value);
  EXPECT_EQ(copy(at(), host.data(), 4, CopyKind::device_to_host), Status::invalid_value);
  EXPECT_EQ(copy(at(), host.data(), 4, CopyKind::device_to_device), Status::invalid_value);
  EXPECT_EQ(copy(at(), host.data(), 4, static_cast<CopyKind>(77)), Status::invalid_copy_direction);
  EXPECT_EQ(found(), (Kinds{"wrong-copy", "wrong-copy", "wrong-copy"}));
}

TEST_F(CopiesTest, BeyondTheAllocation) {
  EXPECT_EQ(copy(at(), host.data(), 65, CopyKind::host_to_device), Status::invalid_value);
  EXPECT_EQ(copy(at(60), host.data(), 5, CopyKind::host_to_device), Status::invalid_value);
  EXPECT_EQ(copy(at(60), host.data(), 4, CopyKind::host_to_device), Status::success);
  EXPECT_EQ(found(), (Kinds{"out-of-bounds", "out-of-bounds"}));
}

TEST_F(CopiesTest, WhatNothingHasWritten) {
  EXPECT_EQ(copy(host.data(), at(), 8, CopyKind::device_to_host), Status::success);
  EXPECT_EQ(copy(at(), host.data(), 8, CopyKind::host_to_device), Status::success);
  EXPECT_EQ(copy(host.data(), at(), 8, CopyKind::device_to_host), Status::success);
  EXPECT_EQ(found(), Kinds{"uninitialised-copy"});
}

TEST_F(CopiesTest, AfterItWasFreed) {
  memory.free(*device, {"cudaFree", {5}});
  EXPECT_EQ(copy(host.data(), at(), 8, CopyKind::device_to_host), Status::invalid_value);
  EXPECT_EQ(found(), Kinds{"use-after-free"});
}

TEST_F(CopiesTest, NullAndNothing) {
  EXPECT_EQ(copy(nullptr, host.data(), 8, CopyKind::host_to_device), Status::invalid_value);
  EXPECT_EQ(copy(nullptr, nullptr, 0, CopyKind::host_to_device), Status::success) << "no bytes";
  EXPECT_EQ(found(), Kinds{});
}

TEST_F(CopiesTest, AsynchronousCopiesOfPageableMemoryWaitAndOfPinnedMemoryDoNot) {
  EXPECT_EQ(copy(at(), host.data(), 8, CopyKind::host_to_device, false), Status::success);
  EXPECT_TRUE(streams.idle(0));
  Allocation* const pinned = memory.allocate(MemoryKind::pinned, 64, {"cudaMallocHost", {3}});
  EXPECT_EQ(copy(at(), reinterpret_cast<void*>(pinned->address), 8, CopyKind::host_to_device, false), Status::success);
  EXPECT_FALSE(streams.idle(0));
}

TEST_F(CopiesTest, SetOfTheHostsMemory) {
  EXPECT_EQ(copies.set({host.data(), 8, 1}, {0, 1}, {8, 1, 1}, 0, call), Status::invalid_value);
  EXPECT_EQ(found(), Kinds{"wrong-copy"});
}

TEST_F(CopiesTest, ASlotBetweenAllocationsIsNoMemory) {
  EXPECT_EQ(copy(reinterpret_cast<void*>(device->address + (std::uint64_t{1} << 37)), host.data(), 4, CopyKind::host_to_device),
            Status::invalid_value);
}

}  // namespace
}  // namespace warplens::runtime
