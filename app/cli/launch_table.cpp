#include "cli/launch_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "base/number_format.h"
#include "cli/source.h"
#include "launch/costs/spread.h"

namespace warplens::cli {
namespace {

using report::Json;

constexpr std::size_t launches_shown = 40, longest_name = 32;  // the latter in bytes

std::string name_of(const Json& launch) {
  std::string name = launch.at("kernel");
  if (name.size() > longest_name) name = name.substr(0, longest_name - 3) + "...";
  return name;
}

std::string extents(const Json& json) { return base::extents_text({json.at(0), json.at(1), json.at(2)}); }

std::string place_of(const Json& launch) {
  if (!launch.at("file").is_string()) return "";
  return as_seen_from_here(launch["file"]) +
         (launch.at("line").is_number() ? ":" + std::to_string(launch["line"].get<int>()) : "");
}

std::string time_of(const Json& launch) {
  const Json& timing = launch.at("timing");
  return timing.contains("kernel_ms") ? fmt::format("{:.4f}", timing["kernel_ms"]["value"].get<double>()) : "-";
}

/// The times of each kernel, in the order of first launches.
std::vector<std::pair<std::string, std::vector<double>>> times_by_kernel(const Json& launches) {
  std::vector<std::pair<std::string, std::vector<double>>> kernels;
  for (const Json& launch : launches) {
    const std::string name = name_of(launch);
    auto found = std::ranges::find(kernels, name, &std::pair<std::string, std::vector<double>>::first);
    if (found == kernels.end()) found = kernels.insert(kernels.end(), {name, {}});
    if (const Json& timing = launch.at("timing"); timing.contains("kernel_ms"))
      found->second.push_back(timing["kernel_ms"]["value"]);
  }
  return kernels;
}

void add_kernels(std::string& text, const Json& launches) {
  const auto kernels = times_by_kernel(launches);
  if (kernels.size() == launches.size()) return;  // each was launched once
  fmt::format_to(std::back_inserter(text), "\n  {:<{}}{:>10}{:>12}{:>12}{:>12}{:>12}\n", "kernel", longest_name + 2, "measured",
                 "total", "median", "smallest", "largest");
  for (const auto& [name, times] : kernels) {
    if (times.empty()) continue;
    const launch::Spread spread = launch::spread_of(times);
    fmt::format_to(std::back_inserter(text), "  {:<{}}{:>10}{:>12.4f}{:>12.4f}{:>12.4f}{:>12.4f}\n", name, longest_name + 2,
                   base::grouped(std::uint64_t{spread.runs}), std::accumulate(times.begin(), times.end(), 0.0), spread.median,
                   spread.smallest, spread.largest);
  }
}

}  // namespace

std::string launch_table(const Json& launches, const std::string& device) {
  if (launches.empty()) return "";
  std::string text = fmt::format("{} on {}; milliseconds by GPU events (measured)\n\n",
                                 base::counted(std::uint64_t{launches.size()}, "launch"), device);
  fmt::format_to(std::back_inserter(text), "  {:>6}  {:<{}}{:>16}{:>14}{:>10}{:>8}{:>12}\n", "launch", "kernel", longest_name + 2,
                 "grid", "block", "shared", "stream", "ms");
  for (std::size_t k = 0; k < std::min(launches_shown, launches.size()); ++k) {
    const Json& launch = launches[k];
    const Json& configuration = launch.at("launch");
    fmt::format_to(std::back_inserter(text), "  {:>6}  {:<{}}{:>16}{:>14}{:>10}{:>8}{:>12}  {}\n",
                   base::grouped(std::uint64_t{k + 1}), name_of(launch), longest_name + 2, extents(configuration.at("grid")),
                   extents(configuration.at("block")), base::grouped(configuration.at("shared").get<std::uint64_t>()),
                   launch.at("stream").get<int>(), time_of(launch), place_of(launch));
  }
  if (launches.size() > launches_shown)
    fmt::format_to(std::back_inserter(text), "  … and {} more, which --json has\n",
                   base::grouped(std::uint64_t{launches.size() - launches_shown}));
  add_kernels(text, launches);
  return text;
}

}  // namespace warplens::cli
