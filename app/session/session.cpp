#include "session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>

#include "base/file.h"
#include "experiment/recording/recorded_program.h"
#include "launch/field_archive.h"
#include "launch/schedule/schedule_record.h"
#include "launch/spec_ids.h"
#include "session/asked.h"
#include "session/base64.h"
#include "session/json_archive.h"
#include "view/memory/memory_picture.h"
#include "view/table.h"

namespace warplens {
namespace {

using nlohmann::json;

// The members of a session's file, once for reading (JsonReader) and writing (JsonWriter). In a file, each may be absent.

/// Version of the session files that are written; files with a higher version are refused.
constexpr int session_format_version = 1;

/// A value as a word, and back if there is one.
template <typename NameOf, typename ValueOf>
struct Conversion {
  NameOf name_of;
  ValueOf value_of;
};
template <typename NameOf, typename ValueOf>
Conversion(NameOf, ValueOf) -> Conversion<NameOf, ValueOf>;

constexpr double max_integer = 9007199254740992.0;  // 2^53: beyond it a JSON number need not be exact

/// A sweep is checked against the experiment when it runs.
template <typename Archive>
void fields(Archive& archive, launch::Of<experiment::Sweep> auto& sweep) {
  archive.text("label", sweep.label);
  archive.text("parameter", sweep.parameter);
  archive.text("values", sweep.values);
  archive.text("relative_to", sweep.relative_to);
  archive.texts("measures", sweep.measures);
  archive.texts("set", sweep.set);
  if constexpr (Archive::reads)
    if (std::ranges::any_of(sweep.set, experiment::reads_file)) archive.fail("set", "must name no file");
  archive.wholes("entries", sweep.entries);
  archive.flag("logarithmic_x", sweep.logarithmic_x);
  archive.flag("logarithmic_y", sweep.logarithmic_y);
  archive.number("repeats", sweep.repeats, 1, 1000);
  archive.number("seeds", sweep.seeds, 1, 1000);
  archive.number("simt_up_to", sweep.simt_up_to, -max_integer, max_integer);
}

/// The name of a schedule, and the record of a recorded one.
template <typename Archive>
void schedule_fields(Archive& archive, launch::Of<experiment::Settings> auto& settings) {
  std::string record;
  if (!Archive::reads && settings.schedule == launch::Schedule::recorded && settings.recorded)
    record = launch::to_text(*settings.recorded);
  if (Archive::reads || !record.empty()) archive.text("recorded", record);
  if constexpr (Archive::reads) {
    if (!record.empty()) {
      auto parsed = launch::parse_schedule_record(record);
      if (!parsed) return archive.fail("recorded", "is no schedule: " + parsed.error().message);
      settings.recorded = std::make_shared<const launch::ScheduleRecord>(std::move(*parsed));
    }
  }
  const auto named = [&](const std::string& word) {
    return word == "recorded" && settings.recorded ? std::optional(launch::Schedule::recorded) : launch::schedule_named(word);
  };
  const auto name_of = [](launch::Schedule schedule) { return launch::name(schedule); };
  archive.choice("schedule", settings.schedule, "timed, round-robin or random, or recorded with a record",
                 Conversion{name_of, named});
}

template <typename Archive>
void fields(Archive& archive, launch::Of<experiment::Settings> auto& settings) {
  archive.number("entry", settings.entry, 0, 4294967295.0);
  archive.extent("grid", settings.grid);
  archive.extent("block", settings.block);
  schedule_fields(archive, settings);
  archive.number("seed", settings.seed, 0, 18446744073709549568.0);  // the largest double below 2^64
  archive.number("repeats", settings.repeats, 1, 1000000);
  archive.number("multiprocessors", settings.multiprocessors, 0, launch::max_multiprocessors);
  archive.flag("check", settings.check);
  archive.text("mesh", settings.mesh);
  archive.text_map("sizes", settings.sizes);
  archive.text_map("inputs", settings.inputs);
  archive.text_map("variables", settings.variables);
  archive.text("dynamic_shared", settings.dynamic_shared);
  archive.text("shown", settings.shown);
  archive.text("expected", settings.expected);
  archive.optional("compile", settings.compile, [&](auto& options) { archive.text("compile", options); });
  archive.objects("geometries", settings.geometries, "must be the number of an entry", [](auto& object, auto& geometry) {
    object.extent("grid", geometry.grid);
    object.extent("block", geometry.block);
    object.text("dynamic_shared", geometry.dynamic_shared);
  });
  archive.numbers("parameters", settings.parameters, max_integer);
}

/// A text for the card of the question; absent where it is empty.
template <typename Archive>
void short_text(Archive& archive, const std::string& key, launch::Of<std::string> auto& text) {
  if (Archive::reads || !text.empty()) archive.text(key, text);
  if constexpr (Archive::reads)
    if (text.size() > max_question_bytes) archive.fail(key, fmt::format("is longer than {} bytes", max_question_bytes));
}

/// What a Session and a RunChoice run, but for its settings.
template <typename Archive>
void run_fields(Archive& archive, auto& run) {
  archive.text("experiment", run.experiment);
  archive.choice("device", run.device, "one of " + std::string(launch::local_device_forms),
                 Conversion{launch::to_local_text, launch::local_device_named});
  const auto spec_named = [](const std::string& word) {
    return word.empty() || launch::is_spec_id(word) ? std::optional(word) : std::nullopt;
  };
  archive.choice("spec", run.spec, "one of " + launch::list_of_spec_ids(), Conversion{std::identity{}, spec_named});
}

template <typename Archive>
void fields(Archive& archive, launch::Of<RunChoice> auto& run) {
  run_fields(archive, run);
  if constexpr (Archive::reads) run.settings.grid = run.settings.block = {0, 0, 0};
  archive.object("settings", [&](auto& inner) { fields(inner, run.settings); });
}

template <typename Archive>
void fields(Archive& archive, launch::Of<Session> auto& session) {
  int version = session_format_version;
  archive.number("version", version, 1, 1e9);
  if constexpr (Archive::reads)
    if (version > session_format_version)
      archive.fail("version", "is " + std::to_string(version) + ": this file is from a newer Warplens");
  run_fields(archive, session);
  const auto view_named = [](const std::string& word) {
    return view::find_row(view::table(), word) != nullptr ? std::optional(word) : std::nullopt;
  };
  archive.choice("view", session.view, "one of " + view::view_names(), Conversion{std::identity{}, view_named});
  const auto asked_about = [](const std::string& word) {
    return word.empty() || is_asked(word) ? std::optional(word) : std::nullopt;
  };
  archive.choice("why", session.why, "of the form " + std::string(asked_forms), Conversion{std::identity{}, asked_about});
  archive.choice("theme", session.theme, "dark, light or projector", view::theme_names);
  archive.optional("colour", session.colour, [&](auto& colour) {
    archive.choice("colour", colour, "block, warp, order, count, result, value, grey, rgb or rgba", view::colour_mode_names);
  });
  archive.number("scrub", session.scrub, 0, 1);
  archive.number("program_scrub", session.program_scrub, 0, 1);
  archive.flag("show_ptx", session.show_ptx);
  archive.text("memory", session.memory);
  archive.choice("line_measure", session.line_measure, "one of " + experiment::line_measure_ids.list() + ", or empty",
                 experiment::line_measure_ids);
  archive.text("lesson", session.lesson);
  archive.number("lesson_step", session.lesson_step, 1, 1000);
  short_text(archive, "question", session.question);
  short_text(archive, "answer", session.answer);
  archive.object("camera", [&](auto& camera) {
    camera.number("x", session.camera.x, -1, 2);
    camera.number("y", session.camera.y, -1, 2);
    camera.number("zoom", session.camera.zoom, 1, 1e6);
  });
  if constexpr (Archive::reads) {
    bool show_sweep = false;  // files from before the sweep was a view
    archive.flag("show_sweep", show_sweep);
    if (show_sweep) session.view = view::sweep_view;
  }
  if (Archive::reads || !session.sweep.parameter.empty())
    archive.object("sweep", [&](auto& inner) { fields(inner, session.sweep); });
  archive.flag("rays", session.rays);
  archive.object("orbit", [&](auto& orbit) {
    orbit.number("azimuth", session.orbit.azimuth, -360, 360);
    orbit.number("elevation", session.orbit.elevation, -85, 85);
    orbit.number("distance", session.orbit.distance, 6, 200);
  });
  archive.object("settings", [&](auto& inner) { fields(inner, session.settings); });
  archive.optional("beside", session.beside,
                   [&](auto& beside) { archive.object("beside", [&](auto& inner) { fields(inner, beside); }); });
}

/// Whether JSON can hold the bytes: only UTF-8 comes back as it was where others are left out.
bool is_text(const std::string& bytes) {
  return json::parse(json(bytes).dump(-1, ' ', false, json::error_handler_t::ignore)).get<std::string>() == bytes;
}

/// Text as text, everything else as {"base64": …}.
json json_of(const OwnFiles& files) {
  json object = json::object();
  for (const auto& [name, content] : files)
    object[name] = is_text(content) ? json(content) : json{{"base64", to_base64(content)}};
  return object;
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

bool is_without_name(std::string_view name) {
  constexpr std::string_view beginning = view::unnamed_memory;
  return name.size() > beginning.size() && name.starts_with(beginning) &&
         name.find_first_not_of("0123456789", beginning.size()) == std::string_view::npos;
}

}  // namespace

bool is_own_file_name(const std::string& name) {
  const std::filesystem::path path = name;
  if (name.empty() || path.has_root_path() || path.filename().empty()) return false;
  return std::ranges::none_of(path, [](const std::filesystem::path& part) { return part.string().starts_with('.'); });
}

std::string to_json(const Session& session, const OwnFiles& files) {
  json object = json::object();
  JsonWriter writer(object);
  fields(writer, session);
  if (!files.empty()) object["files"] = json_of(files);
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

base::Status save(const Session& session, const std::filesystem::path& path, const OwnFiles& files) {
  return base::write_file(path, to_json(session, files));
}

base::Result<SessionDocument> session_from_json(const std::string& text, const std::string& path) {
  const auto json = parse_json(text, path, "a session");
  if (!json) return json.error();
  SessionDocument document;
  document.session.settings.grid = document.session.settings.block = {0, 0, 0};
  std::optional<base::Error> error;
  JsonReader reader(*json, error);
  fields(reader, document.session);
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

base::Status check_memory_name(const std::string& name, const experiment::Experiment& experiment) {
  if (name.empty() || name == view::shared_memory || is_without_name(name)) return base::Nothing{};
  std::string names;
  for (const experiment::Argument& argument : experiment.arguments) {
    if (!argument.buffer) continue;
    if (argument.name == name) return base::Nothing{};
    names += argument.name + ", ";
  }
  return base::error("'memory' must be one of " + names + std::string(view::shared_memory) + ", not '" + name + "'");
}

base::Result<std::string> complete_memory_name(const std::string& name, const experiment::Experiment& experiment,
                                               const experiment::Catalogue& catalogue) {
  const base::Status own = check_memory_name(name, experiment);
  if (own) return name;
  const auto has_it = [&](const experiment::Experiment& each) { return check_memory_name(name, each).ok(); };
  if (experiment.opened_by_user() || std::ranges::any_of(catalogue.experiments, has_it)) return std::string();
  return own.error();
}

}  // namespace warplens
