#include "desk/suggestion.h"

#include <cctype>

namespace warplens::desk {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; }

}  // namespace

TryLine try_line(const experiment::Experiment& experiment, const std::string& text) {
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
    const std::string& label = experiment.entries[entry].label;
    if (label.empty()) continue;
    for (std::size_t at = text.find(label); at != std::string::npos; at = text.find(label, at + 1)) {
      const std::size_t end = at + label.size();
      const bool whole = (at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]));
      if (whole) return {text.substr(0, at), label, text.substr(end), entry};
    }
  }
  return {text, "", "", std::nullopt};
}

}  // namespace warplens::desk
