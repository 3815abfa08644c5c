#pragma once

#include <chrono>
#include <cstdint>

namespace warplens::grade {

/// How long a submission may run: warp instructions of a kernel during which no block ends (some seconds), time of a whole
/// kernel, maximum time of a program.
inline constexpr std::uint64_t step_limit = 100'000'000;
inline constexpr std::chrono::seconds kernel_time{60}, program_time{30};

/// Limits of a submission's compiler: time, bytes of address space.
inline constexpr std::chrono::seconds compiler_time{60};
inline constexpr std::uint64_t compiler_memory = std::uint64_t{4} << 30;

/// Limits of judging one submission, compiler and program included: time, bytes of memory held at once, and bytes in its
/// folder.
inline constexpr std::chrono::seconds judge_time{300};
inline constexpr std::uint64_t judge_memory = std::uint64_t{8} << 30, judge_disk = std::uint64_t{1} << 30;

}  // namespace warplens::grade
