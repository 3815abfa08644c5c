#include "desk/playback/playback.h"

#include <algorithm>
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
    made->matrices = tables.matrices_at(subject_of(tables), request.place);
  }
  if (request.colour) made->cells = cells_of(tables, *made->map, *request.colour);
  return {request, std::move(made)};
}

void show_moment(Playback& playback, std::shared_ptr<const Scrubbed> moment) {
  if (playback.scrubbed == moment) return;
  playback.before = std::exchange(playback.scrubbed, std::move(moment));
  ++playback.version;
}

class TracePath final : public Path {
 public:
  TracePath(Playback& playback, Session& session, const Runs& runs) : playback_(playback), session_(session), runs_(runs) {}

  std::uint64_t length() const override { return runs_.steps(); }
  std::uint64_t place() const override { return playback_.place; }
  void go_to(std::uint64_t place) override { go_to_place(playback_, session_, runs_, place); }
  base::Status forward() override {
    if (runs_.shown) go_to(next_access(runs_.shown->trace(), place()));
    return base::Nothing{};
  }
  void back() override {
    if (runs_.shown) go_to(previous_access(runs_.shown->trace(), place()));
  }
  std::string label() const override { return label_at(place()); }
  std::string longest_label() const override { return runs_.shown ? label_at(1) + "00" : label(); }
  PathWords words() const override {
    return {"memory access", "Play the run",
            marks().empty() ? "Drag to any moment of the run."
                            : "Drag to any moment of the run. A tick is a write that erased an update."};
  }
  /// How cycles came about, or with a GPU how its output got into the picture.
  PathTag tag() const override {
    if (!runs_.shown) return {};
    const std::string& note = runs_.output.note();
    if (runs_.shown->run.result.modelled) return {length() == 0 ? "" : timed() ? "modelled" : "counted", ""};
    return note.empty() ? PathTag{} : PathTag{runs_.output.copies() ? "copied" : "in place", note};
  }
  std::span<const std::uint32_t> marks() const override {
    return runs_.shown ? std::span<const std::uint32_t>(runs_.shown->erasing_steps) : std::span<const std::uint32_t>();
  }

 private:
  bool timed() const { return launch::has_time(runs_.shown->run.launch); }
  std::string label_at(std::uint64_t place) const {
    return runs_.shown ? place_label(runs_.shown->trace(), place, timed() ? "cycle" : "step") : "no run yet";
  }

  Playback& playback_;
  Session& session_;
  const Runs& runs_;
};

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

std::shared_ptr<const analysis::AccessMap> shown_map(const Playback& playback) {
  return playback.scrubbed ? playback.scrubbed->map : nullptr;
}

void go_to_place(Playback& playback, Session& session, const Runs& runs, std::uint64_t place) {
  playback.place = std::min(place, runs.steps());
  session.scrub = scrub_of(playback.place, runs.steps());
  playback.playing = false;
}

std::unique_ptr<Path> trace_path(Playback& playback, Session& session, const Runs& runs) {
  return std::make_unique<TracePath>(playback, session, runs);
}

void restart(Playback& playback, const Session& session, const Runs& runs) {
  playback.place = place_of(session.scrub, runs.steps());
  playback.playing = false;
  playback.scrubbed.reset();
  playback.asked = {};
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

std::unique_ptr<Path> path_of(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs) {
  const view::Needs& needs = choices.row().needs;
  if (needs.stepping) return step_path(stepping);
  if (needs.program) return call_path(playback, choices);
  return trace_path(playback, choices.session, runs);
}

void press_play(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs) {
  const std::unique_ptr<Path> path = path_of(playback, stepping, choices, runs);
  const bool starts = !playback.playing && path->length() > 0;
  if (starts && path->place() >= path->length()) path->go_to(0);
  playback.playing_view = choices.session.view;
  playback.playing = starts;
  playback.played_to = static_cast<double>(path->place());
  playback.paused = 0;
}

void play_on(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs, double seconds) {
  if (playback.playing_view != choices.session.view) playback.playing = false;
  if (!playback.playing) return;
  const std::unique_ptr<Path> path = path_of(playback, stepping, choices, runs);
  playback.paused += seconds;
  if (playback.paused < playback.pause) return;
  playback.played_to += path->speed() * std::exchange(playback.paused, 0);
  const auto to = static_cast<std::uint64_t>(playback.played_to);
  if (to > path->place()) path->go_to(to);
  playback.playing = path->place() < path->length();
}

}  // namespace warplens::desk
