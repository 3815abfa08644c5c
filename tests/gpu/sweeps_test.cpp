#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/resources.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_run.h"
#include "gpu_test.h"
#include "launch/costs/spread.h"
#include "simt/device_spec.h"
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

class GpuFiguresOfSweeps : public GpuTest {};

TEST_F(GpuFiguresOfSweeps, ModelBesideMeasured) {
  const auto catalogue = experiment::load_catalogue({base::resource_folder() / "kernels"});
  const simt::DeviceSpec* const spec = simt::device_spec_named("h100");
  const auto simt = simt::make_device(spec != nullptr ? *spec : simt::device_specs().back());
  const double cycles_per_ms = simt->properties().clock_mhz * 1000;
  for (const experiment::Experiment& experiment : catalogue.experiments) {
    for (experiment::Sweep sweep : experiment.sweeps) {
      for (const auto& [measured, modelled] : pairs) {
        if (!has(sweep, measured) || !has(sweep, modelled)) continue;
        SCOPED_TRACE(experiment.id + ", " + sweep.label);
        experiment::Sweep both = sweep;
        both.measures = {measured, modelled};
        both.relative_to.clear();
        both.simt_up_to = std::min(both.simt_up_to, 262'144.0);
        experiment::SweepProgress progress;
        const auto result = experiment::run_sweep(experiment, both, {simt.get(), &device(), ""}, progress);
        ASSERT_TRUE(result.ok()) << base::describe(result.error());
        std::map<std::pair<std::uint32_t, double>, std::map<std::string, double>> points;
        for (const experiment::SweepPoint& point : result->points)
          if (!point.samples.empty()) points[{point.entry, point.value}][point.measure] = launch::spread_of(point.samples).median;
        for (const std::uint32_t entry : both.entries) {
          std::vector<double> seen, model;
          for (const auto& [at, values] : points) {
            if (at.first != entry || values.size() < 2) continue;
            seen.push_back(values.at(measured));
            model.push_back(measured == "gpu" ? values.at(modelled) / cycles_per_ms : values.at(modelled));
          }
          if (seen.empty()) continue;
          std::vector<double> ratios;
          for (std::size_t i = 0; i < seen.size(); ++i) ratios.push_back(model[i] / seen[i]);
          const launch::Spread ratio = launch::spread_of(ratios);
          std::printf("MODEL| %s, %s, %s | %zu | %.3g (%.3g to %.3g) | %.2f |\n", experiment.id.c_str(), sweep.label.c_str(),
                      experiment.entries[entry].label.c_str(), seen.size(), ratio.median, ratio.smallest, ratio.largest,
                      rank_correlation(seen, model));
        }
      }
    }
  }
}

}  // namespace
}  // namespace warplens::gpu
