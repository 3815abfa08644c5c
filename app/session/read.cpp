#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/file.h"
#include "experiment/recording/recorded_program.h"
#include "launch/spec_ids.h"
#include "session/base64.h"
#include "session/format.h"
#include "session/json_reader.h"
#include "session/session.h"
#include "view/table.h"

namespace warplens {
namespace {

constexpr double max_integer = 9007199254740992.0;  // 2^53: beyond it a JSON number need not be exact

/// Finds the value of a name in a table, for JsonReader::choice().
template <typename Enum>
auto value_in(const base::Names<Enum>& names) {
  return [&names](std::string_view word) { return names.value_of(word); };
}

/// The settings of a sweep. They are checked against the experiment when it runs.
void read_sweep(JsonReader reader, experiment::Sweep& sweep) {
  reader.text("label", sweep.label);
  reader.text("parameter", sweep.parameter);
  reader.text("values", sweep.values);
  reader.text("relative_to", sweep.relative_to);
  reader.texts("measures", sweep.measures);
  reader.texts("set", sweep.set);
  if (std::ranges::any_of(sweep.set, experiment::reads_file)) reader.fail("set", "must name no file");
  reader.wholes("entries", sweep.entries);
  reader.flag("logarithmic_x", sweep.logarithmic_x);
  reader.flag("logarithmic_y", sweep.logarithmic_y);
  reader.number("repeats", sweep.repeats, 1, 1000);
  reader.number("seeds", sweep.seeds, 1, 1000);
  reader.number("simt_up_to", sweep.simt_up_to, -max_integer, max_integer);
}

/// The name of a schedule, and the record of a recorded one.
void read_schedule(JsonReader& reader, experiment::Settings& settings) {
  std::string text;
  reader.text("recorded", text);
  if (!text.empty()) {
    auto record = launch::parse_schedule_record(text);
    if (!record) return reader.fail("recorded", "is no schedule: " + record.error().message);
    settings.recorded = std::make_shared<const launch::ScheduleRecord>(std::move(*record));
  }
  const auto named = [&](const std::string& word) {
    return word == "recorded" && settings.recorded ? std::optional(launch::Schedule::recorded) : launch::schedule_named(word);
  };
  reader.choice("schedule", settings.schedule, "timed, round-robin or random, or recorded with a record", named);
}

void read_parameters(JsonReader& reader, std::map<std::string, double>& parameters) {
  for (const auto& [name, value] : reader.members().items()) {
    if (!value.is_number() || !std::isfinite(value.get<double>()) || std::abs(value.get<double>()) > max_integer)
      return reader.fail(name, "must be a number");
    parameters[name] = value.get<double>();
  }
}

void read_texts(JsonReader& reader, const std::string& key, std::map<std::string, std::string>& texts) {
  auto object = reader.object(key);
  if (!object) return;
  for (const auto& [name, value] : object->members().items()) object->text(name, texts[name]);
}

void read_geometries(JsonReader reader, std::map<std::uint32_t, experiment::Geometry>& geometries) {
  for (const auto& [number, value] : reader.members().items()) {
    std::uint32_t entry = 0;
    const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), entry);
    if (code != std::errc() || end != number.data() + number.size()) return reader.fail(number, "must be the number of an entry");
    auto object = reader.object(number);
    if (!object) return;
    experiment::Geometry& geometry = geometries[entry];
    object->extent("grid", geometry.grid);
    object->extent("block", geometry.block);
    object->text("dynamic_shared", geometry.dynamic_shared);
  }
}

void read_settings(JsonReader reader, experiment::Settings& settings) {
  reader.number("entry", settings.entry, 0, 4294967295.0);
  reader.extent("grid", settings.grid);
  reader.extent("block", settings.block);
  read_schedule(reader, settings);
  reader.number("seed", settings.seed, 0, 18446744073709549568.0);  // the largest double below 2^64
  reader.number("repeats", settings.repeats, 1, 1000000);
  reader.number("multiprocessors", settings.multiprocessors, 0, launch::max_multiprocessors);
  reader.flag("check", settings.check);
  reader.text("mesh", settings.mesh);
  read_texts(reader, "sizes", settings.sizes);
  read_texts(reader, "inputs", settings.inputs);
  read_texts(reader, "variables", settings.variables);
  reader.text("dynamic_shared", settings.dynamic_shared);
  reader.text("shown", settings.shown);
  reader.text("expected", settings.expected);
  if (reader.member("compile") != nullptr) reader.text("compile", settings.compile.emplace());
  if (auto geometries = reader.object("geometries")) read_geometries(*geometries, settings.geometries);
  if (auto parameters = reader.object("parameters")) read_parameters(*parameters, settings.parameters);
}

std::optional<std::string> view_named(const std::string& word) {
  return view::find_row(view::table(), word) != nullptr ? std::optional(word) : std::nullopt;
}

/// The id of a card.
void read_spec(JsonReader& reader, std::string& spec) {
  const auto known = [](const std::string& word) {
    return word.empty() || launch::is_spec_id(word) ? std::optional(word) : std::nullopt;
  };
  reader.choice("spec", spec, "one of " + launch::list_of_spec_ids(), known);
}

void read_beside(JsonReader reader, RunChoice& beside) {
  reader.text("experiment", beside.experiment);
  reader.choice("device", beside.device, "one of " + std::string(launch::local_device_forms), launch::local_device_named);
  read_spec(reader, beside.spec);
  beside.settings.grid = beside.settings.block = {0, 0, 0};
  if (auto settings = reader.object("settings")) read_settings(*settings, beside.settings);
}

void read_session(JsonReader reader, Session& session) {
  int version = session_format_version;
  reader.number("version", version, 1, 1e9);
  if (version > session_format_version) reader.fail("version", fmt::format("is {}: this file is from a newer Warplens", version));
  reader.text("experiment", session.experiment);
  reader.choice("device", session.device, "one of " + std::string(launch::local_device_forms), launch::local_device_named);
  read_spec(reader, session.spec);
  reader.choice("view", session.view, "one of " + view::view_names(), view_named);
  reader.choice("theme", session.theme, "dark, light or projector", value_in(view::theme_names));
  if (reader.member("colour") != nullptr)
    reader.choice("colour", session.colour.emplace(), "block, warp, order, count, result or value", view::colour_mode_named);
  reader.number("scrub", session.scrub, 0, 1);
  reader.number("program_scrub", session.program_scrub, 0, 1);
  reader.flag("show_ptx", session.show_ptx);
  reader.text("memory", session.memory);
  reader.choice("line_measure", session.line_measure, "one of " + experiment::line_measure_ids.list() + ", or empty",
                value_in(experiment::line_measure_ids));
  reader.text("lesson", session.lesson);
  reader.number("lesson_step", session.lesson_step, 1, 1000);
  if (auto camera = reader.object("camera")) {
    camera->number("x", session.camera.x, -1, 2);
    camera->number("y", session.camera.y, -1, 2);
    camera->number("zoom", session.camera.zoom, 1, 1e6);
  }
  bool show_sweep = false;  // files from before the sweep was a view
  reader.flag("show_sweep", show_sweep);
  if (show_sweep) session.view = view::sweep_view;
  if (auto sweep = reader.object("sweep")) read_sweep(*sweep, session.sweep);
  reader.flag("rays", session.rays);
  if (auto orbit = reader.object("orbit")) {
    orbit->number("azimuth", session.orbit.azimuth, -360, 360);
    orbit->number("elevation", session.orbit.elevation, -85, 85);
    orbit->number("distance", session.orbit.distance, 6, 200);
  }
  if (auto settings = reader.object("settings")) read_settings(*settings, session.settings);
  if (auto beside = reader.object("beside")) read_beside(*beside, session.beside.emplace());
}

void read_files(JsonReader reader, OwnFiles& files) {
  for (const auto& [name, value] : reader.members().items()) {
    if (!is_own_file_name(name)) return reader.fail(name, "must be the name of a file in the session's folder");
    if (value.is_string()) {
      files[name] = value.get<std::string>();
      continue;
    }
    auto object = reader.object(name);
    std::string text;
    if (object) object->text("base64", text);
    const auto bytes = from_base64(text);
    if (!bytes) return reader.fail(name, "must be text or {\"base64\": …}");
    files[name] = *bytes;
  }
}

/// A recording that is not where the session says, but in the session's folder: it was too large to be in it.
std::string found_in_folder(const std::string& experiment, const std::filesystem::path& session) {
  std::error_code code;
  if (!experiment::is_recording_file(experiment) || std::filesystem::exists(experiment, code)) return experiment;
  const std::filesystem::path there = base::whole_path(session.parent_path() / std::filesystem::path(experiment).filename());
  return std::filesystem::exists(there, code) ? there.string() : experiment;
}

}  // namespace

bool is_own_file_name(const std::string& name) {
  const std::filesystem::path path = name;
  if (name.empty() || path.has_root_path() || path.filename().empty()) return false;
  return std::ranges::none_of(path, [](const std::filesystem::path& part) { return part.string().starts_with('.'); });
}

base::Result<SessionDocument> session_from_json(const std::string& text, const std::string& path) {
  const auto json = parse_json(text, path, "a session");
  if (!json) return json.error();
  SessionDocument document;
  document.session.settings.grid = document.session.settings.block = {0, 0, 0};
  std::optional<base::Error> error;
  JsonReader reader(*json, error);
  read_session(reader, document.session);
  if (auto files = reader.object("files")) read_files(*files, document.files);
  if (error) return *error;
  return document;
}

base::Result<SessionDocument> load_session(const std::filesystem::path& path) {
  constexpr std::uintmax_t max_bytes = std::uintmax_t{64} << 20;  // own files of 16 MiB as base64, and a schedule
  const auto text = base::read_text(path, max_bytes, "a session");
  if (!text) return text.error();
  auto document = session_from_json(*text, path.string());
  if (document) document->session.experiment = found_in_folder(document->session.experiment, path);
  return document;
}

}  // namespace warplens
