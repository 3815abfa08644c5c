#pragma once

#include <optional>

#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/subject.h"

namespace warplens::view {

/// The headline of a run that did not come to its end: a fault with its message, or a cancellation. Nothing where it finished.
std::optional<Headline> outcome_headline(const Subject& subject, const Theme& theme);

/// Where the recording was full before the launch's end, say so of a headline whose numbers come from the trace: before its
/// title, which must not begin with a name, and after its detail.
void limit_to_recording(Headline& headline, const Subject& subject, const Theme& theme);

}  // namespace warplens::view
