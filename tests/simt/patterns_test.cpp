#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "base/random.h"
#include "simt/code/decode/program.h"
#include "simt/code/execute/operation.h"
#include "tests/simt/launcher.h"

// Accesses that share an AccessPattern, those that must not, and loads whose lanes' addresses follow one another or are equal.

namespace warplens::simt {
namespace {

using launch::ElementType;

constexpr std::uint32_t one_warp = 32, in_elements = 256;

/// A kernel whose thread t has the address of element t of `in` in %rd3, t in %r1 and 4 t in %rd2. It leaves its result in %r9.
std::string kernel(const std::string& body) {
  return entry_text(".param .u64 in, .param .u64 out, .param .u32 n",
                    ".reg .pred %p<4>;\n.reg .b32 %r<12>;\n.reg .b64 %rd<12>;\n.shared .align 4 .b8 tile[1024];\n"
                    "ld.param.u64 %rd1, [in];\nld.param.u32 %r2, [n];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
                    "add.s64 %rd3, %rd1, %rd2;\n" +
                        body + "\nld.param.u64 %rd10, [out];\nadd.s64 %rd11, %rd10, %rd2;\nst.global.u32 [%rd11], %r9;\nret;");
}

/// Element k of `in` is 1,000 + k, n is 4; the results of one warp.
std::vector<std::uint32_t> results_of(const std::string& body) {
  std::vector<std::uint32_t> in(in_elements);
  std::iota(in.begin(), in.end(), 1000);
  const auto result =
      run(launch_of(kernel(body), 1, one_warp,
                    {buffer(ElementType::u32, in, "in"), buffer(ElementType::u32, std::vector<std::uint32_t>(one_warp), "out"),
                     scalar(ElementType::u32, 4)}));
  if (!result || result->fault) return {};
  return values_of<std::uint32_t>(result->outputs[1]);
}

template <typename Value>
std::vector<std::uint32_t> each_thread(Value value) {
  std::vector<std::uint32_t> all(one_warp);
  for (std::uint32_t t = 0; t < one_warp; ++t) all[t] = value(t);
  return all;
}

/// Number of AccessPatterns of the loads from memory.
std::size_t patterns_of(const std::string& body) {
  auto module = ptx::parse(kernel(body), "test.ptx");
  const auto program = decode(*module, 0, two_sm_toy());
  std::vector<std::uint32_t> patterns;
  for (const Decoded& each : program->code) {
    if (each.kind == Kind::load) patterns.push_back(each.access);
  }
  std::sort(patterns.begin(), patterns.end());
  return static_cast<std::size_t>(std::unique(patterns.begin(), patterns.end()) - patterns.begin());
}

// Elements t, t + 1, and with a stride that every thread reads from a parameter: t + 4, t + 8.
constexpr const char* moved_by_all =
    "mul.wide.s32 %rd4, %r2, 4;\nld.global.u32 %r3, [%rd3];\nld.global.u32 %r4, [%rd3+4];\nadd.s64 %rd5, %rd3, %rd4;\n"
    "ld.global.u32 %r5, [%rd5];\nadd.s64 %rd5, %rd4, %rd5;\nld.global.u32 %r6, [%rd5];\n"
    "add.u32 %r9, %r3, %r4;\nadd.u32 %r9, %r9, %r5;\nadd.u32 %r9, %r9, %r6;";

TEST(Patterns, AreSharedByAddressesThatDifferByTheSameInEachLane) {
  EXPECT_EQ(patterns_of(moved_by_all), 1u);
  EXPECT_EQ(results_of(moved_by_all), each_thread([](std::uint32_t t) { return 4000 + 4 * t + 1 + 4 + 8; }));
}

TEST(Patterns, AreSharedInSharedMemory) {
  const std::string body =
      "mov.u32 %r3, tile;\nshl.b32 %r4, %r1, 2;\nadd.s32 %r5, %r3, %r4;\nst.shared.u32 [%r5], %r1;\nst.shared.u32 [%r5+128], "
      "%r4;\nbar.sync 0;\nld.shared.u32 %r6, [%r5];\nadd.s32 %r5, %r5, 128;\nld.shared.u32 %r7, [%r5];\nadd.u32 %r9, %r6, %r7;";
  EXPECT_EQ(patterns_of(body), 1u);
  EXPECT_EQ(results_of(body), each_thread([](std::uint32_t t) { return 5 * t; }));
}

TEST(Patterns, DifferWhereLanesMoveApart) {
  const std::string apart =
      "ld.global.u32 %r3, [%rd3];\nadd.s64 %rd3, %rd3, %rd2;\nld.global.u32 %r4, [%rd3];\nadd.u32 %r9, %r3, %r4;";
  EXPECT_EQ(patterns_of(apart), 2u);
  EXPECT_EQ(results_of(apart), each_thread([](std::uint32_t t) { return 2000 + 3 * t; }));
}

TEST(Patterns, DifferWhereOnlySomeLanesMove) {
  const std::string guarded =
      "setp.lt.u32 %p1, %r1, 7;\nld.global.u32 %r3, [%rd3];\n@%p1 add.s64 %rd3, %rd3, 64;\nld.global.u32 %r4, [%rd3];\n"
      "add.u32 %r9, %r3, %r4;";
  EXPECT_EQ(patterns_of(guarded), 2u);
  EXPECT_EQ(results_of(guarded), each_thread([](std::uint32_t t) { return 2000 + 2 * t + (t < 7 ? 16 : 0); }));
}

// %rd4 is written by one instruction, from a constant, but half of the lanes jump over it and read 0.
TEST(Patterns, DifferWhereSomeLanesHaveNotWrittenTheStride) {
  const std::string jumped =
      "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra over;\nmov.u64 %rd4, 256;\nover:\nld.global.u32 %r3, [%rd3];\n"
      "add.s64 %rd5, %rd3, %rd4;\nld.global.u32 %r4, [%rd5];\nadd.u32 %r9, %r3, %r4;";
  EXPECT_EQ(patterns_of(jumped), 2u);
  EXPECT_EQ(results_of(jumped), each_thread([](std::uint32_t t) { return 2000 + 2 * t + (t < 16 ? 0 : 64); }));
}

TEST(Patterns, DifferAfterASaturatedSum) {
  EXPECT_EQ(patterns_of("mov.u32 %r3, tile;\nadd.s32 %r4, %r3, %r1;\nld.shared.u8 %r5, [%r4];\nadd.sat.s32 %r4, %r4, 4;\n"
                        "ld.shared.u8 %r6, [%r4];\nadd.u32 %r9, %r5, %r6;"),
            2u);
}

TEST(Patterns, OfALoopThatTurnsAgain) {
  // Sum of elements t, t + 1, … t + 31, two a round, so that each round has addresses of its own.
  const std::string loop =
      "mov.u32 %r9, 0;\nmov.u32 %r5, 0;\nagain:\nld.global.u32 %r3, [%rd3];\nld.global.u32 %r4, [%rd3+4];\n"
      "add.u32 %r9, %r9, %r3;\nadd.u32 %r9, %r9, %r4;\nadd.s64 %rd3, %rd3, 8;\nadd.u32 %r5, %r5, 2;\n"
      "setp.lt.u32 %p1, %r5, 32;\n@%p1 bra again;";
  EXPECT_EQ(results_of(loop), each_thread([](std::uint32_t t) { return 32 * (1000 + t) + 31 * 32 / 2; }));
}

TEST(Patterns, SharedByAnAccessOutsideOfTheBuffer) {
  const auto result =
      run(launch_of(kernel("ld.global.u32 %r3, [%rd3];\nld.global.u32 %r9, [%rd3+900];"), 1, one_warp,
                    {buffer(ElementType::u32, std::vector<std::uint32_t>(in_elements), "in"),
                     buffer(ElementType::u32, std::vector<std::uint32_t>(one_warp), "out"), scalar(ElementType::u32, 4)}));
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->fault);
  EXPECT_EQ(result->fault->thread.x, 31u);  // 4 · 31 + 900 = 1,024, just after the buffer
}

/// The bits of a register after a load of `type` from `place`.
template <typename S>
std::uint64_t extended(const std::byte* place, int register_bytes) {
  S value;
  std::memcpy(&value, place, sizeof value);
  const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  return register_bytes == 8 ? bits : bits & 0xffffffffu;
}

template <typename S>
void expect_loads(ptx::Type type) {
  base::Random random(5);
  std::vector<std::byte> memory(1024);
  for (std::byte& each : memory) each = static_cast<std::byte>(random.below(256));
  for (const int register_bytes : {4, 8}) {
    if (sizeof(S) == 8 && register_bytes == 4) continue;
    const LoadLanes load = executor().select_load(type, register_bytes);
    for (std::uint32_t repeats = 0; repeats < 16;
         ++repeats) {  // bit q: lanes 8q to 8q + 7 have one address, else consecutive ones
      LaneLayout layout;
      layout.repeats = static_cast<std::uint8_t>(repeats);
      layout.runs = static_cast<std::uint8_t>(repeats ^ 0xf);
      LaneOffsets offsets;
      for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
        const std::uint32_t q = lane / 8;
        offsets[lane] = (3 - q) * 200 + (repeats >> q & 1 ? 0 : lane % 8 * sizeof(S));
      }
      alignas(128) std::array<std::byte, 256> row{};
      load(memory.data(), offsets, row.data(), all_lanes, layout);
      for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, row.data() + lane * static_cast<std::uint32_t>(register_bytes),
                    static_cast<std::size_t>(register_bytes));
        ASSERT_EQ(bits, extended<S>(memory.data() + offsets[lane], register_bytes)) << "lane " << lane << ", repeats " << repeats;
      }
    }
  }
}

TEST(Loads, OfRunsAndRepeatsExtendEveryType) {
  expect_loads<std::uint8_t>(ptx::Type::u8);
  expect_loads<std::int8_t>(ptx::Type::s8);
  expect_loads<std::uint16_t>(ptx::Type::u16);
  expect_loads<std::int16_t>(ptx::Type::s16);
  expect_loads<std::uint32_t>(ptx::Type::u32);
  expect_loads<std::int32_t>(ptx::Type::s32);
  expect_loads<std::uint64_t>(ptx::Type::u64);
}

}  // namespace
}  // namespace warplens::simt
