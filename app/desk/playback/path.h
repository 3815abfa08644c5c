#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace warplens::desk {

/// What a path is called in the window.
struct PathWords {
  const char* unit;  ///< of its smallest move: "memory access"
  const char* play;  ///< what playing does: "Play the run"
  const char* drag;  ///< what dragging the time line does, a sentence
};

/// What stands at the end of the time line: how its numbers came about; empty where there is nothing to say.
struct PathTag {
  std::string_view word;
  std::string why;  ///< a sentence; "": the word says it all
};

/// What the time line and its keys go along: the trace of the shown run, the steps of a paused launch or the calls of a recorded
/// program. A place is the number of steps or calls that have happened: 0 at the start, length() at the end.
class Path {
 public:
  virtual ~Path() = default;
  /// Return the last place; 0 where there is nothing to go along.
  virtual std::uint64_t length() const = 0;
  virtual std::uint64_t place() const = 0;
  /// Go to a place; beyond the end, to the end.
  virtual void go_to(std::uint64_t place) = 0;
  /// Make the smallest move. Errors: the chosen warp has to wait.
  virtual base::Status forward();
  virtual void back();
  /// Say whether forward() can do anything: also at the end of a launch that is stepped by hand.
  virtual bool can_go_forward() const { return length() > 0; }
  /// Return the place in words: "cycle 447 of 731", "start", or why there is nothing to go along.
  virtual std::string label() const = 0;
  /// Return a text as long as the longest label of any place, so that the time line keeps its length.
  virtual std::string longest_label() const = 0;
  virtual PathWords words() const = 0;
  virtual PathTag tag() const { return {}; }
  /// Return the steps that erased an update, ascending; the time line marks the place after each.
  virtual std::span<const std::uint32_t> marks() const { return {}; }
  /// Return how many places playing passes in a second.
  virtual double speed() const;
};

/// Return the place at the share `scrub` (0 … 1) of a path of `length`, as a session keeps it; and the share of a place.
std::uint64_t place_of(double scrub, std::uint64_t length);
double scrub_of(std::uint64_t place, std::uint64_t length);

/// Return the places per second that play a path of `length` in about eight seconds, but no fewer than 8.
double play_speed(std::uint64_t length);

}  // namespace warplens::desk
