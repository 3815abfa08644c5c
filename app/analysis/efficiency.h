#pragma once

#include <optional>

#include "launch/launch_result.h"

// Ratios of counters. Counted, hence exact; nothing where there is nothing to divide by, or the machine does not know.

namespace warplens::analysis {

/// Lanes that executed an instruction, on average, as a share of a warp's 32: 0 to 1. Best case: 1. Lost to divergence, to
/// guards, and to blocks that do not fill their last warp.
std::optional<double> simt_efficiency(const launch::Counters& counters);

/// 32-byte sectors that a warp's request to global memory touched, on average. Best case for 32 lanes with 4 bytes each: 4;
/// worst:
/// 32. One where all lanes want the same.
std::optional<double> sectors_per_request(const launch::Counters& counters);

/// Bytes that lanes asked global memory for, per byte that moved in whole sectors. 1 where every byte that came was asked for
/// once; more than 1 where lanes share bytes of one request (gld_efficiency, gst_efficiency of nvprof). Leaves out caches: a
/// sector is counted again for every request.
std::optional<double> load_efficiency(const launch::Counters& counters);
std::optional<double> store_efficiency(const launch::Counters& counters);

/// Passes over the banks that a request to shared memory took beyond its first, on average. Best case: 0; worst: 31. (A request
/// of 8 or 16 bytes a lane is two or four, each with its own first pass.)
std::optional<double> conflicts_per_request(const launch::Counters& counters);

/// Branches at which a warp's lanes parted, as a share of all branches that were issued: 0 to 1. Best case: 0.
std::optional<double> divergence(const launch::Counters& counters);

}  // namespace warplens::analysis
