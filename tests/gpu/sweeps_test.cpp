#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <future>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/resources.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_run.h"
#include "gpu_test.h"
#include "launch/costs/spread.h"
#include "simt/code/device_spec.h"
#include "simt/simt_device.h"

// The timing model compared with the GPU: every sweep that has a measured and a modelled cost, on the GPU and on the SIMT machine
// as the nearest card with a spec. Rows of MEASURED.md; accuracy is not asserted.

namespace warplens::gpu {
namespace {

/// Ranks from 0; ties get their mean rank.
std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> result(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t k = begin; k < end; ++k) result[order[k]] = static_cast<double>(begin + end - 1) / 2;
    begin = end;
  }
  return result;
}

/// Spearman's rank correlation: the Pearson correlation of the ranks, which is valid with ties. NaN if one side is constant.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> x = ranks(a), y = ranks(b);
  const double mean = static_cast<double>(a.size() - 1) / 2;
  double both = 0, of_x = 0, of_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    both += (x[i] - mean) * (y[i] - mean);
    of_x += (x[i] - mean) * (x[i] - mean);
    of_y += (y[i] - mean) * (y[i] - mean);
  }
  return both / std::sqrt(of_x * of_y);
}

const std::vector<std::pair<std::string, std::string>> pairs{
    {"gpu", "simt"}, {"access-gpu", "access"}, {"bandwidth-gpu", "bandwidth"}};

bool has(const experiment::Sweep& sweep, const std::string& measure) {
  return std::find(sweep.measures.begin(), sweep.measures.end(), measure) != sweep.measures.end();
}

/// A sweep with one of the pairs above: the same values, once measured and once modelled.
struct Compared {
  const experiment::Experiment* experiment;
  experiment::Sweep sweep;
  std::string measured, modelled;
};

/// Medians of one measure by entry and value.
using Medians = std::map<std::pair<std::uint32_t, double>, double>;

Medians medians_of(const Compared& compared, const std::string& measure, const experiment::SweepMachines& machines) {
  experiment::Sweep sweep = compared.sweep;
  sweep.measures = {measure};
  experiment::SweepProgress progress;
  const auto result = experiment::run_sweep(*compared.experiment, sweep, machines, progress);
  if (!result) throw std::runtime_error(compared.experiment->id + ", " + sweep.label + ": " + base::describe(result.error()));
  Medians medians;
  for (const experiment::SweepPoint& point : result->points)
    if (!point.samples.empty()) medians[{point.entry, point.value}] = launch::spread_of(point.samples).median;
  return medians;
}

/// Prints a row for each entry with both costs; `cycles_per_ms` are the modelled card's.
void print_rows(const Compared& compared, const Medians& measured, const Medians& modelled, double cycles_per_ms) {
  for (const std::uint32_t entry : compared.sweep.entries) {
    std::vector<double> seen, model, ratios;
    for (const auto& [at, value] : measured) {
      const auto found = modelled.find(at);
      if (at.first != entry || found == modelled.end()) continue;
      seen.push_back(value);
      model.push_back(compared.measured == "gpu" ? found->second / cycles_per_ms : found->second);
      ratios.push_back(model.back() / seen.back());
    }
    if (seen.empty()) continue;
    const launch::Spread ratio = launch::spread_of(ratios);
    const std::string rank = seen.size() > 1 ? fmt::format("{:.2f}", rank_correlation(seen, model)) : "";
    std::printf("MODEL| %s, %s, %s | %zu | %.3g (%.3g to %.3g) | %s |\n", compared.experiment->id.c_str(),
                compared.sweep.label.c_str(), compared.experiment->entries[entry].label.c_str(), seen.size(), ratio.median,
                ratio.smallest, ratio.largest, rank.c_str());
  }
}

class GpuFiguresOfSweeps : public GpuTest {};

TEST_F(GpuFiguresOfSweeps, ModelBesideMeasured) {
  const auto catalogue = experiment::load_catalogue({base::resource_folder() / "kernels"});
  std::vector<Compared> all;
  for (const experiment::Experiment& experiment : catalogue.experiments)
    for (const experiment::Sweep& sweep : experiment.sweeps)
      for (const auto& [measured, modelled] : pairs) {
        if (!has(sweep, measured) || !has(sweep, modelled)) continue;
        Compared& compared = all.emplace_back(&experiment, sweep, measured, modelled);
        compared.sweep.relative_to.clear();
        compared.sweep.simt_up_to = std::min(sweep.simt_up_to, 262'144.0);
      }
  // The GPU first and by itself, so that nothing disturbs its times; then the modelled sweeps side by side.
  std::vector<Medians> measured;
  for (const Compared& compared : all) measured.push_back(medians_of(compared, compared.measured, {nullptr, &device(), ""}));
  const simt::DeviceSpec* const found = simt::device_spec_named("h100");
  const simt::DeviceSpec& spec = found != nullptr ? *found : simt::device_specs().back();
  const double cycles_per_ms = simt::make_device(spec)->properties().clock_mhz * 1000;
  std::vector<std::future<Medians>> modelled;
  for (const Compared& compared : all)
    modelled.push_back(std::async(std::launch::async, [&compared, &spec] {
      const auto simt = simt::make_device(spec);
      return medians_of(compared, compared.modelled, {simt.get(), nullptr, ""});
    }));
  for (std::size_t k = 0; k < all.size(); ++k) print_rows(all[k], measured[k], modelled[k].get(), cycles_per_ms);
}

}  // namespace
}  // namespace warplens::gpu
