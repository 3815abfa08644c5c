#pragma once

#include <optional>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Why an element of a buffer of the launch has its value at the end, in at most Answer::max_sentences sentences: who wrote it
/// last, from which values, and where these came from, across threads, shared memory and barriers; loads that a race has made
/// wrong (by LaunchResult::findings); updates that are lost. Of an element that nobody wrote: which thread would have, by the
/// places that the same store wrote in other threads, and what kept it. `element` is in range. `expected`: its right value, if
/// that is another one.
Answer why_element(const Executed& executed, std::uint32_t buffer, std::uint64_t element, std::optional<double> expected = {});

}  // namespace warplens::analysis
