#pragma once

#include <optional>

#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/subject.h"

namespace warplens::view {

/// The headline of a run that did not come to its end: a fault with its message, or a cancellation. Nothing where it finished.
std::optional<Headline> outcome_headline(const Subject& subject, const Theme& theme);

}  // namespace warplens::view
