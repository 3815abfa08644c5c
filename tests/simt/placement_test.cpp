#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <span>

#include "launch/address_space.h"
#include "launch/placement.h"
#include "tests/simt/launcher.h"

// Launches of a program: memory that outlives them, at addresses that the program may store anywhere.

namespace warplens::simt {
namespace {

using launch::ElementType;
using launch::Placement;

using launch::slot_base;

constexpr std::uint64_t address_of(std::uint64_t k) { return slot_base(launch::first_placed_global + k); }

/// A launch whose memory is `contents`, one block each, in place.
template <std::size_t n>
launch::Launch placed(const std::string& text, std::uint32_t threads, std::array<std::vector<std::uint64_t>, n>& contents,
                      const std::vector<std::uint64_t>& parameters) {
  launch::Launch launch = launch_of(text, 1, threads, {});
  auto placement = std::make_shared<Placement>();
  for (std::size_t k = 0; k < n; ++k) {
    launch.arguments.emplace_back(launch::Buffer{"block " + std::to_string(k), ElementType::u64, contents[k].size(), nullptr});
    placement->blocks.push_back({.address = address_of(k), .memory = reinterpret_cast<std::byte*>(contents[k].data())});
  }
  const auto bytes = std::as_bytes(std::span(parameters));
  placement->parameters.assign(bytes.begin(), bytes.end());
  launch.placement = std::move(placement);
  return launch;
}

/// The kernel walks a list of (next, value) to its end and stores the sum of the values.
const std::string sum_of_list = entry_text(".param .u64 first, .param .u64 sum", R"(
  .reg .u64 %node, %total, %value, %sum; .reg .pred %p;
  ld.param.u64 %node, [first]; ld.param.u64 %sum, [sum]; mov.u64 %total, 0;
NEXT:
  ld.global.u64 %value, [%node+8]; add.u64 %total, %total, %value;
  ld.global.u64 %node, [%node]; setp.ne.u64 %p, %node, 0;
  @%p bra NEXT;
  st.global.u64 [%sum], %total; ret;)");

TEST(Placement, PointersInMemoryAreFollowed) {
  std::array<std::vector<std::uint64_t>, 3> contents{{{address_of(1), 10}, {0, 32}, {7}}};
  const auto result = run(placed(sum_of_list, 1, contents, {address_of(0), address_of(2)}));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  EXPECT_EQ(result->outcome, launch::Outcome::finished);
  EXPECT_EQ(contents[2][0], 42u) << "10 + 32, in place";
  EXPECT_TRUE(result->outputs.empty());
}

TEST(Placement, APointerIntoTheMiddleOfABlock) {
  std::array<std::vector<std::uint64_t>, 2> contents{{{1, 2, 0, 5}, {0, 9}}};
  const auto result = run(placed(sum_of_list, 1, contents, {address_of(0) + 16, address_of(1) + 8}));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(contents[1][1], 5u);
}

TEST(Placement, BothParametersMayPointToTheSameBlock) {
  const std::string text = entry_text(".param .u64 from, .param .u64 to", R"(
    .reg .u64 %f, %t, %v; .reg .u32 %i; .reg .u64 %d;
    ld.param.u64 %f, [from]; ld.param.u64 %t, [to]; mov.u32 %i, %tid.x; mul.wide.u32 %d, %i, 8;
    add.u64 %f, %f, %d; add.u64 %t, %t, %d; ld.global.u64 %v, [%f]; add.u64 %v, %v, 1; st.global.u64 [%t], %v; ret;)");
  std::array<std::vector<std::uint64_t>, 1> contents{{std::vector<std::uint64_t>(100)}};
  std::iota(contents[0].begin(), contents[0].end(), 0);
  const auto result = run(placed(text, 100, contents, {address_of(0), address_of(0)}));
  ASSERT_TRUE(result.ok());
  for (std::uint64_t k = 0; k < 100; ++k) EXPECT_EQ(contents[0][k], k + 1);
}

TEST(Placement, FaultsNameTheBlockOrSayThatThereIsNone) {
  std::array<std::vector<std::uint64_t>, 2> contents{{{0, 1}, {0}}};
  auto result = run(placed(sum_of_list, 1, contents, {address_of(0), address_of(1) + 8}));
  ASSERT_TRUE(result.ok() && result->fault);
  EXPECT_EQ(result->fault->buffer, "block 1");
  EXPECT_EQ(result->fault->element, 1);
  result = run(placed(sum_of_list, 1, contents, {address_of(5), address_of(1)}));
  ASSERT_TRUE(result.ok() && result->fault);
  EXPECT_NE(result->fault->message.find("in no buffer"), std::string::npos) << result->fault->message;

  launch::Launch launch = placed(sum_of_list, 1, contents, {address_of(0), address_of(1)});
  auto freed = *launch.placement;
  freed.blocks[0].freed = true;
  launch.placement = std::make_shared<const Placement>(freed);
  result = run(launch);
  ASSERT_TRUE(result.ok() && result->fault);
  EXPECT_NE(result->fault->message.find("block 0 after it was freed"), std::string::npos) << result->fault->message;
}

TEST(Placement, VariablesKeepTheirContentFromLaunchToLaunch) {
  std::array<std::vector<std::uint64_t>, 0> contents;
  launch::Launch launch = placed(R"(.version 7.0
.target sm_75
.address_size 64
.global .u64 counter;
.entry kernel() { .reg .u64 %v; atom.global.add.u64 %v, [counter], 1; ret; })",
                                 10, contents, {});
  std::uint64_t counter = 5;
  auto placement = std::make_shared<Placement>();
  placement->variables.push_back({0, address_of(0), reinterpret_cast<std::byte*>(&counter)});
  launch.placement = placement;
  const auto device = make_device();
  launch::Progress progress;
  for (int k = 0; k < 2; ++k) {
    const auto result = device->run(launch, progress);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
  }
  EXPECT_EQ(counter, 25u) << "5 + 2 × 10";
  launch.placement = std::make_shared<Placement>();
  EXPECT_FALSE(device->run(launch, progress).ok()) << "no place for the variable";
}

/// As an object with virtual functions: one kernel stores the address of a table, the other calls through it.
TEST(Placement, ATableThatOnlyAnotherKernelNamesIsReached) {
  const std::string text = R"(.version 7.0
.target sm_75
.address_size 64
.visible .func (.param .b32 r) seventy { st.param.b32 [r], 70; ret; }
.global .align 8 .u64 table[2] = {0, seventy};
.entry call(.param .u64 object) {
  .reg .u64 %o, %t, %f; .reg .u32 %x;
  ld.param.u64 %o, [object]; ld.global.u64 %t, [%o]; ld.u64 %f, [%t+8];
  { .param .b32 r; P: .callprototype (.param .b32 _) _ (); call (r), %f, (), P; ld.param.b32 %x, [r]; }
  st.global.u32 [%o+8], %x; ret; }
.entry make(.param .u64 object) {
  .reg .u64 %o, %t; ld.param.u64 %o, [object]; mov.u64 %t, table; st.global.u64 [%o], %t; ret; })";
  std::array<std::vector<std::uint64_t>, 1> contents{{{0, 0}}};
  std::array<std::uint64_t, 2> table{0, launch::function_address(0)};
  for (const std::uint32_t entry : {2u, 1u}) {
    launch::Launch launch = placed(text, 1, contents, {address_of(0)});
    auto placement = std::make_shared<Placement>(*launch.placement);
    placement->variables.push_back({0, address_of(7), reinterpret_cast<std::byte*>(table.data())});
    launch.placement = placement;
    launch.entry = entry;
    const auto result = run(launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    EXPECT_FALSE(result->fault) << result->fault->message;
  }
  EXPECT_EQ(contents[0][0], address_of(7));
  EXPECT_EQ(contents[0][1], 70u);
}

TEST(Placement, WhatMallocAllocatesIsReturnedAndMayBeFreedLater) {
  const std::string head = ".version 7.0\n.target sm_75\n.address_size 64\n";
  const std::string allocate = head + R"(.extern .func (.param .b64 r) malloc(.param .b64 n);
.entry kernel(.param .u64 to) { .reg .u64 %p, %t; .param .b64 n; .param .b64 r; st.param.b64 [n], 16;
  call.uni (r), malloc, (n); ld.param.b64 %p, [r]; ld.param.u64 %t, [to]; st.global.u64 [%t], %p; st.global.u64 [%p+8], 77; ret; })";
  std::array<std::vector<std::uint64_t>, 1> contents{{{0}}};
  const auto first = run(placed(allocate, 1, contents, {address_of(0)}));
  ASSERT_TRUE(first.ok() && !first->fault);
  ASSERT_EQ(first->heap.size(), 1u);
  EXPECT_EQ(first->heap[0].address, contents[0][0]);
  std::uint64_t word = 0;
  std::memcpy(&word, first->heap[0].content.data() + 8, sizeof word);
  EXPECT_EQ(word, 77u);

  const std::string release = head + R"(.extern .func free(.param .b64 p);
.entry kernel(.param .u64 p) { .reg .u64 %p; .param .b64 q; ld.param.u64 %p, [p]; st.param.b64 [q], %p;
  call.uni free, (q); ret; })";
  launch::Launch second = placed(release, 1, contents, {first->heap[0].address});
  auto placement = *second.placement;
  launch::Bytes content = first->heap[0].content;
  second.arguments.emplace_back(launch::Buffer{"memory from malloc", ElementType::u64, 2, nullptr});
  placement.blocks.push_back({.address = first->heap[0].address, .memory = content.data(), .from_malloc = true});
  second.placement = std::make_shared<const Placement>(placement);
  const auto freed = run(second);
  ASSERT_TRUE(freed.ok() && !freed->fault) << (freed.ok() ? freed->fault->message : base::describe(freed.error()));
  EXPECT_TRUE(freed->heap.empty());
  EXPECT_EQ(freed->heap_freed, std::vector<std::uint64_t>{first->heap[0].address});
}

TEST(Placement, WithoutMemoryOfItsOwnTheContentIsCopied) {
  std::array<std::vector<std::uint64_t>, 3> contents{{{address_of(1), 10}, {0, 32}, {7}}};
  launch::Launch launch = placed(sum_of_list, 1, contents, {address_of(0), address_of(2)});
  auto placement = *launch.placement;
  for (std::size_t k = 0; k < contents.size(); ++k) {
    launch.arguments[k] = buffer(ElementType::u64, contents[k]);
    placement.blocks[k].memory = nullptr;
  }
  launch.placement = std::make_shared<const Placement>(placement);
  const auto result = run(launch);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(values_of<std::uint64_t>(result->outputs.at(2)), std::vector<std::uint64_t>{42});
  EXPECT_EQ(contents[2][0], 7u);
}

/// A `__constant__` variable of another module of the program, to which a kernel may have a pointer.
TEST(Placement, ABlockAmongTheConstantsIsReadAndNeverWritten) {
  std::array<std::vector<std::uint64_t>, 2> contents{{{0, 5}, {0, 6}}};
  const std::uint64_t constant = slot_base(launch::first_placed_constant);
  const auto run_with = [&](std::uint64_t first, std::uint64_t sum) {
    launch::Launch launch = placed(sum_of_list, 1, contents, {first, sum});
    auto placement = *launch.placement;
    placement.blocks[0].address = constant;
    launch.placement = std::make_shared<const Placement>(placement);
    return run(launch);
  };
  const auto read = run_with(constant, address_of(1));
  ASSERT_TRUE(read.ok() && !read->fault) << (read.ok() ? read->fault->message : base::describe(read.error()));
  EXPECT_EQ(contents[1][0], 5u);
  contents[1][0] = 0;
  const auto written = run_with(address_of(1), constant);
  ASSERT_TRUE(written.ok());
  EXPECT_TRUE(written->fault);
  EXPECT_EQ(contents[0][0], 0u) << "what was there";
}

TEST(Placement, HostileAddressesAreRefused) {
  std::array<std::vector<std::uint64_t>, 2> contents{{{0, 1}, {0}}};
  for (const std::uint64_t address : {std::uint64_t{0}, address_of(0), address_of(1) + 8, slot_base(launch::first_global_slot),
                                      slot_base(launch::end_of_placed), ~std::uint64_t{0}}) {
    launch::Launch launch = placed(sum_of_list, 1, contents, {address_of(0), address_of(1)});
    auto placement = *launch.placement;
    placement.blocks[1].address = address;
    launch.placement = std::make_shared<const Placement>(placement);
    EXPECT_FALSE(run(launch).ok()) << address;
  }
  launch::Launch launch = placed(sum_of_list, 1, contents, {address_of(0)});
  EXPECT_FALSE(run(launch).ok()) << "a parameter is missing";
}

}  // namespace
}  // namespace warplens::simt
