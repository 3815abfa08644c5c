#include "session/session.h"

#include <algorithm>

#include "base/file.h"
#include "experiment/recording/recorded_program.h"
#include "session/base64.h"
#include "session/fields.h"
#include "session/json_reader.h"
#include "session/json_writer.h"

namespace warplens {
namespace {

using nlohmann::json;

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

}  // namespace warplens
