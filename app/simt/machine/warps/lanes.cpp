#include "simt/machine/warps/lanes.h"

#include <algorithm>
#include <utility>

namespace warplens::simt {

void Lanes::start(std::uint32_t live, std::uint64_t clock) {
  live_ = live;
  joins_.clear();
  first_free_ = 0;
  groups_.clear();
  current_ = {};
  current_.active = live;
  current_.clock = clock;
  current_waits_ = true;
}

/// If the current group was put back, move it to groups_.
void Lanes::line_up() {
  if (current_waits_) groups_.push_back(current_);
  current_waits_ = false;
}

void Lanes::put(const Group& group) {
  line_up();
  groups_.push_back(group);
}

bool Lanes::take_earliest() {
  auto first = groups_.end();
  for (auto group = groups_.begin(); group != groups_.end(); ++group) {
    if (group->state == Group::State::running && (first == groups_.end() || goes_before(*group, *first))) first = group;
  }
  if (first == groups_.end()) return false;
  current_ = *first;
  groups_.erase(first);
  return true;
}

bool Lanes::first_with(Group group, std::uint64_t clock) const {
  group.clock = clock;
  return std::none_of(groups().begin(), groups().end(),
                      [&](const Group& other) { return other.state == Group::State::running && goes_before(other, group); });
}

bool Lanes::take_with(std::uint8_t lane) {
  line_up();
  const auto found = std::find_if(groups_.begin(), groups_.end(), [=](const Group& group) {
    return group.state == Group::State::running && (group.active >> lane & 1) != 0;
  });
  if (found == groups_.end()) return false;
  current_ = *found;
  groups_.erase(found);
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
  while (group.join != no_join && joins_[group.join].pc == group.pc && joins_[group.join].frame == group.frame) {
    Join& join = joins_[group.join];
    join.arrived |= group.active;
    join.clock = std::max(join.clock, group.clock);
    if (join.arrived != join.expected) return std::nullopt;
    group.active = join.expected;
    group.clock = join.clock;
    free_join(std::exchange(group.join, join.parent));
  }
  return group;
}

std::uint32_t Lanes::new_join(const Join& join) {
  while (first_free_ < joins_.size() && joins_[first_free_].expected != 0) ++first_free_;
  if (first_free_ == joins_.size()) joins_.emplace_back();
  joins_[first_free_] = join;
  return static_cast<std::uint32_t>(first_free_++);
}

void Lanes::free_join(std::uint32_t join) {
  joins_[join].expected = 0;
  first_free_ = std::min(first_free_, std::size_t{join});
}

void Lanes::reconverge_at(Group& group, std::uint32_t point) {
  // Lanes that leave a loop one after the other reconverge at the same point: they share one join.
  const bool known = group.join != no_join && joins_[group.join].pc == point && joins_[group.join].frame == group.frame;
  if (point != no_reconvergence && !known) group.join = new_join({point, group.active, 0, group.join, 0, group.frame});
}

Group Lanes::part(const Group& group, std::uint32_t taken, std::uint32_t target, std::uint32_t other, std::uint32_t point) {
  Group rest = group;
  reconverge_at(rest, point);
  Group leaving = rest;
  leaving.active = taken;
  leaving.pc = target;
  rest.active = group.active & ~taken;
  rest.pc = other;
  put(leaving);
  return rest;
}

void Lanes::release_for(const Group& group) {
  for (std::uint32_t j = group.join; j != no_join; j = joins_[j].parent) {
    if (joins_[j].arrived != 0) return release_join(j, group.clock);
  }
}

std::optional<Lanes::Released> Lanes::release_awaited() {
  for (const Group& group : groups()) {
    if (group.state != Group::State::at_collective && group.state != Group::State::at_warp_sync) continue;
    const auto join =
        std::ranges::find_if(joins_, [&](const Join& each) { return each.expected != 0 && (each.arrived & group.awaited) != 0; });
    if (join == joins_.end()) continue;
    const Released released{group, join->arrived, join->pc};
    release_join(static_cast<std::uint32_t>(join - joins_.begin()), released.waiting.clock);
    return released;
  }
  return std::nullopt;
}

void Lanes::release_join(std::uint32_t number, std::uint64_t clock) {
  Join& join = joins_[number];
  Group released;
  released.pc = join.pc;
  released.active = join.arrived;
  released.join = join.parent;
  released.frame = join.frame;
  released.clock = std::max(join.clock, clock);
  join.expected &= ~join.arrived;
  join.arrived = 0;
  if (const auto going = arrive(released)) put(*going);
}

void Lanes::exit(std::uint32_t lanes, std::uint64_t clock) {
  live_ &= ~lanes;
  first_free_ = 0;
  for (Join& join : joins_) {
    if (join.expected == 0) continue;
    join.expected &= ~lanes;
    join.arrived &= ~lanes;
    if (join.expected == 0 || join.arrived != join.expected) continue;
    Group met;
    met.pc = join.pc;
    met.active = join.expected;
    met.join = join.parent;
    met.frame = join.frame;
    met.clock = std::max(join.clock, clock);
    join.expected = 0;
    if (const auto group = arrive(met)) put(*group);
  }
}

std::uint32_t Lanes::release(Group one, std::uint64_t now) {
  line_up();
  const auto waits_with = [&](const Group& group) {
    return group.state == one.state && group.awaited == one.awaited &&
           (group.state == Group::State::at_warp_sync || group.pc == one.pc);
  };
  std::uint32_t present = 0;
  std::uint64_t clock = now;
  for (const Group& group : groups_) {
    if (!waits_with(group)) continue;
    present |= group.active;
    clock = std::max(clock, group.clock);
  }
  if (present == 0 || (one.awaited & live_ & ~present) != 0) return 0;
  std::vector<Group> met;
  std::erase_if(groups_, [&](const Group& group) {
    if (!waits_with(group)) return false;
    const auto same = std::find_if(met.begin(), met.end(), [&](const Group& other) {
      return other.pc == group.pc && other.join == group.join && other.frame == group.frame;
    });
    if (same != met.end())
      same->active |= group.active;
    else
      met.push_back(group);
    return true;
  });
  for (Group& group : met) {
    group.state = Group::State::running;
    ++group.pc;
    group.clock = clock;
    groups_.push_back(group);
  }
  return present;
}

}  // namespace warplens::simt
