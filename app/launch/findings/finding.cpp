#include "launch/findings/finding.h"

#include <algorithm>
#include <array>

namespace warplens::launch {
namespace {

std::string extent_text(const base::Dim3& place) {
  return "(" + std::to_string(place.x) + "," + std::to_string(place.y) + "," + std::to_string(place.z) + ")";
}

}  // namespace

std::string_view name(FindingKind kind) {
  constexpr std::array<std::string_view, 11> names{"data-race",          "out-of-bounds",   "misaligned",   "uninitialised-read",
                                                   "barrier-divergence", "deadlock",        "step-limit",   "unordered-volatile",
                                                   "missing-release",    "missing-acquire", "inactive-lane"};
  return names[static_cast<std::size_t>(kind)];
}

std::string title(FindingKind kind) {
  std::string words(name(kind));
  std::replace(words.begin(), words.end(), '-', ' ');
  return words;
}

std::string place_text(const Finding& finding) {
  if (!finding.place.empty()) return finding.place;
  return finding.buffer.empty() ? finding.space : finding.buffer + "[" + std::to_string(finding.element) + "]";
}

std::string thread_text(const Witness& witness) {
  return "block " + extent_text(witness.block) + " thread " + extent_text(witness.thread);
}

}  // namespace warplens::launch
