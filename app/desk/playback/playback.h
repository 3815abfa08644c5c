#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/access_map.h"
#include "desk/background/background.h"
#include "desk/playback/path.h"
#include "desk/playback/stepping.h"
#include "desk/run/run_tables.h"
#include "desk/run/runs.h"
#include "trace/trace.h"

namespace warplens::desk {

// Move through a trace. A place is the number of steps done: 0 before the first, Trace::steps.size() at the end.

/// Return the place just after the next memory access, or the end.
std::uint64_t next_access(const trace::Trace& trace, std::uint64_t place);
/// Return the place just after the memory access before this one, or 0.
std::uint64_t previous_access(const trace::Trace& trace, std::uint64_t place);

/// Return the cycle, modelled or measured, of the last step before `place`. At the start it is 0, at the end the trace's last
/// cycle.
std::uint64_t cycle_at(const trace::Trace& trace, std::uint64_t place);

/// Return the place after the last step issued up to `cycle`.
std::uint64_t place_at_cycle(const trace::Trace& trace, std::uint64_t cycle);

/// Describe a place in words: "cycle 447 of 731", "start", "end · cycle 731", or "no trace". `unit` replaces the word “cycle”.
std::string place_label(const trace::Trace& trace, std::uint64_t place, std::string_view unit = "cycle");

/// The tables of a run after the first `place` steps of its trace.
struct Scrubbed {
  std::uint64_t place = 0;
  std::shared_ptr<const analysis::AccessMap> map;  ///< of the shown buffer; never null
  view::Matrices matrices;                         ///< no maps at the end, where they are those of the run
  std::optional<view::MappingCells> cells;         ///< of `map`, where they were asked for
};
struct ScrubRequest {
  std::shared_ptr<const RunTables> tables;
  std::uint64_t place = 0;
  std::optional<view::ColourMode> colour = {};      ///< colour of the cells; nothing: no cells
  std::shared_ptr<const Scrubbed> known = nullptr;  ///< tables of this place, perhaps without the cells; null: unknown
};
struct ScrubAnswer {
  ScrubRequest request;
  std::shared_ptr<const Scrubbed> made;
};

/// The place in the shown trace, and the tables at that place.
struct Playback {
  explicit Playback(const std::function<void()>& wake);

  std::uint64_t place = 0;
  bool playing = false;
  double played_to = 0;      ///< place with its fraction, while playing
  double pause = 0;          ///< seconds between two pictures while playing; 0: every frame is one
  double paused = 0;         ///< seconds since the last one
  std::string playing_view;  ///< the view in which it plays; changing the view stops it

  /// The last moment with known tables, shown until the tables of `place` are known; null: after the whole launch.
  std::shared_ptr<const Scrubbed> scrubbed;
  std::shared_ptr<const Scrubbed> before;  ///< moment shown before, used by the picture until it is redrawn
  ScrubRequest asked;                      ///< last request; no tables: none
  std::uint64_t version = 0;               ///< changes only with the shown tables
  Background<ScrubRequest, ScrubAnswer> worker;
};

/// Return the access map of the shown moment; null: the map of the whole launch is shown.
std::shared_ptr<const analysis::AccessMap> shown_map(const Playback& playback);
/// Go to a place of the shown trace, keep it in the session, and end playing.
void go_to_place(Playback& playback, Session& session, const Runs& runs, std::uint64_t place);
/// Return the shown trace as a path, whose smallest move is a memory access. The arguments must outlive it.
std::unique_ptr<Path> trace_path(Playback& playback, Session& session, const Runs& runs);
/// Start over with another run, at the place stored in the session.
void restart(Playback& playback, const Session& session, const Runs& runs);
/// Call once a frame: takes the tables of a run at the place, or requests them; for a run with is_short(), makes them at once.
/// `colour`: of the mapping's cells; empty if no cells are shown.
void update_scrubbed(Playback& playback, const std::shared_ptr<const RunTables>& tables, std::optional<view::ColourMode> colour);

/// Return the shown view's path: the steps of the paused launch in the steps view, the calls in the program view, else the shown
/// trace. The arguments must outlive it.
std::unique_ptr<Path> path_of(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs);

/// Play this path from its place, or from the start if at the end; pause if playing.
void press_play(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs);
/// Play on by `seconds`; call once a frame. Stops if the view has changed since playing began.
void play_on(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs, double seconds);

}  // namespace warplens::desk
