#pragma once

#include <optional>
#include <span>
#include <vector>

#include "view/drawing/drawing.h"
#include "view/drawing/theme.h"
#include "view/subject.h"

namespace warplens::view {

/// The index formula with a thread's numbers: "i = blockIdx.x × blockDim.x + threadIdx.x = 3 × 256 + 17 = 785"; in more
/// dimensions row by row over the whole grid, or block after block. Returns the first formula that gives `element` exactly; none
/// if there is none.
std::optional<std::vector<Span>> index_formula(const Subject& subject, std::uint64_t thread, std::uint64_t element,
                                               const Theme& theme);

/// The elements a thread touched, in order: "785, 7,185, 13,585, … (step 6,400)" if they are evenly spaced, else the first few.
std::string element_list(std::span<const std::uint64_t> elements);

}  // namespace warplens::view
