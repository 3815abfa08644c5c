#pragma once

#include <cstdint>
#include <vector>

#include "curand/kernels/numbers.cuh"

// First states of the generators that have one per thread.

namespace warplens::curand {

/// States of `threads` threads, each at the beginning of a subsequence of its own, 2^67 words after the one before (cuRAND
/// documentation, "Bit Generation with XORWOW and MRG32k3a generators"), after `turns` turns: thread 0 has had the first.
std::vector<Xorwow> xorwow_states(std::uint64_t seed, std::uint32_t threads, std::uint64_t turns);
/// The same with 2^76 numbers.
std::vector<Mrg32k3a> mrg32k3a_states(std::uint64_t seed, std::uint32_t threads, std::uint64_t turns);

}  // namespace warplens::curand
