#include <gtest/gtest.h>

#include <algorithm>

#include "tests/trace/scripted.h"
#include "tests/view/layout.h"
#include "view/memory/memory_layout.h"
#include "view/memory/memory_picture.h"

namespace warplens::view {
namespace {

trace::Scripted shared(const trace::Lanes& offsets, std::uint32_t warp = 0) {
  return {.warp = warp, .offsets = offsets, .buffer = trace::no_buffer, .space = trace::MemorySpace::shared};
}

/// A run of four warps in two blocks with given accesses; buffer 0 is `in`, buffer 1 is `out`, which is shown.
class Asked {
 public:
  explicit Asked(const std::vector<trace::Scripted>& script) {
    result_.trace = trace::recorded(script, {2, 1, 1}, {64, 1, 1});
    traffic_ = analysis::memory_traffic(result_.trace);
    input_.subject.result = &result_;
    input_.subject.grid = {2, 1, 1};
    input_.subject.block = {64, 1, 1};
    input_.subject.buffers = {{"in", launch::ElementType::f32, 4096, 0}, {"out", launch::ElementType::f32, 4096, 0}};
    input_.subject.buffer = 1;
    input_.subject.type = launch::ElementType::f32;
    input_.subject.elements = 4096;
    input_.traffic = traffic_;
  }
  Asked(const Asked&) = delete;
  MemoryInput& input() { return input_; }
  launch::LaunchResult& result() { return result_; }

 private:
  launch::LaunchResult result_;
  std::vector<analysis::MemoryTraffic> traffic_;
  MemoryInput input_;
};

/// Each of four warps reads `in` with a stride of 8 elements and writes `out` contiguously.
std::vector<trace::Scripted> strided_copy() {
  std::vector<trace::Scripted> script;
  for (std::uint32_t warp = 0; warp < 4; ++warp) {
    script.push_back({.cycle = 2 * warp, .warp = warp, .offsets = trace::affine(1024 * warp, 32), .buffer = 0});
    script.push_back({.cycle = 2 * warp + 1,
                      .warp = warp,
                      .kind = trace::AccessKind::write,
                      .offsets = trace::affine(128 * warp, 4),
                      .buffer = 1});
  }
  return script;
}

TEST(ChosenMemory, IsTheOneThatWastesMost) {
  Asked asked(strided_copy());
  const auto& input = asked.input();
  EXPECT_EQ(chosen_memory(input.subject, input.traffic, ""), 0u);
  EXPECT_EQ(chosen_memory(input.subject, input.traffic, "out"), 1u);
  EXPECT_EQ(chosen_memory(input.subject, input.traffic, "no such"), 0u);
  EXPECT_EQ(memory_name(input.subject, input.traffic[0]), "in");
}

TEST(ChosenMemory, IsTheShownBufferOrTheBanksWhereNothingIsWasted) {
  Asked neighbours({{.offsets = trace::affine(0, 4), .buffer = 0}, {.offsets = trace::affine(0, 4), .buffer = 1}});
  EXPECT_EQ(chosen_memory(neighbours.input().subject, neighbours.input().traffic, ""), 1u);
  Asked banks({{.offsets = trace::affine(0, 4), .buffer = 1}, shared(trace::affine(0, 4))});
  EXPECT_EQ(chosen_memory(banks.input().subject, banks.input().traffic, ""), 1u);
  EXPECT_EQ(memory_name(banks.input().subject, banks.input().traffic[1]), "shared memory");
}

/// Two runs next to each other begin at the same request: the most expensive one of either.
TEST(MemoryStart, IsTheSameRequestInBothRuns) {
  std::vector<trace::Scripted> kept, shown;
  for (std::uint32_t warp = 0; warp < 4; ++warp)
    for (const std::uint64_t time : {0, 1}) {
      const std::uint64_t cycle = 10 * time + warp;
      kept.push_back({.cycle = cycle, .warp = warp, .offsets = trace::affine(128 * warp, 4), .buffer = 0});
      shown.insert(shown.begin(), {.cycle = 20 - cycle, .warp = 3 - warp, .offsets = trace::affine(0, 4), .buffer = 0});
      if (3 - warp == 2 && time == 0) shown.front().offsets = trace::affine(0, 32);  // the second of warp 2
    }
  Asked left(kept), right(shown);
  const auto& one = left.input();
  const auto& other = right.input();
  const auto start = common_start({one.subject, one.traffic}, {other.subject, other.traffic}, "");
  ASSERT_TRUE(start);
  EXPECT_EQ(*start, (MemoryStart{"in", 2, 1}));
  EXPECT_EQ(common_start({other.subject, other.traffic}, {one.subject, one.traffic}, ""), start);
  for (Asked* asked : {&left, &right}) {
    MemoryInput& input = asked->input();
    input.start = start;
    const MemoryLayout layout = memory_layout(input, 700, 600);
    ASSERT_TRUE(layout.current);
    EXPECT_EQ(request_words(input, *layout.current, "in"), "block 1, warp 0 reads in");
    std::size_t before = 0;
    for (std::size_t k = 0; k < *layout.current; ++k)
      before += request_words(input, k, "in") == "block 1, warp 0 reads in" ? 1 : 0;
    EXPECT_EQ(before, 1u);
  }
  EXPECT_FALSE(common_start({one.subject, one.traffic}, {other.subject, {}}, "")) << "no memory that both have";
  EXPECT_FALSE(request_of({"in", 9, 0}, one.subject, one.traffic[0])) << "a warp that is not there";
}

TEST(MemoryHeadline, SaysBytesMovedAgainstBytesUsed) {
  Asked asked(strided_copy());
  // 4 warps × 32 sectors × 32 bytes; each lane uses 4 of the 32 bytes.
  EXPECT_EQ(plain(memory_headline(asked.input(), dark()).title), "4,096 bytes of in moved; 12.5 % of them were used.");
  EXPECT_EQ(plain(memory_headline(asked.input(), dark()).detail), "4 requests, 32 sectors of 32 bytes each on average.");
  asked.input().steps = 3;  // two of the four reads
  EXPECT_EQ(plain(memory_headline(asked.input(), dark()).title), "2,048 bytes of in moved; 12.5 % of them were used.");
  asked.input().steps = 0;
  EXPECT_EQ(plain(memory_headline(asked.input(), dark()).title), "No request to the buffer in yet.");
  asked.input().steps = 8;
  asked.input().chosen = 1;
  EXPECT_EQ(plain(memory_headline(asked.input(), dark()).title), "512 bytes of out moved; all were asked for.");
  EXPECT_EQ(memory_headline(asked.input(), dark()).origin, launch::Origin::counted);
}

TEST(MemoryHeadline, SaysPassesOverTheBanks) {
  Asked column({shared(trace::affine(0, 128)), shared(trace::affine(0, 4))});
  EXPECT_EQ(plain(memory_headline(column.input(), dark()).title), "A request to shared memory took 16.5 passes on average.")
      << "32 and 1";
  Asked row({shared(trace::affine(0, 4))});
  EXPECT_EQ(plain(memory_headline(row.input(), dark()).title), "No two lanes met in a bank: 1 pass a request.");
}

/// One request of a warp to shared memory, `bytes` a lane, lanes `apart` bytes.
std::string passes_title(std::uint8_t bytes, std::uint64_t apart, bool& alarm) {
  trace::Scripted request = shared(trace::affine(0, apart));
  request.bytes = bytes;
  Asked asked({request});
  const Headline headline = memory_headline(asked.input(), dark());
  alarm = std::ranges::any_of(headline.title, [](const Span& span) { return span.colour == dark().wrong; });
  return plain(headline.title);
}

TEST(MemoryHeadline, PassesThatTheWidthNeedsAreNoConflicts) {
  bool alarm = false;
  EXPECT_EQ(passes_title(4, 4, alarm), "No two lanes met in a bank: 1 pass a request.");
  EXPECT_FALSE(alarm);
  EXPECT_EQ(passes_title(8, 8, alarm), "No two lanes met in a bank: 2 passes a request, as its width needs.");
  EXPECT_FALSE(alarm);
  EXPECT_EQ(passes_title(16, 16, alarm), "No two lanes met in a bank: 4 passes a request, as its width needs.");
  EXPECT_FALSE(alarm);
}

TEST(MemoryHeadline, PassesBeyondTheWidthAreConflicts) {
  bool alarm = false;
  EXPECT_EQ(passes_title(4, 8, alarm), "A request to shared memory took 2 passes on average.");
  EXPECT_TRUE(alarm);
  // 16 lanes a part, 16 bytes apart: banks 0, 4 … 28 have two lanes each, so each of the two parts takes 2 passes.
  EXPECT_EQ(passes_title(8, 16, alarm), "A request to shared memory took 4 passes on average, 2 at best.");
  EXPECT_TRUE(alarm);
  // 8 lanes a part, 32 bytes apart: banks 0, 8, 16, 24 have two lanes each, so each of the four parts takes 2 passes.
  EXPECT_EQ(passes_title(16, 32, alarm), "A request to shared memory took 8 passes on average, 4 at best.");
  EXPECT_TRUE(alarm);
}

TEST(MemoryHeadline, AnAverageThatRoundsToOneIsNotOne) {
  std::vector<trace::Scripted> script(1000, shared(trace::affine(0, 4)));
  script.push_back(shared(trace::affine(0, 8)));  // 2 passes: 1,002 for 1,001 requests
  for (std::size_t k = 0; k < script.size(); ++k) script[k].cycle = k;
  Asked asked(script);
  EXPECT_EQ(plain(memory_headline(asked.input(), dark()).title), "A request to shared memory took just over 1 pass on average.");
}

TEST(MemoryHeadline, OfAFullRecordingSpeaksOfWhatWasRecorded) {
  Asked asked(strided_copy());
  asked.result().trace.truncation = trace::Truncation::budget;
  EXPECT_EQ(plain(memory_headline(asked.input(), dark()).title),
            "As far as recorded, 4,096 bytes of in moved; 12.5 % of them were used.");
  EXPECT_TRUE(plain(memory_headline(asked.input(), dark()).detail).ends_with("The recording was full before the end."));
}

TEST(MemoryColours, GoodIsBestForBanksAsForSectors) {
  EXPECT_EQ(quality_colour(dark(), 1), dark().good);
  EXPECT_EQ(quality_colour(dark(), 0), dark().wrong);
  EXPECT_EQ(bank_share(1), 1);  // as a sector of which all bytes are used
  for (const std::uint32_t words : {2u, 4u, 8u, 16u, 32u}) {
    EXPECT_LT(bank_share(words), bank_share(words / 2));
    EXPECT_GE(bank_share(words), 0);
  }
}

TEST(MemoryPicture, ShowsTheArithmeticOfTheRequestUnderThePointer) {
  Asked asked(strided_copy());
  asked.input().hover.step = 4;  // the read of warp 2
  const Drawing drawing = memory_picture(asked.input(), dark(), 1054, 790).drawing;
  EXPECT_TRUE(says(drawing, "BLOCK 1, WARP 0 READS in"));
  EXPECT_TRUE(says(drawing, "32 lanes × 4 bytes = 128 asked for  ·  32 sectors × 32 bytes = 1,024 moved"));
}

TEST(MemoryPicture, SaysWhereTheSectorsOfTheRequestCameFrom) {
  std::vector<trace::Scripted> script = strided_copy();
  script[0].path = {.queued = 40, .memory = 31, .l1 = 1};  // scripted values arrive after 100 cycles
  Asked asked(script);
  asked.input().hover.step = 0;
  EXPECT_TRUE(says(memory_picture(asked.input(), dark(), 1054, 790).drawing,
                   "1 sector from L1, 31 from memory; values after 100 cycles, 40 of them behind other requests to memory"));
}

TEST(MemoryPicture, FollowsTheScrubbing) {
  Asked asked(strided_copy());
  asked.input().steps = 0;
  EXPECT_TRUE(says(memory_picture(asked.input(), dark(), 1054, 790).drawing, "No request to the buffer in yet."));
  asked.input().steps = 3;  // the read of warp 1 was the last
  EXPECT_TRUE(says(memory_picture(asked.input(), dark(), 1054, 790).drawing, "BLOCK 0, WARP 1 READS in"));
  EXPECT_FALSE(says(memory_picture(asked.input(), dark(), 1054, 790).drawing, "block 1, warp 0")) << "not asked yet";
}

TEST(MemoryPicture, AnswersThePointerWithTheStep) {
  Asked asked(strided_copy());
  const MemoryLayout layout = memory_layout(asked.input(), 1054, 790);
  const Picture picture = memory_picture(asked.input(), dark(), 1054, 790);
  EXPECT_EQ(layout.rows, 4u);
  // The first cell of the third row of `in` is the first sector of warp 2's read, step 4.
  const HotSpot spot =
      picture.under({layout.cells_left + (layout.cells_right - layout.cells_left) * 0.55f, layout.row_top(2) + 9});
  EXPECT_EQ(spot.target.step, 4u);
  EXPECT_EQ(spot.target.element, Target::none) << "`in` is not the shown buffer";
}

TEST(MemoryPicture, IsTidyAtEverySize) {
  Asked strided(strided_copy());
  Asked column({shared(trace::affine(0, 128)), shared(trace::affine(0, 4)), {.offsets = trace::affine(4, 4), .buffer = 1}});
  std::vector<trace::Scripted> many;
  for (std::uint32_t k = 0; k < 500; ++k)
    many.push_back({.cycle = k, .warp = k % 4, .offsets = trace::affine(7919 * 4 * (k % 100), 12), .buffer = k % 2});
  Asked crowd(many);
  for (const Size size : sizes()) {
    for (Asked* asked : {&strided, &column, &crowd}) {
      MemoryInput input = asked->input();
      for (input.chosen = 0; input.chosen < input.traffic.size(); ++input.chosen)
        expect_tidy(memory_picture(input, dark(), size.width, size.height).drawing, "memory");
    }
  }
}

TEST(MemoryPicture, SaysThatNothingWasAskedOrRecorded) {
  Asked nothing({});
  EXPECT_TRUE(says(memory_picture(nothing.input(), dark(), 800, 500).drawing, "No warp asked"));
  EXPECT_EQ(plain(memory_headline(nothing.input(), dark()).title), "No warp asked for global or shared memory.");
}

}  // namespace
}  // namespace warplens::view
