#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "session/base64.h"
#include "session/format.h"
#include "session/session.h"

namespace warplens {
namespace {

using nlohmann::json;

/// Whether JSON can hold the bytes: only UTF-8 comes back as it was where others are left out.
bool is_text(const std::string& bytes) {
  return json::parse(json(bytes).dump(-1, ' ', false, json::error_handler_t::ignore)).get<std::string>() == bytes;
}

json json_of(const experiment::Sweep& sweep) {
  json object = {{"label", sweep.label},
                 {"parameter", sweep.parameter},
                 {"values", sweep.values},
                 {"relative_to", sweep.relative_to},
                 {"measures", sweep.measures},
                 {"set", sweep.set},
                 {"entries", sweep.entries},
                 {"logarithmic_x", sweep.logarithmic_x},
                 {"logarithmic_y", sweep.logarithmic_y},
                 {"repeats", sweep.repeats},
                 {"seeds", sweep.seeds}};
  if (std::isfinite(sweep.simt_up_to)) object["simt_up_to"] = sweep.simt_up_to;
  return object;
}

json json_of(const experiment::Settings& settings) {
  const auto extent = [](const base::Dim3& d) { return json::array({d.x, d.y, d.z}); };
  json parameters = json::object();
  for (const auto& [name, value] : settings.parameters) parameters[name] = value;
  json object = {{"entry", settings.entry},
                 {"parameters", parameters},
                 {"grid", extent(settings.grid)},
                 {"block", extent(settings.block)},
                 {"schedule", launch::name(settings.schedule)},
                 {"seed", settings.seed},
                 {"repeats", settings.repeats},
                 {"multiprocessors", settings.multiprocessors},
                 {"check", settings.check},
                 {"mesh", settings.mesh},
                 {"sizes", settings.sizes},
                 {"inputs", settings.inputs},
                 {"dynamic_shared", settings.dynamic_shared},
                 {"variables", settings.variables},
                 {"shown", settings.shown},
                 {"expected", settings.expected}};
  if (settings.compile) object["compile"] = *settings.compile;
  for (const auto& [entry, geometry] : settings.geometries)
    object["geometries"][std::to_string(entry)] = {
        {"grid", extent(geometry.grid)}, {"block", extent(geometry.block)}, {"dynamic_shared", geometry.dynamic_shared}};
  if (settings.schedule == launch::Schedule::recorded && settings.recorded)
    object["recorded"] = launch::to_text(*settings.recorded);
  return object;
}

/// Text as text, everything else as {"base64": …}.
json json_of(const OwnFiles& files) {
  json object = json::object();
  for (const auto& [name, content] : files)
    object[name] = is_text(content) ? json(content) : json{{"base64", to_base64(content)}};
  return object;
}

}  // namespace

std::string to_json(const Session& session, const OwnFiles& files) {
  json object = {
      {"version", session_format_version},
      {"experiment", session.experiment},
      {"device", launch::to_local_text(session.device)},
      {"spec", session.spec},
      {"view", session.view},
      {"theme", view::theme_names.name_of(session.theme)},
      {"scrub", session.scrub},
      {"program_scrub", session.program_scrub},
      {"show_ptx", session.show_ptx},
      {"memory", session.memory},
      {"line_measure", experiment::line_measure_ids.name_of(session.line_measure)},
      {"lesson", session.lesson},
      {"lesson_step", session.lesson_step},
      {"camera", {{"x", session.camera.x}, {"y", session.camera.y}, {"zoom", session.camera.zoom}}},
      {"rays", session.rays},
      {"orbit",
       {{"azimuth", session.orbit.azimuth}, {"elevation", session.orbit.elevation}, {"distance", session.orbit.distance}}},
      {"settings", json_of(session.settings)},
  };
  if (session.beside)
    object["beside"] = {{"experiment", session.beside->experiment},
                        {"device", launch::to_local_text(session.beside->device)},
                        {"spec", session.beside->spec},
                        {"settings", json_of(session.beside->settings)}};
  if (!session.sweep.parameter.empty()) object["sweep"] = json_of(session.sweep);
  if (session.colour) object["colour"] = view::name(*session.colour);
  if (!files.empty()) object["files"] = json_of(files);
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

base::Status save(const Session& session, const std::filesystem::path& path, const OwnFiles& files) {
  return base::write_file(path, to_json(session, files));
}

}  // namespace warplens
