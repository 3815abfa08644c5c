#pragma once

#include <vector>

#include "launch/findings/finding.h"

namespace warplens::simt {

/// Where many pairs of lines race in one array of shared memory, as in an unrolled reduction without barriers, the first tells of
/// all: it gets the number of the others, and they are removed. `findings`: in source order.
void join_alike(std::vector<launch::Finding>& findings);

}  // namespace warplens::simt
