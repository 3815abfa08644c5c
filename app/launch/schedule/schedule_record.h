#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace warplens::launch {

/// Turns that one warp takes one after the other.
struct ScheduleRun {
  static constexpr std::uint8_t any_lane = 255;

  std::uint32_t warp = 0;        ///< linear in the grid
  std::uint64_t amount = 1;      ///< what it does in each turn, at most: ScheduleRecord::unit
  std::uint64_t turns = 1;       ///< in a row
  std::uint8_t lane = any_lane;  ///< of a divergent warp, the group with this lane goes; any_lane: the one whose turn it is
  bool operator==(const ScheduleRun&) const = default;
};

/// In which order the warps of a launch took turns: enough to run it again in the same order. What a warp does between two
/// operations that others can see (accesses to global or shared memory, atomics, barriers) is invisible to all others, so the
/// order of the visible operations is all that matters to the outputs.
struct ScheduleRecord {
  enum class Unit : std::uint8_t {
    operations,    ///< visible operations; then the warp goes on to just before the next one, and in its last turn it leaves
    instructions,  ///< single instructions, as a person steps
  };
  Unit unit = Unit::operations;
  /// Whether clocks are modelled, as with Schedule::timed.
  enum class Clocks : std::uint8_t {
    untimed,
    timed,         ///< warps run ahead over operations that, as far as the program tells, others cannot see
    timed_strict,  ///< they do not: every access to global and shared memory counts as visible
  } clocks = Clocks::untimed;
  bool complete = true;  ///< false: the recording stopped at Launch::trace_budget
  std::vector<ScheduleRun> runs;

  /// Append, joined with the last run where it goes on like that.
  void add(const ScheduleRun& run);
  bool operator==(const ScheduleRecord&) const = default;
};

/// One line of text: `operations untimed 0 1 2:0x4 3@17:2` (or `timed`, `timed-strict`): warp 0, warp 1, four turns of warp 2
/// without a visible operation, two operations of the group of warp 3 that has lane 17. A word `cut` behind the first two says
/// that it is not complete.
std::string to_text(const ScheduleRecord& record);

/// Read what to_text() wrote. The error says which word, and has its column.
base::Result<ScheduleRecord> parse_schedule_record(std::string_view text);

/// The same as a file. Errors: a file that cannot be read or written, or is no record.
base::Result<ScheduleRecord> load_schedule_record(const std::filesystem::path& file);
base::Status save(const ScheduleRecord& record, const std::filesystem::path& file);

}  // namespace warplens::launch
