#pragma once

#include <optional>
#include <string>

#include "grade/verdict.h"

namespace warplens::grade {

/// A verdict as one line of JSON, for another process. Its pictures have their captions and images only.
std::string message_of(const Verdict& verdict);

/// The verdict in such a line; none in any other text.
std::optional<Verdict> verdict_in(const std::string& message);

}  // namespace warplens::grade
