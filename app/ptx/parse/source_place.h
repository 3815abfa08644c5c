#pragma once

#include <cstdint>
#include <string>

#include "ptx/listing.h"

namespace warplens::ptx {

/// A line that a person can look up.
struct SourcePlace {
  std::string file;  ///< CUDA source, or the PTX where there is no line information
  std::uint32_t line = 0, column = 0;
  bool operator==(const SourcePlace&) const = default;
};

/// Where an instruction comes from. Of a chain of inlined calls, the innermost line in the kernel's own file: a line in a header
/// of the toolkit says less. Past the last instruction: the module's file without a line.
SourcePlace source_place(const Module& module, const Function& function, std::uint32_t instruction);

/// The same of number `number` of a listing.
SourcePlace source_place(const Module& module, const Listing& listing, std::uint32_t number);

}  // namespace warplens::ptx
