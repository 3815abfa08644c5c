#include "experiment/sweep/sweep_run.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "base/number_format.h"
#include "base/threads.h"
#include "experiment/references/baseline.h"
#include "experiment/references/blas.h"
#include "experiment/run.h"
#include "experiment/sequence.h"
#include "experiment/sweep/measure.h"
#include "launch/machine_name.h"

namespace warplens::experiment {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

constexpr double shortest_sample = 0.2;  // ms: shorter computations are repeated and divided
constexpr double longest_series = 500;   // ms: samples of one point that take longer are fewer, but at least three
constexpr std::size_t fewest_samples = 3;
constexpr double needs_no_warm_up = 100;  // ms: cold caches hardly affect a computation that takes longer

/// Milliseconds of each of `repeats` computations, at most. Short ones are preceded by another one, to warm up.
std::vector<double> time(const Baseline& baseline, const std::function<void()>& compute, std::uint32_t repeats,
                         const SweepProgress& progress) {
  const auto timed = [&](std::uint64_t times) {
    baseline.reset();
    const Clock::time_point begin = Clock::now();
    for (std::uint64_t k = 0; k < times; ++k) compute();
    return milliseconds_since(begin);
  };
  std::uint64_t times = 1;
  double took = timed(times);
  while (took < shortest_sample && times < 1'000'000 && !progress.cancelled()) took = timed(times *= 4);
  std::vector<double> samples;
  if (times == 1 && took >= needs_no_warm_up) samples.push_back(took);
  const Clock::time_point begin = Clock::now();
  while (samples.size() < repeats && !progress.cancelled()) {
    if (samples.size() >= fewest_samples && milliseconds_since(begin) > longest_series) break;
    samples.push_back(timed(times) / static_cast<double>(times));
  }
  return samples;
}

std::string sentence_of(const launch::LaunchResult& result) {
  return result.fault ? result.fault->message : "the launch was cancelled";
}

}  // namespace

SweepState SweepProgress::state() const {
  const std::lock_guard lock(mutex_);
  return {done_, total_, std::chrono::duration<double>(Clock::now() - begin_).count(), left_};
}

std::vector<SweepPoint> SweepProgress::points() const {
  const std::lock_guard lock(mutex_);
  return points_;
}

std::size_t SweepProgress::point_count() const {
  const std::lock_guard lock(mutex_);
  return points_.size();
}

std::optional<double> seconds_left(const std::map<int, std::map<double, double>>& took,
                                   const std::vector<std::pair<int, double>>& left) {
  if (took.empty()) return std::nullopt;
  const auto estimate = [](const std::map<double, double>& times, double value) {
    const auto [last_value, last] = *times.rbegin();
    if (last_value <= 0 || value <= 0) return last;
    double power = 1;
    if (times.size() > 1) {
      const auto [value_before, before] = *std::prev(times.end(), 2);
      if (value_before > 0 && before > 0 && last > 0)
        power = std::clamp(std::log(last / before) / std::log(last_value / value_before), 0.0, 4.0);
    }
    return last * std::pow(value / last_value, power);
  };
  double all = 0;
  for (const auto& [kind, value] : left) {
    const auto known = took.find(kind);
    all += estimate(known != took.end() ? known->second : took.begin()->second, value);
  }
  return all;
}

/// One run of a sweep.
class SweepRunner {
 public:
  SweepRunner(const Experiment& experiment, const Sweep& sweep, const SweepMachines& machines, SweepProgress& progress)
      : experiment_(experiment), sweep_(sweep), machines_(machines), progress_(progress) {}

  base::Result<SweepResult> run() {
    if (const base::Status fine = check(experiment_, sweep_); !fine) return fine.error();
    const std::vector<double> values = *values_of(experiment_, sweep_);
    const auto settings = settings_at(experiment_, sweep_, sweep_.entries.front(), values.front());
    if (!settings) return settings.error();
    auto module = load_module(experiment_, *settings);
    if (!module) return module.error();
    module_ = std::move(*module);
    std::vector<Part> parts = parts_of(values);
    {
      const std::lock_guard lock(progress_.mutex_);
      if (progress_.total_ == 0) progress_.begin_ = Clock::now();
      progress_.total_ = parts.size();
    }
    for (std::size_t k = progress_.done_; k < parts.size() && !progress_.cancelled(); ++k) {
      const Clock::time_point begin = Clock::now();
      std::vector<SweepPoint> points = serve(parts[k]);
      // Drop a cancelled part: an incomplete point would look complete.
      if (progress_.cancelled()) break;
      std::vector<std::pair<int, double>> left;
      for (std::size_t later = k + 1; later < parts.size(); ++later) left.emplace_back(parts[later].kind, parts[later].value);
      {
        const std::lock_guard lock(progress_.mutex_);
        progress_.done_ = k + 1;
        progress_.took_[parts[k].kind][parts[k].value] = milliseconds_since(begin) / 1000;
        progress_.left_ = seconds_left(progress_.took_, left);
        std::move(points.begin(), points.end(), std::back_inserter(progress_.points_));
      }
      if (progress_.launch_->slices != nullptr) progress_.launch_->slices->complete_part();
    }
    return SweepResult{experiment_.id, sweep_, progress_.points(), std::move(notes_), machines_, !progress_.cancelled()};
  }

 private:
  /// An entry on one machine, or the baseline on the CPU, at a value.
  struct Part {
    Source source = Source::simt;  ///< cpu_one_thread stands for all measures of the CPU
    std::uint32_t entry = 0;
    double value = 0;
    int kind = 0;  ///< parts of the same kind have similar growth of time
  };

  std::vector<const Measure*> wanted(bool (*of)(Source)) const {
    std::vector<const Measure*> found;
    for (const std::string& id : sweep_.measures)
      if (const Measure* measure = measure_named(id); of(measure->source)) found.push_back(measure);
    return found;
  }

  std::vector<Part> parts_of(const std::vector<double>& values) {
    // Only the model can vary the number of multiprocessors.
    const bool modelled = turns_the_machine(sweep_);
    if (modelled) notes_.push_back("The number of multiprocessors is the model's: nothing is measured.");
    const bool gpu = !modelled && !wanted([](Source s) { return s == Source::gpu; }).empty();
    const bool cpu = !modelled && !wanted(on_cpu).empty(), simt = !wanted([](Source s) { return s == Source::simt; }).empty();
    if (gpu && machines_.gpu == nullptr) notes_.push_back("The GPU's series are left out: " + machines_.gpu_note + ".");
    if (gpu && machines_.gpu != nullptr) notes_.push_back("GPU: " + machines_.gpu->properties().name + ".");
    if (cpu) say_cpu();
    if (simt && std::isfinite(sweep_.simt_up_to) && values.back() > sweep_.simt_up_to)
      notes_.push_back("The SIMT machine's series end at " + base::grouped(static_cast<std::int64_t>(sweep_.simt_up_to)) +
                       ": more would take long.");
    if (simt && machines_.simt != nullptr) {
      const launch::DeviceProperties& card = machines_.simt->properties();
      const bool own = modelled || sets_the_machine(sweep_);
      notes_.push_back(launch::machine_name(card.name, card.multiprocessors, own ? 0 : machines_.multiprocessors) + ".");
    }
    std::vector<Part> parts;
    const int entries = static_cast<int>(experiment_.entries.size());
    for (const double value : values) {
      for (const std::uint32_t entry : sweep_.entries)
        if (gpu && machines_.gpu != nullptr) parts.push_back({Source::gpu, entry, value, 1 + static_cast<int>(entry)});
      if (cpu && !baseline_.function.empty()) parts.push_back({Source::cpu_one_thread, sweep_.entries.front(), value, 0});
      for (const std::uint32_t entry : sweep_.entries)
        if (simt && machines_.simt != nullptr && value <= sweep_.simt_up_to)
          parts.push_back({Source::simt, entry, value, 1 + entries + static_cast<int>(entry)});
    }
    return parts;
  }

  void say_cpu() {
    if (baseline_.function.empty()) {
      notes_.push_back("The CPU's series are left out: the experiment names no computation for it.");
      return;
    }
    for (const Measure* measure : wanted(on_cpu)) {
      if (measure->source == Source::cpu_all_threads)
        notes_.push_back("CPU: " + base::counted(std::uint64_t{base::processors()}, "thread") + ".");
      if (measure->source == Source::blas)
        notes_.push_back(blas() != nullptr ? "BLAS: " + blas()->name + "." : "BLAS is left out: OpenBLAS is not installed.");
    }
  }

  SweepPoint point(const Part& part, const Measure& measure) const {
    return {part.value, on_cpu(measure.source) ? SweepPoint::no_entry : part.entry, measure.id, {}, {}};
  }

  /// Points of a failed part: a problem for each measure.
  std::vector<SweepPoint> failed(const Part& part, const std::vector<const Measure*>& measures, const std::string& why) const {
    std::vector<SweepPoint> points;
    for (const Measure* measure : measures) {
      points.push_back(point(part, *measure));
      points.back().problem = why;
    }
    return points;
  }

  std::vector<SweepPoint> serve(const Part& part) {
    const auto measures = part.source == Source::gpu    ? wanted([](Source s) { return s == Source::gpu; })
                          : part.source == Source::simt ? wanted([](Source s) { return s == Source::simt; })
                                                        : wanted(on_cpu);
    try {
      const auto settings = settings_at(experiment_, sweep_, part.entry, part.value, machines_.multiprocessors);
      if (!settings) return failed(part, measures, settings.error().message);
      const auto program = make_program(experiment_, module_, *settings);
      if (!program) return failed(part, measures, program.error().message);
      return on_cpu(part.source) ? on_the_cpu(part, measures, program->launch)
                                 : on_a_machine(part, measures, *settings, *program);
    } catch (const std::bad_alloc&) {
      return failed(part, measures, "there is not enough memory for this run");
    }
  }

  std::vector<SweepPoint> on_a_machine(const Part& part, const std::vector<const Measure*>& measures, const Settings& settings,
                                       const Program& program) {
    const bool gpu = part.source == Source::gpu;
    launch::Device& device = gpu ? *machines_.gpu : *machines_.simt;
    std::vector<SweepPoint> points;
    for (const Measure* measure : measures) points.push_back(point(part, *measure));
    const std::uint32_t runs = gpu ? sweep_.repeats + 1 : sweep_.seeds;
    for (std::uint32_t run = 0; run < runs && !progress_.cancelled(); ++run) {
      const auto launch = run_before(program, settings.seed + run, device, *progress_.launch_);
      if (!launch) return failed(part, measures, launch.error().message);
      if (!*launch) break;
      const auto result = device.run(**launch, *progress_.launch_);
      if (!result) return failed(part, measures, result.error().message);
      if (result->outcome != launch::Outcome::finished) return failed(part, measures, sentence_of(*result));
      if (gpu && run == 0) continue;  // the first pays for loading the kernel
      for (std::size_t k = 0; k < measures.size(); ++k) {
        if (const auto value = measures[k]->of({experiment_, settings, **launch, *result}))
          points[k].samples.push_back(*value);
        else
          points[k].problem = "there is nothing to count";
      }
    }
    return points;
  }

  std::vector<SweepPoint> on_the_cpu(const Part& part, const std::vector<const Measure*>& measures,
                                     const launch::Launch& launch) {
    const std::vector<std::string>& names = experiment_.entries[part.entry].arguments;
    std::vector<const launch::Argument*> arguments;
    for (const std::string& name : baseline_.arguments) {
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) return failed(part, measures, "the entry does not take '" + name + "', which the CPU needs");
      arguments.push_back(&launch.arguments[static_cast<std::size_t>(found - names.begin())]);
    }
    const auto baseline = make_baseline(baseline_.function, arguments);
    if (!baseline) return failed(part, measures, baseline.error().message);
    std::vector<SweepPoint> points;
    for (const Measure* measure : measures) {
      if (measure->source == Source::blas && !baseline->blas) continue;
      points.push_back(point(part, *measure));
      Workers& workers = measure->source == Source::cpu_all_threads ? all_ : one_;
      const auto compute = measure->source == Source::blas ? baseline->blas : [&] { baseline->compute(workers); };
      points.back().samples = time(*baseline, compute, sweep_.repeats, progress_);
    }
    return points;
  }

  const Experiment& experiment_;
  const Sweep& sweep_;
  const CpuBaseline& baseline_ = sweep_.baseline.function.empty() ? experiment_.baseline : sweep_.baseline;
  const SweepMachines& machines_;
  SweepProgress& progress_;
  std::shared_ptr<const ptx::Module> module_;
  std::vector<std::string> notes_;
  Workers one_{1}, all_{base::processors()};
};

base::Result<SweepMachines> sweep_machines(const launch::DeviceList& devices, const launch::DeviceChoice& choice,
                                           std::string_view preset, std::uint32_t multiprocessors) {
  const auto simt = launch::resolve(devices, launch::simt_device, preset);
  if (!simt) return simt.error();
  const bool chosen = choice.kind == launch::DeviceChoice::Kind::gpu;
  const auto gpu = launch::resolve(devices, chosen ? choice : launch::first_gpu);
  return SweepMachines{*simt, gpu ? *gpu : nullptr, devices.gpu_note, multiprocessors};
}

base::Result<SweepResult> run_sweep(const Experiment& experiment, const Sweep& sweep, const SweepMachines& machines,
                                    SweepProgress& progress) {
  return SweepRunner(experiment, sweep, machines, progress).run();
}

}  // namespace warplens::experiment
