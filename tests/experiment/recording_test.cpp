#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "base/file.h"
#include "experiment/check/check.h"
#include "experiment/recording/record_launch.h"
#include "experiment/recording/recorded_parameters.h"
#include "experiment/recording/recorded_program.h"
#include "experiment/recording/written_parameters.h"
#include "experiment/run.h"
#include "launch/recording/recording.h"
#include "launch/recording/recording_file.h"
#include "ptx/parse/parser.h"
#include "simt/simt_device.h"
#include "tests/recorded_program.h"
#include "tests/scratch_folder.h"

// Launches of a recorded program, run again.

namespace warplens::experiment {
namespace {

Experiment opened(launch::ProgramRecording recording) {
  auto experiment = experiment_of(std::make_shared<const launch::ProgramRecording>(std::move(recording)));
  EXPECT_TRUE(experiment.ok()) << base::describe(experiment.error());
  return experiment ? std::move(*experiment) : Experiment();
}

base::Result<Run> run_entry(const Experiment& experiment, std::uint32_t entry, const std::vector<std::string>& assignments = {}) {
  auto settings = default_settings(experiment, entry);
  if (!settings) return settings.error();
  for (const std::string& each : assignments)
    if (const base::Status status = set(experiment, *settings, each); !status) return status.error();
  const auto module = load_module(experiment, *settings);
  if (!module) return module.error();
  launch::Progress progress;
  return run(experiment, *module, *settings, *simt::make_device(), progress);
}

std::vector<std::int32_t> left_in(const Run& run, const std::string& name) {
  const auto at = static_cast<std::size_t>(std::ranges::find(run.buffer_names, name) - run.buffer_names.begin());
  std::vector<std::int32_t> values(run.result.outputs.at(at).size() / sizeof(std::int32_t));
  std::memcpy(values.data(), run.result.outputs[at].data(), run.result.outputs[at].size());
  return values;
}

TEST(RecordedProgram, hasAnEntryForEachLaunch) {
  const Experiment experiment = opened(recorded::homework());
  ASSERT_EQ(experiment.entries.size(), 2u);
  EXPECT_EQ(experiment.entries[0].label, "1: increment");
  EXPECT_EQ(experiment.entries[0].shows, "Launch 1 of 2, line 23, stream 0");
  EXPECT_EQ(experiment.entries[1].label, "2: scale");
  EXPECT_EQ(experiment.entries[0].shown, "d_x");
  EXPECT_EQ(experiment.entries[1].shown, "d_y") << "which is written, not d_x, which is its first parameter";
  EXPECT_EQ(experiment.entries[1].file, recorded::file);
  EXPECT_EQ(experiment.view, "program");
  const auto settings = default_settings(experiment, 1);
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->grid, (base::Dim3{4, 1, 1}));
  EXPECT_EQ(settings->block, (base::Dim3{256, 1, 1}));
}

TEST(RecordedProgram, launchesComputeWhatTheProgramDid) {
  const Experiment experiment = opened(recorded::homework());
  const auto first = run_entry(experiment, 0);
  ASSERT_TRUE(first) << base::describe(first.error());
  ASSERT_EQ(first->result.outcome, launch::Outcome::finished);
  const std::vector<std::int32_t> x = left_in(*first, "d_x");
  ASSERT_EQ(x.size(), 1000u);
  for (std::int32_t i = 0; i < 1000; ++i) ASSERT_EQ(x[static_cast<std::size_t>(i)], i + 1);
  EXPECT_EQ(first->shown, 0u);

  // x holds i + 1 before the second launch, and `factor` holds 3, not the 1 that the source says.
  const auto second = run_entry(experiment, 1);
  ASSERT_TRUE(second) << base::describe(second.error());
  const std::vector<std::int32_t> y = left_in(*second, "d_y");
  ASSERT_EQ(y.size(), 1000u);
  for (std::int32_t i = 0; i < 1000; ++i) ASSERT_EQ(y[static_cast<std::size_t>(i)], 3 * (i + 1));
  EXPECT_EQ(second->shown, 1u);
  EXPECT_TRUE(second->check.expected.empty());
  EXPECT_TRUE(second->result.findings.empty());
}

TEST(RecordedProgram, aLaunchRunsAgainFromTheSameMemory) {
  const Experiment experiment = opened(recorded::homework());
  for (int time = 0; time < 2; ++time) {
    const auto run = run_entry(experiment, 0, {"repeats=3"});
    ASSERT_TRUE(run);
    EXPECT_EQ(left_in(*run, "d_x")[10], 11);
    EXPECT_EQ(run->repeats, (std::vector<double>{1, 1, 1})) << "element 0 after each";
  }
}

TEST(RecordedProgram, geometryScheduleAndSeedCanBeChangedMemoryCannot) {
  const Experiment experiment = opened(recorded::homework());
  const auto less = run_entry(experiment, 0, {"grid=2", "schedule=random", "seed=7", "check=true", "multiprocessors=1"});
  ASSERT_TRUE(less) << base::describe(less.error());
  const std::vector<std::int32_t> x = left_in(*less, "d_x");
  for (std::int32_t i = 0; i < 1000; ++i) ASSERT_EQ(x[static_cast<std::size_t>(i)], i < 512 ? i + 1 : i);
  EXPECT_TRUE(less->result.findings.empty());
  for (const char* const refused :
       {"d_x.size=10", "d_x.input=zeros", "dynamic_shared=100", "compile=-DN", "factor.variable=i32=1"}) {
    const auto run = run_entry(experiment, 0, {refused});
    ASSERT_FALSE(run) << refused;
    EXPECT_NE(run.error().message.find("recorded"), std::string::npos) << run.error().message;
  }
}

TEST(RecordedProgram, anotherBufferIsShownAndComparedIfTheUserSaysSo) {
  const Experiment experiment = opened(recorded::homework());
  const auto shown = run_entry(experiment, 1, {"shown=d_x"});
  ASSERT_TRUE(shown) << base::describe(shown.error());
  EXPECT_EQ(shown->shown, 0u);
  const auto right = run_entry(experiment, 1, {"expected=3 * d_x"});
  ASSERT_TRUE(right) << base::describe(right.error());
  EXPECT_EQ(right->check.expected.size(), 1000u);
  EXPECT_EQ(right->check.wrong, 0u);
  const auto wrong = run_entry(experiment, 1, {"expected=2 * d_x"});
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->check.wrong, 1000u);
  EXPECT_FALSE(run_entry(experiment, 1, {"shown=factor"}));
}

TEST(RecordedProgram, readsOfWhatNothingHasWrittenAreFound) {
  launch::ProgramRecording program = recorded::homework();
  // The second launch reads y instead of x.
  program.launches[1].parameters = recorded::parameters({program.allocations[1].address, program.allocations[1].address});
  const auto run = run_entry(opened(program), 1, {"check=true"});
  ASSERT_TRUE(run);
  ASSERT_FALSE(run->result.findings.empty());
  EXPECT_EQ(run->result.findings.front().kind, launch::FindingKind::uninitialised_read);
  EXPECT_EQ(run->result.findings.front().first.line, 12u);
}

TEST(RecordedProgram, memoryThatWasFreedIsToldFromOtherMemory) {
  launch::ProgramRecording program = recorded::homework();
  program.launches[1].blocks[0].content = nullptr;  // x was freed before the second launch, which uses it
  const Experiment experiment = opened(program);
  EXPECT_EQ(experiment.entries[1].arguments, std::vector<std::string>{"d_y"});
  const auto run = run_entry(experiment, 1, {"check=true"});
  ASSERT_TRUE(run) << base::describe(run.error());
  ASSERT_TRUE(run->result.fault);
  EXPECT_EQ(run->result.fault->buffer, "d_x");
  EXPECT_EQ(run->buffer_names, (std::vector<std::string>{"d_y", "d_x"}));
}

TEST(RecordedProgram, allocationsOfOneNameAreToldApart) {
  launch::ProgramRecording program = recorded::homework();
  program.allocations[1].name = "d_x";
  EXPECT_EQ(launch::allocation_names(program), (std::vector<std::string>{"d_x", "d_x (2)", "factor"}));
  program.allocations[2].name = "d_x (2)";
  EXPECT_EQ(launch::allocation_names(program), (std::vector<std::string>{"d_x", "d_x (2)", "d_x (2) (2)"}));
  EXPECT_EQ(opened(program).entries[1].shown, "d_x (2)");
}

TEST(RecordedProgram, launchesWithoutTheirMemoryAreNoEntries) {
  launch::ProgramRecording program = recorded::homework();
  program.launches[0].not_kept = "the recording would be larger than 64 MiB";
  const Experiment one = opened(program);
  ASSERT_EQ(one.entries.size(), 1u);
  EXPECT_EQ(one.entries[0].label, "2: scale");
  EXPECT_EQ(entry_of_launch(one, 0), std::nullopt);
  EXPECT_EQ(entry_of_launch(one, 1), 0u);
  Settings settings = *default_settings(one);
  EXPECT_TRUE(set(one, settings, "entry=2")) << "the number of the launch";
  EXPECT_FALSE(set(one, settings, "entry=1"));

  program.launches[1].not_kept = program.launches[0].not_kept;
  const Experiment none = opened(program);
  const auto run = run_entry(none, 0);
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().message.find("larger than 64 MiB"), std::string::npos) << run.error().message;
  program.launches.clear();
  for (launch::RecordedCall& call : program.calls) call.launch = launch::no_launch;
  const auto nothing = run_entry(opened(program), 0);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().message, "The program launched no kernel");
}

TEST(RecordedProgram, aKernelWithoutMemoryRuns) {
  launch::ProgramRecording program = recorded::homework();
  for (launch::RecordedLaunch& launch : program.launches) {
    launch.blocks.clear();
    launch.grid = {1, 1, 1};
    const std::int32_t none = 0;  // n: no thread touches anything
    std::memcpy(launch.parameters.data() + launch.parameters.size() - 4, &none, sizeof none);
  }
  const Experiment experiment = opened(program);
  EXPECT_EQ(experiment.entries[0].shown, "");
  const auto run = run_entry(experiment, 0);
  ASSERT_TRUE(run) << base::describe(run.error());
  EXPECT_EQ(run->result.outcome, launch::Outcome::finished);
  EXPECT_TRUE(run->result.outputs.empty());
}

TEST(RecordedProgram, whatIsBrokenIsAnError) {
  const auto message = [](const launch::ProgramRecording& program) {
    const auto experiment = experiment_of(std::make_shared<const launch::ProgramRecording>(program));
    if (!experiment) return experiment.error().message;
    const auto run = run_entry(*experiment, 0);
    return run ? std::string() : run.error().message;
  };
  launch::ProgramRecording program = recorded::homework();
  program.launches[0].module = 1;
  EXPECT_NE(message(program).find("launch 1"), std::string::npos);
  program = recorded::homework();
  program.launches[0].blocks[0].allocation = 3;
  EXPECT_NE(message(program).find("launch 1"), std::string::npos);
  program = recorded::homework();
  program.launches[1].entry = "_Z4halfPii";
  EXPECT_NE(message(program).find("no kernel '_Z4halfPii'"), std::string::npos);
  program = recorded::homework();
  program.launches[0].parameters.pop_back();
  EXPECT_NE(message(program).find("parameters"), std::string::npos);
  program = recorded::homework();
  program.launches[0].blocks[0].content = recorded::bytes_of({1});
  EXPECT_NE(message(program).find("another size"), std::string::npos);
  program = recorded::homework();
  program.launches[0].variables[0].content = recorded::bytes_of({1, 2});
  EXPECT_NE(message(program).find("'factor' has 4 bytes, but 8 were given"), std::string::npos);
  program = recorded::homework();
  program.allocations[1].address += 4;
  EXPECT_NE(message(program).find("memory"), std::string::npos);
  program = recorded::homework();
  program.modules[0] = "no PTX";
  EXPECT_FALSE(message(program).empty());
}

TEST(RecordedProgram, aFileThatWasChangedIsRefusedOrOpens) {
  const std::filesystem::path file = scratch("changed recording").replace_extension(".recording");
  ASSERT_TRUE(launch::save(recorded::homework(), file).ok());
  const auto whole = base::read_bytes(file);
  std::filesystem::remove(file);
  ASSERT_TRUE(whole);
  std::size_t opens = 0;
  for (std::size_t at = 0; at < whole->size(); at += 3) {
    std::vector<std::byte> changed = *whole;
    changed[at] ^= std::byte{0x21};
    launch::renew_recording_checksum(changed);
    auto recording = launch::parse_recording(changed, "changed");
    if (!recording) continue;
    const auto experiment = experiment_of(std::make_shared<const launch::ProgramRecording>(std::move(*recording)));
    if (!experiment) continue;
    for (std::uint32_t entry = 0; entry < experiment->entries.size(); ++entry) {
      const auto settings = default_settings(*experiment, entry);
      ASSERT_TRUE(settings);
      if (make_recorded_launch(*experiment, *settings)) ++opens;
    }
  }
  EXPECT_GT(opens, 0u) << "a letter of a name, for instance";
}

TEST(RecordedParameters, areWhatTheLaunchGave) {
  const std::vector<RecordedParameter> given = recorded_parameters(opened(recorded::homework()), 1);
  ASSERT_EQ(given.size(), 3u);
  EXPECT_EQ(given[0].name, "x");
  EXPECT_EQ(given[0].type, "const int *");
  EXPECT_EQ(given[0].buffer, "d_x");
  EXPECT_FALSE(given[0].number);
  EXPECT_EQ(given[1].buffer, "d_y");
  EXPECT_EQ(given[2].name, "n");
  EXPECT_EQ(given[2].buffer, "");
  ASSERT_TRUE(given[2].number);
  EXPECT_EQ(launch::to_text(*given[2].number), "1000");
  EXPECT_EQ(given[2].place, 2u);
  EXPECT_EQ(buffer_meant(given, "x"), "d_x");
  EXPECT_EQ(buffer_meant(given, "d_y"), "d_y");
  EXPECT_EQ(buffer_meant(given, "n"), "n") << "which leads nowhere";
  EXPECT_EQ(buffer_meant({{"a", "", "b", {}, 0}, {"b", "", "a", {}, 1}}, "a"), "a") << "a buffer's own name comes first";
  launch::ProgramRecording without = recorded::homework();
  without.sources.clear();
  EXPECT_TRUE(recorded_parameters(opened(std::move(without)), 1).empty()) << "nothing tells their names and types";
}

/// The launch of a kernel on its own: "scale", by a factor that the launch sets.
launch::Launch launch_of_scale() {
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(*ptx::parse(recorded::ptx, "test"));
  launch.entry = 1;
  launch.grid = {4, 1, 1};
  launch.block = {256, 1, 1};
  launch.arguments = {launch::Buffer{"argument 0", launch::ElementType::i32, 3, recorded::bytes_of({5, 6, 7})},
                      launch::Buffer{"argument 1", launch::ElementType::i32, 3, std::make_shared<const launch::Bytes>(12)},
                      launch::Scalar{launch::ElementType::i32, 3}};
  launch.symbols = {{"factor", launch::ElementType::i32, 1, recorded::bytes_of({10})}};
  return launch;
}

TEST(RecordLaunch, runsAgainWithItsMemory) {
  auto recording = record_launch(launch_of_scale(), "toy", {recorded::file, recorded::source});
  ASSERT_TRUE(recording.ok()) << base::describe(recording.error());
  const Experiment experiment = opened(std::move(*recording));
  EXPECT_EQ(experiment.entries.front().shown, "y") << "as the source calls it";
  const auto run = run_entry(experiment, 0);
  ASSERT_TRUE(run.ok()) << base::describe(run.error());
  EXPECT_EQ(left_in(*run, "y"), (std::vector<std::int32_t>{50, 60, 70}));
  EXPECT_EQ(left_in(*run, "x"), (std::vector<std::int32_t>{5, 6, 7}));
}

TEST(RecordLaunch, withoutASourceCountsArguments) {
  const auto recording = record_launch(launch_of_scale(), "toy", {});
  ASSERT_TRUE(recording.ok()) << base::describe(recording.error());
  EXPECT_EQ(launch::allocation_names(*recording), (std::vector<std::string>{"argument 0", "argument 1"}));
  EXPECT_TRUE(recording->sources.empty());
  launch::Launch too_many = launch_of_scale();
  too_many.grid = {0, 1, 1};
  EXPECT_FALSE(record_launch(too_many, "toy", {}).ok());
}

TEST(WrittenParameters, areThoseThatAStoreFollowsFrom) {
  const auto module = ptx::parse(recorded::ptx, "test");
  ASSERT_TRUE(module) << base::describe(module.error());
  EXPECT_EQ(written_parameters(module->functions[0]), (std::vector<bool>{true, false}));
  EXPECT_EQ(written_parameters(module->functions[1]), (std::vector<bool>{false, true, false}));
}

}  // namespace
}  // namespace warplens::experiment
