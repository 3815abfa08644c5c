#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "analysis/access_map.h"
#include "desk/background.h"
#include "desk/playback/stepping.h"
#include "desk/run/run_tables.h"
#include "desk/run/runs.h"
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
struct ScrubRequest {
  std::shared_ptr<const RunTables> tables;
  std::uint64_t place = 0;
};
struct Scrubbed {
  ScrubRequest request;
  std::shared_ptr<const analysis::AccessMap> map;  ///< of the shown buffer
  Matrices matrices;
};

/// The place in the shown trace, and the tables at that place.
struct Playback {
  explicit Playback(const std::function<void()>& wake);

  std::uint64_t place = 0;
  bool playing = false;
  double played_to = 0;      ///< place with its fraction, while playing
  std::string playing_view;  ///< the view in which it plays; another one stops it

  std::shared_ptr<const analysis::AccessMap> scrubbed;  ///< of the shown buffer at `place`; null where it is not known yet
  Matrices scrubbed_matrices;                           ///< with `scrubbed`
  std::uint64_t scrubbed_place = ~std::uint64_t{0};     ///< the place last asked for
  std::uint64_t version = 0;                            ///< changes with the tables that are shown
  Background<ScrubRequest, Scrubbed> worker;
};

/// Go to a place of the shown trace, kept in the session; playing ends.
void go_to_place(Playback& playback, Session& session, const Runs& runs, std::uint64_t place);
/// Another run is shown: its place is where the session has it.
void restart(Playback& playback, const Session& session, const Runs& runs);
/// Play from here, or from the start when at the end; pause when playing. In the steps view, the paused launch moves; in the
/// program view, the calls of the host go by.
void press_play(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs);
/// Once a frame: play on by `seconds`.
void play_on(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs, double seconds);
/// Once a frame: take the tables of a run at the place, or request them; at once for a short trace.
void update_scrubbed(Playback& playback, const std::shared_ptr<const RunTables>& tables);

}  // namespace warplens::desk
