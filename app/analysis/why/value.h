#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/why/executed.h"
#include "base/result.h"

namespace warplens::analysis {

/// A variable or a register of a thread, at a moment of its warp.
struct ThreadValue {
  std::uint64_t thread = 0;            ///< linear in the grid; it exists
  std::string name;                    ///< "sum", "taps[2]"; of a register as in the PTX: "%r5"
  std::optional<std::uint64_t> after;  ///< steps that its warp has done; nothing: the last moment at which it has such a value
};

/// Text of the source, for the names that it proves; "" if it is not known.
struct ValueSource {
  std::string_view text;
  std::uint32_t file = 0;  ///< index in ptx::Module::files
};

/// Explain the value of a variable or a register: where the thread set it, from which values, and where these came from. A
/// variable is found by debug information; in optimised code, if the source proves which register holds it. Errors: the thread
/// has no such variable or register there, or the compiler has not kept it.
base::Result<Answer> why_value(const Executed& executed, const ThreadValue& value, const ValueSource& source);

}  // namespace warplens::analysis
