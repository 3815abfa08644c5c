#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ptx/module.h"

namespace warplens::simt {

/// CUDA's limit on local memory per thread (CUDA C++ Programming Guide, "Technical Specifications"), bytes.
inline constexpr std::uint64_t local_limit = std::uint64_t{512} << 10;

/// Limit on the local memory of all resident threads together, bytes.
inline constexpr std::uint64_t resident_local_limit = std::uint64_t{1} << 30;

/// One function's part of a thread's local memory: its .local and .param variables and its parameters. A function that is not
/// recursive has a fixed frame, disjoint from the frames of its possible callers. A recursive function gets a new frame per call,
/// after the fixed ones.
struct FunctionFrame {
  bool recursive = false;
  std::uint32_t component = 0;  ///< strongly connected component of the call graph: equal for mutually recursive functions
  std::uint64_t base = 0;       ///< address of a fixed frame; 0 for recursive functions, whose addresses are relative
  std::uint64_t bytes = 0;
  std::vector<std::uint64_t> parameters;  ///< address of each parameter and result
};

struct FrameLayout {
  std::vector<FunctionFrame> functions;  ///< in the order of the argument `functions`
  std::uint64_t fixed_bytes = 0;         ///< total size of the fixed frames
  bool recursive = false;                ///< whether any function is recursive
};

/// Lay out the frames of `functions` (ptx::reached_functions, the entry first), and set `address` (per variable of the module)
/// for their .local and .param variables. Errors: more than local_limit.
base::Result<FrameLayout> lay_out_frames(const ptx::Module& module, const std::vector<std::uint32_t>& functions,
                                         std::vector<std::uint64_t>& address);

}  // namespace warplens::simt
