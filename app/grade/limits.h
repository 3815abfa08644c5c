#pragma once

#include <chrono>
#include <cstdint>

namespace warplens::grade {

/// How long a submission may run: warp instructions of a kernel without the end of a block (some seconds), a kernel as a whole, a
/// program at most.
inline constexpr std::uint64_t step_limit = 100'000'000;
inline constexpr std::chrono::seconds kernel_time{60}, program_time{30};

/// What the compiler of a submission may take: time, bytes of address space.
inline constexpr std::chrono::seconds compiler_time{60};
inline constexpr std::uint64_t compiler_memory = std::uint64_t{4} << 30;

/// Limits of judging one submission, compiler and program included: its time, the memory that is held at once, and the size of
/// its folder, bytes.
inline constexpr std::chrono::seconds judge_time{300};
inline constexpr std::uint64_t judge_memory = std::uint64_t{8} << 30, judge_disk = std::uint64_t{1} << 30;

}  // namespace warplens::grade
