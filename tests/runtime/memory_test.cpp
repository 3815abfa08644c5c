#include "runtime/memory.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warplens::runtime {
namespace {

const Call here{"cudaMalloc", {1}}, there{"cudaFree", {2}};

TEST(Memory, AllocationsAreFoundByAddressAndByAddressesBeyondThem) {
  Memory memory(1 << 20);
  Allocation* const first = memory.allocate(MemoryKind::device, 100, here);
  Allocation* const second = memory.allocate(MemoryKind::device, 200, here);
  ASSERT_TRUE(first != nullptr && second != nullptr);
  EXPECT_EQ(memory.find(first->address), first);
  EXPECT_EQ(memory.find(first->address + 5000), first) << "far out of bounds it is still the one that was meant";
  EXPECT_EQ(memory.find(second->address + 199), second);
  EXPECT_EQ(memory.find(0), nullptr);
  EXPECT_EQ(memory.find(~std::uint64_t{0}), nullptr);
  EXPECT_EQ(second->number, 2u);
}

TEST(Memory, DeviceMemoryHoldsAByteThatTellsItIsUnwritten) {
  Memory memory(1 << 20);
  Allocation* const allocation = memory.allocate(MemoryKind::device, 64, here);
  ASSERT_NE(allocation, nullptr);
  EXPECT_EQ(allocation->memory[0], std::byte{0xcd});
  using Ranges = launch::RangesOfBytes;
  EXPECT_EQ(Memory::unwritten_bytes(*allocation), (Ranges{{0, 64}}));
  allocation->unsure = true;
  allocation->memory[10] = std::byte{1};  // as a kernel does
  EXPECT_EQ(Memory::unwritten_bytes(*allocation), Ranges{});
  EXPECT_EQ(Memory::unwritten_bytes(*allocation, 11, 64), (Ranges{{11, 64}}));
  allocation->written.add(20, 30);  // as a copy of that very byte does
  EXPECT_EQ(Memory::unwritten_bytes(*allocation, 16, 40), Ranges{});
  EXPECT_EQ(Memory::unwritten_bytes(*allocation, 40, 40), Ranges{}) << "no bytes";
}

TEST(Memory, WhatCopiesHaveLeftOutIsKnownToTheByte) {
  Memory memory(1 << 20);
  Allocation* const allocation = memory.allocate(MemoryKind::device, 64, here);
  ASSERT_NE(allocation, nullptr);
  allocation->written.add(10, 20);
  allocation->written.add(30, 64);
  using Ranges = launch::RangesOfBytes;
  EXPECT_EQ(Memory::unwritten_bytes(*allocation), (Ranges{{0, 10}, {20, 30}}));
  EXPECT_EQ(Memory::unwritten_bytes(*allocation, 5, 25), (Ranges{{5, 10}, {20, 25}}));
  EXPECT_EQ(Memory::unwritten_bytes(*allocation, 12, 20), Ranges{});
  EXPECT_EQ(Memory::unwritten_bytes(*allocation, 40, 64), Ranges{});
}

TEST(Memory, NoMoreThanThereIs) {
  Memory memory(1000);
  EXPECT_EQ(memory.allocate(MemoryKind::device, 1001, here), nullptr);
  EXPECT_EQ(memory.allocate(MemoryKind::device, ~std::uint64_t{0}, here), nullptr);
  Allocation* const most = memory.allocate(MemoryKind::device, 1000, here);
  ASSERT_NE(most, nullptr);
  EXPECT_EQ(memory.allocate(MemoryKind::managed, 1, here), nullptr);
  EXPECT_NE(memory.allocate(MemoryKind::pinned, 5000, here), nullptr) << "the host's memory is not the device's";
  memory.free(*most, there);
  EXPECT_EQ(memory.used(), 0u);
  EXPECT_NE(memory.allocate(MemoryKind::device, 1000, here), nullptr);
}

TEST(Memory, FreedMemoryKeepsItsAddress) {
  Memory memory(1 << 20);
  Allocation* const allocation = memory.allocate(MemoryKind::device, 100, here);
  const std::uint64_t address = allocation->address;
  memory.free(*allocation, there);
  EXPECT_TRUE(allocation->freed);
  EXPECT_EQ(allocation->freed_by.function, "cudaFree");
  EXPECT_EQ(memory.find(address), allocation);
  EXPECT_NE(memory.allocate(MemoryKind::device, 100, here)->address, address);
}

TEST(Memory, PinnedAndManagedMemoryIsTheHostsAtTheSameAddress) {
  Memory memory(1 << 20);
  for (const MemoryKind kind : {MemoryKind::pinned, MemoryKind::managed}) {
    Allocation* const allocation = memory.allocate(kind, 16, here);
    ASSERT_NE(allocation, nullptr);
    auto* const host = reinterpret_cast<char*>(allocation->address);
    std::strcpy(host, "from the host");
    EXPECT_STREQ(reinterpret_cast<const char*>(allocation->memory), "from the host");
    EXPECT_TRUE(allocation->on_host());
  }
}

TEST(Memory, RegisteredMemoryIsFoundByTheHostsAddress) {
  Memory memory(1 << 20);
  std::array<std::byte, 100> own{};
  Allocation* const allocation = memory.add_registered(own.data(), own.size(), here);
  ASSERT_NE(allocation, nullptr);
  EXPECT_EQ(memory.find_registered(own.data() + 99), allocation);
  EXPECT_EQ(memory.find_registered(own.data() + 100), nullptr);
  EXPECT_EQ(allocation->memory, own.data());
  memory.free(*allocation, there);
  EXPECT_EQ(memory.find_registered(own.data()), nullptr);
}

TEST(Memory, ConstantVariablesLieBelowTheOthers) {
  Memory memory(1 << 20);
  const std::vector<std::byte> content{std::byte{7}};
  const Allocation* const constant = memory.add_variable("table", 4, true, false, content);
  const Allocation* const global = memory.add_variable("counter", 4, false, false, {});
  ASSERT_TRUE(constant != nullptr && global != nullptr);
  EXPECT_LT(constant->address, launch::slot_base(launch::first_placed_global));
  EXPECT_GE(global->address, launch::slot_base(launch::first_placed_global));
  EXPECT_EQ(constant->memory[0], std::byte{7});
  EXPECT_EQ(constant->memory[3], std::byte{0}) << "the rest is zero";
  EXPECT_EQ(constant->number, 0u) << "no allocation of the program's";
  EXPECT_EQ(Memory::unwritten_bytes(*global), launch::RangesOfBytes{}) << "a variable has its initial value";
}

TEST(Memory, AddressesOfDeviceMemoryAreNoneOfTheHosts) {
  Memory memory(1 << 20);
  const int own = 0;
  EXPECT_FALSE(Memory::is_ours(reinterpret_cast<std::uint64_t>(&own)));
  EXPECT_TRUE(Memory::is_ours(memory.allocate(MemoryKind::device, 4, here)->address));
  EXPECT_FALSE(Memory::is_ours(0));
}

}  // namespace
}  // namespace warplens::runtime
