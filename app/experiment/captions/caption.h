#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"

// Fill numbers of a launch into an experiment's texts: `{block:thread} in each block`.

namespace warplens::experiment {

/// Replaces each `{EXPRESSION}` or `{EXPRESSION:FORMAT}` in `text` by `replace(expression, format)`. An expression with a `?`
/// has no FORMAT: its colons belong to a ? b : c. `{{` is a literal `{`. Errors: a `{` that is not closed; errors of
/// `replace`.
using Replace = std::function<base::Result<std::string>(const std::string& expression, const std::string& format)>;
base::Result<std::string> fill_placeholders(const std::string& text, const Replace& replace);

/// Double every { in `text`, for words from elsewhere that must not be replaced.
std::string escape_placeholders(const std::string& text);

/// Format a number for people. An empty format gives integers with thousands separators, other numbers to three digits. `%` gives
/// "78 %", a digit that many decimals, a noun in the singular "3 races". Errors: any other format.
base::Result<std::string> formatted(double value, const std::string& format);

/// Replace the placeholders (fill_placeholders) in `text`. Their expressions may use the names of the file's other expressions,
/// and `blocks`, `block` (threads in each) and `warps`. Errors: an unknown name, a wrong format.
base::Result<std::string> fill_caption(const Experiment& experiment, const Settings& settings, const std::string& text);

/// Like fill_caption(), for texts of a loaded file, which are checked already.
std::string caption(const Experiment& experiment, const Settings& settings, const std::string& text);
/// Entry::shows with numbers filled in: of these settings, or of the entry's default ones.
std::string shows_text(const Experiment& experiment, const Settings& settings);
std::string shows_text(const Experiment& experiment, std::uint32_t entry);

/// List differences from the entry's initial launch, since its label may no longer be right: "Here: block 100, not 64."; ""
/// without differences. Ignored: a grid that follows the data and the block, and parameters that the entry does not set
/// itself.
std::string changes_text(const Experiment& experiment, const Settings& settings);

/// Experiment::text with the numbers of its default settings.
std::string text_of(const Experiment& experiment);

/// Parts of a suggestion (Experiment::tries), in which `**LABEL**` names an entry.
struct SuggestionPart {
  std::string text;
  std::optional<std::uint32_t> entry;  ///< the entry with this label
  bool operator==(const SuggestionPart&) const = default;
};
/// Split a suggestion. Errors: marks that name no entry, or are not closed.
base::Result<std::vector<SuggestionPart>> suggestion_parts(const Experiment& experiment, const std::string& text);

/// Whether a parameter has an effect on an entry with these settings.
bool has_effect(const Experiment& experiment, const Settings& settings, const std::string& parameter);

}  // namespace warplens::experiment
