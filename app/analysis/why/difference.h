#pragma once

#include <cstdint>
#include <string>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Another run to compare with, and its name within a sentence: "in the kept run".
struct OtherRun {
  const Executed& executed;
  std::string name;
};

/// Why an element of a buffer ends with another value than in another run, from the first difference on: the values that it was
/// computed from are compared, back through both runs, down to a value that one of them computes in another way, or does not
/// have. Buffers are matched by their names, else by their order; other values by their names. `element` is in range here; it may
/// not be there.
Answer why_different(const Executed& here, const OtherRun& there, std::uint32_t buffer, std::uint64_t element);

}  // namespace warplens::analysis
