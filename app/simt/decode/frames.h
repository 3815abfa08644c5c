#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ptx/module.h"

namespace warplens::simt {

/// What CUDA gives a thread at most of its own memory (CUDA C++ Programming Guide, "Technical Specifications"), bytes.
inline constexpr std::uint64_t local_limit = std::uint64_t{512} << 10;

/// What all threads that are resident at once have together, bytes.
inline constexpr std::uint64_t resident_local_limit = std::uint64_t{1} << 30;

/// The part of a thread's own memory that one function uses: its .local and .param variables and its parameters. A function that
/// cannot be called again before it returns has it at a fixed place, disjoint from those of the functions that may have called
/// it. Any other finds a new one at each call, behind the fixed ones.
struct FunctionFrame {
  bool recursive = false;
  std::uint32_t component = 0;  ///< functions that may call one another, directly or not, have the same
  std::uint64_t base = 0;       ///< of the fixed place; 0 for recursive functions, whose addresses are relative
  std::uint64_t bytes = 0;
  std::vector<std::uint64_t> parameters;  ///< address of each parameter and result
};

struct FrameLayout {
  std::vector<FunctionFrame> functions;  ///< in the order of the functions given
  std::uint64_t fixed_bytes = 0;         ///< all fixed places together
  bool recursive = false;                ///< some function is
};

/// Lay out the frames of `functions` (ptx::reached_functions, the entry first) and give their .local and .param variables their
/// `address`, per variable of the module. Errors: more than local_limit.
base::Result<FrameLayout> lay_out_frames(const ptx::Module& module, const std::vector<std::uint32_t>& functions,
                                         std::vector<std::uint64_t>& address);

}  // namespace warplens::simt
