#include "program/measured.h"

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "base/number_format.h"

namespace warplens::program {
namespace {

using report::Json;

constexpr const char* not_measured = "its time is not known: the program ended before the GPU had finished it";

/// Three numbers, whatever else stands there.
Json numbers_of(const Json& json) {
  return {json.at(0).get<std::uint32_t>(), json.at(1).get<std::uint32_t>(), json.at(2).get<std::uint32_t>()};
}

/// The launches by number, as `--json` prints them.
class Launches {
 public:
  void add(const Json& event, const Places& places) {
    Json launch{{"kernel", event.at("kernel").get<std::string>()}};
    launch.update(json_of(places.of(event.at("call"))));
    launch["stream"] = event.at("stream").get<std::uint32_t>();
    const Json& configuration = event.at("launch");
    launch["launch"] = {{"grid", numbers_of(configuration.at("grid"))},
                        {"block", numbers_of(configuration.at("block"))},
                        {"shared", configuration.at("shared").get<std::uint64_t>()}};
    const std::string error = event.at("error");
    launch["status"] = error.empty() ? "ok" : "error";
    if (!error.empty())
      launch["message"] = "the launch failed with " + error;
    else if (!event.at("timed").get<bool>())
      launch["message"] = "its time is not measured: its stream is captured into a graph, or takes no events";
    else
      launch["message"] = not_measured;
    launch["time"] = "measured";
    launch["timing"] = Json::object();
    launch["findings"] = Json::array();
    launches_[event.at("number")] = std::move(launch);
  }

  void add_time(const Json& event) {
    Json& launch = launches_.at(event.at("number"));
    if (event.contains("ms")) {
      launch["timing"]["kernel_ms"] = {{"value", event["ms"].get<double>()}, {"source", "measured"}};
      launch.erase("message");
    } else {
      launch["status"] = "fault";
      launch["message"] = "the GPU stopped with " + event.at("error").get<std::string>() +
                          " in this launch or near it; run the program without --device gpu to see where";
    }
  }

  Json in_order() const {
    Json all = Json::array();
    for (const auto& [number, launch] : launches_) all.push_back(launch);
    return all;
  }

 private:
  std::map<std::uint64_t, Json> launches_;
};

/// What is wrong with launches: once for those of the same place.
void add_remarks(Outcome& outcome) {
  std::map<std::tuple<std::string, int, std::string>, std::uint64_t> counts;
  for (const Json& launch : outcome.launches) {
    if (launch.at("status") == "fault") outcome.faulted = true;
    if (!launch.contains("message")) continue;
    const std::string file = launch["file"].is_string() ? launch["file"] : "";
    ++counts[{file, launch["line"].is_number() ? launch["line"].get<int>() : 0,
              launch["kernel"].get<std::string>() + ": " + launch["message"].get<std::string>()}];
  }
  for (const auto& [what, count] : counts) {
    const auto& [file, line, text] = what;
    outcome.remarks.push_back({file, line, text + (count > 1 ? " (" + base::counted(count, "launch") + ")" : "")});
  }
}

}  // namespace

base::Result<Outcome> measured_outcome_of(const Events& events, Ended ended) {
  Outcome outcome{.ended = std::move(ended), .used_runtime = !events.all.empty()};
  Launches launches;
  try {
    for (const Json& event : events.all) {
      const std::string kind = event.at("event");
      if (kind == "launch") launches.add(event, events.places);
      if (kind == "time") launches.add_time(event);
      if (kind == "end") {
        outcome.calls = event.at("calls");
        outcome.ended.signal = 0;  // it ended by itself; its status may look like a signal's
      }
    }
    outcome.launches = launches.in_order();
    add_remarks(outcome);
  } catch (const Json::exception&) {
    return overwritten();
  } catch (const std::out_of_range&) {
    return overwritten();
  }
  add_signal(outcome);
  return outcome;
}

}  // namespace warplens::program
