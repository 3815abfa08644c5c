#pragma once

#include <string>
#include <vector>

#include "ui/window/app.h"

namespace warplens::ui {

/// A part of the window in words.
struct TextPart {
  std::string title;               ///< "": goes on with the part before
  std::vector<std::string> lines;  ///< paragraphs, or lines of code
  bool code = false;
  bool operator==(const TextPart&) const = default;
};

/// What the window says, for screen readers, search and copying, which see nothing of what is drawn: the headline first, then
/// the dialog that is open, the question that the session came with, what was found, by the kernel and by the program, the step
/// of the lesson, what was printed, the launch, the counters, the values of the shown buffer, and the source with a mark at each
/// line of a finding.
std::vector<TextPart> window_text(const App& app);

/// The parts as one text. "# " stands before a title, "> " before a paragraph and "| " before a line of code.
std::string lines_of(const std::vector<TextPart>& parts);

/// All text for the page (assets/web/text.js): lines_of(window_text()), a line "! " with spoken_control(), and a line "~ " with
/// spoken_news().
std::string page_text(const App& app);

}  // namespace warplens::ui
