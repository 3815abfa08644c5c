#include "ui/deferred.h"

#include "ui/view_inputs.h"
#include "ui/window/app.h"
#include "view/mapping/mapping_picture.h"

namespace warplens::ui {
namespace {

/// Warp accesses that are gone through at once: a few milliseconds.
constexpr std::size_t short_trace = 20000;

bool is_short(const App& app) { return app.shown->trace().accesses.size() <= short_trace; }

void take_scrubbed(App& app, Scrubbed answer) {
  if (answer.request.tables != app.shown) return;
  app.scrubbed = std::move(answer.map);
  app.scrubbed_matrices = std::move(answer.matrices);
  ++app.version;
}

void scrub(App& app) {
  if (auto answer = app.scrub_worker.take()) take_scrubbed(app, std::move(*answer));
  if (app.scrubbed_place == app.place) return;
  app.scrubbed_place = app.place;
  ++app.version;
  if (app.place >= app.steps()) return;
  const ScrubRequest request{app.shown, app.place};
  if (is_short(app)) {
    take_scrubbed(app, scrubbed_map(request));
  } else {
    app.scrub_worker.request(request);
  }
}

void prepare(App& app) {
  const view::Row& row = app.row();
  if (app.shown->has(row.needs)) return;
  if (is_short(app)) return app.shown->prepare(row.needs);
  const PrepareRequest request{app.shown, &row};
  if (app.preparing == request) return;
  app.preparing = request;
  app.prepare_worker.request(request);
}

/// The target alone, until it is known what else it lights.
view::Lit alone(const view::Target& target) {
  view::Lit lit;
  lit.from_thread = target.thread != view::Target::none;
  if (lit.from_thread) {
    lit.threads = {target.thread};
  } else if (target.element != view::Target::none) {
    lit.elements = {target.element};
  }
  return lit;
}

void light(App& app) {
  if (auto answer = app.light_worker.take()) {
    if (answer->request.version == app.version && answer->request.input.hover == app.lit_target) app.lit = std::move(answer->lit);
  }
  if (!app.row().needs.lights) return;
  if (app.lit_target == app.target && app.lit_version == app.version) return;
  app.lit_target = app.target;
  app.lit_version = app.version;
  LightRequest request{app.shown, app.scrubbed, view::mapping_input(material_of(app, app.row().needs)), app.version};
  request.input.lights = nullptr;
  if (app.target.empty() || is_short(app)) {
    app.lit = lights(request).lit;
  } else {
    app.lit = std::make_shared<const view::Lit>(alone(app.target));
    app.light_worker.request(std::move(request));
  }
}

}  // namespace

PrepareRequest prepared(const PrepareRequest& request) {
  request.tables->prepare(request.row->needs);
  return request;
}

Scrubbed scrubbed_map(const ScrubRequest& request) {
  const RunTables& tables = *request.tables;
  const launch::Buffer& buffer = tables.shown_buffer();
  const auto width = static_cast<std::uint32_t>(launch::bytes(buffer.type));
  return {request,
          std::make_shared<const analysis::AccessMap>(
              analysis::access_map(tables.trace(), tables.run.shown, buffer.size, width, request.place)),
          matrices_at(tables, request.place)};
}

Lights lights(const LightRequest& request) { return {request, std::make_shared<const view::Lit>(view::lit(request.input))}; }

void update_deferred(App& app) {
  if (!app.shown) return;
  prepare(app);
  scrub(app);
  light(app);
}

}  // namespace warplens::ui
