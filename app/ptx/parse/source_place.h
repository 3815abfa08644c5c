#pragma once

#include <cstdint>
#include <string>

#include "ptx/listing.h"

namespace warplens::ptx {

/// A source line for messages.
struct SourcePlace {
  std::string file;  ///< CUDA source, or the PTX if there is no line information
  std::uint32_t line = 0, column = 0;
  bool operator==(const SourcePlace&) const = default;
};

/// Find the source line of an instruction. In a chain of inlined calls: the innermost line in the kernel's own file, because a
/// line in a toolkit header is less helpful. If the compiler gives line 0: the line of the nearest instruction with a line in its
/// basic block, else in the only predecessors; if several lines lead there, the place in the PTX. Past the last instruction: the
/// module's file without a line.
SourcePlace source_place(const Module& module, const Function& function, std::uint32_t instruction);

/// Find the source line of instruction `number` of a listing.
SourcePlace source_place(const Module& module, const Listing& listing, std::uint32_t number);

/// Whether a function called by `entry` has no line in the entry's own file: it is from a toolkit header, or the compiler gave it
/// no lines. Messages about its instructions then give the line of the call. False if the entry itself has no lines.
bool is_elsewhere(const Function& entry, const Function& function);

}  // namespace warplens::ptx
