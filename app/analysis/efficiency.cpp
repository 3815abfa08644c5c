#include "analysis/efficiency.h"

#include <cmath>

#include "analysis/memory_traffic.h"
#include "trace/trace.h"

namespace warplens::analysis {
namespace {

std::optional<double> ratio(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

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
