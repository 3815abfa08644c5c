#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/dim3.h"
#include "base/names.h"
#include "launch/arguments/value.h"
#include "launch/findings/finding_kind.h"
#include "trace/trace.h"

namespace warplens::launch {

inline constexpr base::Names<trace::AccessKind> access_names{
    {trace::AccessKind::read, "read"}, {trace::AccessKind::write, "write"}, {trace::AccessKind::atomic, "atomic"}};

/// One of the accesses of a finding: thread, source line and kind of access.
struct Witness {
  base::Dim3 block, thread;
  std::string file;  ///< CUDA source, or the PTX if there is no line information
  std::uint32_t line = 0, column = 0;
  std::optional<trace::AccessKind> access;  ///< nothing where it does not apply
  std::uint64_t value = 0;                  ///< bits read or written, zero-extended
  bool has_value = false;
  bool block_scope = false;   ///< an atomic only among the threads of its block
  bool asynchronous = false;  ///< a write by an asynchronous copy (cp.async)
};

/// "block (3,0,0) thread (17,0,0)".
std::string thread_text(const Witness& witness);
/// "write by `who`"; `who` where no access is known.
std::string access_text(const Witness& witness, const std::string& who);

/// One defect: all occurrences between the same two source lines, in any thread and element.
struct Finding {
  FindingKind kind = FindingKind::data_race;
  bool benign_looking = false;  ///< a race of writes of the same value, or with the read of a swap loop's first guess
  bool harmless = false;        ///< such a race, if data flow proves it for every input: no finding but a note
  bool of_update = false;       ///< a race of a read and a write by which each thread updates an element in place
  bool of_warp = false;         ///< barrier divergence: at a warp-wide instruction
  /// Of the values, where the instruction says more of it than its size; in an argument, they have the argument's.
  std::optional<ElementType> type{};
  std::string space;         ///< "global", "shared", "local"; empty if it does not apply
  std::string buffer;        ///< buffer or variable; empty if there is none
  std::int64_t element = 0;  ///< accessed by the witnesses: index in `buffer`; may be out of range
  std::string place;         ///< the element as the source names it: "y[12][32]"; empty if unknown
  std::uint64_t count = 1;   ///< occurrences
  Witness first;             ///< the earlier access, or the thread at fault
  std::optional<Witness> second;
  std::string message;  ///< one sentence with the numbers, for a student
};

/// Text of the finding's place: the element as the source names it, else by its index; the memory space if there is no buffer.
std::string place_text(const Finding& finding);

}  // namespace warplens::launch
