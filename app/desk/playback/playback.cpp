#include "desk/playback/playback.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number_format.h"
#include "desk/playback/program_calls.h"

namespace warplens::desk {
namespace {

ScrubAnswer scrubbed_tables(const ScrubRequest& request) {
  const RunTables& tables = *request.tables;
  auto made = std::make_shared<Scrubbed>();
  made->place = request.place;
  if (request.place >= tables.trace().steps.size()) {
    made->map = {request.tables, &tables.map};
  } else if (request.known) {
    made->map = request.known->map;
    made->matrices = request.known->matrices;
  } else {
    const launch::Buffer& buffer = tables.shown_buffer();
    const auto width = static_cast<std::uint32_t>(launch::bytes(buffer.type));
    made->map = std::make_shared<const analysis::AccessMap>(
        analysis::access_map(tables.trace(), tables.run.shown, buffer.size, width, request.place));
    made->matrices = matrices_at(tables, request.place);
  }
  if (request.colour) made->cells = cells_of(tables, *made->map, *request.colour);
  return {request, std::move(made)};
}

void show_moment(Playback& playback, std::shared_ptr<const Scrubbed> moment) {
  if (playback.scrubbed == moment) return;
  playback.before = std::exchange(playback.scrubbed, std::move(moment));
  ++playback.version;
}

}  // namespace

Playback::Playback(const std::function<void()>& wake) : worker(scrubbed_tables, wake) {}

std::uint64_t next_access(const trace::Trace& trace, std::uint64_t place) {
  const std::uint64_t end = trace.steps.size();
  while (place < end) {
    if (trace.steps.access[place++] != trace::no_row) return place;
  }
  return end;
}

std::uint64_t previous_access(const trace::Trace& trace, std::uint64_t place) {
  place = std::min<std::uint64_t>(place, trace.steps.size());
  if (place == 0) return 0;
  // The place itself may be just after an access: look before its last step.
  for (std::uint64_t at = place - 1; at > 0; --at) {
    if (trace.steps.access[at - 1] != trace::no_row) return at;
  }
  return 0;
}

std::uint64_t cycle_at(const trace::Trace& trace, std::uint64_t place) {
  if (place == 0) return 0;
  if (place >= trace.steps.size()) return trace.end_cycle;
  return trace.steps.cycle[place - 1];
}

std::uint64_t place_at_cycle(const trace::Trace& trace, std::uint64_t cycle) {
  const auto& cycles = trace.steps.cycle;
  return static_cast<std::uint64_t>(std::ranges::upper_bound(cycles, cycle) - cycles.begin());
}

std::string place_label(const trace::Trace& trace, std::uint64_t place, std::string_view unit) {
  if (trace.steps.size() == 0) return "no trace";
  if (place == 0) return "start";
  const std::string cycle = std::string(unit) + " " + base::grouped(cycle_at(trace, place));
  if (place >= trace.steps.size()) return "end · " + cycle;
  return cycle + " of " + base::grouped(trace.end_cycle);
}

std::uint64_t place_of(double scrub, std::uint64_t steps) {
  const double part = std::isfinite(scrub) ? std::clamp(scrub, 0.0, 1.0) : 1.0;
  return std::min(steps, static_cast<std::uint64_t>(std::llround(part * static_cast<double>(steps))));
}

double scrub_of(std::uint64_t place, std::uint64_t steps) {
  return steps == 0 ? 1.0 : static_cast<double>(std::min(place, steps)) / static_cast<double>(steps);
}

double play_speed(std::uint64_t steps) { return std::max(8.0, static_cast<double>(steps) / 8); }

std::shared_ptr<const analysis::AccessMap> shown_map(const Playback& playback) {
  return playback.scrubbed ? playback.scrubbed->map : nullptr;
}

void go_to_place(Playback& playback, Session& session, const Runs& runs, std::uint64_t place) {
  playback.place = std::min(place, runs.steps());
  session.scrub = scrub_of(playback.place, runs.steps());
  playback.playing = false;
}

void restart(Playback& playback, const Session& session, const Runs& runs) {
  playback.place = place_of(session.scrub, runs.steps());
  playback.playing = false;
  playback.scrubbed.reset();
  playback.asked = {};
}

void press_play(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs) {
  playback.playing_view = choices.session.view;
  if (choices.row().needs.stepping) {
    if (!playback.playing && stepping.step() >= stepping.length()) go_to_step(stepping, 0);
    playback.playing = !playback.playing && stepping.length() > 0;
    playback.played_to = static_cast<double>(stepping.step());
    return;
  }
  if (choices.row().needs.program) {
    const bool from_here = !playback.playing && calls_of(choices) > 0;
    if (from_here && call_place(choices) >= calls_of(choices)) go_to_call(playback, choices, 0);
    playback.playing = from_here;
    playback.played_to = static_cast<double>(call_place(choices));
    return;
  }
  const bool start = !playback.playing && runs.steps() > 0;
  if (start && playback.place >= runs.steps()) go_to_place(playback, choices.session, runs, 0);
  playback.playing = start;
  playback.played_to = static_cast<double>(playback.place);
}

void play_on(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs, double seconds) {
  if (playback.playing_view != choices.session.view) playback.playing = false;
  if (!playback.playing) return;
  if (choices.row().needs.stepping) {
    playback.played_to += play_speed(stepping.length()) * seconds;
    const auto to = static_cast<std::uint64_t>(playback.played_to);
    if (to > stepping.step()) go_to_step(stepping, to);
    playback.playing = stepping.step() < stepping.length();
    return;
  }
  if (choices.row().needs.program) {
    constexpr double slowest = 2;  // calls a second: each has a sentence to read
    const std::uint64_t calls = calls_of(choices);
    playback.played_to += std::max(slowest, static_cast<double>(calls) / 30) * seconds;
    const bool over = playback.played_to >= static_cast<double>(calls);
    go_to_call(playback, choices, over ? calls : static_cast<std::uint64_t>(playback.played_to));
    playback.playing = !over;
    return;
  }
  playback.played_to += play_speed(runs.steps()) * seconds;
  const bool done = playback.played_to >= static_cast<double>(runs.steps());
  go_to_place(playback, choices.session, runs, done ? runs.steps() : static_cast<std::uint64_t>(playback.played_to));
  playback.playing = !done;
}

void update_scrubbed(Playback& playback, const std::shared_ptr<const RunTables>& tables, std::optional<view::ColourMode> colour) {
  const std::uint64_t end = tables->trace().steps.size(), place = std::min(playback.place, end);
  const view::MappingCells* const cells = tables->cells();
  if (cells == nullptr) colour.reset();  // too few to be asked for, or those of the whole launch come first
  const bool whole = place == end && (!colour || cells->colour == *colour);
  if (playback.before) playback.worker.discard(std::exchange(playback.before, nullptr));
  auto answer = playback.worker.take();
  if (whole)
    show_moment(playback, nullptr);
  else if (answer && answer->request.tables == tables)
    show_moment(playback, std::move(answer->made));
  const ScrubRequest& asked = playback.asked;
  if (asked.tables == tables && asked.place == place && asked.colour == colour) return;
  if (asked.tables != tables) show_moment(playback, nullptr);
  playback.asked = {tables, place, colour};
  if (whole) return playback.worker.drop_waiting();
  ScrubRequest request = playback.asked;
  if (playback.scrubbed && playback.scrubbed->place == place) request.known = playback.scrubbed;
  if (is_short(*tables))
    show_moment(playback, scrubbed_tables(request).made);
  else
    playback.worker.request(std::move(request));
}

}  // namespace warplens::desk
