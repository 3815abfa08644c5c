#include <gtest/gtest.h>

#include <chrono>

#include "ptx/module_bytes.h"
#include "ptx/parse/demangle.h"
#include "ptx_text.h"

// Texts that are small and would take long, or much memory.

namespace warplens::ptx {
namespace {

const std::string prologue = ".version 8.0\n.target sm_75\n.address_size 64\n";

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int k = 0; k < times; ++k) all += text;
  return all;
}

/// What `text` gives for each of the numbers from 0 on.
template <typename Text>
std::string each(int count, Text text) {
  std::string all;
  for (int k = 0; k < count; ++k) all += text(std::to_string(k), std::to_string(k - 1));
  return all;
}

TEST(Hostile, OneTableOfManyBranches) {
  // 600 × 600 targets from 10 kB, and 50,000 × 60,000 from 2.4 MB, which took 12 GB.
  const std::string text = prologue + ".visible .entry k(){\n.reg .b32 %r;\nL:\nT: .branchtargets L" + repeated(",L", 599) +
                           ";\n" + repeated("brx.idx %r,T;\n", 600) + "ret;}\n";
  const base::Error error = error_of(text);
  EXPECT_EQ(error.file, "test.ptx");
  EXPECT_EQ(error.line, 8 + 262'144 / 600);
  EXPECT_EQ(error.message, "the module's branches by tables have more than 262144 targets together");
}

TEST(Hostile, AChainOfAliasesIsFollowedOnce) {
  // Took 36 seconds.
  constexpr int count = 25'000;
  const std::string text =
      prologue + ".func a0(){ret;}\n" + each(count - 1, [](const auto& k, const auto&) { return ".func b" + k + "();\n"; }) +
      ".alias b0,a0;" +
      each(count - 1, [](const auto& k, const auto& before) { return k == "0" ? "" : ".alias b" + k + ",b" + before + ";"; }) +
      ".visible .entry k(){" + repeated("call b" + std::to_string(count - 2) + ";", 30'000) + "ret;}\n";
  const auto began = std::chrono::steady_clock::now();
  const auto module = parse(text, "test.ptx");
  ASSERT_TRUE(module.ok()) << describe(module.error());
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
  const Instruction& call = module->functions.back().instructions.front();
  EXPECT_EQ(call.operands.at(0).index, 0u) << "a0";
}

TEST(Hostile, AliasesInACircleEnd) {
  const auto module =
      parse(prologue + ".func a();.func b();.alias a,b;.alias b,a;.visible .entry k(){call a;call b;ret;}\n", "test.ptx");
  EXPECT_TRUE(module.ok()) << describe(module.error());
}

TEST(Hostile, ManyEntriesWithLongCalls) {
  // Each entry calls by an address, and so may reach a function that cannot run: took 48 seconds.
  const std::string text = prologue +
                           ".func bad(){wgmma.fence.sync.aligned;}\n.func g(){ret;}\n.visible .entry z(){.reg .b64 %f;" +
                           repeated("mov.b64 %f,g;", 60'000) + "ret;}\n" + each(5'000, [](const auto& k, const auto&) {
                             return ".visible .entry k" + k + "(){.reg .b64 %f;mov.b64 %f,g;call %f,P;ret;}\n";
                           });
  const base::Error error = error_of(text);
  EXPECT_EQ(error.file, "test.ptx");
  EXPECT_EQ(error.message, "the calls of its kernels take too long to follow");
}

TEST(Hostile, ParametersAreNotComparedWithEachOther) {
  // Arrays without elements are no bytes of the limit on parameters. Took 9 and 5 seconds.
  constexpr int count = 80'000;
  const auto began = std::chrono::steady_clock::now();
  const auto module =
      parse(prologue + ".func f(.param .b8 p" + each(count, [](const auto& k, const auto&) { return k + "[0],.param .b8 p"; }) +
                "[0]){ret;}\n.func g(" +
                each(8'000, [](const auto& k, const auto&) { return (k == "0" ? ".reg .b32 q" : ",.reg .b32 q") + k; }) +
                "){ret;}\n.visible .entry k(){" + repeated("call g,(1" + repeated(",1", 7'999) + ");", 180) + "ret;}\n",
            "test.ptx");
  ASSERT_TRUE(module.ok()) << describe(module.error());
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
  EXPECT_EQ(module->functions.at(0).parameters.size(), std::size_t{count} + 1);
  EXPECT_EQ(error_of(prologue + ".func f(.param .b8 a,.param .b8 a){ret;}").message, "'a' is declared twice");
}

TEST(Hostile, ANameThatWouldBecomeLongStaysMangled) {
  // A class, and eight times the pointer to a member of the type before, in itself: 3,000 such names took 1.3 GB.
  std::string name = "_Z1kI880" + std::string(880, 'a');
  for (const std::string type : {"S0_", "S1_", "S2_", "S3_", "S4_", "S5_", "S6_", "S7_"}) name += "M" + type + type;
  EXPECT_EQ(demangled_name(name + "Evv"), name + "Evv");
  EXPECT_EQ(demangled_name("_Z1kI1aMS0_S0_Evv"), "k<a, a a::*>");
}

TEST(Hostile, AModulesBytesAreThoseOfAllThatWasParsed) {
  const auto small = parse(prologue + ".visible .entry k(){ret;}\n", "test.ptx");
  const auto large = parse(prologue + ".visible .entry k(){" + repeated("ret;", 1'000) + "}\n", "test.ptx");
  ASSERT_TRUE(small.ok() && large.ok());
  EXPECT_LT(bytes_of(*small), 4'000u);
  EXPECT_GE(bytes_of(*large) - bytes_of(*small), 999 * (4 + sizeof(Instruction)));
  EXPECT_LE(bytes_of(*large), 3'000 * (4 + sizeof(Instruction)));
}

}  // namespace
}  // namespace warplens::ptx
