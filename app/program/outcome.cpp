#include "program/outcome.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include "base/number_format.h"
#include "launch/findings/finding.h"
#include "launch/python/python_words.h"
#include "program/measured_pointer.h"
#include "program/parameter_names.h"
#include "program/places.h"
#include "runtime/kernels.h"

namespace warplens::program {
namespace {

using report::Json;

Finding host_finding(const Json& event, const Places& places) {
  Place place = places.of(event.at("call"));
  if (event.contains("at") && event.at("at").at("file") != runtime::library_ptx) {
    place.file = event.at("at").at("file");
    place.line = event.at("at").at("line");
  }
  Finding finding{.kind = event.at("kind"), .message = event.at("message"), .file = place.file, .line = place.line};
  finding.json = {{"kind", finding.kind}};
  finding.json.update(json_of(place));
  finding.json["call"] = event.at("call").at("function");
  finding.json["message"] = finding.message;
  if (event.contains("other")) {
    const Place other = places.of(event.at("other"));
    finding.other_file = other.file;
    finding.other_line = other.line;
    finding.other = event.at("other").at("function");
    finding.json["other"] = json_of(other);
    finding.json["other"]["call"] = finding.other;
  }
  return finding;
}

template <typename T>
T value_or(const Json& json, const char* key, T otherwise) {
  return json.is_object() && json.contains(key) && !json[key].is_null() ? json[key].get<T>() : otherwise;
}

base::Dim3 position_in(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

/// "write by block (3,0,0) thread (17,0,0)".
std::string side_text(const Json& json) {
  launch::Witness witness;
  witness.block = position_in(json.at("block"));
  witness.thread = position_in(json.at("thread"));
  witness.access = launch::access_names.value_of(value_or<std::string>(json, "access", ""));
  return launch::access_text(witness, launch::thread_text(witness));
}

Finding kernel_finding(const Json& json, const std::string& kernel) {
  const Json first = value_or(json, "first", Json()), second = value_or(json, "second", Json());
  Finding finding{.kind = json.at("kind"), .message = value_or<std::string>(json, "message", ""), .kernel = kernel, .json = json};
  finding.file = value_or<std::string>(first, "file", "");
  finding.line = value_or(first, "line", 0);
  finding.other_file = value_or<std::string>(second, "file", "");
  finding.other_line = value_or(second, "line", 0);
  if (!second.is_null()) finding.other = "the other side: " + side_text(second);
  finding.json["kernel"] = kernel;
  return finding;
}

/// A finding in a kernel of a library is at the program's call, as the library has no lines. Of several there, the first is kept.
void keep_at_call(std::vector<Finding>& findings, const Json& call, const Place& place) {
  Finding& finding = findings.back();
  if (finding.file != runtime::library_ptx) return;
  finding.file = place.file;
  finding.line = place.line;
  if (finding.other_file == runtime::library_ptx) {
    finding.other_file = place.file;
    finding.other_line = place.line;
  }
  static const std::regex line(" at line [0-9]+");
  finding.message = call.at("function").get<std::string>() + ": " + std::regex_replace(finding.message, line, "");
  finding.json.update(json_of(place));
  finding.json["message"] = finding.message;
  const auto is_same = [&](const Finding& other) {
    return other.kind == finding.kind && other.file == finding.file && other.line == finding.line &&
           other.kernel == finding.kernel && other.json.value("buffer", Json()) == finding.json.value("buffer", Json());
  };
  if (std::any_of(findings.begin(), findings.end() - 1, is_same)) findings.pop_back();
}

/// The result of a launch, in whose messages the kernel's own names come first.
Json named_result(const Json& event, ParameterNames& names) {
  Json result = event.at("result");
  for (const char* key : {"findings", "notes"})
    for (Json& finding : result.at(key))
      if (finding.contains("message")) finding["message"] = names.in(finding["message"].get<std::string>(), finding, event);
  return result;
}

void add_launch(Outcome& outcome, const Json& event, const Places& places, ParameterNames& names) {
  const std::string kernel = event.at("kernel");
  const Place place = places.of(event.at("call"));
  Json launch{{"kernel", kernel}};
  launch.update(json_of(place));
  launch["stream"] = event.at("stream");
  launch["begin_ms"] = event.at("begin_ms");
  launch["end_ms"] = event.at("end_ms");
  const Json result = named_result(event, names);
  for (const char* key : {"launch", "status", "message", "seed", "counters", "timing", "findings", "notes"})
    if (result.contains(key)) launch[key] = result[key];
  for (const Json& finding : result.at("findings")) {
    // A wrong pointer that the host gave the kernel is a finding of the host's.
    if (event.at("told_by_host").get<bool>() && finding.at("kind") == "out-of-bounds") continue;
    outcome.findings.push_back(kernel_finding(finding, kernel));
    keep_at_call(outcome.findings, event.at("call"), place);
  }
  for (const Json& note : result.at("notes")) {
    outcome.notes.push_back(kernel_finding(note, kernel));
    keep_at_call(outcome.notes, event.at("call"), place);
  }
  outcome.launches.push_back(std::move(launch));
}

void add_end(Outcome& outcome, const Json& event) {
  outcome.calls = event.at("calls");
  outcome.faulted = outcome.faulted || event.at("faulted").get<bool>();
  outcome.ended.signal = 0;  // only a program that ends by itself gets here; its status may look like a signal's
}

void add_refusal(Outcome& outcome, const Json& event, const Places& places) {
  const Place place = places.of(event.at("call"));
  outcome.remarks.push_back({place.file, place.line, event.at("message")});
}

/// The host used memory that it does not have.
void add_crash(Outcome& outcome, const Json& event, const Places& places) {
  const Place place = places.of(event.at("call"));
  const std::string address = event.at("address");
  outcome.remarks.push_back(
      {place.file, place.line,
       "the host used memory that the program does not have, at address " + address + ", and the system ended the program"});
}

/// Launches that have told the host something by an atomic access, of the kernel's and of the host's. What they did otherwise may
/// have been done before, so that the host may use it.
class SignalledLaunches {
 public:
  /// Whether a finding does not hold: the host's access is atomic, as the kernel's is, or comes after one that was.
  bool excuses(const Json& event, const Places& places) {
    if (event.at("kind") != "unordered-streams" || event.at("call").at("function") != "the host" || !event.contains("other"))
      return false;
    const std::string launch = event.at("other").dump();
    if (event.value("unless_atomic", false) && places.is_atomic(event.at("call"))) launches_.insert(launch);
    return launches_.contains(launch);
  }

 private:
  std::set<std::string> launches_;  ///< "other" of events
};

void add_host_finding(Outcome& outcome, const Json& event, const Places& places) {
  Finding finding = host_finding(event, places);
  if (finding.kind == "size-of-pointer") {
    const std::string pointer = measured_pointer({"", finding.file, finding.line}, places.files());
    if (pointer.empty()) return;  // 8 bytes, and why not
    finding.message += ": sizeof(" + pointer + ") is the size of " + pointer + " itself, not of what it points to";
    finding.json["message"] = finding.message;
  }
  const bool in_destructor = places.of(event.at("call")).function.find('~') != std::string::npos;
  if (finding.kind == "double-free" && finding.line == finding.other_line && in_destructor) {
    finding.message += ": two objects hold the same pointer, as one is a copy of the other";
    finding.json["message"] = finding.message;
  }
  constexpr std::array notes{"launch-timed",  "leak",          "memset-bytes", "output-not-shown",
                             "pageable-copy", "pitch-ignored", "result-unused"};
  const bool note = std::ranges::find(notes, finding.kind) != notes.end();
  (note ? outcome.notes : outcome.findings).push_back(std::move(finding));
}

void add_event(Outcome& outcome, const Events& events, std::size_t number, SignalledLaunches& told, ParameterNames& names) {
  const Json& event = events.all[number];
  const Places& places = events.places;
  const std::string kind = event.at("event");
  const std::size_t before = outcome.findings.size(), noted = outcome.notes.size();
  if (kind == "finding" && !told.excuses(event, places)) add_host_finding(outcome, event, places);
  if (kind == "first launch") outcome.launched = true;
  if (kind == "launch") add_launch(outcome, event, places, names);
  if (kind == "launch" && event.at("result").at("status") == "fault") outcome.faulted = true;
  if (kind == "refusal") add_refusal(outcome, event, places);
  if (kind == "crash") add_crash(outcome, event, places);
  if (kind == "end") add_end(outcome, event);
  const auto complete = [&](Finding& finding) {
    finding.event = number;
    if (!launch::is_python_source(finding.file) && !launch::is_python_source(finding.other_file)) return;
    finding.message = launch::in_words_of_python(finding.message);
    finding.other = launch::in_words_of_python(finding.other);
    finding.json["message"] = finding.message;
  };
  std::for_each(outcome.findings.begin() + static_cast<std::ptrdiff_t>(before), outcome.findings.end(), complete);
  std::for_each(outcome.notes.begin() + static_cast<std::ptrdiff_t>(noted), outcome.notes.end(), complete);
}

/// Drop what the program's end excuses: with an error status it has noticed its errors, and a program that gives up need not free
/// its memory.
void drop_excused(Outcome& outcome) {
  const bool failed = outcome.ended.exit_status != 0;
  std::erase_if(outcome.findings, [&](const Finding& finding) { return failed && finding.kind == "unchecked-error"; });
  const auto of_a_good_end = [](const Finding& note) { return note.kind == "leak" || note.kind == "result-unused"; };
  std::erase_if(outcome.notes, [&](const Finding& note) { return (failed || outcome.faulted) && of_a_good_end(note); });
}

Json list_of(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(finding.json);
  return list;
}

}  // namespace

base::Result<Outcome> outcome_of(const Events& events, Ended ended) {
  Outcome outcome{.ended = std::move(ended), .used_runtime = !events.all.empty()};
  try {
    SignalledLaunches told;
    ParameterNames names(events.places.files());
    for (std::size_t k = 0; k < events.all.size(); ++k) add_event(outcome, events, k, told, names);
  } catch (const Json::exception&) {
    return overwritten();
  }
  add_signal(outcome);
  drop_excused(outcome);
  return outcome;
}

void add_signal(Outcome& outcome) {
  if (outcome.ended.signal != 0 && outcome.remarks.empty() && outcome.findings.empty())
    outcome.remarks.push_back({"", 0,
                               "the program was ended by signal " + std::to_string(outcome.ended.signal) + " (" +
                                   ::strsignal(outcome.ended.signal) + ")"});
}

Json json_of(const Outcome& outcome) {
  Json json;
  json["status"] = outcome.ended.signal != 0 || outcome.faulted ? "fault" : outcome.findings.empty() ? "ok" : "found";
  json["exit"] = outcome.ended.exit_status;
  json["stdout"] = outcome.ended.output;
  json["calls"] = outcome.calls.is_null() ? Json::object() : outcome.calls;
  json["launches"] = outcome.launches;
  json["findings"] = list_of(outcome.findings);
  json["notes"] = list_of(outcome.notes);
  return json;
}

}  // namespace warplens::program
