#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/access_map.h"
#include "desk/playback/stepping.h"
#include "desk/run/run_tables.h"
#include "desk/run/runs.h"
#include "desk/work/background.h"
#include "trace/trace.h"

namespace warplens::desk {

// Moving through a trace. A place is the number of steps that have happened: 0 before the first, Trace::steps.size() at the end.

/// The place just after the next memory access, or the end.
std::uint64_t next_access(const trace::Trace& trace, std::uint64_t place);
/// The place just after the memory access before this one, or 0.
std::uint64_t previous_access(const trace::Trace& trace, std::uint64_t place);

/// Modelled or measured cycle at which the last step that has happened was issued; 0 at the start, the end cycle at the end.
std::uint64_t cycle_at(const trace::Trace& trace, std::uint64_t place);

/// The place after the last step that was issued up to this cycle.
std::uint64_t place_at_cycle(const trace::Trace& trace, std::uint64_t cycle);

/// "cycle 447 of 731", "start", "end · cycle 731", or why there is nothing to scrub; `unit` is what a cycle is called.
std::string place_label(const trace::Trace& trace, std::uint64_t place, std::string_view unit = "cycle");

/// Place of a session's `scrub` (0 … 1) in a trace of `steps`, and back.
std::uint64_t place_of(double scrub, std::uint64_t steps);
double scrub_of(std::uint64_t place, std::uint64_t steps);

/// Steps per second that play the whole trace in about eight seconds, but no slower than 8 a second.
double play_speed(std::uint64_t steps);

/// The tables of a run after the first `place` steps of its trace.
struct Scrubbed {
  std::uint64_t place = 0;
  std::shared_ptr<const analysis::AccessMap> map;  ///< of the shown buffer; never null
  Matrices matrices;                               ///< no maps at the end, where they are those of the run
  std::optional<view::MappingCells> cells;         ///< of `map`, where they were asked for
};
struct ScrubRequest {
  std::shared_ptr<const RunTables> tables;
  std::uint64_t place = 0;
  std::optional<view::ColourMode> colour = {};      ///< of the cells, where they are wanted
  std::shared_ptr<const Scrubbed> known = nullptr;  ///< the tables of this place, perhaps without the cells; null: not known
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
  std::string playing_view;  ///< the view in which it plays; another one stops it

  /// The last moment whose tables are known, which is shown until those of `place` are; null: after the whole launch.
  std::shared_ptr<const Scrubbed> scrubbed;
  std::shared_ptr<const Scrubbed> before;  ///< the moment that was shown before, in the picture until it is drawn again
  ScrubRequest asked;                      ///< last; no tables: nothing
  std::uint64_t version = 0;               ///< changes with the tables that are shown, and with nothing else
  Background<ScrubRequest, ScrubAnswer> worker;
};

/// The map that is shown; null: that of the whole launch.
std::shared_ptr<const analysis::AccessMap> shown_map(const Playback& playback);
/// Go to a place of the shown trace, kept in the session; playing ends.
void go_to_place(Playback& playback, Session& session, const Runs& runs, std::uint64_t place);
/// Another run is shown: its place is where the session has it.
void restart(Playback& playback, const Session& session, const Runs& runs);
/// Play from here, or from the start when at the end; pause when playing. In the steps view, the paused launch moves; in the
/// program view, the calls of the host go by.
void press_play(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs);
/// Once a frame: play on by `seconds`.
void play_on(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs, double seconds);
/// Once a frame: take the tables of a run at the place, or request them; at once where is_short(). `colour`: of the mapping's
/// cells, where it is shown.
void update_scrubbed(Playback& playback, const std::shared_ptr<const RunTables>& tables, std::optional<view::ColourMode> colour);

}  // namespace warplens::desk
