#include <gtest/gtest.h>

#include "launch/findings/finding_sentence.h"

// What a sentence on a race says would order the accesses: it depends on what the two threads share.

namespace warplens::launch {
namespace {

Finding race_between(const Witness& first, const Witness& second, const char* space) {
  Finding finding;
  finding.kind = FindingKind::data_race;
  finding.space = space;
  finding.buffer = "tile";
  finding.element = 3;
  finding.first = first;
  finding.second = second;
  finding.first.access = trace::AccessKind::write;
  finding.second->access = trace::AccessKind::read;
  return finding;
}

Witness at(std::uint32_t block, std::uint32_t thread, std::uint32_t line) {
  Witness witness;
  witness.block = {block, 0, 0};
  witness.thread = {thread, 0, 0};
  witness.file = "k.cu";
  witness.line = line;
  return witness;
}

TEST(FindingSentence, OfThreadsOfOneWarpSpeaksOfNoOtherWarp) {
  const std::string text = sentence(race_between(at(0, 3, 4), at(0, 4, 5), "shared"), true);
  EXPECT_NE(text.find("__syncwarp"), std::string::npos) << text;
  EXPECT_EQ(text.find("another warp"), std::string::npos) << text;
  EXPECT_NE(text.find("Thread 3 of block 0"), std::string::npos) << text;
}

TEST(FindingSentence, OfThreadsOfTwoBlocksOffersNoBarrier) {
  const std::string text = sentence(race_between(at(0, 3, 4), at(1, 3, 5), "global"), true);
  EXPECT_NE(text.find("blocks run in any order"), std::string::npos) << text;
  EXPECT_EQ(text.find("no barrier"), std::string::npos) << text;
}

}  // namespace
}  // namespace warplens::launch
