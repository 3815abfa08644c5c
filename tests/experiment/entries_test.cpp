#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <tuple>

#include "base/resources.h"
#include "simt/simt_device.h"
#include "tests/experiment/entry_case.h"
#include "tests/simt/on_cores.h"

// Every entry of the course's experiments on the SIMT machine with checks: values are compared with the case's own computation,
// findings with the planted bugs.

namespace warplens::experiment {

std::vector<double> Inputs::operator[](const std::string& buffer) const {
  for (const launch::Argument& argument : run.launch.arguments)
    if (const auto* found = std::get_if<launch::Buffer>(&argument); found != nullptr && found->name == buffer) {
      std::vector<double> values(found->size);
      for (std::size_t index = 0; index < values.size(); ++index)
        values[index] = launch::to_double(launch::element(found->type, *found->initial, index));
      return values;
    }
  ADD_FAILURE() << "no buffer " << buffer;
  return {};
}

std::size_t Inputs::number(const std::string& parameter) const {
  return static_cast<std::size_t>(run.settings.parameters.at(parameter));
}

double Inputs::threads() const {
  return static_cast<double>(base::count(run.launch.grid)) * static_cast<double>(base::count(run.launch.block));
}

namespace {

std::vector<EntryCase> all_cases() {
  std::vector<EntryCase> all;
  for (const auto& cases : {array_cases, matrix_cases, counting_cases, sum_cases, execution_cases})
    for (EntryCase& one : cases()) all.push_back(std::move(one));
  return all;
}

const Catalogue& catalogue() {
  static const Catalogue loaded = load_catalogue({base::resource_folder() / "kernels"});
  return loaded;
}

/// Line of `kernel` in its source, or of the first later line that contains `text`; 0 if there is none.
std::uint32_t line_of(const Experiment& experiment, const std::string& kernel, const std::string& text) {
  std::ifstream source(experiment.source);
  std::string line;
  bool inside = false;
  for (std::uint32_t number = 1; std::getline(source, line); ++number) {
    inside |= line.find(" " + kernel + "(") != std::string::npos;
    if (inside && line.find(text) != std::string::npos) return number;
  }
  return 0;
}

using Place = std::tuple<std::string, std::uint32_t, std::uint32_t>;

/// A defect's two accesses may be reported in either order.
Place place(const std::string& kind, std::uint32_t first, std::uint32_t second) {
  return {kind, std::min(first, second), std::max(first, second)};
}

std::vector<double> final_values(const Run& run, const std::string& buffer) {
  const auto at = std::find(run.buffer_names.begin(), run.buffer_names.end(), buffer) - run.buffer_names.begin();
  std::vector<double> values;
  std::uint32_t seen = 0;
  for (const launch::Argument& argument : run.launch.arguments)
    if (const auto* found = std::get_if<launch::Buffer>(&argument); found != nullptr && seen++ == at)
      for (std::size_t index = 0; index < found->size; ++index)
        values.push_back(
            launch::to_double(launch::element(found->type, run.result.outputs[static_cast<std::size_t>(at)], index)));
  return values;
}

std::uint64_t differences(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  std::uint64_t count = 0;
  for (std::size_t k = 0; k < a.size(); ++k) count += std::abs(a[k] - b[k]) > tolerance * std::abs(b[k]) || std::isnan(a[k]);
  return count;
}

void check(const EntryCase& wanted) {
  const Experiment* experiment = find(catalogue(), wanted.experiment);
  ASSERT_NE(experiment, nullptr);
  Settings settings = *default_settings(*experiment);
  std::vector<std::string> assignments{"entry=" + wanted.entry, "repeats=1", "check=true"};
  assignments.insert(assignments.end(), wanted.assignments.begin(), wanted.assignments.end());
  for (const std::string& assignment : assignments) {
    const base::Status status = set(*experiment, settings, assignment);
    ASSERT_TRUE(status.ok()) << assignment << ": " << describe(status.error());
  }
  const auto module = load_module(*experiment);
  ASSERT_TRUE(module.ok()) << describe(module.error());
  const auto device = simt::make_device();
  launch::Progress progress;
  const auto run = experiment::run(*experiment, *module, settings, *device, progress, trace::Level::none);
  ASSERT_TRUE(run.ok()) << describe(run.error());
  const Entry& entry = experiment->entries[settings.entry];
  EXPECT_EQ(run->result.unchecked, "");

  std::set<Place> findings, planted;
  for (const launch::Finding& finding : run->result.findings)
    findings.insert(place(std::string(launch::name(finding.kind)), finding.first.line,
                          finding.second ? finding.second->line : finding.first.line));
  for (const ExpectedFinding& finding : wanted.findings) {
    const std::uint32_t first = line_of(*experiment, entry.kernel, finding.first);
    const std::uint32_t second = finding.second.empty() ? first : line_of(*experiment, entry.kernel, finding.second);
    ASSERT_TRUE(first > 0 && second > 0) << finding.first << " / " << finding.second;
    planted.insert(place(finding.kind, first, second));
  }
  EXPECT_EQ(findings, planted);

  ASSERT_EQ(run->result.outcome == launch::Outcome::faulted, wanted.outcome == Outcome::faulted)
      << (run->result.fault ? run->result.fault->message : "finished");
  EXPECT_TRUE(wanted.outcome == Outcome::right || entry.racy) << "an entry that goes wrong says so";
  if (wanted.outcome == Outcome::faulted) return;

  const std::vector<double> expected = wanted.expected(Inputs{*run}), got = final_values(*run, wanted.output);
  ASSERT_EQ(got.size(), expected.size());
  const Reference reference = experiment->reference;
  ASSERT_EQ(run->buffer_names.at(run->check.buffer), wanted.output);
  // The experiment's own reference, rounded to the output's type.
  ASSERT_EQ(run->check.expected.size(), expected.size());
  EXPECT_EQ(differences(run->check.expected, expected, std::max(reference.tolerance, 1e-7)), 0u);
  const std::uint64_t wrong = differences(got, expected, reference.tolerance);
  EXPECT_EQ(run->check.wrong, wrong);
  if (wanted.outcome == Outcome::right) {
    EXPECT_EQ(wrong, 0u);
  } else if (wanted.outcome == Outcome::wrong) {
    EXPECT_GT(wrong, 0u);
  }
}

/// All cases of an entry form one test, because each test starts a process.
struct EntryCases {
  std::string name;
  std::vector<EntryCase> cases;
};

std::vector<EntryCases> by_entry() {
  std::vector<EntryCases> entries;
  for (EntryCase& one : all_cases()) {
    std::string name = one.experiment + "_" + one.entry;
    std::replace(name.begin(), name.end(), '-', '_');
    auto found = std::find_if(entries.begin(), entries.end(), [&](const EntryCases& entry) { return entry.name == name; });
    if (found == entries.end()) found = entries.insert(found, {name, {}});
    found->cases.push_back(std::move(one));
  }
  return entries;
}

class Entries : public testing::TestWithParam<EntryCases> {};

TEST_P(Entries, GiveWhatTheyShouldAndFindWhatIsPlanted) {
  for (const EntryCase& wanted : GetParam().cases) {
    std::string assignments;
    for (const std::string& assignment : wanted.assignments) assignments += " " + assignment;
    SCOPED_TRACE("with" + assignments);
    check(wanted);
  }
}

INSTANTIATE_TEST_SUITE_P(Course, Entries, testing::ValuesIn(by_entry()),
                         [](const testing::TestParamInfo<EntryCases>& info) { return info.param.name; });

TEST(Entries, NoneIsLeftOut) {
  std::set<std::string> experiments;
  std::set<std::pair<std::string, std::string>> tested, there;
  for (const EntryCase& one : all_cases()) {
    experiments.insert(one.experiment);
    tested.emplace(one.experiment, one.entry);
  }
  for (const Experiment& experiment : catalogue().experiments)
    for (const Entry& entry : experiment.entries)
      if (experiments.contains(experiment.id)) there.emplace(experiment.id, entry.label);
  EXPECT_EQ(tested, there);
}

/// Checked and traced.
TEST(Entries, AreTheSameOnSeveralCores) {
  int together = 0;
  for (const Experiment& experiment : catalogue().experiments) {
    const auto module = load_module(experiment);
    if (!module.ok()) continue;  // it needs the toolkit
    for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
      SCOPED_TRACE(experiment.title + ", " + experiment.entries[entry].label);
      Settings settings = *default_settings(experiment);
      settings.entry = entry;
      settings.repeats = 1;
      const auto device = simt::make_device();
      launch::Progress progress;
      const auto run = experiment::run(experiment, *module, settings, *device, progress, trace::Level::none);
      if (!run.ok()) continue;
      launch::Launch launch = run->launch;
      if (launch.schedule != launch::Schedule::timed || launch.placement) continue;
      launch.check = true;
      launch.trace_level = trace::Level::full;
      launch.trace_budget = 8u << 20;
      const auto result = simt::run_on(launch, 2);
      if (!result) continue;
      ++together;
      simt::expect_same(*result, simt::run_alone(launch));
    }
  }
  EXPECT_GT(together, 20);
}

}  // namespace
}  // namespace warplens::experiment
