#pragma once

#include <optional>
#include <string>

#include "grade/verdict.h"

namespace warplens::grade {

/// A verdict as one line of JSON, to send to another process. Pictures keep only their captions and images.
std::string message_of(const Verdict& verdict);

/// Parse the line; nothing if the text is no verdict.
std::optional<Verdict> verdict_in(const std::string& message);

}  // namespace warplens::grade
