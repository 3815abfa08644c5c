#include "program/events.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "base/file.h"
#include "program/names.h"

namespace warplens::program {
namespace {

using report::Json;

/// Whether every number may be converted to a whole one, as fields of events are: a program can write to its journal, too. A
/// `value` is only passed on; it may be any number that a kernel has read or written.
bool has_plain_numbers(const Json& json) {
  constexpr double limit = 9007199254740992;  // 2^53
  if (json.is_number_float()) return std::abs(json.get<double>()) < limit;
  if (json.is_array()) return std::ranges::all_of(json, has_plain_numbers);
  if (!json.is_object()) return true;
  return std::ranges::all_of(json.items(), [](const auto& member) {
    return (member.key() == "value" && member.value().is_number()) || has_plain_numbers(member.value());
  });
}

constexpr std::uintmax_t max_journal = std::uintmax_t{1} << 30;  // bytes

/// Events are lists in lists of a few levels. What is deeper is left out: functions that go down would have no end.
bool is_shallow(int depth, Json::parse_event_t, Json&) {
  constexpr int max_depth = 64;
  return depth < max_depth;
}

/// Whether a line is an event that only recordings need, told without reading it: of a program that goes on, these are most.
bool is_for_recording(const std::string& line) {
  return line.starts_with(R"({"event":"call")") || line.starts_with(R"({"event":"begin")");
}

base::Result<std::vector<Json>> events_in(const std::filesystem::path& journal, bool for_recording) {
  std::vector<Json> events;
  std::error_code code;
  if (!std::filesystem::exists(journal, code)) return events;
  const auto text = base::read_text_left_by_program(journal, max_journal);
  if (!text) return text.error();
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    // The last line of a program that was ended may be cut off.
    if (!line.starts_with('{') || !line.ends_with('}') || (!for_recording && is_for_recording(line))) continue;
    Json event = Json::parse(line, is_shallow, false);
    if (!event.is_object()) continue;
    if (!has_plain_numbers(event)) return overwritten();
    events.push_back(std::move(event));
  }
  return events;
}

/// Names in every text of `json`.
void rename(Json& json, const std::map<unsigned, std::string>& names) {
  if (json.is_string()) json = with_names(json.get<std::string>(), names);
  if (json.is_structured())
    for (Json& part : json) rename(part, names);
}

}  // namespace

base::Error overwritten() { return base::error("the program has overwritten what our CUDA runtime notes about it"); }

base::Result<Events> read_events(const std::filesystem::path& journal, const NamedFiles& files, bool for_recording) {
  auto all = events_in(journal, for_recording);
  if (!all) return all.error();
  try {
    Places places(*all, files);
    const std::map<unsigned, std::string> names = names_in(*all, places);
    for (Json& event : *all) rename(event, names);
    return Events{std::move(*all), std::move(places)};
  } catch (const Json::exception&) {
    return overwritten();
  }
}

}  // namespace warplens::program
