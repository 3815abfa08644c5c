#include "simt/check/knowledge.h"

#include <algorithm>

namespace warplens::simt {
namespace {

constexpr auto by_key = [](const Knowledge::Entry& entry, std::uint64_t key) { return entry.key < key; };

}  // namespace

std::uint32_t Knowledge::time_of(std::uint64_t key) const {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), key, by_key);
  return at != entries_.end() && at->key == key ? at->time : 0;
}

bool Knowledge::has(const std::vector<std::uint64_t>& keys, std::uint32_t time) const {
  return std::ranges::any_of(keys, [&](std::uint64_t key) { return time_of(key) > time; });
}

bool Knowledge::learn(std::uint64_t key, std::uint32_t time) {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), key, by_key);
  if (at == entries_.end() || at->key != key) return entries_.insert(at, {key, time}), true;
  if (at->time >= time) return false;
  at->time = time;
  return true;
}

void Knowledge::join(const Knowledge& other) {
  for (const Entry& entry : other.entries_) learn(entry.key, entry.time);
}

void ReleaseLog::begin_release(std::uint32_t now) { append(releases_, {++position_, now}); }

void ReleaseLog::add(std::uint64_t key, std::uint32_t time) {
  if (time == 0) return;
  Steps& steps = known_[key];
  if (steps.empty() && KnowledgeKey::is_log(key)) other_logs_.push_back(key);
  if (!steps.empty() && steps.back().time >= time) return;
  append(steps, {position_, time});
}

std::uint32_t ReleaseLog::not_released_at(std::uint32_t position) const {
  const auto after = std::upper_bound(releases_.begin(), releases_.end(), position,
                                      [](std::uint32_t wanted, const Step& step) { return wanted < step.position; });
  if (after == releases_.begin()) return 0;
  const Step& step = *(after - 1);
  if (step.position == position && position + max_steps / 2 > position_) return step.time - 1;  // still exact
  return after - 1 == releases_.begin() ? 0 : (after - 2)->time - 1;
}

/// Where there are too many steps, joins each two neighbours of the older half to one. A thread that read the log in between then
/// counts as knowing a little more than it does, so a race may be hidden, but none invented.
void ReleaseLog::append(Steps& steps, const Step& step) {
  if (steps.size() == max_steps) {
    constexpr std::size_t joined = max_steps / 4;
    for (std::size_t i = 0; i < joined; ++i) steps[i] = {steps[2 * i].position, steps[2 * i + 1].time};
    steps.erase(steps.begin() + joined, steps.begin() + 2 * joined);
  }
  steps.push_back(step);
}

/// The time of the last step up to `position`; 0: there is none.
std::uint32_t ReleaseLog::at(const Steps& steps, std::uint32_t position) {
  std::size_t from_end = 1;  // the position is usually among the last ones
  while (from_end < steps.size() && steps[steps.size() - from_end].position > position) from_end *= 2;
  const auto begin = steps.end() - static_cast<std::ptrdiff_t>(std::min(from_end, steps.size()));
  const auto after = std::upper_bound(begin, steps.end(), position,
                                      [](std::uint32_t wanted, const Step& step) { return wanted < step.position; });
  return after == steps.begin() ? 0 : (after - 1)->time;
}

std::uint32_t ReleaseLog::time_of(std::uint64_t key, std::uint32_t position) const {
  const auto found = known_.find(key);
  return found == known_.end() ? 0 : at(found->second, position);
}

std::uint32_t ReleaseLogs::create() {
  if (free_.empty()) return logs_.emplace_back(), static_cast<std::uint32_t>(logs_.size() - 1);
  const std::uint32_t number = free_.back();
  free_.pop_back();
  return number;
}

void ReleaseLogs::drop(std::uint32_t number) {
  if (logs_[number].referred_to) return;
  logs_[number] = {};
  free_.push_back(number);
}

bool ReleaseLogs::reach(const Knowledge& knowledge, const std::vector<std::uint64_t>& keys, std::uint32_t time,
                        std::uint32_t since) const {
  if (knowledge.has(keys, time)) return true;
  std::vector<Knowledge::Entry> to_visit;
  std::unordered_map<std::uint64_t, std::uint32_t> visited;  // log → position
  const auto visit = [&](std::uint64_t log, std::uint32_t position) {
    if (logs_[KnowledgeKey::number(log)].log.released_at(position) <= since) return;
    std::uint32_t& known = visited[log];
    if (position <= known) return;
    known = position;
    to_visit.push_back({log, position});
  };
  for (const Knowledge::Entry& entry : knowledge.entries()) {
    if (KnowledgeKey::is_log(entry.key)) visit(entry.key, entry.time);
  }
  while (!to_visit.empty()) {
    const Knowledge::Entry at = to_visit.back();
    to_visit.pop_back();
    const ReleaseLog& log = logs_[KnowledgeKey::number(at.key)].log;
    for (const std::uint64_t key : keys) {
      if (log.time_of(key, at.time) > time) return true;
    }
    for (const std::uint64_t other : log.other_logs()) {
      if (const std::uint32_t position = log.time_of(other, at.time)) visit(other, position);
    }
  }
  return false;
}

}  // namespace warplens::simt
