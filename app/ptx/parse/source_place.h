#pragma once

#include <cstdint>
#include <string>

#include "ptx/listing.h"

namespace warplens::ptx {

/// A source line for messages.
struct SourcePlace {
  std::string file;  ///< CUDA source, or the PTX where there is no line information
  std::uint32_t line = 0, column = 0;
  bool operator==(const SourcePlace&) const = default;
};

/// Source line of an instruction. For a chain of inlined calls, the innermost line in the kernel's own file, because a line in a
/// toolkit header is less helpful. Where the compiler gives line 0, the line of the nearest instruction of its basic block that
/// has one, else of the code that leads there, if that is one piece; for code that it made of several lines, the place in the
/// PTX. Past the last instruction: the module's file without a line.
SourcePlace source_place(const Module& module, const Function& function, std::uint32_t instruction);

/// The same for instruction `number` of a listing.
SourcePlace source_place(const Module& module, const Listing& listing, std::uint32_t number);

/// Whether a function that `entry` calls has no line in the entry's own file: it is from a toolkit header, or the compiler gave
/// it no lines. Where it does something, the line of the call is more helpful. Not if the entry itself has no lines.
bool is_elsewhere(const Function& entry, const Function& function);

}  // namespace warplens::ptx
