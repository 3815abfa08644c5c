#include "runtime/uses.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/scratch_folder.h"

namespace warplens::runtime {
namespace {

struct UsesTest : ::testing::Test {
  std::filesystem::path path = ScratchFolder().path().string() + "_uses";
  Journal journal{path};
  Findings findings{journal};
  Effect effect;
  Streams streams{{}, effect};
  Uses uses{streams, findings};
  Memory memory{1 << 20};
  Allocation& data = *memory.allocate(MemoryKind::device, 64, {"cudaMalloc", {9}});
  std::uint32_t a = streams.create(true), b = streams.create(true);
  std::uintptr_t calls = 0;

  ~UsesTest() override { std::filesystem::remove(path); }

  Streams::Issued kernel(std::uint32_t stream) { return streams.issue(stream, Unit::kernels, 1); }
  void use(const Streams::Issued& issued, bool writes, std::uint64_t begin, std::uint64_t end,
           Strength strength = Strength::plain) {
    ByteRanges bytes;
    bytes.add(begin, end);
    uses.add(data, issued, writes, bytes, {"kernel", {++calls}}, strength);
  }
  int found() const {
    std::ifstream lines(path);
    int count = 0;
    for (std::string line; std::getline(lines, line);) ++count;
    return count;
  }
};

TEST_F(UsesTest, AWriteAndAReadInTwoStreams) {
  use(kernel(a), true, 0, 8);
  use(kernel(b), false, 4, 12);
  EXPECT_EQ(found(), 1);
}

TEST_F(UsesTest, ReadsAreNoConflictNorAreOtherBytes) {
  use(kernel(a), false, 0, 8);
  use(kernel(b), false, 0, 8);
  use(kernel(b), true, 8, 16);
  EXPECT_EQ(found(), 0);
}

TEST_F(UsesTest, AtomicsOfTwoKernelsNeedNoOrder) {
  use(kernel(a), true, 0, 4, Strength::device);
  use(kernel(b), true, 0, 4, Strength::system);
  use(kernel(b), false, 0, 4, Strength::device);
  EXPECT_EQ(found(), 0);
  use(kernel(b), false, 0, 4);
  EXPECT_EQ(found(), 1) << "a plain read while the first kernel may add";
}

TEST_F(UsesTest, AnOperationThatReadsAndWritesIsOrderedWithItself) {
  const auto both = kernel(a);
  use(both, false, 0, 8);
  use(both, true, 0, 8);
  EXPECT_EQ(found(), 0);
}

TEST_F(UsesTest, AnEventOrWaitingOrdersThem) {
  const auto event = streams.create_event(false);
  use(kernel(a), true, 0, 8);
  streams.record(event, a);
  streams.make_wait(b, event);
  use(kernel(b), true, 0, 8);
  streams.wait(b);
  use(kernel(a), false, 0, 8);
  EXPECT_EQ(found(), 0);
}

}  // namespace
}  // namespace warplens::runtime
