#include "view/caches/caches_levels.h"

#include <fmt/format.h>

#include "analysis/memory_traffic.h"
#include "base/number_format.h"

namespace warplens::view {
namespace {

std::string cycles_text(std::uint32_t cycles) { return cycles == 0 ? "" : base::counted(std::uint64_t{cycles}, "cycle"); }

/// "held 75 % of 4 sectors", "held 75 %".
std::vector<std::string> short_shares(std::uint64_t part, std::uint64_t all) {
  const std::string held = fmt::format("held {:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(all));
  return {held + " of " + base::counted(all, "sector"), held};
}

LevelWords registers_words(const CachesInput& input) {
  const analysis::Hierarchy& h = input.hierarchy;
  LevelWords words{.name = "Registers",
                   .tooltip =
                       "Of the threads: where loads bring values and stores take them from. Bytes are "
                       "what lanes asked for; atomics count as requests, their bytes from L2 on"};
  if (input.of == HierarchyOf::request) {
    words.did = "values after " + base::counted(input.cycles, "cycle");
    if (h.l1.down + h.shared.down != 0 && h.l1.up + h.shared.up == 0)
      words.did = "write accepted after " + base::counted(input.cycles, "cycle");
    return words;
  }
  words.did = fmt::format("{} of warps: {} to global, {} to shared memory",
                          base::counted(h.global_requests + h.shared_requests, "request"), base::grouped(h.global_requests),
                          base::grouped(h.shared_requests));
  words.shorter = {base::counted(h.global_requests, "request") + " to global, " + base::grouped(h.shared_requests) + " to shared",
                   base::counted(h.global_requests + h.shared_requests, "request")};
  if (input.of == HierarchyOf::line && h.waited != 0) {
    const std::string waited = base::counted(h.waited, "cycle");
    words.did += "; warps waited " + waited;
    words.shorter.front() += ", waited " + waited;
    words.shorter.back() += ", waited " + waited;
  }
  const auto& occupancy = input.subject.result->occupancy;
  if (occupancy && occupancy->registers_per_thread != 0)
    words.aside = fmt::format("{} per thread", occupancy->registers_per_thread);
  return words;
}

LevelWords shared_words(const CachesInput& input, const launch::Latencies& latencies) {
  const analysis::Hierarchy& h = input.hierarchy;
  LevelWords words{.name = "Shared memory",
                   .did = "not used",
                   .tooltip =
                       "Of each block. A request takes one pass over the 32 banks, and one more for each further word of "
                       "the bank that is asked for most",
                   .aside = cycles_text(latencies.shared)};
  if (h.shared_requests != 0) {
    const std::string requests = base::counted(h.shared_requests, "request"), bank = base::counted(h.conflicts, "bank conflict");
    words.did = requests + ", " + bank;
    words.shorter = {requests + ", " + base::counted(h.conflicts, "conflict"), bank, base::counted(h.conflicts, "conflict")};
  }
  return words;
}

LevelWords l1_words(const CachesInput& input, const launch::Latencies& latencies) {
  const analysis::Hierarchy& h = input.hierarchy;
  // More comes out of it towards L2 than went in: atomics, which only L2 carries out.
  const std::string atomics = h.l2.down > h.l1.down ? "; atomics pass by" : "";
  return {.name = "L1",
          .did = (h.loaded_sectors == 0 ? "no loads" : "held " + share_text(h.l1_hits, h.loaded_sectors)) + atomics,
          .tooltip =
              "Of each multiprocessor. Stores and atomics go through to L2. Busy: cycles in which it or shared memory, "
              "which is the same memory, served requests, over all multiprocessors",
          .shorter = h.loaded_sectors == 0 ? std::vector<std::string>() : short_shares(h.l1_hits, h.loaded_sectors),
          .aside = cycles_text(latencies.l1)};
}

LevelWords l2_words(const CachesInput& input, const launch::Latencies& latencies) {
  const analysis::Hierarchy& h = input.hierarchy;
  return {.name = "L2",
          .did = h.l2_sectors == 0 ? "no loads or atomics" : "held " + share_text(h.l2_hits, h.l2_sectors),
          .tooltip =
              "Of the whole card. A sector on its way from memory counts as not held. Busy: share of the bytes that it can "
              "exchange with the multiprocessors; a request for less than 64 bytes of a line takes as long as one for 64",
          .shorter = h.l2_sectors == 0 ? std::vector<std::string>() : short_shares(h.l2_hits, h.l2_sectors),
          .aside = cycles_text(latencies.l2)};
}

LevelWords memory_words(const CachesInput& input, const launch::Latencies& latencies) {
  const analysis::LevelTraffic& moved = input.hierarchy.memory;
  LevelWords words{.name = "Memory",
                   .did = "read " + base::counted(moved.up / analysis::sector_bytes, "sector"),
                   .tooltip =
                       "Sectors of 32 bytes that no cache held, and sectors that the kernel changed. Busy: share of the "
                       "bytes that it can move",
                   .aside = cycles_text(latencies.memory)};
  if (input.hierarchy.writes_known) {
    const std::string wrote = ", wrote " + base::grouped(moved.down / analysis::sector_bytes);
    words.did += wrote;
    words.shorter = {"read " + base::grouped(moved.up / analysis::sector_bytes) + wrote};
  }
  if (input.queued != 0) {
    const std::string queued = base::counted(input.queued, "cycle");
    words.shorter = {words.did + ", " + queued + " in the queue"};
    words.did += "; " + queued + " behind other requests";
  }
  return words;
}

}  // namespace

std::string share_text(std::uint64_t part, std::uint64_t all) {
  return fmt::format("{} of {} ({:.0f} %)", base::grouped(part), base::counted(all, "sector"),
                     100.0 * static_cast<double>(part) / static_cast<double>(all));
}

std::array<LevelWords, 5> level_words(const CachesInput& input) {
  const launch::Utilisation& utilisation = *input.subject.result->utilisation;
  const launch::Latencies& latencies = utilisation.latencies;
  std::array words{registers_words(input), shared_words(input, latencies), l1_words(input, latencies), l2_words(input, latencies),
                   memory_words(input, latencies)};
  if (input.of == HierarchyOf::launch) {
    words[static_cast<std::size_t>(MemoryLevel::l1)].busy = utilisation.l1;
    words[static_cast<std::size_t>(MemoryLevel::l2)].busy = utilisation.l2;
    words[static_cast<std::size_t>(MemoryLevel::memory)].busy = utilisation.memory;
  }
  return words;
}

}  // namespace warplens::view
