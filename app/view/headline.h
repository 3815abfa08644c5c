#pragma once

#include <optional>
#include <string>
#include <vector>

#include "launch/launch_result.h"
#include "view/drawing/drawing.h"

namespace warplens::view {

/// The sentence above a picture, with the run's own numbers, and the line under it.
struct Headline {
  std::vector<Span> title;
  std::vector<Span> detail;
  std::optional<launch::Origin> origin;  ///< tag at the end of the detail: counted, modelled, measured
};

/// The words without their colours, for alternative texts, the command line and tests.
std::string plain(const std::vector<Span>& spans);

}  // namespace warplens::view
