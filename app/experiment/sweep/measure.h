#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "experiment/experiment.h"
#include "launch/launch_result.h"

namespace warplens::experiment {

/// What a number of a sweep comes from.
enum class Source : std::uint8_t { gpu, cpu_one_thread, cpu_all_threads, blas, simt };
/// The CPU computes the experiment's own baseline, whichever kernel a GPU would run.
bool on_cpu(Source source);

/// A finished launch of an experiment.
struct Finished {
  const Experiment& experiment;
  const Settings& settings;
  const launch::Launch& launch;
  const launch::LaunchResult& result;
};

/// One number that a sweep can plot.
struct Measure {
  std::string id;     ///< "gpu", "simt", "sectors_per_request"
  std::string label;  ///< "GPU, kernel only"
  std::string unit;   ///< "ms", "cycles", "bytes"; empty where the label says what is counted
  launch::Origin origin;
  Source source;
  std::function<std::optional<double>(const Finished&)> of;  ///< empty on the CPU, where a clock gives the number
};

/// Times first: gpu, gpu-copies, cpu, cpu-all, blas (milliseconds), simt (modelled cycles). Then everything that the SIMT machine
/// counts; then what kernels read off the clock (an output called cycles_per_access), and the bandwidth, of either machine.
std::span<const Measure> measures();
const Measure* measure_named(std::string_view id);
bool is_time(const Measure& measure);

}  // namespace warplens::experiment
