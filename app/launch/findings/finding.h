#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/dim3.h"

namespace warplens::launch {

/// Kinds of defects (`kind` of a finding, docs/json.md).
enum class FindingKind : std::uint8_t {
  data_race,           ///< two unordered accesses to the same location, at least one of them a write
  out_of_bounds,       ///< an access outside every buffer
  misaligned,          ///< an address that is not a multiple of the access width
  uninitialised_read,  ///< a read of uninitialised memory
  barrier_divergence,  ///< a block barrier, or a warp-wide instruction, that some of its threads never reach
  deadlock,            ///< every remaining warp waits for another one, or for memory to change
  step_limit,          ///< not finished within the launch's step limit, or shown never to end
  unordered_volatile,  ///< a volatile write and a volatile read of the same location that nothing orders, apart from polling
  missing_release,     ///< a race of threads that synchronise by a flag or lock, whose setter does not release what it did before
  missing_acquire,     ///< the same; the one that took a lock does not acquire what was released
  inactive_lane,       ///< a use of what a shuffle read from a lane that took no part in it
};
std::string_view name(FindingKind kind);  ///< "data-race"
std::string title(FindingKind kind);      ///< "data race", for people

/// One of the accesses of a finding: thread, source line and kind of access.
struct Witness {
  base::Dim3 block, thread;
  std::string file;  ///< CUDA source, or the PTX where there is no line information
  std::uint32_t line = 0, column = 0;
  std::string access;       ///< "read", "write", "atomic"; empty where it does not apply
  std::uint64_t value = 0;  ///< bits read or written, zero-extended
  bool has_value = false;
  bool block_scope = false;  ///< an atomic that is one only among the threads of its block
};

/// "block (3,0,0) thread (17,0,0)".
std::string thread_text(const Witness& witness);

/// One defect: all occurrences between the same two source lines, in any thread and element.
struct Finding {
  FindingKind kind = FindingKind::data_race;
  bool benign_looking = false;  ///< a race in which both wrote the same value, or one read the first guess of a swap loop
  bool of_warp = false;         ///< barrier divergence: at a warp-wide instruction
  std::string space;            ///< "global", "shared", "local"; empty where it does not apply
  std::string buffer;           ///< buffer or variable; empty where there is none
  std::int64_t element = 0;     ///< of the witnesses, as an index in `buffer`; may be out of range
  std::string place;            ///< the element as the source names it: "y[12][32]"; empty where that is not known
  std::uint64_t count = 1;      ///< occurrences
  Witness first;                ///< the earlier access, or the thread at fault
  std::optional<Witness> second;
  std::string message;  ///< one sentence with the numbers, for a student
};

/// The element as the source names it, else by its index; the space where there is no buffer.
std::string place_text(const Finding& finding);

}  // namespace warplens::launch
