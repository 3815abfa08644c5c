#include "analysis/counter_table.h"

#include "analysis/efficiency.h"
#include "analysis/memory_traffic.h"

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

}  // namespace

std::span<const Count> counts() { return count_rows; }
std::span<const Ratio> ratios() { return ratio_rows; }

}  // namespace warplens::analysis
