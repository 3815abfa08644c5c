#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "analysis/trace_races.h"
#include "base/resources.h"
#include "experiment/check/check.h"
#include "gpu_test.h"
#include "simt/simt_device.h"
#include "tests/instrumented_run.h"

// Every entry of every experiment on this GPU and on the SIMT machine: same bits, accesses and races. If the result depends on
// the order of the threads (the SIMT machine gives another one under another schedule), nothing can be compared: the values of
// both machines become rows of MEASURED.md.

namespace warplens::gpu {
namespace {

/// One entry with its settings.
struct EntryCase {
  const experiment::Experiment* experiment = nullptr;
  experiment::Settings settings;
  std::string name;  ///< "histogram, racy, odd sizes"
};

/// Scales size parameters by `scale` and makes them odd: not a multiple of a warp or a block.
base::Status scale_sizes(const experiment::Experiment& experiment, experiment::Settings& settings, double scale) {
  for (const experiment::Parameter& parameter : experiment.parameters) {
    const double value = settings.parameters.at(parameter.name);
    if (!parameter.integer || value < 64) continue;
    const double scaled = 2 * std::floor(value * scale / 2) + 1;
    const double inside = std::clamp(scaled, parameter.minimum, parameter.maximum);
    if (auto set = experiment::set_parameter(experiment, settings, parameter.name, inside); !set) return set;
  }
  return base::Nothing{};
}

class GpuAgreement : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    catalogue_ = experiment::load_catalogue({base::resource_folder() / "kernels"});
    ASSERT_TRUE(catalogue_.errors.empty());
  }

  /// All entries with their sizes times `scale`; 1 keeps the defaults.
  std::vector<EntryCase> cases(double scale) const {
    std::vector<EntryCase> all;
    for (const experiment::Experiment& experiment : catalogue_.experiments) {
      for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
        auto settings = experiment::default_settings(experiment, entry);
        EXPECT_TRUE(settings.ok()) << experiment.id;
        if (!settings) continue;
        settings->repeats = 1;
        if (scale != 1) {
          const auto scaled = scale_sizes(experiment, *settings, scale);
          EXPECT_TRUE(scaled.ok()) << experiment.id << ": " << base::describe(scaled.error());
        }
        all.push_back({&experiment, *settings, experiment.id + ", " + experiment.entries[entry].label});
      }
    }
    return all;
  }

  static base::Result<launch::Launch> launch_of_case(const EntryCase& each) {
    const auto module = experiment::load_module(*each.experiment);
    if (!module) return module.error();
    return experiment::make_launch(*each.experiment, *module, each.settings);
  }

  static base::Result<launch::LaunchResult> on_simt(launch::Launch launch, launch::Schedule schedule, std::uint64_t seed) {
    launch.schedule = schedule;
    launch.seed = seed;
    launch::Progress progress;
    return simt::make_device()->run(launch, progress);
  }

  /// The distinct outputs under several schedules: a single one if they do not depend on the order of the threads.
  static std::set<std::vector<launch::Bytes>> outcomes_on_simt(const launch::Launch& launch) {
    std::set<std::vector<launch::Bytes>> outcomes;
    using launch::Schedule;
    for (const auto& [schedule, seed] : {std::pair{Schedule::timed, 1u}, {Schedule::round_robin, 1u}, {Schedule::random, 2u}}) {
      const auto result = on_simt(launch, schedule, seed);
      EXPECT_TRUE(result.ok()) << base::describe(result.error());
      if (result) outcomes.insert(result->outputs);
    }
    return outcomes;
  }

  void expect_same_bits(double scale);

  experiment::Catalogue catalogue_;
};

/// Whether this entry deadlocks or faults on the SIMT machine, so that there is nothing to compare.
bool faults_on_simt(const launch::Launch& launch) {
  launch::Progress progress;
  const auto result = simt::make_device()->run(launch, progress);
  return !result || result->outcome != launch::Outcome::finished;
}

/// Whether a thread reads memory that nothing has written: there a GPU has what was left, the SIMT machine a pattern.
bool reads_uninitialised(launch::Launch launch) {
  launch.check = true;
  launch::Progress progress;
  const auto result = simt::make_device()->run(launch, progress);
  return result && std::ranges::any_of(result->findings, [](const launch::Finding& finding) {
           return finding.kind == launch::FindingKind::uninitialised_read;
         });
}

bool approximates(const ptx::Module& module) { return module.text.find(".approx") != std::string::npos; }

/// The largest relative difference of two float buffers, relative to the larger magnitude.
double max_difference(const launch::Bytes& one, const launch::Bytes& other) {
  const auto a = values_of<float>(one), b = values_of<float>(other);
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    const double size = std::max(std::abs(double{a[i]}), std::abs(double{b[i]}));
    largest = std::max(largest, std::abs(double{a[i]} - double{b[i]}) / size);
  }
  return largest;
}

/// Prints the shown element of ten runs on each machine.
void print_values(const EntryCase& each, launch::Device& gpu, const launch::Launch& launch) {
  const auto simt = simt::make_device();
  std::map<std::string, std::map<double, int>> times;
  std::size_t shown = 0;
  const auto buffers = launch::buffers_of(launch);
  while (shown + 1 < buffers.size() && buffers[shown]->name != each.experiment->shown) ++shown;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (launch::Device* const device : {&gpu, simt.get()}) {
      launch::Launch once = launch;
      once.schedule = launch::Schedule::random;
      once.seed = seed;
      launch::Progress progress;
      const auto result = device->run(once, progress);
      if (!result || result->outcome != launch::Outcome::finished) continue;
      const std::uint64_t element = std::min<std::uint64_t>(each.experiment->shown_element, buffers[shown]->size - 1);
      ++times[device == &gpu ? "GPU" : "SIMT"]
             [launch::to_double(launch::element(buffers[shown]->type, result->outputs.at(shown), element))];
    }
  }
  const auto text = [&](const char* machine) {
    std::string all;
    for (const auto& [value, count] : times[machine]) {
      char one[64];
      std::snprintf(one, sizeof one, "%s%g (%d×)", all.empty() ? "" : ", ", value, count);
      all += one;
    }
    return all;
  };
  std::printf("ORDER| %s | %s | %s |\n", each.name.c_str(), text("GPU").c_str(), text("SIMT").c_str());
}

void GpuAgreement::expect_same_bits(double scale) {
  std::size_t same = 0;
  for (const EntryCase& each : cases(scale)) {
    SCOPED_TRACE(each.name);
    const auto launch = launch_of_case(each);
    if (!launch) {
      if (scale == 1)
        ADD_FAILURE() << base::describe(launch.error());
      else
        std::printf("NOT ODD| %s: %s |\n", each.name.c_str(), launch.error().message.c_str());
      continue;
    }
    if (faults_on_simt(*launch)) {
      std::printf("FAULTS| %s |\n", each.name.c_str());
      continue;
    }
    const auto here = run(*launch);
    ASSERT_TRUE(here.ok()) << base::describe(here.error());
    ASSERT_EQ(here->outcome, launch::Outcome::finished) << here->fault->message;
    const auto there = outcomes_on_simt(*launch);
    if (there.size() > 1) {
      if (scale == 1) print_values(each, device(), *launch);
      continue;
    }
    if (there.contains(here->outputs)) {
      ++same;
      continue;
    }
    if (reads_uninitialised(*launch)) {
      std::printf("UNINITIALISED| %s |\n", each.name.c_str());
      continue;
    }
    const auto buffers = launch::buffers_of(*launch);
    for (std::size_t k = 0; k < buffers.size(); ++k) {
      const launch::Bytes &ours = here->outputs[k], &theirs = there.begin()->at(k);
      if (ours == theirs) continue;
      const bool floats = buffers[k]->type == launch::ElementType::f32;
      const double difference = floats ? max_difference(ours, theirs) : 1;
      std::printf("APPROXIMATE| %s, %s | %.3g |\n", each.name.c_str(), buffers[k]->name.c_str(), difference);
      EXPECT_TRUE(floats && approximates(*launch->module) && difference < 1e-5)
          << buffers[k]->name << " differs by up to " << difference;
    }
  }
  std::printf("SAME| %s | %zu | %zu |\n", scale == 1 ? "the experiments' own" : "odd", same, cases(scale).size());
}

TEST_F(GpuAgreement, SameBitsAtTheExperimentsOwnSizes) { expect_same_bits(1); }
TEST_F(GpuAgreement, SameBitsAtOddSizes) { expect_same_bits(0.37); }

/// Clears the values, which may depend on the order of the threads.
EventsByThread without_values(EventsByThread events) {
  for (auto& [thread, list] : events)
    for (ThreadEvent& event : list) event.value = event.stored = 0;
  return events;
}

/// Clears the places in shared memory where a kernel has several shared variables: compilers lay them out each in its way.
EventsByThread without_shared_places(EventsByThread events, const ptx::Module& module) {
  const auto is_shared = [](const ptx::Variable& variable) { return variable.space == ptx::Space::shared; };
  if (std::ranges::count_if(module.variables, is_shared) < 2) return events;
  for (auto& [thread, list] : events)
    for (ThreadEvent& event : list)
      if (event.access && event.space == trace::MemorySpace::shared) event.offset = 0;
  return events;
}

/// Space, buffer and the pair of source lines of each race.
using Races = std::set<std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>>;

Races races_of(const launch::Launch& launch, const trace::Trace& trace) {
  Races races;
  for (const launch::Finding& finding : analysis::trace_races(launch, trace).findings) {
    const std::uint32_t one = finding.first.line, other = finding.second ? finding.second->line : one;
    races.emplace(finding.space, finding.buffer, std::min(one, other), std::max(one, other));
  }
  return races;
}

/// In groups, which run_on_gpu.sh runs side by side.
class GpuAgreementOfTraces : public GpuAgreement, public testing::WithParamInterface<std::size_t> {
 public:
  static constexpr std::size_t groups = 8;
};

TEST_P(GpuAgreementOfTraces, SameAccessesAndRaces) {
  std::size_t same = 0, by_order = 0;
  constexpr std::uint64_t max_trace = 1'000'000;  // accesses by threads
  const std::vector<EntryCase> all = cases(1);
  for (std::size_t k = GetParam(); k < all.size(); k += groups) {
    const EntryCase& original = all[k];
    SCOPED_TRACE(original.name);
    EntryCase each = original;
    base::Result<launch::Launch> launch = launch_of_case(each);
    ASSERT_TRUE(launch.ok()) << base::describe(launch.error());
    if (faults_on_simt(*launch)) continue;
    // Shrink the launch until its complete trace is small enough.
    for (double scale = 0.37; scale > 0.001; scale *= 0.3) {
      const auto counted = on_simt(*launch, launch::Schedule::timed, 1);
      ASSERT_TRUE(counted.ok());
      const launch::Counters& counters = counted->counters;
      const std::uint64_t requests =
          counters.global_loads + counters.global_stores + counters.global_atomics + counters.shared_requests;
      if (requests * 32 <= max_trace) break;
      each.settings = original.settings;
      ASSERT_TRUE(scale_sizes(*each.experiment, each.settings, scale).ok());
      launch = launch_of_case(each);
      ASSERT_TRUE(launch.ok()) << base::describe(launch.error());
    }
    launch->trace_level = trace::Level::memory;
    launch->trace_budget = std::uint64_t{2} << 30;
    const auto here = run(*launch);
    ASSERT_TRUE(here.ok()) << base::describe(here.error());
    ASSERT_EQ(here->trace.level, trace::Level::memory) << here->trace_note;
    ASSERT_EQ(here->trace.steps_not_recorded, 0u);
    const auto there = on_simt(*launch, launch::Schedule::timed, 1);
    const auto other = on_simt(*launch, launch::Schedule::random, 2);
    ASSERT_TRUE(there.ok() && other.ok());
    const auto events_of = [&](const launch::LaunchResult& result) {
      return without_shared_places(events_by_thread(result.trace, *launch->module, launch->entry), *launch->module);
    };
    const auto ours = events_of(*here), theirs = events_of(*there), others = events_of(*other);
    if (theirs == others && !reads_uninitialised(*launch)) {
      EXPECT_EQ(ours.size(), theirs.size());
      expect_same_events(theirs, ours);
      ++same;
    } else if (without_values(theirs) == without_values(others)) {
      expect_same_events(without_values(theirs), without_values(ours));
      ++same;
    } else {
      ++by_order;
      std::printf("ACCESSES| %s |\n", each.name.c_str());
      continue;
    }
    EXPECT_EQ(races_of(*launch, here->trace), races_of(*launch, there->trace));
  }
  std::printf("TRACES| %zu | %zu | %zu |\n", GetParam(), same, by_order);
}
INSTANTIATE_TEST_SUITE_P(Group, GpuAgreementOfTraces, testing::Range(std::size_t{0}, GpuAgreementOfTraces::groups));

}  // namespace
}  // namespace warplens::gpu
