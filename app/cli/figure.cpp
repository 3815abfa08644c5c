#include "cli/figure.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "ui/transport.h"
#include "view/blocks/blocks_picture.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/text_width.h"
#include "view/histogram/histogram_picture.h"
#include "view/mapping/mapping_picture.h"
#include "view/matrix/matrix_picture.h"
#include "view/memory/memory_picture.h"
#include "view/race/race_picture.h"
#include "view/scene/scene_picture.h"
#include "view/streams/streams_picture.h"

namespace warplens::cli {
namespace {

std::optional<double> parameter(const ui::RunTables& tables, const char* name) {
  const auto found = tables.run.settings.parameters.find(name);
  return found == tables.run.settings.parameters.end() ? std::nullopt : std::optional(found->second);
}

constexpr float margin = 28, title_size = 46, detail_size = 20;  // points

/// Puts the sentence and the picture of one view into the figure.
struct Composer {
  const view::Theme& theme;
  Figure figure;

  /// Room left for the picture after the sentence.
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

void add_mapping(Composer& composer, const Session& session, const ui::RunTables& tables, std::uint64_t place, float scale) {
  const launch::Buffer& buffer = tables.shown_buffer();
  const analysis::AccessMap map = analysis::access_map(tables.trace(), tables.run.shown, buffer.size,
                                                       static_cast<std::uint32_t>(launch::bytes(buffer.type)), place);
  view::MappingInput input;
  input.subject = ui::subject_of(tables);
  input.map = &map;
  input.tolerance = tables.experiment->reference.tolerance;
  input.colour = session.colour.value_or(view::telling_colours(input.subject, tables.map));
  input.camera_x = session.camera.x;
  input.camera_y = session.camera.y;
  input.zoom = session.camera.zoom;
  input.scale = scale;
  const view::Rectangle at = composer.say(view::mapping_headline(input, composer.theme));
  const auto painter = view::make_raster_cell_painter();
  composer.add(view::mapping_picture(input, composer.theme, at.width, at.height, *painter).drawing, {at.x, at.y});
}

void add_race(Composer& composer, const ui::RunTables& tables, std::uint64_t place) {
  view::RaceInput input;
  input.subject = ui::subject_of(tables);
  input.history = &tables.history;
  input.steps = place;
  if (tables.distribution.runs > 0) {
    input.outcomes.push_back({tables.experiment->entries[tables.run.settings.entry].label, &tables.distribution});
  }
  const view::Rectangle at = composer.say(view::race_headline(input, composer.theme));
  composer.add(view::race_picture(input, composer.theme, at.width, at.height).drawing, {at.x, at.y});
}

void add_histogram(Composer& composer, const ui::RunTables& tables) {
  view::HistogramInput input;
  input.subject = ui::subject_of(tables);
  input.lost = &tables.lost;
  // By convention of the experiment files the bins lie between the parameters `low` and `high`.
  input.range_minimum = parameter(tables, "low");
  input.range_maximum = parameter(tables, "high");
  if (input.range_minimum) input.quantity = "sample";
  const view::Rectangle at = composer.say(view::histogram_headline(input, composer.theme));
  const auto painter = view::make_raster_cell_painter();
  composer.add(view::histogram_picture(input, composer.theme, at.width, at.height, *painter).drawing, {at.x, at.y});
}

void add_blocks(Composer& composer, const ui::RunTables& tables) {
  view::BlocksInput input;
  input.subject = ui::subject_of(tables);
  input.timeline = &tables.blocks;
  const view::Rectangle at = composer.say(view::blocks_headline(input, composer.theme));
  composer.add(view::blocks_picture(input, composer.theme, at.width, at.height).drawing, {at.x, at.y});
}

void add_memory(Composer& composer, const Session& session, const ui::RunTables& tables, std::uint64_t place) {
  view::MemoryInput input;
  input.subject = ui::subject_of(tables);
  input.traffic = tables.traffic;
  input.chosen = view::chosen_memory(input.subject, input.traffic, session.memory);
  input.steps = place;
  const view::Rectangle at = composer.say(view::memory_headline(input, composer.theme));
  composer.add(view::memory_picture(input, composer.theme, at.width, at.height).drawing, {at.x, at.y});
}

void add_matrix(Composer& composer, const Session& session, const ui::RunTables& tables, std::uint64_t place, float scale) {
  const ui::Matrices matrices = ui::matrices_at(tables, place);
  view::MatrixInput input;
  input.subject = ui::subject_of(tables);
  input.maps = matrices.maps;
  input.whole = tables.matrices.maps;
  input.most_reads = tables.most_reads;
  input.shared = matrices.shared.get();
  input.arrays = tables.arrays;
  input.shared_columns = tables.run.shared_columns;
  input.steps = place;
  input.scale = scale;
  input.by_value = session.colour == view::ColourMode::value;
  const view::Rectangle at = composer.say(view::matrix_headline(input, composer.theme));
  const auto painter = view::make_raster_cell_painter();
  composer.add(view::matrix_picture(input, composer.theme, at.width, at.height, *painter).drawing, {at.x, at.y});
}

void add_scene(Composer& composer, const Session& session, const ui::RunTables& tables, std::uint64_t place, float scale) {
  const launch::Buffer& buffer = tables.shown_buffer();
  const analysis::AccessMap map = analysis::access_map(tables.trace(), tables.run.shown, buffer.size,
                                                       static_cast<std::uint32_t>(launch::bytes(buffer.type)), place);
  view::SceneInput input;
  input.subject = ui::subject_of(tables);
  ui::fill_scene(input, tables);
  if (input.map != nullptr) input.map = &map;
  input.orbit = session.orbit;
  input.rays = session.rays;
  input.scale = scale;
  const view::Rectangle at = composer.say(view::scene_headline(input, composer.theme));
  view::ScenePainter painter;
  composer.add(view::scene_picture(input, composer.theme, at.width, at.height, painter).drawing, {at.x, at.y});
}

void add_streams(Composer& composer, const ui::RunTables& tables) {
  const view::StreamsInput input{tables.run.streams, tables.run.streams_note};
  const view::Rectangle at = composer.say(view::streams_headline(input, composer.theme));
  composer.add(view::streams_picture(input, composer.theme, at.width, at.height).drawing, {at.x, at.y});
}

}  // namespace

Figure make_figure(const Session& session, const ui::RunTables& tables, float width, float height, float scale) {
  const std::uint64_t steps = tables.trace().steps.size();
  const std::uint64_t place = ui::place_of(session.scrub, steps);
  const std::uint64_t until = place >= steps ? ~std::uint64_t{0} : place;
  Composer composer{view::theme(session.theme), {}};
  composer.figure.drawing.width = width;
  composer.figure.drawing.height = height;
  switch (session.view) {
    case experiment::ViewKind::mapping:
      add_mapping(composer, session, tables, until, scale);
      break;
    case experiment::ViewKind::race:
      add_race(composer, tables, until);
      break;
    case experiment::ViewKind::histogram:
      add_histogram(composer, tables);
      break;
    case experiment::ViewKind::blocks:
      add_blocks(composer, tables);
      break;
    case experiment::ViewKind::memory:
      add_memory(composer, session, tables, until);
      break;
    case experiment::ViewKind::matrix:
      add_matrix(composer, session, tables, until, scale);
      break;
    case experiment::ViewKind::scene:
      add_scene(composer, session, tables, until, scale);
      break;
    case experiment::ViewKind::streams:
      add_streams(composer, tables);
      break;
  }
  return std::move(composer.figure);
}

Figure make_figure(const view::PlotInput& plot, view::ThemeName name, float width, float height) {
  const view::Theme& theme = view::theme(name);
  Composer composer{theme, {}};
  composer.figure.drawing.width = width;
  composer.figure.drawing.height = height;
  const view::Rectangle at = composer.say(view::plot_headline(plot, theme));
  composer.add(view::plot_picture(plot, theme, at.width, at.height).drawing, {at.x, at.y});
  return std::move(composer.figure);
}

}  // namespace warplens::cli
