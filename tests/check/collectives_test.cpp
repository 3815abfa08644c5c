#include "simt/check/collectives.h"

#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// Collectives of CUB that are made for other blocks than the launch has, by the names of what was inlined.

namespace warplens::simt {
namespace {

/// The bytes of a string as compilers write them.
std::string bytes_of(const std::string& text) {
  std::string bytes = ".b8 ";
  for (const char c : text) bytes += std::to_string(static_cast<int>(c)) + ",";
  return bytes + "0\n";
}

/// What is told of a kernel with an instruction in `inner`, inlined in `outer`, inlined at line 8.
std::map<SourceLine, std::string> told(const std::string& outer, const std::string& inner, base::Dim3 block) {
  const std::string text = entry_text("",
                                      ".loc 1 8 3\n"
                                      ".loc 2 518 5, function_name $L__info_string0, inlined_at 1 8 3\n"
                                      ".loc 3 124 9, function_name $L__info_string1, inlined_at 2 518 5\n"
                                      "ret;");
  launch::Launch launch =
      launch_of(text + ".file 1 \"k.cu\"\n.file 2 \"a.cuh\"\n.file 3 \"b.cuh\"\n.section .debug_str {\n$L__info_string0:\n" +
                    bytes_of(outer) + "$L__info_string1:\n" + bytes_of(inner) + "}\n",
                1, 32, {});
  launch.block = block;
  return collectives_of_other_blocks(launch, ptx::Listing(*launch.module, launch.entry));
}

// Names as in CCCL 3.0 and, without the namespace of a version, CUB 1.17; they were made by nvcc.
const std::string sum = "_ZN3cub17CUB_300001_SM_75011BlockReduceIiLi256ELNS0_20BlockReduceAlgorithmE2ELi1ELi1EE3SumEi";
const std::string old_sum = "_ZN3cub11BlockReduceIiLi256ELNS_20BlockReduceAlgorithmE2ELi1ELi1ELi750EE3SumEi";
const std::string within = "_ZN3cub17CUB_300001_SM_7506detail25BlockReduceWarpReductionsIiLi64ELi1ELi1EEC1ERNS3_11TempStorageE";

TEST(Collectives, OfAnotherWidthAreTold) {
  for (const std::string& name : {sum, old_sum}) {
    const auto lines = told(name, within, {128, 1, 1});
    ASSERT_EQ(lines.size(), 1u) << name;
    EXPECT_EQ(lines.begin()->first, SourceLine("k.cu", 8));
    EXPECT_EQ(
        lines.begin()->second,
        "cub::BlockReduce is told by its second template argument that blocks are 256 threads wide, but those of this launch "
        "are 128 wide.");
  }
  EXPECT_EQ(told(sum, within, {16, 16, 1}).size(), 1u) << "256 threads, but not in x";
}

TEST(Collectives, OfTheLaunchsWidthAreNot) {
  EXPECT_TRUE(told(sum, within, {256, 1, 1}).empty());
  EXPECT_TRUE(told(sum, within, {256, 2, 1}).empty());
}

TEST(Collectives, OnlyThoseOfWholeBlocksCount) {
  EXPECT_TRUE(told("_Z6helperi", within, {128, 1, 1}).empty()) << "what is inside of CUB is its own";
  EXPECT_TRUE(told("_ZN4mine11BlockReduceIiLi256EE3SumEi", within, {128, 1, 1}).empty());
  EXPECT_TRUE(told("_ZN3cub10WarpReduceIiLi32ELi0EE3SumEi", within, {128, 1, 1}).empty());
  EXPECT_TRUE(told("_ZN3cub14BlockRadixRankILi128ELi4ELb0EE1fEv", within, {64, 1, 1}).empty()) << "4 is not its width";
  EXPECT_TRUE(told("3cub Block", "_ZN3cub5BlockI", {64, 1, 1}).empty());
  EXPECT_TRUE(told("", "", {64, 1, 1}).empty());
}

}  // namespace
}  // namespace warplens::simt
