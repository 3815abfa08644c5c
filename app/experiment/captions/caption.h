#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"

// Texts of an experiment with the numbers of the launch that they are shown with: `{block:thread} in each block`.

namespace warplens::experiment {

/// `text` with its placeholders (placeholders.h) replaced. Their expressions have the names of the file's other expressions, and
/// `blocks`, `block` (threads in each) and `warps`. Errors: an unknown name, a wrong format.
base::Result<std::string> fill_caption(const Experiment& experiment, const Settings& settings, const std::string& text);

/// The same for texts of a file that was read, and so checked.
std::string caption(const Experiment& experiment, const Settings& settings, const std::string& text);
/// What an entry shows, with these settings of it or, without them, its default ones.
std::string shows_text(const Experiment& experiment, const Settings& settings);
std::string shows_text(const Experiment& experiment, std::uint32_t entry);

/// Where the launch is another than the one that the entry begins with, and so perhaps than its label says: "Changed: block 100,
/// not 64."; "" where it is not. A grid that follows the data and the block is unchanged, and so are parameters that the entry
/// does not set itself.
std::string changes_text(const Experiment& experiment, const Settings& settings);

/// The text of an experiment with its default settings.
std::string text_of(const Experiment& experiment);

/// Parts of a suggestion (Experiment::tries), in which `**LABEL**` names an entry.
struct SuggestionPart {
  std::string text;
  std::optional<std::uint32_t> entry;  ///< that the text is the label of
  bool operator==(const SuggestionPart&) const = default;
};
/// Errors: marks that name no entry, or are not closed.
base::Result<std::vector<SuggestionPart>> suggestion_parts(const Experiment& experiment, const std::string& text);

/// Whether a parameter has an effect on an entry with these settings.
bool has_effect(const Experiment& experiment, const Settings& settings, const std::string& parameter);

}  // namespace warplens::experiment
