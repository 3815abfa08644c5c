#include "program/recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "launch/recording/recording_file.h"
#include "program/build.h"
#include "program/run.h"
#include "report/json_counters.h"
#include "simt/code/device_spec.h"
#include "simt/simt_device.h"
#include "tests/recorded_launch.h"
#include "tests/scratch_folder.h"

namespace warplens::program {
namespace {

namespace fs = std::filesystem;
using launch::RecordedAllocation;
using launch::RecordedCall;

/// A file with this text in a folder of its own.
fs::path source(const std::string& name, const std::string& text) {
  const fs::path file = scratch(name + ".cu");
  std::ofstream(file) << text;
  return file;
}

/// The line in which a text is, from 1.
std::uint32_t line_of(const std::string& text, const std::string& part) {
  return static_cast<std::uint32_t>(1 +
                                    std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(part)), '\n'));
}

struct Recorded {
  base::ProcessResult command;
  launch::ProgramRecording recording;
  report::Json json;  ///< of --json
};

/// The recording that the command makes of a program, read from its file.
Recorded record(const std::string& name, const std::vector<fs::path>& sources, const std::vector<std::string>& options = {}) {
  const fs::path file = scratch(name + ".recording");
  std::vector<std::string> arguments{"program", "--record", file};
  arguments.insert(arguments.end(), options.begin(), options.end());
  for (const fs::path& each : sources) arguments.push_back(each);
  auto ran = base::run_process(base::resource_folder().parent_path() / "warplens", arguments, std::chrono::seconds(600));
  if (!ran) throw std::runtime_error(base::describe(ran.error()));
  auto recording = launch::load_recording(file);
  if (!recording) throw std::runtime_error(base::describe(recording.error()) + "\n" + ran->output);
  Recorded recorded{std::move(*ran), std::move(*recording), {}};
  std::istringstream lines(recorded.command.output);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("{")) recorded.json = report::Json::parse(line, nullptr, false);
  return recorded;
}

std::vector<int> numbers_in(const launch::Bytes& bytes) {
  std::vector<int> numbers(bytes.size() / sizeof(int));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(int));
  return numbers;
}

const std::string two_sums = R"(#include <cstdio>
__global__ void add(const int* a, const int* b, int* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  const int n = 100;
  int host[n], *old, *d_a, *d_b, *sum;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&old, 40);
  cudaFree(old);
  cudaMalloc(&d_a, n * sizeof(int));
  cudaMalloc(&d_b, n * sizeof(int));
  cudaMallocManaged(&sum, n * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpy(d_a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(d_b, 0, n * sizeof(int));
  add<<<1, 128, 0, stream>>>(d_a, d_b, sum, n);
  add<<<2, 64, 0, stream>>>(sum, d_a, d_b, n);
  cudaStreamSynchronize(stream);
  std::printf("%d\n", sum[99]);
  cudaMemcpy(host, d_b, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(d_a);
  return host[99] == 198 ? 0 : 1;
}
)";

/// The program above, recorded once.
const Recorded& sums() {
  static const Recorded recorded = record("sums", {source("sums", two_sums)}, {"--json"});
  return recorded;
}

TEST(Recording, HasTheProgram) {
  const launch::ProgramRecording& recording = sums().recording;
  EXPECT_EQ(recording.name, "sums");
  EXPECT_EQ(recording.spec, "toy");
  EXPECT_EQ(recording.schedule, launch::Schedule::timed);
  EXPECT_EQ(recording.output, "99\n");
  EXPECT_EQ(recording.exit_status, 0);
  EXPECT_EQ(recording.incomplete, "");
  ASSERT_EQ(recording.sources.size(), 1u);
  EXPECT_EQ(recording.sources[0], (launch::RecordedSource{scratch("sums.cu"), two_sums}));
  EXPECT_EQ(recording.modules.size(), 1u);
}

TEST(Recording, HasEveryCallAtItsPlace) {
  struct Expected {
    const char *function, *text;  ///< in the source
    RecordedCall::Kind kind;
    std::uint64_t bytes;
    std::uint32_t stream = 0;
  };
  using enum RecordedCall::Kind;
  const Expected expected[] = {{"cudaMalloc", "cudaMalloc(&old", allocate, 40},
                               {"cudaFree", "cudaFree(old", free, 0},
                               {"cudaMalloc", "cudaMalloc(&d_a", allocate, 400},
                               {"cudaMalloc", "cudaMalloc(&d_b", allocate, 400},
                               {"cudaMallocManaged", "cudaMallocManaged", allocate, 400},
                               {"cudaStreamCreate", "cudaStreamCreate", other, 0},
                               {"cudaMemcpy", "cudaMemcpy(d_a", copy, 400},
                               {"cudaMemset", "cudaMemset", set, 400},
                               {"kernel add", "add<<<1", launch, 0, 1},
                               {"kernel add", "add<<<2", launch, 0, 1},
                               {"cudaStreamSynchronize", "cudaStreamSynchronize", wait, 0, 1},
                               {"cudaMemcpy", "cudaMemcpy(host", copy, 400},
                               {"cudaFree", "cudaFree(d_a", free, 0}};
  const std::vector<RecordedCall>& calls = sums().recording.calls;
  ASSERT_EQ(calls.size(), std::size(expected));
  for (std::size_t k = 0; k < calls.size(); ++k) {
    SCOPED_TRACE(expected[k].text);
    EXPECT_EQ(calls[k].function, expected[k].function);
    EXPECT_EQ(calls[k].place, (launch::ProgramPlace{scratch("sums.cu"), line_of(two_sums, expected[k].text)}));
    EXPECT_EQ(calls[k].kind, expected[k].kind);
    EXPECT_EQ(calls[k].bytes, expected[k].bytes);
    EXPECT_EQ(calls[k].stream, expected[k].stream);
    EXPECT_EQ(calls[k].error, "");
  }
}

TEST(Recording, HasAllocationsWithTheirCalls) {
  using enum RecordedAllocation::Kind;
  std::vector<RecordedAllocation> allocations = sums().recording.allocations;
  std::erase_if(allocations, [](const RecordedAllocation& each) { return each.kind == variable; });  // that the compiler adds
  ASSERT_EQ(allocations.size(), 4u);
  struct Expected {
    const char* name;
    RecordedAllocation::Kind kind;
    launch::ElementType type;
    std::uint64_t bytes;
    std::uint32_t allocated, freed;
  };
  const Expected expected[] = {{"old", device, launch::ElementType::u8, 40, 0, 1},
                               {"d_a", device, launch::ElementType::i32, 400, 2, 12},
                               {"d_b", device, launch::ElementType::i32, 400, 3, launch::no_call},
                               {"sum", managed, launch::ElementType::i32, 400, 4, launch::no_call}};
  for (std::size_t k = 0; k < 4; ++k) {
    SCOPED_TRACE(expected[k].name);
    EXPECT_EQ(allocations[k].name, expected[k].name);
    EXPECT_EQ(allocations[k].kind, expected[k].kind);
    EXPECT_EQ(allocations[k].type, expected[k].type);
    EXPECT_EQ(allocations[k].bytes, expected[k].bytes);
    EXPECT_EQ(allocations[k].allocated, expected[k].allocated);
    EXPECT_EQ(allocations[k].freed, expected[k].freed);
  }
}

TEST(Recording, TellsWhatCopiesMove) {
  const auto& calls = sums().recording.calls;
  using Direction = RecordedCall::Direction;
  EXPECT_EQ(calls[6].direction, Direction::to_device);
  EXPECT_EQ(calls[6].to, 1u);
  EXPECT_EQ(calls[6].from, launch::no_allocation) << "the host's memory";
  EXPECT_EQ(calls[7].direction, Direction::none) << "a memset";
  EXPECT_EQ(calls[7].to, 2u);
  EXPECT_EQ(calls[11].direction, Direction::to_host);
  EXPECT_EQ(calls[11].to, launch::no_allocation);
  EXPECT_EQ(calls[11].from, 2u);
}

/// A copy of pageable memory and cudaStreamSynchronize wait; the stream does one thing after the other.
TEST(Recording, HasTheTimesOfTheHostAndOfTheWork) {
  const auto& calls = sums().recording.calls;
  for (std::size_t k = 1; k < calls.size(); ++k) EXPECT_EQ(calls[k].called_ms, calls[k - 1].returned_ms) << "nothing in between";
  const RecordedCall &copy = calls[6], &first = calls[8], &second = calls[9], &wait = calls[10];
  EXPECT_LT(copy.begin_ms, copy.end_ms);
  EXPECT_EQ(copy.returned_ms, copy.end_ms);
  EXPECT_GE(first.begin_ms, copy.end_ms);
  EXPECT_LT(first.begin_ms, first.end_ms);
  EXPECT_GE(second.begin_ms, first.end_ms);
  EXPECT_EQ(wait.returned_ms, std::max(wait.called_ms, second.end_ms));
  EXPECT_EQ(wait.begin_ms, wait.end_ms) << "it puts nothing into the stream";
}

TEST(Recording, HasEveryLaunchWithItsMemory) {
  const launch::ProgramRecording& recording = sums().recording;
  ASSERT_EQ(recording.launches.size(), 2u);
  const launch::RecordedLaunch &first = recording.launches[0], &second = recording.launches[1];
  EXPECT_EQ(first.kernel, "add(int const*, int const*, int*, int)");
  EXPECT_EQ(first.call, 8u);
  EXPECT_EQ(recording.calls[8].launch, 0u);
  EXPECT_EQ(first.grid, (base::Dim3{1, 1, 1}));
  EXPECT_EQ(first.block, (base::Dim3{128, 1, 1}));
  EXPECT_EQ(second.grid, (base::Dim3{2, 1, 1}));
  EXPECT_EQ(second.block, (base::Dim3{64, 1, 1}));
  EXPECT_EQ(first.parameters.size(), 28u) << "three pointers and a number";
  EXPECT_EQ(numbers_in(first.parameters).back(), 100);
  std::vector<int> counting(100);
  std::iota(counting.begin(), counting.end(), 0);
  ASSERT_EQ(first.blocks.size(), 4u);
  EXPECT_EQ(first.blocks[0].content, nullptr) << "it was freed";
  EXPECT_EQ(numbers_in(*first.blocks[1].content), counting);
  EXPECT_EQ(numbers_in(*first.blocks[2].content), std::vector<int>(100, 0));
  EXPECT_EQ(numbers_in(*first.blocks[3].content), std::vector<int>(100, 0)) << "managed memory begins as zeros";
  ASSERT_EQ(second.blocks.size(), 4u);
  EXPECT_EQ(second.blocks[1].content, first.blocks[1].content) << "it did not change";
  EXPECT_EQ(numbers_in(*second.blocks[3].content), counting) << "what the first launch has written";
}

TEST(Recording, KeepsWhatIsFound) {
  EXPECT_TRUE(sums().recording.findings.empty()) << "memory that is never freed is a note, and no finding";
  const launch::RecordedFinding& leak = sums().recording.notes.at(0);
  EXPECT_EQ(leak.kind + sums().recording.calls.at(leak.call).function, "leakcudaMalloc");
  const Recorded recorded = record("twice", {fs::path(WARPLENS_SOURCE_FOLDER) / "tests" / "programs" / "double_free_bug.cu"}, {});
  const auto& findings = recorded.recording.findings;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "double-free");
  const RecordedCall& call = recorded.recording.calls.at(findings[0].call);
  EXPECT_EQ(call.function, "cudaFree");
  EXPECT_EQ(findings[0].place, call.place);
}

/// What --json tells of a launch, but for what it knows only of traced ones: a program's launches are traced where it has several
/// streams or managed memory.
report::Json without_trace(report::Json counters) {
  counters.erase("contention");
  return counters;
}

/// Run each kept launch of a recording again: the counters must be those that the program's run had.
void expect_the_same_again(const Recorded& recorded) {
  const auto& launches = recorded.recording.launches;
  ASSERT_EQ(recorded.json["launches"].size(), launches.size());
  const auto device = simt::make_device(*simt::device_spec_named(recorded.recording.spec));
  for (std::size_t k = 0; k < launches.size(); ++k) {
    ASSERT_EQ(launches[k].not_kept, "");
    const launch::Launch launch = launch_of(recorded.recording, k);
    launch::Progress progress;
    const auto result = device->run(launch, progress);
    ASSERT_TRUE(result.ok()) << "launch " << k << ": " << base::describe(result.error());
    EXPECT_EQ(without_trace(report::counters_of(launch, *result)), without_trace(recorded.json["launches"][k]["counters"]))
        << "launch " << k;
  }
}

TEST(Recording, LaunchesRunAgainAsTheyRan) {
  expect_the_same_again(sums());
  const launch::Launch launch = launch_of(sums().recording, 0);
  const auto device = simt::make_device();
  launch::Progress progress;
  const auto result = device->run(launch, progress);
  ASSERT_TRUE(result.ok());
  // Between the launches the program did nothing; the first block was freed.
  ASSERT_EQ(result->outputs.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(result->outputs[k], *sums().recording.launches[1].blocks[k + 1].content) << "block " << k + 1;
}

TEST(Recording, KnowsTheMachineAndItsSchedule) {
  const Recorded recorded = record("random", {fs::path(WARPLENS_SOURCE_FOLDER) / "tests" / "programs" / "neighbour_race_bug.cu"},
                                   {"--json", "--check", "--spec", "rtx-4090", "--schedule", "random", "--seed", "5"});
  EXPECT_EQ(recorded.command.exit_status, 3) << "the check found the race";
  EXPECT_EQ(recorded.recording.spec, "rtx-4090");
  EXPECT_EQ(recorded.recording.schedule, launch::Schedule::random);
  EXPECT_EQ(recorded.recording.seed, 5u);
  ASSERT_EQ(recorded.recording.findings.size(), 1u);
  EXPECT_EQ(recorded.recording.findings[0].kind, "data-race");
  EXPECT_EQ(recorded.recording.findings[0].call, recorded.recording.launches.at(0).call);
  expect_the_same_again(recorded);
}

/// Programs that use every kind of memory.
class RecordedPrograms : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedPrograms, LaunchesRunAgainAsTheyRan) {
  const fs::path path = fs::path(WARPLENS_SOURCE_FOLDER) / "tests" / "programs" / GetParam();
  std::vector<fs::path> sources{path.string() + ".cu"};
  if (fs::is_directory(path)) {
    sources.clear();
    for (const auto& entry : fs::directory_iterator(path))
      if (entry.path().extension() == ".cu" || entry.path().extension() == ".cpp") sources.push_back(entry.path());
    std::ranges::sort(sources, {}, [](const fs::path& file) { return std::pair(file.extension() != ".cu", file); });
  }
  expect_the_same_again(record(GetParam(), sources, {"--json"}));
}

INSTANTIATE_TEST_SUITE_P(All, RecordedPrograms,
                         ::testing::Values("callbacks", "constant_polynomial", "device_list", "device_tree", "function_pointers",
                                           "heap_limit", "image_blur", "one_too_many_bug", "struct_parameter", "two_constants",
                                           "kernel_after_free_bug"),
                         [](const auto& which) { return std::string(which.param); });

/// What each launch of a program with half an array copied found is found when it runs again, and no more.
TEST(Recording, KnowsWhatNothingHasWritten) {
  const fs::path programs = fs::path(WARPLENS_SOURCE_FOLDER) / "tests" / "programs";
  const Recorded half = record("half", {programs / "half_copied_bug.cu"}, {"--check", "--json"});
  const Recorded whole = record("whole", {programs / "half_copied_fixed.cu"}, {"--check", "--json"});
  ASSERT_EQ(half.recording.launches.size(), 1u);
  ASSERT_EQ(whole.recording.launches.size(), 2u);
  using Ranges = launch::RangesOfBytes;
  EXPECT_EQ(half.recording.launches[0].blocks[0].unwritten, (Ranges{{2000, 4000}}));
  EXPECT_EQ(whole.recording.launches[0].blocks[0].unwritten, (Ranges{{2000, 4000}}));
  EXPECT_EQ(whole.recording.launches[1].blocks[0].unwritten, Ranges{}) << "the first launch has written the rest";
  const auto findings_of = [](const Recorded& recorded, std::size_t number) {
    launch::Launch launch = launch_of(recorded.recording, number);
    launch.check = true;
    launch::Progress progress;
    const auto result = simt::make_device()->run(launch, progress);
    return result.ok() ? result->findings : std::vector<launch::Finding>{};
  };
  const auto found = findings_of(half, 0);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, launch::FindingKind::uninitialised_read);
  EXPECT_EQ(found[0].element, 500);
  EXPECT_EQ(found[0].count, 500u) << "each of the second half";
  EXPECT_TRUE(findings_of(whole, 0).empty());
  EXPECT_TRUE(findings_of(whole, 1).empty());
}

TEST(Recording, OfAProgramThatCrashesHasWhatItDidBefore) {
  const std::string text = R"(#include <cstdio>
__global__ void one(int* x) { *x = 1; }
int main() {
  int* x;
  cudaMalloc(&x, sizeof(int));
  one<<<1, 1>>>(x);
  std::printf("one\n");
  *reinterpret_cast<volatile int*>(8) = 1;
}
)";
  const Recorded crashed = record("crashed", {source("crashed", text)});
  EXPECT_EQ(crashed.command.exit_status, 2);
  EXPECT_EQ(crashed.recording.exit_status, 128 + 11) << "SIGSEGV";
  EXPECT_EQ(crashed.recording.output, "one\n");
  EXPECT_EQ(crashed.recording.calls.size(), 2u);
  ASSERT_EQ(crashed.recording.launches.size(), 1u);
  EXPECT_EQ(crashed.recording.launches[0].blocks[0].unwritten, (launch::RangesOfBytes{{0, sizeof(int)}}));
  EXPECT_NE(crashed.command.output.find("one\n"), std::string::npos) << "it is shown as well";
  EXPECT_NE(crashed.command.output.find("open it with: warplens " + scratch("crashed.recording").string()), std::string::npos);
}

/// The host reads what a kernel may still write: in no call, but after the launch, which was the second call.
TEST(Recording, WhatTheHostDoesWrongIsMarkedAfterItsLastCall) {
  const std::string text = R"(#include <cstdio>
__global__ void one(int* x) { *x = 1; }
int main() {
  int* x;
  cudaMallocManaged(&x, sizeof(int));
  one<<<1, 1>>>(x);
  std::printf("%d\n", *x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
)";
  const Recorded early = record("too_early", {source("too_early", text)});
  ASSERT_EQ(early.recording.findings.size(), 1u);
  EXPECT_EQ(early.recording.findings[0].kind, "unordered-streams");
  EXPECT_EQ(early.recording.findings[0].call, 1u);
}

TEST(Recording, IsRefusedBeforeTheProgramRuns) {
  const fs::path program = source("unrecorded", "#include <cstdio>\nint main() { std::printf(\"it ran\"); }\n");
  const auto output_of = [&](const std::string& file) {
    const auto ran = base::run_process(base::resource_folder().parent_path() / "warplens",
                                       {"program", "--record", file, program.string()}, std::chrono::seconds(600));
    EXPECT_EQ(ran->exit_status, 1);
    EXPECT_NE(ran->output.find(file + ": error: "), std::string::npos) << ran->output;
    return ran->output;
  };
  EXPECT_EQ(output_of("here.trace").find("it ran"), std::string::npos);
  EXPECT_EQ(output_of("/no/such/folder/here.recording").find("it ran"), std::string::npos);
  EXPECT_NE(output_of(scratch("none.recording")).find("no call to CUDA"), std::string::npos) << "it uses no CUDA";
}

/// A program that was run by hand, for what the command has no option for.
struct ByHand {
  explicit ByHand(std::uint64_t budget = std::uint64_t{1} << 30) {
    const fs::path executable = folder / "program";
    fs::create_directories(folder);
    if (const auto built = build({source("by_hand", two_sums)}, {}, executable); !built)
      throw std::runtime_error(base::describe(built.error()));
    environment.journal = folder / "journal";
    environment.recording = {folder, budget};
    fs::remove(environment.journal);
    ended = *run(executable, {}, {.variables = variables_on_simt(environment), .captures = true});
  }

  /// What there is to record, after somebody may have changed the journal.
  launch::ProgramRecording recording() const {
    const auto events = read_events(environment.journal);
    const auto outcome = outcome_of(*events, ended);
    auto made = recording_of(*events, *outcome, "by hand", environment, {});
    if (!made) throw std::runtime_error(base::describe(made.error()));
    return std::move(*made);
  }

  fs::path folder = scratch("by_hand");
  runtime::Environment environment;
  Ended ended;
};

/// Two arrays of 400 bytes, one of 400 zeros, and the list of them are in 2 KiB; what the first launch changes is not.
TEST(Recording, SaysWhatIsOverTheBudget) {
  launch::ProgramRecording recording = ByHand(2 << 10).recording();
  ASSERT_EQ(recording.launches.size(), 2u);
  EXPECT_EQ(recording.launches[0].not_kept, "");
  EXPECT_EQ(recording.launches[1].not_kept,
            "the memory that it began with is not recorded: a recording has at most 2 KiB of memory");
  EXPECT_TRUE(recording.launches[1].blocks.empty());
  recording = ByHand(1 << 10).recording();
  for (const launch::RecordedLaunch& launch : recording.launches) EXPECT_NE(launch.not_kept, "");
  EXPECT_TRUE(save(recording, scratch("over.recording")).ok());
  EXPECT_EQ(recording.calls.size(), 13u) << "calls are recorded all the same";
}

/// As if the program had been ended in its second kernel, or its journal had been cut off anywhere.
TEST(Recording, OfAnyBeginningOfAProgramIsSound) {
  const ByHand whole;
  const std::string journal = *base::read_text(whole.environment.journal);
  const std::size_t in_second = journal.rfind("\"event\":\"begin\"");
  for (std::size_t end = 0; end <= journal.size(); end += end < in_second ? 997 : 101) {
    ASSERT_TRUE(base::write_file(whole.environment.journal, journal.substr(0, end)).ok());
    const base::Status saved = save(whole.recording(), scratch("beginning.recording"));
    EXPECT_TRUE(saved.ok()) << end << ": " << describe(saved.error());
  }
  ASSERT_TRUE(base::write_file(whole.environment.journal, journal.substr(0, journal.find('\n', in_second))).ok());
  const launch::ProgramRecording ended = whole.recording();
  ASSERT_EQ(ended.launches.size(), 2u);
  EXPECT_EQ(ended.calls.size(), 10u);
  EXPECT_EQ(ended.calls.back().function, "kernel add");
  EXPECT_EQ(ended.calls.back().called_ms, ended.calls[8].returned_ms);
}

TEST(Recording, AnOverwrittenJournalIsAnError) {
  const ByHand whole;
  const std::string journal = *base::read_text(whole.environment.journal);
  const auto damage = [&](const std::string& part, const std::string& by) {
    std::string damaged = journal;
    damaged.replace(damaged.rfind(part), part.size(), by);
    EXPECT_TRUE(base::write_file(whole.environment.journal, damaged).ok());
    const auto events = read_events(whole.environment.journal);
    const auto outcome = outcome_of(*events, whole.ended);
    if (!events || !outcome) return true;
    const auto made = recording_of(*events, *outcome, "by hand", whole.environment, {});
    return !made.ok() || !save(*made, scratch("damaged.recording")).ok();
  };
  EXPECT_FALSE(damage("\"event\"", "\"event\"")) << "nothing is damaged";
  EXPECT_TRUE(damage("\"kind\":\"device\"", "\"kind\":\"nothing\""));
  EXPECT_TRUE(damage("\"bytes\":400,\"by_call\"", "\"bytes\":400000000,\"by_call\""));
  EXPECT_TRUE(damage("\"module\":0", "\"module\":7"));
  EXPECT_TRUE(damage("\"parameters\":\"", "\"parameters\":\"00"));
  EXPECT_TRUE(damage("\"entry\":\"", "\"entry\":\"no"));
  EXPECT_TRUE(damage("\"begin_ms\":", "\"begin_ms\":-"));
  EXPECT_TRUE(damage("\"memory\":[[", "\"memory\":[[1"));
}

/// A program that writes events of its own gets no more memory than the runtime's would: 20,000 launches with three allocations
/// each are over a budget of 1 MiB.
TEST(Recording, EventsOfTheProgramAreBoundedByTheBudget) {
  const ByHand whole(1 << 20);
  const std::string journal = *base::read_text(whole.environment.journal);
  const std::size_t begin = journal.rfind('\n', journal.rfind("\"event\":\"begin\"")) + 1;
  const std::string line = journal.substr(begin, journal.find('\n', begin) + 1 - begin);
  std::string more = journal;
  for (int k = 0; k < 20'000; ++k) more += line;
  ASSERT_TRUE(base::write_file(whole.environment.journal, more).ok());
  const auto events = read_events(whole.environment.journal);
  const auto outcome = outcome_of(*events, whole.ended);
  ASSERT_TRUE(events && outcome);
  EXPECT_FALSE(recording_of(*events, *outcome, "by hand", whole.environment, {}).ok());
}

}  // namespace
}  // namespace warplens::program
