#include "ptx/flow/address_origin.h"

#include <gtest/gtest.h>

#include "ptx/flow/value_flow.h"
#include "ptx_text.h"

namespace warplens::ptx {
namespace {

using Indices = std::vector<std::uint32_t>;

AddressOrigin origin_of(const std::string& body, std::uint32_t instruction) {
  return address_origin(parsed_entry(entry_text(body)), instruction);
}

TEST(AddressOrigin, IsAVariableOfAnyDistance) {
  const std::string array = "mov.u32 %r1, tile; mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 2; add.u32 %r4, %r1, %r3; ";
  const AddressOrigin origin = origin_of(array + "ld.shared.u32 %r5, [%r4+8];", 4);
  EXPECT_EQ(origin.variables.size(), 1u);
  EXPECT_TRUE(origin.parameters.empty());
  EXPECT_EQ(origin_of("st.shared.u32 [tile+4], 1;", 0).variables.size(), 1u);
}

TEST(AddressOrigin, IsAPointerButNotTheIndexThatWasLoaded) {
  const std::string index = "ld.param.u64 %d1, [pointer]; ld.param.u32 %r1, [n]; ld.shared.u32 %r2, [tile]; ";
  const std::string address = "mul.wide.u32 %d2, %r2, 4; add.u64 %d3, %d1, %d2; ";
  const AddressOrigin origin = origin_of(index + address + "st.global.u32 [%d3], %r1;", 5);
  EXPECT_EQ(origin.parameters, Indices{0});
  EXPECT_TRUE(origin.variables.empty());
}

TEST(AddressOrigin, IsNotFollowedThroughRegistersThatAreWrittenTwice) {
  const AddressOrigin origin = origin_of("mov.u32 %r1, tile; add.u32 %r1, %r1, 4; ld.shared.u32 %r2, [%r1];", 2);
  EXPECT_TRUE(origin.variables.empty());
  EXPECT_TRUE(origin_of("mov.u32 %r1, 1;", 0).variables.empty());
}

bool flows(const std::string& body, std::uint32_t from, std::uint32_t to) {
  return flows_into_store(parsed_entry(entry_text(body)), from, to);
}

TEST(ValueFlow, GoesThroughRegistersIntoTheStoredValue) {
  EXPECT_TRUE(flows("ld.shared.u32 %r1, [tile]; add.u32 %r2, %r1, 1; st.shared.u32 [tile], %r2;", 0, 2));
  EXPECT_FALSE(flows("ld.shared.u32 %r1, [tile]; mov.u32 %r2, 1; st.shared.u32 [tile], %r2;", 0, 2));
  EXPECT_TRUE(flows("A: st.shared.u32 [tile], %r2; ld.shared.u32 %r1, [tile]; mov.u32 %r2, %r1; bra A;", 1, 0)) << "round a loop";
}

TEST(ValueFlow, FollowsTheWaysOnWhichARegisterKeepsItsValue) {
  const std::string two_ways = "@%p1 bra B; ld.shared.u32 %r1, [tile]; bra C; B: mov.u32 %r1, 7; st.shared.u32 [tile], %r1; C: ";
  EXPECT_FALSE(flows(two_ways + "add.u32 %r2, %r1, 1;", 1, 4)) << "the other way leads to the store";
  EXPECT_TRUE(flows(two_ways + "st.shared.u32 [tile], %r1;", 1, 5));
  EXPECT_FALSE(flows("ld.shared.u32 %r1, [tile]; mov.u32 %r1, 7; st.shared.u32 [tile], %r1;", 0, 2));
  EXPECT_TRUE(flows("ld.shared.u32 %r1, [tile]; @%p1 mov.u32 %r1, 7; st.shared.u32 [tile], %r1;", 0, 2)) << "not for all threads";
}

TEST(ValueFlow, IsNotIntoTheAddress) {
  EXPECT_FALSE(flows("ld.shared.u32 %r1, [tile]; st.shared.u32 [%r1], 1;", 0, 1));
  EXPECT_FALSE(flows("ld.shared.u32 %r1, [tile]; setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [tile], 1;", 0, 2));
}

TEST(ValueFlow, MayGoThroughLocalMemory) {
  EXPECT_TRUE(
      flows("ld.shared.u32 %r1, [tile]; st.local.u32 [%r3], %r1; ld.local.u32 %r2, [%r3]; st.shared.u32 [tile], %r2;", 0, 3));
}

}  // namespace
}  // namespace warplens::ptx
