#include "runtime/recorder.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "launch/placement.h"
#include "ptx/parse/parser.h"
#include "tests/scratch_folder.h"

namespace warplens::runtime {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

TEST(KeptContents, ComparesWithWhatItHas) {
  KeptContents contents(scratch("contents_of_two"), 100);
  const std::string first(200'000, 'a'), second = "second";
  ASSERT_EQ(contents.add(bytes_of(first)), 0u);
  ASSERT_EQ(contents.add(bytes_of(second)), 200'000u);
  EXPECT_TRUE(contents.has(0, bytes_of(first)));
  EXPECT_TRUE(contents.has(200'000, bytes_of(second)));
  std::string changed = first;
  changed.back() = 'b';
  EXPECT_FALSE(contents.has(0, bytes_of(changed)));
  EXPECT_FALSE(contents.has(200'000, bytes_of(second + "!"))) << "beyond its end";
}

TEST(KeptContents, SpendsNoMoreThanItsBudget) {
  KeptContents contents(scratch("contents_of_none"), 100);
  EXPECT_TRUE(contents.spend(60));
  EXPECT_FALSE(contents.spend(41));
  EXPECT_FALSE(contents.spend(~std::uint64_t{0}));
  EXPECT_TRUE(contents.spend(40)) << "what was refused is not counted";
  EXPECT_FALSE(contents.spend(1));
}

TEST(KeptContents, DropsWhatOnlyOldGenerationsUse) {
  constexpr std::size_t block = 4096;  // of a file system: what it can free
  KeptContents contents(scratch("contents_of_generations"), 4 * block);
  const std::string kept(block, 'a'), dropped(block, 'b'), last(block, 'c');
  ASSERT_TRUE(contents.spend(2 * block));
  ASSERT_EQ(contents.add(bytes_of(kept)), 0u);
  ASSERT_EQ(contents.add(bytes_of(dropped)), block);
  contents.begin_generation();
  ASSERT_TRUE(contents.spend(2 * block));
  contents.use(0);
  ASSERT_EQ(contents.add(bytes_of(last)), 2 * block);
  EXPECT_FALSE(contents.spend(1));
  ASSERT_TRUE(contents.drop_all_but(1));
  EXPECT_TRUE(contents.has(0, bytes_of(kept))) << "the last one uses it";
  EXPECT_TRUE(contents.has(2 * block, bytes_of(last)));
  EXPECT_FALSE(contents.has(block, bytes_of(dropped)));
  EXPECT_FALSE(contents.has(block, bytes_of(std::string(block, '\0'))));
  EXPECT_TRUE(contents.spend(2 * block)) << "its part of the budget is free";
  EXPECT_FALSE(contents.spend(1));
}

TEST(KeptContents, SaysWhyNothingCanBeWritten) {
  KeptContents contents("/no/such/folder/contents", 100);
  EXPECT_EQ(contents.add(bytes_of("text")), std::nullopt);
  EXPECT_EQ(contents.why_not(), std::strerror(ENOENT));
}

std::filesystem::path empty_folder() {
  std::filesystem::remove_all(scratch("recorder"));
  std::filesystem::create_directories(scratch("recorder"));
  return scratch("recorder");
}

struct RecorderTest : ::testing::Test {
  std::filesystem::path folder = empty_folder();
  RecorderTest() {
    kernel.module = std::make_shared<const ptx::Module>(
        *ptx::parse(".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry nothing()\n{\n  ret;\n}\n", "test"));
    kernel.variables = &variables;
    launch.placement = std::make_shared<launch::Placement>();
  }

  Journal journal{folder / "journal"};
  Effect effect;
  Streams streams{{.bytes_per_ms = 1000, .start_ms = 1, .call_ms = 0.5}, effect};
  Memory memory{1 << 20};
  Recorder recorder{{.folder = folder, .budget = 4096}, journal, memory, streams, effect};
  std::vector<launch::Placement::Variable> variables;
  Kernel kernel{};
  launch::Launch launch;
  const Call call{"cudaSomething", {}};

  /// A call that launches the kernel. Returns the event of the launch.
  report::Json event_of_launch() {
    const Recorder::Made made = recorder.call_begins();
    recorder.launch_begins(kernel, launch, call);
    recorder.call_returns(made, call, Status::success);
    const std::vector<report::Json> begun = events("begin");
    return begun.empty() ? report::Json() : begun.back();
  }
  std::vector<report::Json> events(const std::string& kind) const {
    std::vector<report::Json> found;
    std::ifstream lines(folder / "journal");
    for (std::string line; std::getline(lines, line);)
      if (auto event = report::Json::parse(line); event["event"] == kind) found.push_back(std::move(event));
    return found;
  }
};

TEST_F(RecorderTest, ACallHasItsTimesAndItsWork) {
  const Recorder::Made first = recorder.call_begins();
  streams.issue(streams.create(true), Unit::kernels, 3);
  recorder.call_returns(first, call, Status::invalid_value);
  recorder.call_returns(recorder.call_begins(), call, Status::success);
  const auto calls = events("call");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0]["number"], 0);
  EXPECT_EQ(calls[0]["called_ms"], 0.0);
  EXPECT_EQ(calls[0]["returned_ms"], 0.5);
  EXPECT_EQ(calls[0]["stream"], 1);
  EXPECT_EQ(calls[0]["begin_ms"], 0.0);
  EXPECT_EQ(calls[0]["end_ms"], 3.0);
  EXPECT_EQ(calls[0]["error"], "cudaErrorInvalidValue");
  EXPECT_EQ(calls[1]["number"], 1);
  EXPECT_EQ(calls[1]["stream"], 0) << "the work was the first call's";
  EXPECT_EQ(calls[1]["begin_ms"], 0.5);
  EXPECT_EQ(calls[1]["end_ms"], 0.5);
  EXPECT_EQ(calls[1]["error"], "");
}

TEST_F(RecorderTest, ACallInACallIsOneOfItsOwn) {
  const Recorder::Made outer = recorder.call_begins();
  streams.issue(0, Unit::kernels, 3);
  const Recorder::Made inner = recorder.call_begins();
  streams.issue(streams.create(true), Unit::kernels, 1);
  recorder.call_returns(inner, call, Status::success);
  journal.write({{"event", "finding"}});
  recorder.call_returns(outer, call, Status::success);
  const auto calls = events("call");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0]["number"], 1);
  EXPECT_EQ(calls[0]["stream"], 1);
  EXPECT_EQ(calls[1]["number"], 0);
  EXPECT_EQ(calls[1]["stream"], 0);
  EXPECT_EQ(calls[1]["end_ms"], 3.0);
  EXPECT_EQ(events("finding")[0]["in_call"], 0);
  EXPECT_EQ(journal.in_call(), std::nullopt);
}

TEST_F(RecorderTest, MemoryIsToldOnceAndKeptWhenItChanges) {
  Allocation* const first = memory.allocate(MemoryKind::device, 100, call);
  Allocation* const second = memory.allocate(MemoryKind::managed, 50, call);
  const std::uint64_t at_first = first->address, at_second = second->address;
  const report::Json all = event_of_launch()["memory"];
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0][0], at_first);
  EXPECT_EQ(all[0][2], report::Json::parse("[[0, 100]]")) << "nothing has been written to it";
  EXPECT_EQ(all[1][0], at_second);
  EXPECT_EQ(all[1][2], report::Json::array());
  EXPECT_EQ(all[1][1].get<int>() - all[0][1].get<int>(), 100) << "one behind the other";
  EXPECT_EQ(event_of_launch()["memory"].size(), 0u);
  second->memory[49] = std::byte{1};
  const report::Json changed = event_of_launch()["memory"];
  ASSERT_EQ(changed.size(), 1u);
  EXPECT_EQ(changed[0][0], at_second);
  memory.free(*second, call);
  EXPECT_EQ(event_of_launch()["memory"].size(), 0u);
  const auto told = events("memory");
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0]["allocated"].size(), 2u);
  EXPECT_EQ(told[1]["freed"], report::Json::array({at_second}));
  EXPECT_EQ(events("module").size(), 1u);
}

TEST_F(RecorderTest, ALaunchOverTheBudgetSaysSoAndALaterOneMayHaveRoom) {
  memory.allocate(MemoryKind::device, 100, call);
  Allocation* const large = memory.allocate(MemoryKind::device, 5000, call);
  const report::Json refused = event_of_launch();
  EXPECT_FALSE(refused.contains("memory"));
  EXPECT_NE(refused["not_kept"].get<std::string>().find("4 KiB"), std::string::npos);
  memory.free(*large, call);
  EXPECT_EQ(event_of_launch()["memory"].size(), 1u);
}

TEST_F(RecorderTest, RegisteredMemoryThatWasGivenBackIsNotRead) {
  constexpr std::size_t bytes = 4096;
  void* const page = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory.add_registered(static_cast<std::byte*>(page), 100, call);
  EXPECT_EQ(event_of_launch()["memory"].size(), 1u);
  ::munmap(page, bytes);
  EXPECT_NE(event_of_launch()["not_kept"].get<std::string>().find("cudaHostUnregister"), std::string::npos);
}

TEST_F(RecorderTest, KeepsNoMoreThanSoManyCalls) {
  Recorder of_two({.folder = folder, .budget = 4096, .max_calls = 2}, journal, memory, streams, effect);
  for (int k = 0; k < 4; ++k) {
    const Recorder::Made made = of_two.call_begins();
    if (k == 3) of_two.launch_begins(kernel, launch, call);
    of_two.call_returns(made, call, Status::success);
  }
  EXPECT_FALSE(of_two.active());
  EXPECT_EQ(events("call").size(), 2u);
  EXPECT_EQ(events("begin").size(), 0u);
  ASSERT_EQ(events("cut").size(), 1u);
  EXPECT_EQ(events("cut")[0]["reason"], "only the first 2 calls were recorded");
}

TEST_F(RecorderTest, OfTheLastLaunchesListsAllMemoryAgain) {
  Recorder of_two({.folder = folder, .budget = 4096, .max_calls = 2, .last_launches = 2}, journal, memory, streams, effect);
  Allocation* const first = memory.allocate(MemoryKind::device, 100, call);
  memory.allocate(MemoryKind::managed, 50, call);
  for (int k = 0; k < 7; ++k) {
    const Recorder::Made made = of_two.call_begins();
    first->memory[0] = static_cast<std::byte>(k);
    of_two.launch_begins(kernel, launch, call);
    of_two.call_returns(made, call, Status::success);
  }
  std::vector<std::size_t> listed;
  for (const report::Json& begin : events("begin")) listed.push_back(begin["memory"].size());
  EXPECT_EQ(listed, (std::vector<std::size_t>{2, 1, 2, 1, 2, 1, 2}));
  std::vector<int> kept;
  for (const report::Json& event : events("kept")) kept.push_back(event["from"]);
  EXPECT_EQ(kept, (std::vector<int>{0, 2, 4}));
  EXPECT_EQ(events("call").size(), 7u) << "as many as there are";
}

TEST_F(RecorderTest, OfTheLastLaunchesDropsEarlierOnesOverTheBudget) {
  Recorder of_ten({.folder = folder, .budget = 4096, .last_launches = 10}, journal, memory, streams, effect);
  Allocation* const large = memory.allocate(MemoryKind::managed, 1500, call);
  for (int k = 0; k < 4; ++k) {
    const Recorder::Made made = of_ten.call_begins();
    large->memory[0] = static_cast<std::byte>(k);
    if (k == 3) memory.allocate(MemoryKind::device, 5000, call);
    of_ten.launch_begins(kernel, launch, call);
    of_ten.call_returns(made, call, Status::success);
  }
  const auto begun = events("begin");
  ASSERT_EQ(begun.size(), 4u);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(begun[static_cast<std::size_t>(k)]["memory"].size(), 1u) << k;
  EXPECT_TRUE(begun[3].contains("not_kept")) << "too large alone";
  std::vector<int> kept;
  for (const report::Json& event : events("kept")) kept.push_back(event["from"]);
  EXPECT_EQ(kept, (std::vector<int>{2, 3}));
}

TEST(Recorder, WithoutAFolderDoesNothing) {
  Journal journal{scratch("journal_without_recording")};
  Effect effect;
  Streams streams{{}, effect};
  Memory memory{1 << 20};
  Recorder recorder({}, journal, memory, streams, effect);
  EXPECT_FALSE(recorder.active());
  recorder.call_returns(recorder.call_begins(), {"cudaSomething", {}}, Status::success);
  EXPECT_EQ(std::filesystem::file_size(scratch("journal_without_recording")), 0u);
}

}  // namespace
}  // namespace warplens::runtime
