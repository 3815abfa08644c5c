#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace warplens::desk {

/// The window's words for a path.
struct PathWords {
  const char* unit;  ///< its smallest move: "memory access"
  const char* play;  ///< tooltip for playing: "Play the run"
  const char* drag;  ///< effect of dragging the time line, a sentence
};

/// A tag at the end of the time line: the origin of its numbers; empty if there is nothing to say.
struct PathTag {
  std::string_view word;
  std::string why;  ///< explanation of the word, a sentence; "": none needed
};

/// The path along which the time line and its keys move: the trace of the shown run, the steps of a paused launch or the calls of
/// a recorded program. A place is the number of steps or calls done: 0 at the start, length() at the end.
class Path {
 public:
  virtual ~Path() = default;
  /// Return the last place; 0 if the path is empty.
  virtual std::uint64_t length() const = 0;
  virtual std::uint64_t place() const = 0;
  /// Go to a place; beyond the end, to the end.
  virtual void go_to(std::uint64_t place) = 0;
  /// Make the smallest move. Errors: the chosen warp has to wait.
  virtual base::Status forward();
  virtual void back();
  /// Say whether forward() has an effect; true even at the end of a launch stepped by hand.
  virtual bool can_go_forward() const { return length() > 0; }
  /// Return the place in words: "cycle 447 of 731", "start", or why the path is empty.
  virtual std::string label() const = 0;
  /// Return a text as long as the longest label of all places, so that the time line keeps its length.
  virtual std::string longest_label() const = 0;
  virtual PathWords words() const = 0;
  virtual PathTag tag() const { return {}; }
  /// Return the steps that erased an update, ascending; the time line marks the place after each.
  virtual std::span<const std::uint32_t> marks() const { return {}; }
  /// Return the speed of playing, places per second.
  virtual double speed() const;
};

/// Convert between a place and its share `scrub` (0 … 1) of a path of `length`, which a session stores.
std::uint64_t place_of(double scrub, std::uint64_t length);
double scrub_of(std::uint64_t place, std::uint64_t length);

/// Return the places per second that play a path of `length` in about eight seconds, but no fewer than 8.
double play_speed(std::uint64_t length);

}  // namespace warplens::desk
