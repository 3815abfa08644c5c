#include "program/gpu_recording.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "launch/address_space.h"
#include "launch/recording/recording_file.h"
#include "tests/scratch_folder.h"

// Recordings of programs that ran on a GPU, from journals written by hand (observe/observer.h).

namespace warplens::program {
namespace {

using launch::slot_base, launch::first_placed_global, launch::first_placed_constant;
using report::Json;

constexpr std::uint64_t on_gpu = 0x7f12'3400'0000;  // an address as GPUs have them

template <typename T>
T word_at(const std::vector<std::byte>& bytes, std::size_t at) {
  T word{};
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

const std::string ptx = R"(.version 7.0
.target sm_75
.address_size 64
.visible .const .align 4 .f32 factor;
.visible .global .align 8 .u64 next;
.visible .entry _Z4walkPfi(.param .u64 x, .param .u32 n)
{
  ret;
}
)";

/// A journal and its file of contents: an allocation of 16 bytes that is freed, one of 32 bytes in its place whose first word is
/// its own address, a copy, and the second launch, which is kept.
struct Written {
  ScratchFolder folder;
  runtime::Observation observation;
  std::string journal;

  explicit Written(std::uint64_t chosen = 1) {
    observation.folder = folder.path();
    observation.journal = folder.path() / "journal";
    observation.launch = chosen;
    std::string contents = ptx;
    std::vector<std::byte> memory(32);
    std::memcpy(memory.data(), &on_gpu, sizeof on_gpu);
    const float factor = 1.5f;
    const std::uint64_t next = on_gpu + 8;
    const auto append = [&](const void* bytes, std::size_t size) {
      contents.append(static_cast<const char*>(bytes), size);
      return contents.size() - size;
    };
    const std::size_t at_memory = append(memory.data(), memory.size()), at_factor = append(&factor, sizeof factor),
                      at_next = append(&next, sizeof next);
    std::ofstream(folder.path() / "contents", std::ios::binary) << contents;

    write({{"event", "start"}});
    note_memory(
        0, Json::array({{{"name", "allocation 1"}, {"kind", "device"}, {"address", on_gpu}, {"bytes", 16}, {"by_call", true}}}),
        Json::array());
    call(0, "cudaMalloc", 0, 1, Json::object());
    note_memory(1, Json::array(), Json::array({on_gpu}));
    call(1, "cudaFree", 1, 2, Json::object());
    note_memory(
        2, Json::array({{{"name", "allocation 2"}, {"kind", "managed"}, {"address", on_gpu}, {"bytes", 32}, {"by_call", true}}}),
        Json::array());
    call(2, "cudaMalloc", 2, 3, Json::object());
    call(3, "cudaMemcpy", 3, 5, {{"to", on_gpu}, {"bytes", 24}, {"direction", "to-device"}, {"end_ms", 5}});
    launch(0, 4, 5, 6);
    write({{"event", "module"}, {"module", 0}, {"offset", 0}, {"bytes", ptx.size()}, {"variables", Json::array()}});
    write({{"event", "begin"},
           {"in_call", 5},
           {"call", place()},
           {"name", "walk"},
           {"grid", {2, 1, 1}},
           {"block", {32, 1, 1}},
           {"shared", 0},
           {"heap_bytes", 4096},
           {"kernel", "walk(float*, int)"},
           {"entry", "_Z4walkPfi"},
           {"module", 0},
           {"parameters",
            "000000"
            "34127f0000"
            "07000000"},
           {"memory", {{on_gpu, at_memory, Json::array()}}},
           {"variables", {{"factor", on_gpu + 4096, 4, at_factor}, {"next", on_gpu + 8192, 8, at_next}}}});
    launch(1, 5, 6, 7);
    write({{"event", "time"}, {"number", 0}, {"ms", 0.5}, {"begin_ms", 5.5}});
    write({{"event", "time"}, {"number", 1}, {"ms", 0.25}, {"begin_ms", 6.5}});
    call(6, "cudaDeviceSynchronize", 7, 9, Json::object());
    write({{"event", "end"}, {"calls", {{"cudaLaunchKernel", 2}}}});
  }

  void write(const Json& event) { journal += report::text_of(event) + "\n"; }
  static Json place() { return {{"function", "cudaLaunchKernel"}, {"frames", Json::array()}}; }
  void call(int number, const char* function, double called_ms, double returned_ms, const Json& more) {
    Json event{{"event", "call"},
               {"number", number},
               {"call", {{"function", function}, {"frames", Json::array()}}},
               {"called_ms", called_ms},
               {"returned_ms", returned_ms},
               {"error", ""},
               {"begin_ms", called_ms},
               {"end_ms", called_ms},
               {"stream", 0},
               {"bytes", 0},
               {"direction", "none"}};
    event.update(more);
    write(event);
  }
  void note_memory(int of_call, const Json& allocated, const Json& freed) {
    write({{"event", "memory"}, {"in_call", of_call}, {"allocated", allocated}, {"freed", freed}, {"types", Json::array()}});
  }
  void launch(int number, int of_call, double called_ms, double returned_ms) {
    write({{"event", "launch"},
           {"number", number},
           {"call", place()},
           {"kernel", "walk"},
           {"stream", 0},
           {"launch", {{"grid", {2, 1, 1}}, {"block", {32, 1, 1}}, {"shared", 0}}},
           {"error", ""},
           {"timed", true}});
    call(of_call, "cudaLaunchKernel", called_ms, returned_ms, {{"launch", number}, {"kernel", "walk"}});
  }

  base::Result<launch::ProgramRecording> recording(const std::string& text) const {
    std::ofstream(observation.journal) << text;
    const auto events = read_events(observation.journal);
    if (!events) return events.error();
    return gpu_recording_of(*events, Outcome{}, "walk", observation, {});
  }
};

TEST(GpuRecording, HasTheChosenLaunchAtAddressesOfTheSimtMachine) {
  const Written written;
  const auto recording = written.recording(written.journal);
  ASSERT_TRUE(recording.ok()) << base::describe(recording.error());
  EXPECT_TRUE(recording->measured);
  ASSERT_EQ(recording->allocations.size(), 2u);
  const launch::RecordedAllocation& second = recording->allocations[1];
  EXPECT_EQ(recording->allocations[0].freed, 1u);
  EXPECT_EQ(second.address, slot_base(first_placed_global + 1));
  EXPECT_EQ(second.kind, launch::RecordedAllocation::Kind::managed);
  EXPECT_EQ(second.type, launch::ElementType::f32);
  EXPECT_EQ(second.freed, launch::no_call);
  ASSERT_EQ(recording->launches.size(), 1u);
  const launch::RecordedLaunch& launch = recording->launches[0];
  EXPECT_EQ(launch.kernel, "walk(float*, int)");
  EXPECT_EQ(launch.call, 5u);
  EXPECT_EQ(word_at<std::uint64_t>(launch.parameters, 0), second.address);
  EXPECT_EQ(word_at<std::uint32_t>(launch.parameters, 8), 7u);
  ASSERT_EQ(launch.blocks.size(), 2u);
  EXPECT_EQ(launch.blocks[0].content, nullptr) << "freed before";
  EXPECT_EQ(word_at<std::uint64_t>(*launch.blocks[1].content, 0), second.address);
  ASSERT_EQ(launch.variables.size(), 2u);
  EXPECT_EQ(launch.variables[0].address, slot_base(first_placed_constant));
  EXPECT_EQ(word_at<float>(*launch.variables[0].content, 0), 1.5f);
  EXPECT_EQ(word_at<std::uint64_t>(*launch.variables[1].content, 0), second.address + 8);
}

TEST(GpuRecording, HasTheCallsWithMeasuredTimes) {
  const Written written;
  const auto recording = written.recording(written.journal);
  ASSERT_TRUE(recording.ok()) << base::describe(recording.error());
  ASSERT_EQ(recording->calls.size(), 7u);
  const launch::RecordedCall &copy = recording->calls[3], &first = recording->calls[4], &second = recording->calls[5];
  EXPECT_EQ(copy.to, 1u) << "not the memory that was there before";
  EXPECT_EQ(copy.from, launch::no_allocation);
  EXPECT_EQ(copy.direction, launch::RecordedCall::Direction::to_device);
  EXPECT_EQ(copy.end_ms, 5);
  EXPECT_EQ(first.function, "kernel walk");
  EXPECT_EQ(first.launch, launch::no_launch);
  EXPECT_EQ(first.begin_ms, 5.5);
  EXPECT_EQ(first.end_ms, 6);
  EXPECT_EQ(second.launch, 0u);
  EXPECT_EQ(second.end_ms, 6.75);
  EXPECT_EQ(recording->calls[6].kind, launch::RecordedCall::Kind::wait);
}

TEST(GpuRecording, IsReadAgainAsMeasured) {
  const Written written;
  const auto recording = written.recording(written.journal);
  ASSERT_TRUE(recording.ok()) << base::describe(recording.error());
  const std::filesystem::path file = written.folder.path() / "walk.recording";
  const base::Status saved = launch::save(*recording, file);
  ASSERT_TRUE(saved.ok()) << base::describe(saved.error());
  const auto read = launch::load_recording(file);
  ASSERT_TRUE(read.ok()) << base::describe(read.error());
  EXPECT_TRUE(read->measured);
  EXPECT_EQ(read->calls, recording->calls);
}

TEST(GpuRecording, SaysWhyThereIsNoLaunch) {
  const Written written;
  const std::string before = written.journal.substr(0, written.journal.find("{\"event\":\"begin\""));
  EXPECT_NE(base::describe(written.recording(before).error()).find("there is no launch 2: the program made 1 launch"),
            std::string::npos);
  const auto refused =
      written.recording(before + R"({"event":"not kept","launch":1,"reason":"the program holds no PTX"})" + "\n");
  EXPECT_NE(base::describe(refused.error()).find("launch 2 could not be kept: the program holds no PTX"), std::string::npos);
  std::string failed = written.journal;
  failed.insert(failed.find("\"error\":\"\"", failed.find("\"call\",\"number\":5")) + 9, "cudaErrorInvalidValue");
  EXPECT_NE(base::describe(written.recording(failed).error()).find("it failed with cudaErrorInvalidValue"), std::string::npos);
}

/// A program can write to its journal as well. Whatever stands there gives an error, or a recording that is saved or refused.
TEST(GpuRecording, ADamagedJournalIsNoCrash) {
  const Written written;
  std::mt19937 random(1);
  int refused = 0;
  for (int time = 0; time < 400; ++time) {
    std::string damaged = written.journal;
    for (unsigned k = 0; k <= random() % 3; ++k) {
      const std::size_t at = random() % damaged.size();
      if (random() % 2 == 0)
        damaged[at] = "0129-{}[]\",:ntx"[random() % 15];
      else
        damaged.erase(at, random() % 30);
    }
    const auto recording = written.recording(damaged);
    if (!recording || !launch::save(*recording, written.folder.path() / "damaged.recording")) ++refused;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace warplens::program
