#include "cli/centre_picture.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ui/transport.h"
#include "view/cell_painter.h"
#include "view/histogram_picture.h"
#include "view/mapping_picture.h"
#include "view/race_picture.h"

namespace warplens::cli {
namespace {

view::Subject subject_of(const ui::RunTables& tables) {
  const launch::Buffer& buffer = tables.shown_buffer();
  view::Subject subject;
  subject.result = &tables.run.result;
  subject.grid = tables.run.launch.grid;
  subject.block = tables.run.launch.block;
  subject.kernel = tables.function().demangled;
  subject.buffer_name = tables.experiment->shown;
  subject.buffer = tables.run.shown;
  subject.type = buffer.type;
  subject.elements = buffer.size;
  if (tables.run.check.buffer == tables.run.shown) subject.expected = tables.run.check.expected;
  return subject;
}

CentrePicture mapping(const Session& session, const ui::RunTables& tables, std::uint64_t place, float width, float height,
                      float scale) {
  const view::Theme& theme = view::theme(session.theme);
  const launch::Buffer& buffer = tables.shown_buffer();
  const analysis::AccessMap map = analysis::access_map(tables.trace(), tables.run.shown, buffer.size,
                                                       static_cast<std::uint32_t>(launch::bytes(buffer.type)), place);
  view::MappingInput input;
  input.subject = subject_of(tables);
  input.map = &map;
  input.camera_x = session.camera.x;
  input.camera_y = session.camera.y;
  input.zoom = session.camera.zoom;
  input.scale = scale;
  const auto painter = view::make_raster_cell_painter();
  return {view::mapping_picture(input, theme, width, height, *painter), view::mapping_headline(input, theme)};
}

CentrePicture race(const Session& session, const ui::RunTables& tables, std::uint64_t place, float width, float height) {
  const view::Theme& theme = view::theme(session.theme);
  view::RaceInput input;
  input.subject = subject_of(tables);
  input.history = &tables.history;
  input.steps = place;
  if (tables.distribution.runs > 0) {
    input.outcomes.push_back({tables.experiment->entries[tables.run.settings.entry].label, &tables.distribution});
  }
  return {view::race_picture(input, theme, width, height), view::race_headline(input, theme)};
}

std::optional<double> parameter(const ui::RunTables& tables, const char* name) {
  const auto found = tables.run.settings.parameters.find(name);
  return found == tables.run.settings.parameters.end() ? std::nullopt : std::optional(found->second);
}

CentrePicture histogram(const Session& session, const ui::RunTables& tables, float width, float height) {
  const view::Theme& theme = view::theme(session.theme);
  view::HistogramInput input;
  input.subject = subject_of(tables);
  input.lost = &tables.lost;
  // By convention of the experiment files the bins lie between the parameters `low` and `high`.
  input.range_minimum = parameter(tables, "low");
  input.range_maximum = parameter(tables, "high");
  if (input.range_minimum) input.quantity = "sample";
  return {view::histogram_picture(input, theme, width, height), view::histogram_headline(input, theme)};
}

}  // namespace

CentrePicture centre_picture(const Session& session, const ui::RunTables& tables, float width, float height, float scale) {
  const std::uint64_t steps = tables.trace().steps.size();
  const std::uint64_t place = ui::place_of(session.scrub, steps);
  const std::uint64_t until = place >= steps ? ~std::uint64_t{0} : place;
  switch (session.view) {
    case experiment::ViewKind::race:
      return race(session, tables, until, width, height);
    case experiment::ViewKind::histogram:
      return histogram(session, tables, width, height);
    case experiment::ViewKind::mapping:
      break;
  }
  return mapping(session, tables, until, width, height, scale);
}

}  // namespace warplens::cli
