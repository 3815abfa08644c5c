#include "session/session.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "view/table.h"

namespace warplens {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> theme_names{"dark", "light", "projector"};
constexpr int format_version = 1;
constexpr double largest_integer = 9007199254740992.0;  // 2^53: beyond it a JSON number need not be exact

/// Reads the members of a JSON object one by one; the first that is wrong is kept as the error, and the rest are not looked at.
class Reader {
 public:
  Reader(const json& object, std::string prefix) : object_(object), prefix_(std::move(prefix)) {}

  const std::string& problem() const { return problem_; }
  void fail(const std::string& key, const std::string& what) {
    if (problem_.empty()) problem_ = "“" + prefix_ + key + "” " + what;
  }

  /// The member, or null where it is absent or something went wrong before.
  const json* member(const std::string& key) {
    if (!problem_.empty()) return nullptr;
    const auto found = object_.find(key);
    return found != object_.end() ? &*found : nullptr;
  }
  void text(const std::string& key, std::string& value) {
    const json* found = member(key);
    if (found == nullptr) return;
    if (!found->is_string()) return fail(key, "must be a text");
    value = found->get<std::string>();
  }
  void flag(const std::string& key, bool& value) {
    const json* found = member(key);
    if (found == nullptr) return;
    if (!found->is_boolean()) return fail(key, "must be true or false");
    value = found->get<bool>();
  }
  template <typename Number>
  void number(const std::string& key, Number& value, double minimum, double maximum) {
    const json* found = member(key);
    if (found == nullptr) return;
    if (!found->is_number()) return fail(key, "must be a number");
    const auto read = found->get<double>();
    if (!(read >= minimum && read <= maximum)) return fail(key, fmt::format("must be from {:.15g} to {:.15g}", minimum, maximum));
    if (std::is_integral_v<Number> && read != std::floor(read)) return fail(key, "must be a whole number");
    // Large whole numbers keep all their digits.
    if constexpr (std::is_integral_v<Number>) {
      value = found->is_number_unsigned() ? static_cast<Number>(found->get<std::uint64_t>()) : static_cast<Number>(read);
    } else {
      value = static_cast<Number>(read);
    }
  }
  /// A list of at most so many members, each of which `take` takes or refuses.
  template <typename Take>
  void list(const std::string& key, const char* what, Take take) {
    constexpr std::size_t longest = 1000;
    const json* found = member(key);
    if (found == nullptr) return;
    if (!found->is_array() || found->size() > longest) return fail(key, what);
    for (const json& each : *found)
      if (!take(each)) return fail(key, what);
  }
  void texts(const std::string& key, std::vector<std::string>& values) {
    values.clear();
    list(key, "must be a list of texts", [&](const json& each) {
      if (each.is_string()) values.push_back(each.get<std::string>());
      return each.is_string();
    });
  }
  void wholes(const std::string& key, std::vector<std::uint32_t>& values) {
    values.clear();
    list(key, "must be a list of whole numbers", [&](const json& each) {
      const bool fits = each.is_number_unsigned() && each.get<std::uint64_t>() <= 0xffffffffu;
      if (fits) values.push_back(each.get<std::uint32_t>());
      return fits;
    });
  }
  void extent(const std::string& key, base::Dim3& value) {
    const json* found = member(key);
    if (found == nullptr) return;
    constexpr const char* what = "must be a list of one to three whole numbers from 0 to 4294967295";
    if (!found->is_array() || found->empty() || found->size() > 3) return fail(key, what);
    std::uint32_t extents[3] = {1, 1, 1};
    for (std::size_t k = 0; k < found->size(); ++k) {
      const json& number = (*found)[k];
      if (!number.is_number_unsigned() || number.get<std::uint64_t>() > 0xffffffffu) return fail(key, what);
      extents[k] = number.get<std::uint32_t>();
    }
    value = {extents[0], extents[1], extents[2]};
  }
  /// One of a few names; `named` turns a text into an optional value.
  template <typename Value, typename Named>
  void choice(const std::string& key, Value& value, const std::string& choices, Named named) {
    std::string word;
    text(key, word);
    if (!problem_.empty() || member(key) == nullptr) return;
    const std::optional<Value> found = named(word);
    if (!found) return fail(key, "must be " + choices + ", not “" + word + "”");
    value = *found;
  }
  /// A member that is an object; null where it is absent or wrong.
  const json* object(const std::string& key) {
    const json* found = member(key);
    if (found != nullptr && !found->is_object()) fail(key, "must be an object");
    return problem_.empty() ? found : nullptr;
  }

 private:
  const json& object_;
  std::string prefix_, problem_;
};

std::optional<view::ThemeName> theme_named(std::string_view word) {
  for (std::size_t k = 0; k < theme_names.size(); ++k) {
    if (theme_names[k] == word) return static_cast<view::ThemeName>(k);
  }
  return std::nullopt;
}

/// The settings of a sweep. Whether they fit the experiment is seen when it runs.
std::string read_sweep(const json& object, experiment::Sweep& sweep) {
  Reader reader(object, "sweep.");
  reader.text("label", sweep.label);
  reader.text("parameter", sweep.parameter);
  reader.text("values", sweep.values);
  reader.text("relative_to", sweep.relative_to);
  reader.texts("measures", sweep.measures);
  reader.texts("set", sweep.set);
  reader.wholes("entries", sweep.entries);
  reader.flag("logarithmic_x", sweep.logarithmic_x);
  reader.flag("logarithmic_y", sweep.logarithmic_y);
  reader.number("repeats", sweep.repeats, 1, 1000);
  reader.number("seeds", sweep.seeds, 1, 1000);
  reader.number("simt_up_to", sweep.simt_up_to, -largest_integer, largest_integer);
  return reader.problem();
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

/// A schedule by its name; a recorded one brings its record.
void read_schedule(Reader& reader, experiment::Settings& settings) {
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
  reader.choice("schedule", settings.schedule, "timed, round-robin or random, or recorded beside a record", named);
}

/// A model by its name, or from the file that it names.
void read_mesh(Reader& reader, experiment::Settings& settings) {
  reader.text("mesh", settings.mesh);
  if (settings.mesh.empty() || experiment::make_mesh(settings.mesh, 1).triangles() > 0) return;
  auto mesh = experiment::load_mesh(settings.mesh);
  if (!mesh) return reader.fail("mesh", "cannot be read: " + base::describe(mesh.error()));
  settings.model = std::make_shared<const experiment::Mesh>(std::move(*mesh));
}

std::string read_settings(const json& object, experiment::Settings& settings) {
  Reader reader(object, "settings.");
  reader.number("entry", settings.entry, 0, 4294967295.0);
  reader.extent("grid", settings.grid);
  reader.extent("block", settings.block);
  read_schedule(reader, settings);
  reader.number("seed", settings.seed, 0, 18446744073709549568.0);  // the largest double below 2^64
  reader.number("repeats", settings.repeats, 1, 1000000);
  reader.number("multiprocessors", settings.multiprocessors, 0, launch::most_multiprocessors);
  reader.flag("check", settings.check);
  read_mesh(reader, settings);
  if (const json* parameters = reader.object("parameters")) {
    for (const auto& [name, value] : parameters->items()) {
      if (!value.is_number() || !std::isfinite(value.get<double>()) || std::abs(value.get<double>()) > largest_integer) {
        reader.fail("parameters." + name, "must be a number");
        break;
      }
      settings.parameters[name] = value.get<double>();
    }
  }
  return reader.problem();
}

std::optional<std::string> device_named(const std::string& word) {
  const bool number = word.starts_with("gpu:") && word.size() > 4 && word.find_first_not_of("0123456789", 4) == std::string::npos;
  return word == "simt" || word == "gpu" || number ? std::optional(word) : std::nullopt;
}

std::optional<std::string> view_named(const std::string& word) {
  return view::find_row(view::table(), word) != nullptr ? std::optional(word) : std::nullopt;
}

std::string read_session(const json& object, Session& session) {
  Reader reader(object, "");
  int version = format_version;
  reader.number("version", version, 1, 1e9);
  if (version > format_version) reader.fail("version", fmt::format("is {}: this file is from a newer Warplens", version));
  reader.text("experiment", session.experiment);
  reader.choice("device", session.device, "simt, gpu or gpu:NUMBER", device_named);
  reader.text("spec", session.spec);
  reader.choice("view", session.view, "one of " + view::view_names(), view_named);
  reader.choice("theme", session.theme, "dark, light or projector", theme_named);
  if (object.contains("colour"))
    reader.choice("colour", session.colour.emplace(), "block, warp, order, count, result or value", view::colour_mode_named);
  reader.number("scrub", session.scrub, 0, 1);
  reader.flag("show_ptx", session.show_ptx);
  reader.text("memory", session.memory);
  reader.text("line_measure", session.line_measure);
  reader.text("lesson", session.lesson);
  reader.number("lesson_step", session.lesson_step, 1, 1000);
  if (const json* camera = reader.object("camera")) {
    Reader part(*camera, "camera.");
    part.number("x", session.camera.x, -1, 2);
    part.number("y", session.camera.y, -1, 2);
    part.number("zoom", session.camera.zoom, 1, 1e6);
    if (!part.problem().empty()) return part.problem();
  }
  bool show_sweep = false;  // as files said it before the sweep was a view
  reader.flag("show_sweep", show_sweep);
  if (show_sweep) session.view = "sweep";
  if (const json* sweep = reader.object("sweep")) {
    if (std::string problem = read_sweep(*sweep, session.sweep); !problem.empty()) return problem;
  }
  reader.flag("rays", session.rays);
  if (const json* orbit = reader.object("orbit")) {
    Reader part(*orbit, "orbit.");
    part.number("azimuth", session.orbit.azimuth, -360, 360);
    part.number("elevation", session.orbit.elevation, -85, 85);
    part.number("distance", session.orbit.distance, 6, 200);
    if (!part.problem().empty()) return part.problem();
  }
  if (const json* settings = reader.object("settings")) {
    if (std::string problem = read_settings(*settings, session.settings); !problem.empty()) return problem;
  }
  return reader.problem();
}

/// Line and column (1-based) of a byte of the text, for a syntax error.
base::Error syntax_error(const std::string& text, const std::string& path, std::size_t byte) {
  base::Error error{path, 1, 1, "not a session: this is no JSON from here on"};
  for (std::size_t k = 0; k + 1 < byte && k < text.size(); ++k) {
    ++error.column;
    if (text[k] != '\n') continue;
    ++error.line;
    error.column = 1;
  }
  return error;
}

/// The line (1-based) of the member that a problem names, “settings.seed” …; 0 where there is none. `text` is JSON.
int line_of(const std::string& text, const std::string& problem) {
  constexpr std::string_view open = "“", close = "”";
  const std::size_t end = problem.find(close);
  if (!problem.starts_with(open) || end == std::string::npos) return 0;
  std::string path = problem.substr(open.size(), end - open.size()) + ".";  // what is left of it
  int line = 1, depth = 0, wanted = 1;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\n') ++line;
    if (text[k] == '[' || text[k] == '{') ++depth;
    if (text[k] == ']' || text[k] == '}') --depth;
    if (text[k] != '"') continue;
    const std::size_t begin = k + 1;
    for (++k; k < text.size() && text[k] != '"'; ++k)
      if (text[k] == '\\') ++k;
    const std::size_t next = text.find_first_not_of(" \t\r\n", k + 1);
    const bool name = next != std::string::npos && text[next] == ':';
    const std::size_t part = path.find('.');
    if (!name || depth != wanted || text.compare(begin, k - begin, path, 0, part) != 0) continue;
    path.erase(0, part + 1);
    ++wanted;
    if (path.empty()) return line;
  }
  return 0;
}

/// JSON nested deeper than any session: nlohmann's parser would hold it all, and its destructor might recurse.
bool too_deep(const std::string& text) {
  constexpr int deepest = 64;
  int depth = 0;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"') quoted = !quoted;
    if (quoted && text[k] == '\\') ++k;
    if (quoted) continue;
    if (text[k] == '[' || text[k] == '{') ++depth;
    if (text[k] == ']' || text[k] == '}') --depth;
    if (depth > deepest) return true;
  }
  return false;
}

}  // namespace

std::string to_json(const Session& session) {
  const experiment::Settings& settings = session.settings;
  const auto extent = [](const base::Dim3& d) { return json::array({d.x, d.y, d.z}); };
  json parameters = json::object();
  for (const auto& [name, value] : settings.parameters) parameters[name] = value;
  json object = {
      {"version", format_version},
      {"experiment", session.experiment},
      {"device", session.device},
      {"spec", session.spec},
      {"view", session.view},
      {"theme", theme_names[static_cast<std::size_t>(session.theme)]},
      {"scrub", session.scrub},
      {"show_ptx", session.show_ptx},
      {"memory", session.memory},
      {"line_measure", session.line_measure},
      {"lesson", session.lesson},
      {"lesson_step", session.lesson_step},
      {"camera", {{"x", session.camera.x}, {"y", session.camera.y}, {"zoom", session.camera.zoom}}},
      {"rays", session.rays},
      {"orbit",
       {{"azimuth", session.orbit.azimuth}, {"elevation", session.orbit.elevation}, {"distance", session.orbit.distance}}},
      {"settings",
       {{"entry", settings.entry},
        {"parameters", parameters},
        {"grid", extent(settings.grid)},
        {"block", extent(settings.block)},
        {"schedule", launch::name(settings.schedule)},
        {"seed", settings.seed},
        {"repeats", settings.repeats},
        {"multiprocessors", settings.multiprocessors},
        {"check", settings.check},
        {"mesh", settings.mesh}}},
  };
  if (settings.schedule == launch::Schedule::recorded && settings.recorded)
    object["settings"]["recorded"] = launch::to_text(*settings.recorded);
  if (!session.sweep.parameter.empty()) object["sweep"] = json_of(session.sweep);
  if (session.colour) object["colour"] = view::name(*session.colour);
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

base::Result<Session> session_from_json(const std::string& text, const std::string& path) {
  if (too_deep(text)) return base::Error{path, 0, 0, "not a session: nested too deeply"};
  json object;
  try {
    object = json::parse(text);
  } catch (const json::parse_error& error) {
    return syntax_error(text, path, error.byte);
  } catch (const json::exception& error) {
    return base::Error{path, 0, 0, std::string("not a session: ") + error.what()};
  }
  if (!object.is_object()) return base::Error{path, 0, 0, "not a session: it must be one JSON object"};
  Session session;
  session.settings.grid = session.settings.block = {0, 0, 0};
  try {
    if (const std::string problem = read_session(object, session); !problem.empty())
      return base::Error{path, line_of(text, problem), 0, problem};
  } catch (const json::exception& error) {
    return base::Error{path, 0, 0, std::string("not a session: ") + error.what()};
  }
  return session;
}

base::Status save(const Session& session, const std::filesystem::path& path) { return base::write_file(path, to_json(session)); }

base::Result<Session> load_session(const std::filesystem::path& path) {
  const auto text = base::read_text(path);
  if (!text) return text.error();
  return session_from_json(*text, path.string());
}

}  // namespace warplens
