#include <algorithm>
#include <array>
#include <utility>

#include "simt/check/report.h"

// What several cores have found becomes what one core would have found.

namespace warplens::simt {

bool Report::absorb(Report& other) {
  for (auto& [key, theirs] : other.groups_) {
    const auto [at, is_new] = groups_.try_emplace(key, std::move(theirs));
    if (is_new) continue;
    Group& ours = at->second;
    const std::uint64_t count = ours.finding.count + theirs.finding.count;
    const bool values_differ = ours.values_differ || theirs.values_differ;
    if (theirs.moment < ours.moment) ours = std::move(theirs);
    ours.finding.count = count;
    ours.values_differ = values_differ;
  }
  for (const auto& [shuffle, theirs] : other.lane_reads_) {
    FirstLaneRead& ours = lane_reads_.try_emplace(shuffle, theirs).first->second;
    if (theirs.moment < ours.moment) ours = theirs;
  }
  return groups_.size() < max_groups && absorb_early_reads(other);
}

/// Merge the early reads of both, in the order of turns: one core would have kept the first ones. False if it might have kept
/// others: it would have had room again after some of them were explained.
bool Report::absorb_early_reads(Report& other) {
  std::vector<std::pair<const Byte*, EarlyRead*>> reads;
  std::array both{std::exchange(unexplained_, {}), std::exchange(other.unexplained_, {})};
  for (auto& unexplained : both) {
    for (auto& [byte, of_byte] : unexplained) {
      for (EarlyRead& read : of_byte) reads.emplace_back(&byte, &read);
    }
  }
  std::sort(reads.begin(), reads.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second->moment, a.second->order) < std::pair(b.second->moment, b.second->order);
  });
  for (const auto& [byte, read] : reads) keep(*byte, std::move(*read));
  early_reads_ += other.early_reads_;
  some_explained_ = some_explained_ || other.some_explained_;
  return early_reads_ < max_unexplained || !some_explained_;
}

}  // namespace warplens::simt
