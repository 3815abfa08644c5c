#include "program/events.h"

#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "base/file.h"
#include "program/names.h"

namespace warplens::program {
namespace {

using report::Json;

base::Result<std::vector<Json>> events_in(const std::filesystem::path& journal) {
  std::vector<Json> events;
  std::error_code code;
  if (!std::filesystem::exists(journal, code)) return events;
  const auto text = base::read_text(journal);
  if (!text) return text.error();
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    Json event = Json::parse(line, nullptr, false);
    if (event.is_object()) events.push_back(std::move(event));  // the last line of a program that was ended may be cut off
  }
  return events;
}

/// Names in every text of `json`.
void rename(Json& json, const std::map<unsigned, std::string>& names) {
  if (json.is_string()) json = with_names(json.get<std::string>(), names);
  if (json.is_structured())
    for (Json& part : json) rename(part, names);
}

/// The variables that hold the allocations' addresses, by the allocations' numbers.
std::map<unsigned, std::string> names_in(const std::vector<Json>& events, const Places& places) {
  std::map<unsigned, std::string> names;
  for (const Json& event : events) {
    if (event.at("event") != "allocation") continue;
    if (std::string name = allocated_variable(places.of(event.at("call"))); !name.empty())
      names[event.at("number").get<unsigned>()] = std::move(name);
  }
  return names;
}

}  // namespace

base::Error overwritten() { return base::error("the program has overwritten what our CUDA runtime notes about it"); }

base::Result<Events> read_events(const std::filesystem::path& journal) {
  auto all = events_in(journal);
  if (!all) return all.error();
  try {
    Places places(*all);
    const std::map<unsigned, std::string> names = names_in(*all, places);
    for (Json& event : *all) rename(event, names);
    return Events{std::move(*all), std::move(places)};
  } catch (const Json::exception&) {  // the program can write to its journal, too
    return overwritten();
  }
}

}  // namespace warplens::program
