#include "launch/recording/recording_file.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include "base/checksum.h"
#include "base/file.h"
#include "base/random.h"
#include "tests/launch/small_recording.h"
#include "tests/scratch_folder.h"

namespace warplens::launch {
namespace {

/// Compares everything, contents by their bytes.
void expect_equal(const RecordedLaunch& read, const RecordedLaunch& written) {
  EXPECT_EQ(read.kernel, written.kernel);
  EXPECT_EQ(read.entry, written.entry);
  EXPECT_EQ(read.module, written.module);
  EXPECT_EQ(read.call, written.call);
  EXPECT_EQ(read.grid, written.grid);
  EXPECT_EQ(read.block, written.block);
  EXPECT_EQ(read.dynamic_shared, written.dynamic_shared);
  EXPECT_EQ(read.heap_bytes, written.heap_bytes);
  EXPECT_EQ(read.parameters, written.parameters);
  EXPECT_EQ(read.textures, written.textures);
  EXPECT_EQ(read.not_kept, written.not_kept);
  ASSERT_EQ(read.blocks.size(), written.blocks.size());
  for (std::size_t k = 0; k < read.blocks.size(); ++k) {
    EXPECT_EQ(read.blocks[k].allocation, written.blocks[k].allocation);
    EXPECT_EQ(read.blocks[k].unwritten, written.blocks[k].unwritten);
    ASSERT_EQ(read.blocks[k].content != nullptr, written.blocks[k].content != nullptr);
    if (read.blocks[k].content) {
      EXPECT_EQ(*read.blocks[k].content, *written.blocks[k].content);
    }
  }
  ASSERT_EQ(read.variables.size(), written.variables.size());
  for (std::size_t k = 0; k < read.variables.size(); ++k) {
    EXPECT_EQ(read.variables[k].index, written.variables[k].index);
    EXPECT_EQ(read.variables[k].address, written.variables[k].address);
    EXPECT_EQ(*read.variables[k].content, *written.variables[k].content);
  }
}

TEST(RecordingFile, WhatWasSavedReadsBackEqual) {
  const ProgramRecording written = small_recording();
  const auto path = scratch("equal.recording");
  const base::Status saved = save(written, path);
  ASSERT_TRUE(saved.ok()) << describe(saved.error());
  const base::Result<ProgramRecording> read = load_recording(path);
  ASSERT_TRUE(read.ok()) << describe(read.error());
  EXPECT_EQ(read->name, written.name);
  EXPECT_EQ(read->spec, written.spec);
  EXPECT_EQ(read->schedule, written.schedule);
  EXPECT_EQ(read->seed, written.seed);
  EXPECT_EQ(read->sources, written.sources);
  EXPECT_EQ(read->modules, written.modules);
  EXPECT_EQ(read->allocations, written.allocations);
  EXPECT_EQ(read->calls, written.calls);
  EXPECT_EQ(read->findings, written.findings);
  EXPECT_EQ(read->notes, written.notes);
  EXPECT_EQ(read->measured, written.measured);
  EXPECT_EQ(read->output, written.output);
  EXPECT_EQ(read->exit_status, written.exit_status);
  EXPECT_EQ(read->incomplete, written.incomplete);
  ASSERT_EQ(read->launches.size(), written.launches.size());
  for (std::size_t k = 0; k < read->launches.size(); ++k) expect_equal(read->launches[k], written.launches[k]);
}

TEST(RecordingFile, AProgramWithoutCallsIsARecordingToo) {
  ProgramRecording empty;
  empty.name = "empty";
  ASSERT_TRUE(save(empty, scratch("empty.recording")).ok());
  const auto read = load_recording(scratch("empty.recording"));
  ASSERT_TRUE(read.ok()) << describe(read.error());
  EXPECT_EQ(read->name, "empty");
}

TEST(RecordingFile, KeepsTheProgramsOwnPointers) {
  ProgramRecording written = small_recording();
  for (std::size_t k = 0; k < written.allocations.size(); ++k)
    written.allocations[k].pointer = 0x8000'0000u + static_cast<std::uint32_t>(k) * 0x2'0000u;
  const auto path = scratch("narrow.recording");
  ASSERT_TRUE(save(written, path).ok());
  const base::Result<ProgramRecording> read = load_recording(path);
  ASSERT_TRUE(read.ok()) << describe(read.error());
  EXPECT_EQ(read->allocations, written.allocations);
}

TEST(RecordingFile, KeepsTheTexturesOfLaunches) {
  ProgramRecording written = small_recording();
  Texture texture;
  texture.handle = 2;
  texture.buffer = 1;  // the second block, of 16 bytes
  texture.width = 4;
  texture.modes.fill(AddressMode::mirror);
  written.launches[1].textures = {texture};
  const auto path = scratch("textures.recording");
  ASSERT_TRUE(save(written, path).ok());
  const base::Result<ProgramRecording> read = load_recording(path);
  ASSERT_TRUE(read.ok()) << describe(read.error());
  for (std::size_t k = 0; k < read->launches.size(); ++k) expect_equal(read->launches[k], written.launches[k]);
  for (const auto& change : std::initializer_list<std::function<void(Texture&)>>{
           [](Texture& wrong) { wrong.width = 5; }, [](Texture& wrong) { wrong.buffer = 2; },
           [](Texture& wrong) { wrong.buffer = 0; }, [](Texture& wrong) { wrong.handle = 0; }}) {
    change(written.launches[1].textures.front() = texture);
    EXPECT_NE(contradiction(written), "");
  }
}

TEST(RecordingFile, AContentIsStoredOnceForAllLaunches) {
  ProgramRecording recording = small_recording();
  base::Random random(1);
  Bytes noise(100'000);  // which cannot be compressed
  for (std::byte& byte : noise) byte = static_cast<std::byte>(random.below(256));
  recording.allocations[1].bytes = noise.size();
  const auto content = std::make_shared<const Bytes>(noise);
  recording.launches[0].blocks[1].content = recording.launches[1].blocks[1].content = content;
  ASSERT_TRUE(save(recording, scratch("shared.recording")).ok());
  EXPECT_LT(std::filesystem::file_size(scratch("shared.recording")), 110'000u);
  const auto read = load_recording(scratch("shared.recording"));
  ASSERT_TRUE(read.ok()) << describe(read.error());
  EXPECT_EQ(*read->launches[0].blocks[1].content, noise);
  EXPECT_EQ(read->launches[0].blocks[1].content, read->launches[1].blocks[1].content) << "one object";
}

TEST(RecordingFile, ZerosTakeNoRoom) {
  ProgramRecording recording = small_recording();
  recording.allocations[1].bytes = 4 << 20;
  for (int k : {0, 1}) recording.launches[k].blocks[1].content = std::make_shared<const Bytes>(4 << 20);
  ASSERT_TRUE(save(recording, scratch("zeros.recording")).ok());
  EXPECT_LT(std::filesystem::file_size(scratch("zeros.recording")), 10'000u);
  EXPECT_TRUE(load_recording(scratch("zeros.recording")).ok());
}

std::vector<std::byte> file_of(const ProgramRecording& recording) {
  const auto path = scratch("file.recording");
  EXPECT_TRUE(save(recording, path).ok());
  return *base::read_bytes(path);
}

std::string message_of(std::vector<std::byte> file) {
  const auto read = parse_recording(file, "some.recording");
  if (read) return "";
  EXPECT_EQ(read.error().file, "some.recording");
  return read.error().message;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(RecordingFile, NamesWhatIsWrong) {
  std::vector<std::byte> file = file_of(small_recording());
  EXPECT_PRED2(has, message_of({}), "shorter than its header");
  EXPECT_PRED2(has, message_of(std::vector<std::byte>(500)), "does not begin");
  std::vector<std::byte> newer = file;
  newer[8] = std::byte{99};
  EXPECT_PRED2(has, message_of(newer), "version 99");
  file.back() ^= std::byte{1};
  EXPECT_PRED2(has, message_of(file), "checksum");
  EXPECT_FALSE(load_recording(scratch("not there")).ok());
  EXPECT_FALSE(load_recording(scratch("file.recording").parent_path()).ok());
  EXPECT_FALSE(load_recording("/dev/zero").ok()) << "it would never end";
}

TEST(RecordingFile, EveryDamagedByteIsNoticed) {
  const std::vector<std::byte> whole = file_of(small_recording());
  base::Random random(11);
  for (int turn = 0; turn < 1000; ++turn) {
    std::vector<std::byte> damaged = whole;
    if (turn % 4 == 0) {
      damaged.resize(random.below(static_cast<std::uint32_t>(whole.size())));
    } else {
      damaged[random.below(static_cast<std::uint32_t>(whole.size()))] ^= static_cast<std::byte>(1 + random.below(255));
    }
    EXPECT_NE(message_of(damaged), "") << "turn " << turn;
  }
}

constexpr std::size_t header_bytes = 32;

std::uint64_t number_at(const std::vector<std::byte>& file, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, &file[at], sizeof value);
  return value;
}

void set_number(std::vector<std::byte>& file, std::size_t at, std::uint64_t value) {
  std::memcpy(&file[at], &value, sizeof value);
}

/// The checksum of the file format: FNV-1a over the 64-bit words after the checksum field.
void sign(std::vector<std::byte>& file) { set_number(file, 16, base::checksum(std::span<const std::byte>(file).subspan(24))); }

/// The same recording with each part as it is, not compressed: sizes, then bytes.
std::vector<std::byte> unpacked(const std::vector<std::byte>& file) {
  const std::uint64_t parts = number_at(file, 24);
  std::vector<std::byte> result(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(header_bytes + 16 * parts));
  std::size_t from = result.size();
  for (std::uint64_t k = 0; k < parts; ++k) {
    const std::size_t at = header_bytes + 16 * k;
    const std::uint64_t bytes = number_at(file, at), packed = number_at(file, at + 8);
    std::vector<std::byte> part(bytes);
    if (bytes == packed)
      std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(from), bytes, part.begin());
    else
      EXPECT_EQ(ZSTD_decompress(part.data(), bytes, &file[from], packed), bytes);
    from += packed;
    set_number(result, at + 8, bytes);
    result.insert(result.end(), part.begin(), part.end());
  }
  sign(result);
  return result;
}

TEST(RecordingFile, PartsNeedNotBeCompressed) {
  const auto read = parse_recording(unpacked(file_of(small_recording())), "plain");
  ASSERT_TRUE(read.ok()) << describe(read.error());
  EXPECT_EQ(read->calls, small_recording().calls);
}

/// Versions 2 and 3 lack the last two fields: whether the program was measured, which is the version, and the notes.
TEST(RecordingFile, OfOlderVersionsIsRead) {
  constexpr std::uint64_t lacking = 1 + 4;  // bytes of a truth value and of an empty list
  ProgramRecording recording = small_recording();
  recording.notes.clear();
  const std::vector<std::byte> now = unpacked(file_of(recording));
  const std::uint64_t fields = number_at(now, header_bytes), end = header_bytes + 16 * number_at(now, 24) + fields;
  for (const bool measured : {false, true}) {
    std::vector<std::byte> old = now;
    old.erase(old.begin() + static_cast<std::ptrdiff_t>(end - lacking), old.begin() + static_cast<std::ptrdiff_t>(end));
    set_number(old, header_bytes, fields - lacking);
    set_number(old, header_bytes + 8, fields - lacking);
    old[8] = measured ? std::byte{3} : std::byte{2};
    sign(old);
    const auto read = parse_recording(old, "old");
    ASSERT_TRUE(read.ok()) << describe(read.error());
    EXPECT_EQ(read->findings, recording.findings);
    EXPECT_EQ(read->measured, measured);
    old[8] = std::byte{4};
    sign(old);
    EXPECT_PRED2(has, message_of(old), "its fields do not fit their length");
  }
}

TEST(RecordingFile, FalseSizesAskForNoMemory) {
  const std::vector<std::byte> whole = unpacked(file_of(small_recording()));
  for (const std::uint64_t size : {std::uint64_t{1} << 20, std::uint64_t{1} << 33, std::uint64_t{1} << 62, ~std::uint64_t{0}}) {
    for (const std::size_t at : {24u, 32u, 40u, 48u, 56u}) {  // parts; bytes and packed bytes of two of them
      std::vector<std::byte> forged = whole;
      set_number(forged, at, size);
      sign(forged);
      EXPECT_NE(message_of(forged), "") << size << " at " << at;
    }
  }
}

/// Everything that a reader of a recording relies on.
void expect_harmless(const ProgramRecording& recording) {
  const auto is_call = [&](std::uint32_t call) { return call == no_call || call < recording.calls.size(); };
  for (const RecordedAllocation& allocation : recording.allocations) {
    EXPECT_TRUE(is_call(allocation.allocated) && is_call(allocation.freed));
    EXPECT_LE(allocation.bytes, slot_base(0));
    EXPECT_EQ(allocation.address % (slot_base(1) - slot_base(0)), slot_base(0));
  }
  for (const RecordedCall& call : recording.calls) {
    EXPECT_TRUE(call.to == no_allocation || call.to < recording.allocations.size());
    EXPECT_TRUE(call.from == no_allocation || call.from < recording.allocations.size());
    EXPECT_TRUE(call.launch == no_launch || call.launch < recording.launches.size());
    EXPECT_TRUE(call.called_ms <= call.returned_ms && call.begin_ms <= call.end_ms);
  }
  for (const RecordedLaunch& launch : recording.launches) {
    ASSERT_LT(launch.module, recording.modules.size());
    ASSERT_LT(launch.call, recording.calls.size());
    EXPECT_TRUE(check_geometry(launch.grid, launch.block).empty());
    EXPECT_EQ(launch.parameters.size(), 12u) << "of the only kernel";
    for (const RecordedLaunch::Block& block : launch.blocks) {
      ASSERT_LT(block.allocation, recording.allocations.size());
      if (block.content) {
        EXPECT_EQ(block.content->size(), recording.allocations[block.allocation].bytes);
      }
    }
    for (const RecordedLaunch::Variable& variable : launch.variables) {
      EXPECT_LT(variable.index, 2u);
      ASSERT_NE(variable.content, nullptr);
      EXPECT_EQ(variable.content->size(), 4u);
    }
  }
  for (const RecordedFinding& finding : recording.findings) EXPECT_TRUE(is_call(finding.call));
  for (const RecordedFinding& note : recording.notes) EXPECT_TRUE(is_call(note.call));
}

/// A forged file with a correct checksum is either rejected or a recording that is harmless. `whole` is changed everywhere, and
/// most often behind the text of its kernels, where its numbers are.
void forge(const std::vector<std::byte>& whole, std::size_t numbers_from, int turns, int& accepted, int& refused) {
  base::Random random(5);
  for (int turn = 0; turn < turns; ++turn) {
    std::vector<std::byte> forged = whole;
    const std::uint32_t changes = 1 + random.below(3);
    for (std::uint32_t change = 0; change < changes; ++change) {
      const std::size_t from = turn % 4 == 0 ? 0 : numbers_from;
      const std::size_t at = from + random.below(static_cast<std::uint32_t>(whole.size() - from));
      forged[at] = random.below(3) == 0 ? std::byte{0xff} : static_cast<std::byte>(random.below(turn % 2 == 0 ? 4 : 256));
    }
    sign(forged);
    const auto read = parse_recording(forged, "forged");
    ++(read ? accepted : refused);
    if (read) expect_harmless(*read);
  }
}

TEST(RecordingFile, AForgedFileIsRefusedOrHarmless) {
  const std::vector<std::byte> whole = unpacked(file_of(small_recording()));
  const std::string text(reinterpret_cast<const char*>(whole.data()), whole.size());
  int accepted = 0, refused = 0;
  forge(whole, text.rfind("DONE:"), 6000, accepted, refused);
  EXPECT_GT(accepted, 300);
  EXPECT_GT(refused, 300);
}

TEST(RecordingFile, AForgedCompressedFileIsRefusedOrHarmless) {
  int accepted = 0, refused = 0;
  forge(file_of(small_recording()), 0, 2000, accepted, refused);
  EXPECT_GT(refused, 1000);
}

/// Each change of a recording makes it one that is neither saved nor read.
TEST(RecordingFile, WhatContradictsItselfIsRefused) {
  using Change = std::function<void(ProgramRecording&)>;
  const std::pair<const char*, Change> changes[] = {
      {"a module that is no PTX", [](auto& r) { r.modules[0] = "not PTX"; }},
      {"a kernel that is not there", [](auto& r) { r.launches[0].entry = "decrement"; }},
      {"a module that is not there", [](auto& r) { r.launches[0].module = 1; }},
      {"parameters that are cut off", [](auto& r) { r.launches[0].parameters.pop_back(); }},
      {"no blocks", [](auto& r) { r.launches[0].grid.y = 0; }},
      {"too large a block", [](auto& r) { r.launches[0].block.x = 1025; }},
      {"too much shared memory", [](auto& r) { r.launches[0].dynamic_shared = 1u << 30; }},
      {"a launch of another call", [](auto& r) { r.launches[0].call = 0; }},
      {"a call of another launch", [](auto& r) { r.calls[4].launch = 1; }},
      {"a launch that is not there", [](auto& r) { r.calls[0].launch = 9; }},
      {"content of another size", [](auto& r) { r.allocations[1].bytes = 12; }},
      {"no content", [](auto& r) { r.launches[0].blocks[1].content = nullptr; }},
      {"content of freed memory", [](auto& r) { r.launches[0].blocks[0].content = std::make_shared<const Bytes>(10); }},
      {"memory of the future", [](auto& r) { r.allocations[1].allocated = 6; }},
      {"an allocation that is not there", [](auto& r) { r.launches[0].blocks[1].allocation = 4; }},
      {"an allocation twice", [](auto& r) { r.launches[0].blocks[0] = r.launches[0].blocks[1]; }},
      {"a variable's place in memory for the others", [](auto& r) { r.launches[0].blocks[0].allocation = 3; }},
      {"an address between slots", [](auto& r) { r.allocations[0].address += 256; }},
      {"an address that is the machine's own", [](auto& r) { r.allocations[0].address = slot_base(1); }},
      {"an address beyond all", [](auto& r) { r.allocations[0].address = slot_base(end_of_placed); }},
      {"two allocations at one address", [](auto& r) { r.allocations[0].address = r.allocations[1].address; }},
      {"an allocation over its slot", [](auto& r) { r.allocations[0].bytes = (std::uint64_t{1} << 35) + 1; }},
      {"half an element", [](auto& r) { r.allocations[0].type = ElementType::i32; }},
      {"freed before it is allocated", [](auto& r) { r.allocations[0].allocated = 3; }},
      {"freed by no call", [](auto& r) { r.allocations[0].freed = 100; }},
      {"unwritten bytes behind its end",
       [](auto& r) {
         r.launches[0].blocks[1].unwritten = {{12, 17}};
       }},
      {"an empty range of unwritten bytes",
       [](auto& r) {
         r.launches[0].blocks[1].unwritten = {{3, 3}};
       }},
      {"unwritten bytes twice",
       [](auto& r) {
         r.launches[0].blocks[1].unwritten = {{0, 8}, {4, 12}};
       }},
      {"unwritten bytes of freed memory",
       [](auto& r) {
         r.launches[0].blocks[0].unwritten = {{0, 1}};
       }},
      {"a variable that is not there", [](auto& r) { r.launches[0].variables[0].index = 2; }},
      {"a variable of another size", [](auto& r) { r.launches[0].variables[0].content = std::make_shared<const Bytes>(5); }},
      {"two variables at one address", [](auto& r) { r.launches[0].variables[0].address = r.launches[0].variables[1].address; }},
      {"a copy from nowhere", [](auto& r) { r.calls[3].from = 77; }},
      {"a time before the program", [](auto& r) { r.calls[3].called_ms = -1; }},
      {"a return before the call", [](auto& r) { r.calls[3].returned_ms = -0.5; }},
      {"an end before the beginning", [](auto& r) { r.calls[3].begin_ms = 1; }},
      {"a time that is no number", [](auto& r) { r.calls[3].end_ms = std::numeric_limits<double>::quiet_NaN(); }},
      {"a time without end", [](auto& r) { r.calls[3].end_ms = std::numeric_limits<double>::infinity(); }},
      {"a finding of no call", [](auto& r) { r.findings[0].call = 8; }},
      {"a note of no call", [](auto& r) { r.notes[0].call = 8; }},
      {"a card that nobody knows", [](auto& r) { r.spec = "rtx-9999"; }},
      {"a schedule without its record", [](auto& r) { r.schedule = Schedule::recorded; }},
  };
  for (const auto& [what, change] : changes) {
    ProgramRecording recording = small_recording();
    change(recording);
    const base::Status saved = save(recording, scratch("contradicting.recording"));
    ASSERT_FALSE(saved.ok()) << what;
    EXPECT_PRED2(has, saved.error().message, "cannot be saved") << what;
  }
}

/// A small file must not make every one of thousands of allocations as large as its largest content.
TEST(RecordingFile, AContentIsOfOneAllocation) {
  ProgramRecording recording = small_recording();
  const auto content = recording.launches[0].blocks[1].content;
  for (std::uint32_t k = 0; k < 50; ++k) {
    recording.allocations.push_back(
        {"more", RecordedAllocation::Kind::device, ElementType::u8, slot_base(first_placed_global + 10 + k), 16, 0, no_call});
    recording.launches[0].blocks.push_back({4 + k, content, {}});
  }
  EXPECT_FALSE(save(recording, scratch("multiplied.recording")).ok());
}

}  // namespace
}  // namespace warplens::launch
