#pragma once

#include <optional>

#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/subject.h"

namespace warplens::view {

/// The headline of a run that did not finish: a fault with its message, or a cancellation. Nothing if it finished.
std::optional<Headline> outcome_headline(const Subject& subject, const Theme& theme);

/// The thread of the grid, linear, whose access stopped the run; Target::none if there is none.
std::uint64_t thread_at_fault(const Subject& subject);

/// If the recording was full before the launch's end, add this to a headline with numbers from the trace: before its title, which
/// must not begin with a name, and after its detail.
void limit_to_recording(Headline& headline, const Subject& subject, const Theme& theme);

}  // namespace warplens::view
