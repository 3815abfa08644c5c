#pragma once

#include <cstdint>
#include <string>

namespace warplens::experiment {

/// Number of elements of the largest launches, not a multiple of a block: a million and three; a tenth in the sanitized build,
/// where each element takes about 70 times as long.
inline constexpr std::int32_t largest_size = WARPLENS_LARGEST_SIZE;

/// largest_size as the parameter of an experiment.
inline std::string largest() { return "n=" + std::to_string(largest_size); }

}  // namespace warplens::experiment
