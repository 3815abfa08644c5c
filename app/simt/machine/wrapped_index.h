#pragma once

#include <cstdint>
#include <string>

#include "simt/code/execute/operation.h"
#include "simt/machine/launch_context.h"

namespace warplens::simt {

/// If the address of an access is wrong because an integer computation of 32 bits wrapped: a clause that names it, with its
/// numbers and line, to be added to what is said of the access. Otherwise empty. `frame`, `lane`: the registers when the lane
/// executes the access at `pc` to `address`. The address is computed once more, in 32 bits and exactly, by the instructions that
/// lead to it. Nothing is said unless the first gives `address`.
std::string wrapped_index(const LaunchContext& context, const Frame& frame, std::uint32_t lane, std::uint32_t pc,
                          std::uint64_t address);

/// If the index `element` of an access was computed with a product, other than blockIdx × blockDim: a clause that shows the
/// numbers, "; its index is 24 × 40 + 4". Otherwise empty. `frame`, `lane`, `pc`: as for wrapped_index().
std::string index_terms(const LaunchContext& context, const Frame& frame, std::uint32_t lane, std::uint32_t pc,
                        std::int64_t element);

}  // namespace warplens::simt
