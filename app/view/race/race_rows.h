#pragma once

#include <cstdint>
#include <vector>

#include "view/race/race_picture.h"

// The rows and marks of the race picture as data, apart from their drawing.

namespace warplens::view {

/// Convert the bits of an update's value, of the subject's type.
double value_of(const Subject& subject, std::uint64_t bits);

/// One mark of the timeline: the updates of the element by the lanes of one warp in one write step.
struct RaceMark {
  std::uint64_t first_thread = 0;               ///< lowest in order of effect
  std::uint32_t lanes = 0;                      ///< threads that took part
  std::uint64_t read_step = 0, write_step = 0;  ///< rows of Trace::steps; read_step is Target::none for a bare write
  std::uint64_t read_cycle = 0, read_done = 0, write_cycle = 0, write_done = 0;
  std::uint64_t read_value = 0;         ///< bits: value that the first lane built on
  std::uint64_t before = 0, after = 0;  ///< bits in memory before the first and after the last lane's write
  std::uint32_t lost = 0;               ///< number of these updates that the value at the scrubbed place lacks
  std::uint32_t lost_later = 0;         ///< number of `lost` still included in the value just after this write
  std::uint64_t lost_to = 0;            ///< with lost_later: thread whose later write replaced them unseen
  std::uint64_t victim = 0;             ///< with victim_elsewhere: thread whose write the first lane overwrote
  bool victim_elsewhere = false;        ///< the first lane overwrote the write of another warp
  bool one_read_value = true;           ///< all lanes built on read_value
  double amount = 0;                    ///< amount added by the first lane
  bool one_amount = true;               ///< all lanes added `amount`
  bool atomic = false;
};

/// A warp's marks in order of their writes.
struct RaceRow {
  std::uint64_t warp = 0;
  std::vector<RaceMark> marks;
  std::uint64_t begin = 0, end = 0;  ///< cycles from the first request to the last landing
};

/// One row per warp that wrote the element, by the cycle of its first request.
std::vector<RaceRow> make_race_rows(const RaceInput& input);

/// The text at the end of a row: "0 → 1", "writes 1 over 1: lost", "0 → 1: 31 lost at once, 1 later". `good`: no update was lost.
struct RowVerdict {
  std::string words;
  bool good = true;
};
/// Verdict on the marks so far; empty words before the first. `brief`: only the number lost, "31 lost", "0 lost".
RowVerdict verdict(const RaceInput& input, const RaceRow& row, bool brief = false);

/// Largest width in points of a row's verdict at any place in the trace, so that scrubbing moves nothing.
float verdict_room(const Subject& subject, const RaceRow& row, float size, bool brief = false);

/// Whether this step comes before the scrubbed place.
bool happened(const RaceInput& input, std::uint64_t step);

/// Cycle of the last step before the scrubbed place; infinite at the end.
double scrubbed_cycle(const RaceInput& input);

/// "31 lost at once, 1 later": the times at which a mark's updates were lost. Needs lost_later above 0.
std::string later_loss(const RaceMark& mark);

/// "+1", the amount by which each of a mark's lanes changed the value it had read; "" if the amounts differ.
std::string added(const RaceMark& mark);

/// The story of one mark, for tooltips and the inspector: "32 threads read 0, then each wrote 1 over 1. 32 additions are
/// gone."
std::vector<Span> story(const RaceInput& input, const RaceRow& row, const RaceMark& mark, const Theme& theme);

}  // namespace warplens::view
