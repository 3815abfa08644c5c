#include "launch/findings/finding.h"

#include <algorithm>

namespace warplens::launch {
namespace {

std::string extent_text(const base::Dim3& place) {
  return "(" + std::to_string(place.x) + "," + std::to_string(place.y) + "," + std::to_string(place.z) + ")";
}

}  // namespace

std::string title(FindingKind kind) {
  std::string words(name(kind));
  std::replace(words.begin(), words.end(), '-', ' ');
  return words;
}

std::optional<FindingKind> finding_kind_named(std::string_view name) {
  const auto row = std::ranges::find(finding_rows, name, &FindingRow::name);
  return row != finding_rows.end() ? std::optional(row->kind) : std::nullopt;
}

std::string place_text(const Finding& finding) {
  if (!finding.place.empty()) return finding.place;
  return finding.buffer.empty() ? finding.space : finding.buffer + "[" + std::to_string(finding.element) + "]";
}

std::string thread_text(const Witness& witness) {
  return "block " + extent_text(witness.block) + " thread " + extent_text(witness.thread);
}

std::string access_text(const Witness& witness, const std::string& who) {
  return witness.access ? std::string(access_names.name_of(*witness.access)) + " by " + who : who;
}

}  // namespace warplens::launch
