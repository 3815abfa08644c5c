#include "program/recording.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "launch/python/python_words.h"
#include "program/event_parts.h"
#include "program/recorded_memory.h"
#include "program/recorded_sources.h"
#include "report/json.h"
#include "runtime/recorder.h"

namespace warplens::program {
namespace {

using launch::ProgramRecording;
using launch::RecordedAllocation;
using launch::RecordedCall;
using launch::RecordedLaunch;
using report::Json;

RecordedCall::Direction direction_named(const std::string& name) {
  return runtime::direction_names.value_of(name).value_or(RecordedCall::Direction::none);
}

/// Builds the recording from the journal's events, which runtime/recorder.h and observe/observer.h list. A call's
/// event is written when the call returns, after the events of calls inside it, or never. So calls keep the runtime's numbers
/// until all events are read.
class Assembly {
 public:
  Assembly(const Events& events, const runtime::RecordingOptions& options)
      : events_(events), memory_(options.folder / "contents", options.budget) {
    for (const Json& event : events.all) add(event);
    add_calls_that_did_not_return();
  }

  Assembled take(const Outcome& outcome) {
    for (const Json* time : times_) add_time(*time);
    for (auto& [number, call] : calls_) {
      indices_[number] = static_cast<std::uint32_t>(recording_.calls.size());
      recording_.calls.push_back(std::move(call));
    }
    recording_.allocations = std::move(memory_.allocations());
    recording_.modules = std::move(memory_.modules());
    for (RecordedAllocation& allocation : recording_.allocations) {
      allocation.allocated = index_of(allocation.allocated);
      allocation.freed = index_of(allocation.freed);
      // Python frees what a program holds to its end when it itself ends.
      const bool of_python = allocation.allocated < recording_.calls.size() &&
                             launch::is_python_source(recording_.calls[allocation.allocated].place.file);
      if (of_python && allocation.freed == launch::no_call)
        allocation.freed = static_cast<std::uint32_t>(recording_.calls.size() - 1);
    }
    for (Begun& begun : launches_) {
      begun.launch.call = index_of(begun.number);
      RecordedCall& call = recording_.calls.at(begun.launch.call);
      call.function = "kernel " + begun.name;
      call.kind = RecordedCall::Kind::launch;  // whatever function has launched it
      if (!call.error.empty()) continue;  // it could not run
      call.launch = static_cast<std::uint32_t>(recording_.launches.size());
      recording_.launches.push_back(std::move(begun.launch));
    }
    for (const Finding& finding : outcome.findings) recording_.findings.push_back(recorded(finding));
    for (const Finding& note : outcome.notes) recording_.notes.push_back(recorded(note));
    return {std::move(recording_), std::move(variables_)};
  }

  bool sound() const { return memory_.sound(); }

 private:
  /// A launch that has begun.
  struct Begun {
    std::uint32_t number = 0;  ///< of its call
    std::string name;          ///< of its kernel
    RecordedCall call;         ///< as far as it is known before it returns
    RecordedLaunch launch;
  };

  void add(const Json& event) {
    const std::string kind = event.at("event");
    if (kind == "memory") memory_.add_memory(event);
    if (kind == "module") memory_.add_module(event);
    if (kind == "begin") add_launch(event);
    if (kind == "call") add_call(event);
    if (kind == "time") times_.push_back(&event);
    if (kind == "cut") recording_.incomplete = event.at("reason");
  }

  void add_launch(const Json& event) {
    const Json& call = event.at("call");
    Begun& begun = launches_.emplace_back();
    begun.number = event.at("in_call");
    begun.name = event.at("name");
    begun.call.function = call.at("function");
    begun.call.place = place_of(call, events_.places);
    begun.call.kind = RecordedCall::Kind::launch;
    RecordedLaunch& launch = begun.launch;
    launch.kernel = event.at("kernel");
    launch.entry = event.at("entry");
    launch.module = event.at("module");
    launch.grid = extents(event.at("grid"));
    launch.block = extents(event.at("block"));
    launch.dynamic_shared = event.at("shared");
    launch.heap_bytes = event.at("heap_bytes");
    launch.parameters = from_hexadecimal(event.at("parameters"));
    launch.not_kept = event.value("not_kept", "");
    if (launch.not_kept.empty()) memory_.add_to(launch, event.at("memory"));
    if (launch.not_kept.empty() && event.contains("textures")) add_textures(launch, event["textures"]);
    if (!event.contains("variables")) return;
    for (const Json& each : event["variables"])
      variables_.push_back({each.at(0), each.at(1), memory_.take(each.at(3), each.at(2))});
  }

  void add_textures(RecordedLaunch& launch, const Json& textures) {
    for (const Json& each : textures) {
      const std::uint32_t allocation = memory_.index_at(each.at("address"));
      const auto block = std::ranges::find(launch.blocks, allocation, &RecordedLaunch::Block::allocation);
      if (block == launch.blocks.end()) continue;
      launch.textures.push_back(texture_from(each));
      launch.textures.back().buffer = static_cast<std::uint32_t>(block - launch.blocks.begin());
    }
  }

  void add_call(const Json& event) {
    const std::uint32_t number = event.at("number");
    RecordedCall call;
    call.function = event.at("call").at("function");
    call.place = place_of(event.at("call"), events_.places);
    const bool carried_out = !event.value("captured", false);
    call.kind = carried_out ? kind_of(call.function) : RecordedCall::Kind::other;
    call.direction = direction_named(event.at("direction"));
    call.error = event.at("error");
    call.stream = event.at("stream");
    call.bytes = call.kind == RecordedCall::Kind::allocate ? memory_.bytes_by(number) : event.at("bytes").get<std::uint64_t>();
    if (event.contains("to")) call.to = memory_.index_at(event.at("to"));
    if (event.contains("from")) call.from = memory_.index_at(event.at("from"));
    call.called_ms = event.at("called_ms");
    call.returned_ms = event.at("returned_ms");
    call.begin_ms = event.at("begin_ms");
    call.end_ms = event.at("end_ms");
    if (event.contains("kernel")) call.function = "kernel " + event["kernel"].get<std::string>();
    if (event.contains("launch")) by_launch_[event["launch"]] = number;
    calls_.insert_or_assign(number, std::move(call));
  }

  /// When a launch was made on a GPU, and how long it took.
  void add_time(const Json& time) {
    const auto launch = by_launch_.find(time.at("number"));
    if (launch == by_launch_.end() || !time.contains("ms")) return;
    RecordedCall& call = calls_.at(launch->second);
    call.begin_ms = std::max(call.called_ms, time.value("begin_ms", call.called_ms));
    call.end_ms = call.begin_ms + time["ms"].get<double>();
  }

  /// Launches in which the program was ended. For the recording they begin when the call before them has returned.
  void add_calls_that_did_not_return() {
    for (Begun& begun : launches_) {
      if (calls_.contains(begun.number)) continue;
      const auto after = calls_.lower_bound(begun.number);
      const double ms = after != calls_.begin() ? std::prev(after)->second.returned_ms : 0;
      begun.call.called_ms = begun.call.returned_ms = begun.call.begin_ms = begun.call.end_ms = ms;
      calls_.emplace(begun.number, std::move(begun.call));
    }
  }

  launch::RecordedFinding recorded(const Finding& finding) const {
    const Json& event = events_.all.at(finding.event);
    const launch::ProgramPlace place{finding.file, line_number(finding.line)};
    const bool in_call = event.contains("in_call");
    std::uint32_t call = in_call ? index_of(event.at("in_call")) : launch::no_call;
    if (!in_call) {  // found at the program's end: memory that is not freed, an error that nobody looked at
      const auto& calls = recording_.calls;
      const auto last = std::find_if(calls.rbegin(), calls.rend(), [&](const RecordedCall& each) { return each.place == place; });
      if (last != calls.rend()) call = static_cast<std::uint32_t>(calls.rend() - last - 1);
    }
    if (call == launch::no_call) call = last_call_before(finding.event);  // found in the host's own code
    return {finding.kind, finding.message, place, {finding.other_file, line_number(finding.other_line)}, call};
  }

  /// The last call that had returned when an event was written.
  std::uint32_t last_call_before(std::size_t event) const {
    while (event-- > 0)
      if (events_.all[event].at("event") == "call") return index_of(events_.all[event].at("number"));
    return launch::no_call;
  }

  std::uint32_t index_of(std::uint32_t number) const {
    const auto found = indices_.find(number);
    return found != indices_.end() ? found->second : launch::no_call;
  }

  const Events& events_;
  RecordedMemory memory_;
  ProgramRecording recording_;
  std::map<std::uint32_t, RecordedCall> calls_;  ///< by number
  std::vector<Begun> launches_;
  std::vector<Assembled::Variable> variables_;
  std::vector<const Json*> times_;                    ///< events
  std::map<std::uint64_t, std::uint32_t> by_launch_;  ///< numbers of calls, by that of the launch
  std::map<std::uint32_t, std::uint32_t> indices_;    ///< of calls in the recording, by number
};

}  // namespace

std::optional<Assembled> assembled_from(const Events& events, const Outcome& outcome, const runtime::RecordingOptions& options) {
  Assembly assembly(events, options);
  return assembly.sound() ? std::optional(assembly.take(outcome)) : std::nullopt;
}

base::Result<ProgramRecording> recording_of(const Events& events, const Outcome& outcome, const std::string& name,
                                            const runtime::Environment& environment,
                                            const std::vector<std::filesystem::path>& sources) {
  try {
    auto assembled = assembled_from(events, outcome, environment.recording);
    if (!assembled) return overwritten();
    ProgramRecording& recording = assembled->recording;
    recording.name = name;
    recording.spec = environment.spec;
    recording.schedule = environment.launches.schedule;
    recording.seed = environment.launches.seed;
    recording.output = outcome.ended.output;
    recording.exit_status = outcome.ended.exit_status;
    add_sources(recording, sources, events.places.files());
    return std::move(recording);
  } catch (const Json::exception&) {
    return overwritten();
  }
}

}  // namespace warplens::program
