#include "launch/findings/finding.h"

#include <algorithm>

#include "base/names.h"

namespace warplens::launch {
namespace {

std::string extent_text(const base::Dim3& place) {
  return "(" + std::to_string(place.x) + "," + std::to_string(place.y) + "," + std::to_string(place.z) + ")";
}

}  // namespace

std::string_view name(FindingKind kind) {
  using enum FindingKind;
  static constexpr base::Names<FindingKind> names{{data_race, "data-race"},
                                                  {out_of_bounds, "out-of-bounds"},
                                                  {misaligned, "misaligned"},
                                                  {uninitialised_read, "uninitialised-read"},
                                                  {barrier_divergence, "barrier-divergence"},
                                                  {deadlock, "deadlock"},
                                                  {step_limit, "step-limit"},
                                                  {unordered_volatile, "unordered-volatile"},
                                                  {missing_release, "missing-release"},
                                                  {missing_acquire, "missing-acquire"},
                                                  {inactive_lane, "inactive-lane"}};
  return names.name_of(kind);
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
