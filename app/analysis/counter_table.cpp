#include "analysis/counter_table.h"

#include <cmath>

#include "analysis/memory_traffic.h"
#include "trace/trace.h"

namespace warplens::analysis {
namespace {

using launch::Counters;
using launch::Origin;

/// A count that is one member of the counters.
template <std::uint64_t Counters::*member>
std::uint64_t plain(const Counters& c) {
  return c.*member;
}

constexpr Count count_rows[] = {
    {"threads", "threads", "", Origin::counted, true, plain<&Counters::threads>},
    {"warps", "warps", "", Origin::counted, true, plain<&Counters::warps>},
    {"blocks", "blocks", "", Origin::counted, true, plain<&Counters::blocks>},
    {"warp_instructions", "instructions of warps", "", Origin::counted, false, plain<&Counters::warp_instructions>},
    {"thread_instructions", "instructions of threads", "", Origin::counted, false, plain<&Counters::thread_instructions>},
    {"cycles", "cycles", "cycles", Origin::modelled, false, plain<&Counters::cycles>},
    {"global_loads", "global loads", "", Origin::counted, false, plain<&Counters::global_loads>},
    {"global_stores", "global stores", "", Origin::counted, false, plain<&Counters::global_stores>},
    {"global_atomics", "global atomics", "", Origin::counted, false, plain<&Counters::global_atomics>},
    {"global_sectors", "32-byte sectors", "", Origin::counted, false, plain<&Counters::global_sectors>},
    {"load_bytes_asked", "bytes that loads asked for", "bytes", Origin::counted, false, plain<&Counters::load_bytes_asked>},
    {"load_bytes_moved", "bytes moved for loads", "bytes", Origin::counted, false,
     [](const Counters& c) { return c.load_sectors * sector_bytes; }},
    {"store_bytes_asked", "bytes that stores asked for", "bytes", Origin::counted, false, plain<&Counters::store_bytes_asked>},
    {"store_bytes_moved", "bytes moved for stores", "bytes", Origin::counted, false,
     [](const Counters& c) { return c.store_sectors * sector_bytes; }},
    {"bytes_asked", "bytes asked for", "bytes", Origin::counted, false,
     [](const Counters& c) { return c.load_bytes_asked + c.store_bytes_asked; }},
    {"bytes_moved", "bytes moved", "bytes", Origin::counted, false,
     [](const Counters& c) { return (c.load_sectors + c.store_sectors) * sector_bytes; }},
    {"l1_hit_sectors", "sectors that L1 held", "", Origin::modelled, false, plain<&Counters::l1_hit_sectors>},
    {"l2_hit_sectors", "sectors that L2 held", "", Origin::modelled, false, plain<&Counters::l2_hit_sectors>},
    {"memory_bytes_read", "bytes read from memory", "bytes", Origin::modelled, false,
     [](const Counters& c) { return c.memory_sectors_read * sector_bytes; }},
    {"memory_bytes_written", "bytes written to memory", "bytes", Origin::modelled, false,
     [](const Counters& c) { return c.memory_sectors_written * sector_bytes; }},
    {"shared_requests", "requests to shared memory", "", Origin::counted, false, plain<&Counters::shared_requests>},
    {"bank_conflicts", "bank conflicts", "", Origin::counted, false, plain<&Counters::bank_conflicts>},
    {"atomic_collisions", "atomic collisions", "", Origin::counted, false, plain<&Counters::atomic_collisions>},
    {"branches", "branches", "", Origin::counted, false, plain<&Counters::branches>},
    {"divergent_branches", "divergent branches", "", Origin::counted, false, plain<&Counters::divergent_branches>},
    {"barriers", "arrivals at barriers", "", Origin::counted, false, plain<&Counters::barriers>},
    {"barrier_wait_cycles", "cycles that warps waited at barriers", "cycles", Origin::modelled, false,
     plain<&Counters::barrier_wait_cycles>},
    {"memory_wait_cycles", "cycles that warps waited for memory", "cycles", Origin::modelled, false,
     plain<&Counters::memory_wait_cycles>},
};

constexpr Ratio ratio_rows[] = {
    {"simt_efficiency", "SIMT efficiency", simt_efficiency},
    {"sectors_per_request", "sectors per request", sectors_per_request},
    {"load_efficiency", "load efficiency", load_efficiency},
    {"store_efficiency", "store efficiency", store_efficiency},
    {"conflicts_per_request", "bank conflicts per request", conflicts_per_request},
    {"divergence", "share of branches that diverged", divergence},
};

std::optional<double> ratio(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::span<const Count> counts() { return count_rows; }
std::span<const Ratio> ratios() { return ratio_rows; }

std::optional<double> simt_efficiency(const launch::Counters& counters) {
  return ratio(counters.thread_instructions, counters.warp_instructions * trace::lanes);
}

std::optional<double> sectors_per_request(const launch::Counters& counters) {
  return ratio(counters.global_sectors, counters.global_loads + counters.global_stores + counters.global_atomics);
}

std::optional<double> load_efficiency(const launch::Counters& counters) {
  return ratio(counters.load_bytes_asked, counters.load_sectors * sector_bytes);
}

std::optional<double> store_efficiency(const launch::Counters& counters) {
  return ratio(counters.store_bytes_asked, counters.store_sectors * sector_bytes);
}

std::string efficiency_text(double efficiency) {
  const auto percent = std::llround(efficiency * 100);
  return std::to_string(percent) + (percent > 100 ? " %, bytes shared" : " %");
}

std::optional<double> conflicts_per_request(const launch::Counters& counters) {
  return ratio(counters.bank_conflicts, counters.shared_requests);
}

std::optional<double> divergence(const launch::Counters& counters) {
  return ratio(counters.divergent_branches, counters.branches);
}

}  // namespace warplens::analysis
