#include "desk/sweep/sweep_plot.h"

#include "experiment/sweep/sweep_series.h"

namespace warplens::desk {

view::PlotInput plot_of(const experiment::Experiment& experiment, const experiment::SweepResult& result, std::string state) {
  view::PlotInput plot;
  plot.x_label = experiment::axis_label(experiment, result.sweep.parameter);
  const experiment::SweptQuantity quantity = experiment::swept_quantity(experiment, result.sweep.parameter);
  plot.x = {quantity.noun, quantity.noun_rest, quantity.name, quantity.unit};
  plot.text = experiment::sweep_text(experiment, result.sweep);
  plot.logarithmic_x = result.sweep.logarithmic_x;
  plot.logarithmic_y = result.sweep.logarithmic_y;
  plot.state = std::move(state);
  plot.notes = result.notes;
  for (std::string& problem : experiment::problems_of(experiment, result.points)) plot.notes.push_back(std::move(problem));
  for (const experiment::SweepPanel& panel : experiment::panels_of(experiment, result.sweep, result.points)) {
    view::PlotPanel& shown = plot.panels.emplace_back(view::PlotPanel{panel.title, panel.unit, panel.origin, {}});
    for (const experiment::SweepSeries& series : panel.series) {
      view::PlotSeries& line = shown.series.emplace_back(view::PlotSeries{series.label, {}});
      for (const experiment::SeriesPoint& point : series.points)
        line.points.push_back({point.x, point.y.median, point.y.smallest, point.y.largest, point.point});
    }
  }
  return plot;
}

}  // namespace warplens::desk
