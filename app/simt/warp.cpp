#include "simt/warp.h"

#include <algorithm>

namespace warplens::simt {

void Lanes::start(std::uint32_t live, std::uint64_t clock) {
  live_ = live;
  joins_.clear();
  groups_.clear();
  Group all;
  all.active = live;
  all.clock = clock;
  groups_.push_back(all);
}

bool Lanes::take_earliest(Group& taken) {
  auto first = groups_.end();
  for (auto group = groups_.begin(); group != groups_.end(); ++group) {
    if (group->state == Group::State::running && (first == groups_.end() || group->clock < first->clock)) first = group;
  }
  if (first == groups_.end()) return false;
  taken = *first;
  groups_.erase(first);
  return true;
}

std::uint64_t Lanes::earliest_clock() const {
  std::uint64_t next = never;
  for (const Group& group : groups_) {
    if (group.state == Group::State::running) next = std::min(next, group.clock);
  }
  return next;
}

std::optional<Group> Lanes::arrive(Group group) {
  while (group.join != no_join && joins_[group.join].pc == group.pc) {
    Join& join = joins_[group.join];
    join.arrived |= group.active;
    join.clock = std::max(join.clock, group.clock);
    if (join.arrived != join.expected) return std::nullopt;
    group.active = join.expected;
    group.clock = join.clock;
    group.join = join.parent;
    join.expected = 0;
  }
  return group;
}

std::uint32_t Lanes::new_join(const Join& join) {
  const auto free = std::find_if(joins_.begin(), joins_.end(), [](const Join& entry) { return entry.expected == 0; });
  if (free != joins_.end()) {
    *free = join;
    return static_cast<std::uint32_t>(free - joins_.begin());
  }
  joins_.push_back(join);
  return static_cast<std::uint32_t>(joins_.size() - 1);
}

Group Lanes::part(const Group& group, std::uint32_t taken, std::uint32_t target, std::uint32_t other, std::uint32_t meeting,
                  std::uint32_t end) {
  std::uint32_t join = group.join;
  // Lanes that leave a loop one after the other meet at the same place: one join serves them all.
  const bool known = join != no_join && joins_[join].pc == meeting;
  if (meeting < end && !known) join = new_join({meeting, group.active, 0, group.join, 0});
  Group leaving = group, rest = group;
  leaving.active = taken;
  leaving.pc = target;
  rest.active = group.active & ~taken;
  rest.pc = other;
  leaving.join = rest.join = join;
  put(leaving);
  return rest;
}

void Lanes::let_go(const Group& group) {
  for (std::uint32_t j = group.join; j != no_join; j = joins_[j].parent) {
    if (joins_[j].arrived != 0) return let_go(j, group.clock);
  }
}

void Lanes::let_go(std::uint32_t number, std::uint64_t clock) {
  Join& join = joins_[number];
  Group released;
  released.pc = join.pc;
  released.active = join.arrived;
  released.join = join.parent;
  released.clock = std::max(join.clock, clock);
  join.expected &= ~join.arrived;
  join.arrived = 0;
  if (const auto going = arrive(released)) put(*going);
}

void Lanes::exit(std::uint32_t lanes, std::uint64_t clock) {
  live_ &= ~lanes;
  for (Join& join : joins_) {
    if (join.expected == 0) continue;
    join.expected &= ~lanes;
    join.arrived &= ~lanes;
    if (join.expected == 0 || join.arrived != join.expected) continue;
    Group met;
    met.pc = join.pc;
    met.active = join.expected;
    met.join = join.parent;
    met.clock = std::max(join.clock, clock);
    join.expected = 0;
    if (const auto group = arrive(met)) put(*group);
  }
}

std::uint32_t Lanes::release(Group::State state, std::uint32_t pc, std::uint64_t now) {
  std::uint32_t present = 0, awaited = 0;
  std::uint64_t clock = now;
  for (const Group& group : groups_) {
    if (group.state != state || group.pc != pc) continue;
    present |= group.active;
    awaited |= group.awaited;
    clock = std::max(clock, group.clock);
  }
  if (present == 0 || (awaited & live_ & ~present) != 0) return 0;
  std::vector<Group> met;
  std::erase_if(groups_, [&](const Group& group) {
    if (group.state != state || group.pc != pc) return false;
    const auto same = std::find_if(met.begin(), met.end(), [&](const Group& other) { return other.join == group.join; });
    if (same != met.end())
      same->active |= group.active;
    else
      met.push_back(group);
    return true;
  });
  for (Group& group : met) {
    group.state = Group::State::running;
    group.pc = pc + 1;
    group.clock = clock;
    groups_.push_back(group);
  }
  return present;
}

}  // namespace warplens::simt
