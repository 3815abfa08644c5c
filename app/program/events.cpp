#include "program/events.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
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

/// Which lines of a journal are left out. They are told by their beginning: of a program that goes on, most lines are, and to
/// read them takes long.
class LeftOut {
 public:
  LeftOut(const std::string& journal, const JournalPart& part) : for_recording_(part.for_recording) {
    constexpr std::string_view kept = R"({"event":"kept")";
    if (const std::size_t at = journal.rfind("\n" + std::string(kept)); for_recording_ && at != std::string::npos) {
      const Json event = Json::parse(journal.substr(at, journal.find('\n', at + 1) - at), is_shallow, false);
      if (event.is_object() && event.value("from", Json()).is_number_unsigned()) first_kept_ = event["from"];
    }
    if (!part.last_launches) return;
    std::size_t launches = 0;
    for (std::size_t at = 0; (at = journal.find(launch_, at)) != std::string::npos; ++at) ++launches;
    first_launch_ = launches - std::min(launches, *part.last_launches);
  }

  bool operator()(const std::string& line) {
    const bool begins = line.starts_with(R"({"event":"begin")");
    if (begins) ++begun_;
    const bool is_dropped = first_kept_ != 0 && begun_ <= first_kept_;
    if (begins || line.starts_with(R"({"event":"call")")) return !for_recording_ || is_dropped;
    if (!line.starts_with(launch_)) return false;
    const bool left_out = launches_++ < first_launch_ || is_dropped;
    if (left_out) ++launches_left_out_;
    return left_out;
  }

  std::size_t launches() const { return launches_left_out_; }

 private:
  static constexpr std::string_view launch_ = R"({"event":"launch")";
  bool for_recording_;
  std::uint64_t first_kept_ = 0, begun_ = 0;  ///< events `begin`: index of the first that is read, those so far
  std::size_t first_launch_ = 0, launches_ = 0, launches_left_out_ = 0;
};

/// The events of a journal that are read.
struct Read {
  std::vector<Json> all{};
  std::size_t earlier_launches = 0;
};

base::Result<Read> events_in(const std::filesystem::path& journal, const JournalPart& part) {
  Read events;
  std::error_code code;
  if (!std::filesystem::exists(journal, code)) return events;
  const auto text = base::read_text_left_by_program(journal, max_journal);
  if (!text) return text.error();
  LeftOut left_out(*text, part);
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    // The last line of a program that was ended may be cut off.
    if (!line.starts_with('{') || !line.ends_with('}') || left_out(line)) continue;
    Json event = Json::parse(line, is_shallow, false);
    if (!event.is_object()) continue;
    if (!has_plain_numbers(event)) return overwritten();
    events.all.push_back(std::move(event));
  }
  events.earlier_launches = left_out.launches();
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

base::Result<Events> read_events(const std::filesystem::path& journal, const NamedFiles& files, JournalPart part) {
  auto read = events_in(journal, part);
  if (!read) return read.error();
  try {
    Places places(read->all, files);
    const std::map<unsigned, std::string> names = names_in(read->all, places);
    for (Json& event : read->all) rename(event, names);
    return Events{std::move(read->all), std::move(places), read->earlier_launches};
  } catch (const Json::exception&) {
    return overwritten();
  }
}

}  // namespace warplens::program
