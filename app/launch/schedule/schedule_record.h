#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace warplens::launch {

/// Consecutive turns of one warp.
struct ScheduleRun {
  static constexpr std::uint8_t any_lane = 255;

  std::uint32_t warp = 0;        ///< linear in the grid
  std::uint64_t amount = 1;      ///< upper limit per turn, in ScheduleRecord::unit
  std::uint64_t turns = 1;       ///< number of turns
  std::uint8_t lane = any_lane;  ///< in a diverged warp, the group with this lane runs; any_lane: the group whose turn it is
  bool operator==(const ScheduleRun&) const = default;
};

/// The order in which the warps of a launch executed; it suffices to reproduce the run. Between two visible operations (accesses
/// to global or shared memory, atomics, barriers), the work of a warp is invisible to all others, so the order of the visible
/// operations alone determines the outputs.
struct ScheduleRecord {
  enum class Unit : std::uint8_t {
    operations,    ///< visible operations; after these, the warp continues to just before the next one, or to its exit
    instructions,  ///< single instructions, as in manual stepping
  };
  Unit unit = Unit::operations;
  /// Whether the run modelled clocks, as with Schedule::timed.
  enum class Clocks : std::uint8_t {
    untimed,
    timed,         ///< warps run ahead past operations that no other warp can see, by static analysis
    timed_strict,  ///< warps do not: every access to global and shared memory counts as visible
  } clocks = Clocks::untimed;
  bool complete = true;  ///< false: the recording stopped at Launch::trace_budget
  std::vector<ScheduleRun> runs;

  /// Append a turn; merges it into the last run if it continues that run.
  void add(const ScheduleRun& run);
  bool operator==(const ScheduleRecord&) const = default;
};

/// One line of text: `operations untimed 0 1 2:0x4 3@17:2` (or `timed`, `timed-strict`): warp 0, warp 1, four turns of warp 2
/// without a visible operation, two operations of the group of warp 3 with lane 17. The word `cut` after the first two words
/// means that the record is not complete.
std::string to_text(const ScheduleRecord& record);

/// Parse the text of to_text(). The error gives the word and its column.
base::Result<ScheduleRecord> parse_schedule_record(std::string_view text);

/// Save and load as a file. Errors: the file cannot be read or written, or is not a schedule.
base::Result<ScheduleRecord> load_schedule_record(const std::filesystem::path& file);
base::Status save(const ScheduleRecord& record, const std::filesystem::path& file);

}  // namespace warplens::launch
