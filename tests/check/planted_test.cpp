#include "tests/check/planted.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "launch/arguments/argument.h"
#include "ptx/compile/compile.h"
#include "ptx/parse/parser.h"
#include "simt/simt_device.h"

// Every planted bug is found on its lines under every schedule; there are no other findings, and none in correct kernels.

namespace warplens::simt {
namespace {

using launch::Schedule;

std::filesystem::path ptx_file(const Planted& planted, const std::string& compiler) {
  return std::filesystem::path(WARPLENS_PLANTED_FOLDER) / compiler /
         (planted.file + (compiler.starts_with("nvvm") ? ".ll" : ".ptx"));
}

launch::Launch launch_of(const Planted& planted, const PlantedLaunch& wanted, const std::string& compiler) {
  auto text = ptx::load(ptx_file(planted, compiler));
  if (!text) throw std::runtime_error(base::describe(text.error()));
  auto module = ptx::parse(std::move(*text), planted.file + ".ptx");
  if (!module) throw std::runtime_error(base::describe(module.error()));
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(*module));
  auto entry = ptx::find_entry(*launch.module, planted.entry);
  if (!entry) throw std::runtime_error(base::describe(entry.error()));
  launch.entry = *entry;
  launch.grid = wanted.grid;
  launch.block = wanted.block;
  launch.dynamic_shared = wanted.shared;
  if (wanted.steps != 0) launch.step_limit = wanted.steps;
  for (std::size_t i = 0; i < wanted.arguments.size(); ++i) {
    auto argument = launch::parse_argument(wanted.arguments[i], 1);
    if (!argument) throw std::runtime_error(base::describe(argument.error()));
    if (auto* buffer = std::get_if<launch::Buffer>(&*argument)) buffer->name = "argument" + std::to_string(i);
    launch.arguments.push_back(std::move(*argument));
  }
  return launch;
}

launch::LaunchResult result_of(const launch::Launch& launch) {
  launch::Progress progress;
  auto result = make_device()->run(launch, progress);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  return std::move(*result);
}

std::vector<std::uint32_t> lines_of(const launch::Finding& finding) {
  std::vector<std::uint32_t> lines{finding.first.line};
  if (finding.second) lines.push_back(finding.second->line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

bool meets(const launch::Finding& finding, const Expectation& expected) {
  const bool stopped = finding.kind == launch::FindingKind::barrier_divergence || finding.kind == launch::FindingKind::deadlock;
  const bool one_line = stopped && expected.lines.size() == 1;
  const bool same_lines = one_line ? finding.first.line == expected.lines.front() : lines_of(finding) == expected.lines;
  return launch::name(finding.kind) == expected.kind && finding.benign_looking == expected.benign &&
         finding.harmless == expected.harmless && finding.space == expected.space &&
         (expected.buffer == "*" || finding.buffer == expected.buffer) && same_lines;
}

void expect_findings(const Planted& planted, const launch::LaunchResult& result) {
  for (const launch::Finding& finding : result.findings) EXPECT_FALSE(finding.harmless);
  for (const launch::Finding& note : result.notes) EXPECT_TRUE(note.harmless);
  std::vector<launch::Finding> findings = result.findings;
  findings.insert(findings.end(), result.notes.begin(), result.notes.end());
  for (const launch::Finding& finding : findings) {
    const bool expected = std::any_of(planted.expectations.begin(), planted.expectations.end(),
                                      [&](const Expectation& expectation) { return meets(finding, expectation); });
    EXPECT_TRUE(expected) << launch::name(finding.kind)
                          << (finding.harmless         ? " (harmless)"
                              : finding.benign_looking ? " (benign)"
                                                       : "")
                          << " × " << finding.count << ": " << finding.message;
    EXPECT_FALSE(finding.message.empty());
    EXPECT_EQ(finding.message.find_first_of("{}"), std::string::npos) << "a word without meaning: " << finding.message;
    EXPECT_GE(finding.count, 1u);
  }
  for (const Expectation& expectation : planted.expectations) {
    const bool found = std::any_of(findings.begin(), findings.end(),
                                   [&](const launch::Finding& finding) { return meets(finding, expectation); });
    EXPECT_TRUE(found || !expectation.always) << "not found: " << expectation.kind << " at line " << expectation.lines.front();
  }
}

class PlantedBug : public testing::TestWithParam<std::tuple<Planted, std::string>> {};

TEST_P(PlantedBug, IsFoundUnderEverySchedule) {
  const auto& [planted, compiler] = GetParam();
  const std::string front_end = compiler.starts_with("nvvm") ? "clang" + compiler.substr(4) : compiler;
  if (planted.left_out.find(front_end) != std::string::npos) GTEST_SKIP() << "left out";
  if (!std::filesystem::exists(ptx_file(planted, compiler))) GTEST_SKIP() << "this build has no " << compiler;
  for (const PlantedLaunch& wanted : planted.launches) {
    launch::Launch launch = launch_of(planted, wanted, compiler);
    for (const auto& [schedule, seed] : {std::pair(Schedule::timed, 1),
                                         {Schedule::timed, 2},
                                         {Schedule::round_robin, 1},
                                         {Schedule::random, 1},
                                         {Schedule::random, 2}}) {
      SCOPED_TRACE(std::string(launch::name(schedule)) + " " + std::to_string(seed));
      launch.schedule = schedule;
      launch.seed = static_cast<std::uint64_t>(seed);
      launch.check = false;
      const auto unchecked = result_of(launch);
      EXPECT_TRUE(unchecked.findings.empty() && unchecked.notes.empty());
      launch.check = true;
      const auto checked = result_of(launch);
      expect_findings(planted, checked);
      EXPECT_EQ(checked.outputs, unchecked.outputs);
      EXPECT_EQ(checked.counters.cycles, unchecked.counters.cycles);
      EXPECT_EQ(checked.counters.warp_instructions, unchecked.counters.warp_instructions);
      EXPECT_EQ(checked.outcome, unchecked.outcome);
    }
  }
}

std::string name_of(const testing::TestParamInfo<std::tuple<Planted, std::string>>& info) {
  const auto& [planted, compiler] = info.param;
  return planted.file + "_" + planted.entry + "_" + compiler;
}

INSTANTIATE_TEST_SUITE_P(All, PlantedBug,
                         testing::Combine(testing::ValuesIn(planted_in(std::filesystem::path(WARPLENS_SOURCE_FOLDER) /
                                                                       "tests/zoo/planted")),
                                          testing::Values("nvcc_O3", "clang_O3", "nvvm_O3", "nvcc_O0", "clang_O0", "nvvm_O0")),
                         name_of);

}  // namespace
}  // namespace warplens::simt
