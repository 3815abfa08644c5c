#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "launch/launch_result.h"

// Names of a launch's counters, for every place that lists them: JSON, sweeps, plots.

namespace warplens::analysis {

/// One counter of a launch, or a sum of several counters.
struct Count {
  std::string_view id;     ///< key in JSON: "global_sectors"
  std::string_view label;  ///< for people: "32-byte sectors"
  std::string_view unit;   ///< "cycles" or "bytes"; empty if the label says what is counted
  launch::Origin origin;
  bool known_anywhere;  ///< on any machine: it follows from the launch's geometry; false: on the SIMT machine only
  std::uint64_t (*of)(const launch::Counters&);
};
std::span<const Count> counts();

/// A ratio of counters, counted; nothing if the divisor is 0.
struct Ratio {
  std::string_view id, label;
  std::optional<double> (*of)(const launch::Counters&);
};
std::span<const Ratio> ratios();

// Ratios of counters: counted, hence exact. No value where the divisor is 0 or the machine does not count.

/// Average active lanes per issued instruction, as a share of 32: 0 to 1. Best case: 1. Reduced by divergence, by predicates, and
/// by blocks that do not fill their last warp.
std::optional<double> simt_efficiency(const launch::Counters& counters);

/// Average number of 32-byte sectors per request of a warp to global memory. For 32 lanes with 4 bytes each: 4 at best, 32 at
/// worst, 1 where all lanes access the same address.
std::optional<double> sectors_per_request(const launch::Counters& counters);

/// Bytes that lanes access in global memory per byte of the sectors moved. 1: every byte moved is used once; above 1: lanes share
/// bytes of a request (nvprof: gld_efficiency, gst_efficiency). Ignores caches: each request counts its sectors anew.
std::optional<double> load_efficiency(const launch::Counters& counters);
std::optional<double> store_efficiency(const launch::Counters& counters);
/// Write a load or store efficiency for people: "88 %"; above 1: "189 %, bytes shared".
std::string efficiency_text(double efficiency);

/// Average number of extra passes over the banks per request to shared memory. Best case: 0; worst: 31. (A request of 8 or 16
/// bytes per lane counts as two or four.)
std::optional<double> conflicts_per_request(const launch::Counters& counters);

/// Divergent branches as a share of all branches issued: 0 to 1. Best case: 0.
std::optional<double> divergence(const launch::Counters& counters);

}  // namespace warplens::analysis
