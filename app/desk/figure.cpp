#include "desk/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/number_format.h"
#include "desk/view_inputs.h"
#include "experiment/captions/caption.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/text_width.h"

namespace warplens::desk {
namespace {

constexpr float margin = 28, title_size = 46, detail_size = 20, caption_height = 14;  // points

/// Lays out a view's headline and picture in the figure.
struct Composer {
  const view::Theme& theme;
  Figure figure;

  /// Adds the headline; returns the room left for the picture.
  view::Rectangle say(const view::Headline& headline) {
    const float inner = figure.drawing.width - 2 * margin;
    const float wanted = view::text_width(headline.title, title_size);
    const float size = std::max(title_size * std::min(1.0f, inner / std::max(wanted, 1.0f)), detail_size);
    float y = margin + size;
    figure.title = view::plain(headline.title);
    figure.drawing.shapes.push_back(view::Text{{margin, y}, size, view::Anchor::start, headline.title});
    y += 16;
    if (!headline.detail.empty()) {
      std::vector<view::Span> detail = headline.detail;
      if (headline.origin) detail.push_back({"  · " + std::string(launch::name(*headline.origin)), theme.muted});
      for (auto& line : view::wrap(detail, detail_size, inner)) {
        y += detail_size * 1.35f;
        figure.drawing.shapes.push_back(view::Text{{margin, y}, detail_size, view::Anchor::start, std::move(line)});
      }
      y += 24;
    }
    return {margin, y, inner, figure.drawing.height - margin - y};
  }

  void add(view::Drawing picture, view::Point by) {
    for (view::Shape& shape : picture.shapes) {
      view::move(shape, by);
      figure.drawing.shapes.push_back(std::move(shape));
    }
  }
};

/// The view's headline with its picture below, and a caption at the bottom; "": none.
Figure compose(const view::Row& row, const view::Input& input, const view::Theme& theme, float width, float height,
               const std::string& caption = "") {
  Composer composer{theme, {}};
  composer.figure.drawing.width = width;
  composer.figure.drawing.height = height;
  view::Rectangle at = composer.say(row.headline(input, theme));
  if (!caption.empty()) {
    at.height -= caption_height;
    const std::string words = view::fit_text(caption, view::smallest_text, at.width);
    composer.figure.drawing.shapes.push_back(
        view::Text{{margin, height - margin / 2}, view::smallest_text, view::Anchor::start, {{words, theme.muted}}});
  }
  const auto cells = view::make_raster_cell_painter();
  view::ScenePainter scene;
  composer.add(row.picture(input, theme, {at.width, at.height}, {*cells, scene}).drawing, {at.x, at.y});
  return std::move(composer.figure);
}

}  // namespace

base::Result<Figure> make_figure(Session session, const experiment::Catalogue& catalogue, launch::DeviceList& devices,
                                 float width, float height, float scale, bool failed_too,
                                 const std::function<base::Status(Desk&)>& point) {
  session.lesson.clear();  // the figure has no lesson text
  Desk desk(catalogue, devices, [] {});
  desk.scale = scale;
  desk.permissions.allow_all();
  if (const base::Status settled = desk.settle(session); !settled) return settled.error();
  if (!failed_too && desk.runs.shown && desk.runs.shown->run.result.fault)
    return base::error(desk.runs.shown->run.result.fault->message);
  if (point) {
    if (const base::Status pointed = point(desk); !pointed) return pointed.error();
    next_target(desk.pointer);
    desk.update();  // asks what the target lights
    desk.pointer.worker.wait_until_idle();
    desk.update();
  }
  return compose(desk.choices.row(), input_of(desk), desk.choices.theme(), width, height);
}

Figure figure_of(Desk& desk, float width, float height, float scale, bool caption) {
  const float before = std::exchange(desk.scale, scale);
  Figure figure = compose(desk.choices.row(), input_of(desk), desk.choices.theme(), width, height,
                          caption ? caption_of(desk) : std::string());
  desk.scale = before;
  return figure;
}

std::string caption_of(const Desk& desk) {
  const experiment::Settings& settings = desk.choices.session.settings;
  const experiment::Experiment& experiment = desk.choices.experiment();
  std::string text = experiment.title.substr(0, experiment.title.find(": "));
  if (experiment.entries.size() > 1) text += " · " + desk.choices.entry().label;
  const std::uint64_t threads = base::count(settings.block);
  text += fmt::format(" · {} of {}", base::counted(base::count(settings.grid), "block"), base::counted(threads, "thread"));
  for (const experiment::Parameter& parameter : experiment.parameters)
    if (const auto value = settings.parameters.find(parameter.name);
        value != settings.parameters.end() && experiment::has_effect(experiment, settings, parameter.name))
      text += fmt::format(" · {} = {}", parameter.name, view::number(value->second));
  text += " · " + desk.choices.device().properties().name;
  return text + fmt::format(" · seed {}", settings.seed);
}

Figure make_figure(const view::PlotInput& plot, view::ThemeName name, float width, float height) {
  view::Material material;
  material.plot = plot;
  const view::Row& row = view::row_of(view::sweep_view);
  return compose(row, row.input(material), view::theme(name), width, height);
}

}  // namespace warplens::desk
