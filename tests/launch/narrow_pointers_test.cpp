#include "launch/narrow_pointers.h"

#include <gtest/gtest.h>

#include "launch/address_space.h"

namespace warplens::launch {
namespace {

constexpr std::uint64_t first = slot_base(300), second = slot_base(301), managed = slot_base(302);

/// Two allocations of the device and one that the host has as well.
NarrowPointers three() {
  return NarrowPointers({{0x8000'0000, first, 1000}, {0x8002'0000, second, 0x2'0000}, {0x0500'0000, managed, 4096}});
}

TEST(NarrowPointers, StandForAddressesBothWays) {
  const NarrowPointers pointers = three();
  EXPECT_EQ(pointers.widened(0x8000'0000), first);
  EXPECT_EQ(pointers.widened(0x8002'0004), second + 4);
  EXPECT_EQ(pointers.widened(0x0500'0fff), managed + 0xfff);
  EXPECT_EQ(pointers.narrowed(second + 0x1'0000), 0x8003'0000u);
  EXPECT_EQ(pointers.narrowed(managed), 0x0500'0000u);
  EXPECT_EQ(pointers.widened(0), 0u);
  EXPECT_EQ(pointers.narrowed(0), 0u);
}

TEST(NarrowPointers, StayNextToTheirMemory) {
  const NarrowPointers pointers = three();
  EXPECT_EQ(pointers.widened(0x8000'0000 + 1000), first + 1000);  // one behind the end
  EXPECT_EQ(pointers.widened(0x8001'fffc), second - 4);           // nearer to the second
  EXPECT_EQ(pointers.narrowed(second - 4), 0x8001'fffcu);
  EXPECT_EQ(pointers.widened(0x7fff'ffff), function_window + 0x07ff'ffff);
}

TEST(NarrowPointers, OfTheHostAreTheirOwnAddresses) {
  const NarrowPointers pointers = three();
  EXPECT_EQ(pointers.widened(0x0012'3456), 0x0012'3456u);
  EXPECT_EQ(pointers.widened(0x0500'1001), 0x0500'1001u);  // behind managed memory is other memory of the host
}

TEST(NarrowPointers, HaveWindowsForWhatIsNoAllocation) {
  const NarrowPointers pointers = three();
  for (const std::uint64_t address : {shared_window + 48, local_window + 12, parameter_window + 8, function_address(3)})
    EXPECT_EQ(pointers.widened(pointers.narrowed(address)), address);
}

TEST(NarrowPointers, CountMemoryFromTheKernelsMalloc) {
  const NarrowPointers pointers = three();
  const std::uint64_t address = slot_base(310) + 24;
  EXPECT_EQ(pointers.narrowed(address), *NarrowPointers::heap_pointer(slot_base(310)) + 24);
  EXPECT_EQ(pointers.widened(pointers.narrowed(address)), address);
  EXPECT_FALSE(NarrowPointers::heap_pointer(slot_base(0x4000)));  // beyond the end of 32 bits
}

TEST(NarrowPointers, GiveRoomWithAGapBehind) {
  NarrowPointers pointers;
  EXPECT_EQ(pointers.room(100), NarrowPointers::first_device);
  pointers.add({NarrowPointers::first_device, first, 100});
  EXPECT_EQ(pointers.room(0x1'0001), NarrowPointers::first_device + 0x2'0000);
  pointers.add({NarrowPointers::first_device + 0x2'0000, second, 0x1'0001});
  pointers.remove(NarrowPointers::first_device);
  EXPECT_EQ(pointers.room(0x1'0000), NarrowPointers::first_device);
  EXPECT_EQ(pointers.room(0x1'0001), NarrowPointers::first_device + 0x5'0000);
  EXPECT_FALSE(pointers.room(0x4000'0000));
}

}  // namespace
}  // namespace warplens::launch
