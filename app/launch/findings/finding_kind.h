#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/names.h"

namespace warplens::launch {

/// Kinds of defects (`kind` of a finding, docs/check.md). What else there is to know of a kind is in its row below.
enum class FindingKind : std::uint8_t {
  data_race,           ///< two unordered accesses to the same location, at least one of them a write
  out_of_bounds,       ///< an access outside every buffer
  misaligned,          ///< an address that is not a multiple of the access width
  uninitialised_read,  ///< a read of uninitialised memory
  barrier_divergence,  ///< a block barrier, or a warp-wide instruction, that some of its threads never reach
  deadlock,            ///< every remaining warp waits for another one, or for memory to change
  step_limit,          ///< not finished within the launch's step limit, or shown never to end
  unordered_volatile,  ///< two volatile accesses to the same location that nothing orders, one a write, apart from polling
  missing_release,     ///< a race of threads that synchronise by a flag or lock, whose setter does not release what it did before
  missing_acquire,     ///< the same; the one that took a lock does not acquire what was released
  inactive_lane,       ///< a use of what a shuffle read from a lane that took no part in it
  overlapping_arrays,  ///< two `extern __shared__` arrays of one kernel, which begin at the same byte
};

/// What a defect makes of a kernel.
enum class Harm : std::uint8_t {
  undefined_value,  ///< a value that may be anything
  race,             ///< a result that depends on who comes first
  hang,             ///< no end
  bad_address,      ///< a use of memory that is not its own
};

struct FindingRow {
  FindingKind kind;
  /// "data-race". A fault (launch/launch_result.h) of this name is a finding of this kind.
  std::string_view name;
  Harm harm;
  /// For students: threads, accesses, element, possible consequence, and what would order the accesses. finding_sentence.h says
  /// what the words in braces stand for. Empty: the fault's message.
  std::string_view sentence{};
  std::string_view of_warp{};   ///< where Finding::of_warp
  std::string_view has_left{};  ///< of a barrier that `second` never reached, as it left the kernel
};

inline constexpr std::array<FindingRow, base::enumerators<FindingKind>> finding_rows{{
    {.kind = FindingKind::data_race,
     .name = "data-race",
     .harm = Harm::race,
     .sentence = "{First} {first-did} {place} {first-at}, {second} {second-did} it {second-at}, and nothing orders the two "
                 "({remedy}): {consequence}."},
    {.kind = FindingKind::out_of_bounds, .name = "out-of-bounds", .harm = Harm::bad_address},
    {.kind = FindingKind::misaligned, .name = "misaligned", .harm = Harm::bad_address},
    {.kind = FindingKind::uninitialised_read,
     .name = "uninitialised-read",
     .harm = Harm::undefined_value,
     .sentence = "{First} read {place} {first-at}, which is uninitialised: {nobody}, and the value is whatever was there."},
    {.kind = FindingKind::barrier_divergence,
     .name = "barrier-divergence",
     .harm = Harm::hang,
     .sentence =
         "{First} waited for its block at the barrier {first-at}, {second} at the one {second-at}: all threads of a block "
         "have to come to the same __syncthreads().",
     .of_warp =
         "{First} waited {first-at} for all lanes of the mask, {second} had passed by and was {second-at}: every lane that "
         "a mask names has to execute the instruction, or have left.",
     .has_left = "{First} waited for its block at the barrier {first-at}, which {second} never reached: it left the kernel "
                 "{second-at}. The barrier does not wait for threads that have left, but all threads that work together have to "
                 "come to the same __syncthreads()."},
    {.kind = FindingKind::deadlock, .name = "deadlock", .harm = Harm::hang},
    {.kind = FindingKind::step_limit, .name = "step-limit", .harm = Harm::hang},
    {.kind = FindingKind::unordered_volatile,
     .name = "unordered-volatile",
     .harm = Harm::race,
     .sentence = "{First} {first-did} {place} {first-at}, {second} {second-did} it {second-at}, and nothing orders the two "
                 "({remedy}): {either}. Volatile makes every access go to memory; it makes no thread wait for another."},
    {.kind = FindingKind::missing_release,
     .name = "missing-release",
     .harm = Harm::race,
     .sentence =
         "{First} {first-did} {place} {first-at} before a flag or lock was set {set-at}; {second} saw that {seen-at} and "
         "{second-did} {place} {second-at}. No release{of-scope} stands between: without {fence} before the flag is set, or "
         "memory_order_release, others may see the flag before what it announces."},
    {.kind = FindingKind::missing_acquire,
     .name = "missing-acquire",
     .harm = Harm::race,
     .sentence =
         "{Second} took a lock {lock-at} and {second-did} {place} {second-at}, which {first} {first-did} {first-at}. No "
         "acquire{of-scope} stands between: without {fence} after the lock is taken, or memory_order_acquire, it may work with "
         "values from before."},
    {.kind = FindingKind::inactive_lane,
     .name = "inactive-lane",
     .harm = Harm::undefined_value,
     .sentence =
         "{First} read the value of lane {element} of its warp {first-at}, but that lane takes no part there: {why}. What "
         "comes back is undefined, and it {how} {second-at}."},
    {.kind = FindingKind::overlapping_arrays, .name = "overlapping-arrays", .harm = Harm::undefined_value},
}};

/// The row of a kind; one is missing if this does not compile.
constexpr const FindingRow& row_of(FindingKind kind) { return finding_rows[static_cast<std::size_t>(kind)]; }
static_assert([] {
  for (std::size_t k = 0; k < finding_rows.size(); ++k)
    if (finding_rows[k].kind != static_cast<FindingKind>(k) || finding_rows[k].name.empty()) return false;
  return true;
}());

constexpr std::string_view name(FindingKind kind) { return row_of(kind).name; }
std::string title(FindingKind kind);  ///< "data race", for people
std::optional<FindingKind> finding_kind_named(std::string_view name);

}  // namespace warplens::launch
