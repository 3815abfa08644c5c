#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "experiment/experiment.h"
#include "launch/launch_result.h"

namespace warplens::experiment {

/// The machine or clock that gives a number of a sweep.
enum class Source : std::uint8_t { gpu, cpu_one_thread, cpu_all_threads, blas, simt };
/// Whether the CPU is the source; it computes the experiment's baseline, whatever the entry.
bool on_cpu(Source source);

/// A finished launch of an experiment.
struct Finished {
  const Experiment& experiment;
  const Settings& settings;
  const launch::Launch& launch;
  const launch::LaunchResult& result;
};

/// A quantity that a sweep can plot.
struct Measure {
  std::string id;     ///< "gpu", "simt", "sectors_per_request"
  std::string label;  ///< "GPU, kernel only"
  std::string unit;   ///< "ms", "cycles", "bytes"; empty if the label names what is counted
  launch::Origin origin;
  Source source;
  std::function<std::optional<double>(const Finished&)> of;  ///< empty on the CPU, where a clock gives the value
};

/// All measures: times gpu, gpu-copies, cpu, cpu-all, blas (milliseconds) and simt (modelled cycles); all counts of the SIMT
/// machine; on either machine, times measured by kernels (an output called cycles_per_access) and the bandwidth.
std::span<const Measure> measures();
const Measure* measure_named(std::string_view id);
bool is_time(const Measure& measure);

}  // namespace warplens::experiment
