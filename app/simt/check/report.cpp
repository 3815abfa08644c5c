#include "simt/check/report.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>

#include "base/number_format.h"
#include "launch/findings/finding_sentence.h"
#include "ptx/parse/demangle.h"
#include "ptx/parse/source_place.h"
#include "simt/check/history.h"
#include "simt/check/join_alike.h"
#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

using trace::AccessKind;

AccessKind kind_of(const PastAccess& access) {
  return access.atomic ? AccessKind::atomic : access.writes ? AccessKind::write : AccessKind::read;
}

/// Start of the lane's element that contains `offset`.
std::uint64_t element_start(const Present& present, std::uint32_t lane, std::uint64_t offset) {
  const std::uint64_t start = present.access.offsets[lane], bytes = present.access.instruction.bytes;
  return start + (offset - start) / bytes * bytes;
}

std::uint64_t in_memory(const Present& present, std::uint64_t offset) {
  std::uint64_t value = 0;
  std::memcpy(&value, present.access.window.memory + offset, present.access.instruction.bytes);
  return value;
}

/// The value that a store is about to write to the element at `offset`.
std::uint64_t in_row(const Present& present, std::uint32_t lane, std::uint64_t offset) {
  const Decoded& instruction = present.access.instruction;
  const std::uint64_t element = (offset - present.access.offsets[lane]) / instruction.bytes;
  const Row row = value_row(present.access.frame, instruction, element);
  if (row == no_row) return 0;
  const std::size_t cell = instruction.values_wide ? 8 : 4;
  std::uint64_t value = 0;
  std::memcpy(&value, present.access.frame.source(row) + lane * cell, std::min<std::size_t>(cell, instruction.bytes));
  return value;
}

/// The value of `past` at the element at `offset`: in memory, as it has not been overwritten, or, for another lane of the store
/// that is about to execute, in its row.
std::uint64_t value_of(const PastAccess& past, const Present& present, std::uint32_t lane, std::uint64_t offset) {
  const CheckedAccess& access = present.access;
  const std::uint32_t other = past.thread - present.warp.first_thread;
  const bool same_store = access.instruction.kind == Kind::store && past.pc == access.place && other < warp_size &&
                          (access.active >> other & 1) != 0 && access.offsets[other] == access.offsets[lane];
  return same_store ? in_row(present, other, offset) : in_memory(present, offset);
}

auto place_of(const launch::Witness& witness) { return std::tie(witness.file, witness.line); }

/// Identifies findings of the same defect: the same lines, in either order.
auto lines_of(const launch::Finding& finding) {
  auto first = std::pair(finding.first.file, finding.first.line), second = first;
  if (finding.second) second = {finding.second->file, finding.second->line};
  if (second < first) std::swap(first, second);
  return std::tuple(finding.kind, first, second, finding.space, finding.buffer);
}

}  // namespace

base::Dim3 Report::block_of(std::uint32_t thread) const {
  const std::uint64_t threads = (base::count(launch_.block) + warp_size - 1) / warp_size * warp_size;
  return base::position(thread / threads, launch_.grid);
}

launch::Witness Report::witness(std::uint32_t thread, std::uint32_t pc, std::optional<AccessKind> access) const {
  launch::Witness witness;
  const std::uint64_t threads = (base::count(launch_.block) + warp_size - 1) / warp_size * warp_size;
  witness.block = block_of(thread);
  witness.thread = base::position(thread % threads, launch_.block);
  const auto place = ptx::source_place(*launch_.module, listing_, pc);
  witness.file = place.file;
  witness.line = place.line;
  witness.column = place.column;
  witness.access = access;
  return witness;
}

launch::Finding Report::describe(const Present& present, std::uint32_t lane, std::uint64_t offset, const PastAccess* past) const {
  const CheckedAccess& access = present.access;
  launch::Finding finding;
  finding.kind = past == nullptr                                             ? launch::FindingKind::uninitialised_read
                 : unordered_volatile(*past, present.of_lane(lane), present) ? launch::FindingKind::unordered_volatile
                                                                             : launch::FindingKind::data_race;
  const std::uint64_t start = element_start(present, lane, offset);
  set_place(finding, access, start);
  const bool stores = access.instruction.kind == Kind::store;
  launch::Witness now = witness_of(present.of_lane(lane));
  now.value = stores ? in_row(present, lane, start) : in_memory(present, start);
  now.has_value = !stores || access.instruction.operands[0] != no_row;  // data copied by cp.async is in no register
  finding.type = type_of(access.place);
  if (past == nullptr) {
    finding.first = now;
    return finding;
  }
  finding.of_update = past->writes != present.now.writes && listing_.update_in_place(*launch_.module, past->pc, access.place);
  finding.first = witness_of(*past);
  finding.first.value = value_of(*past, present, lane, start);
  finding.first.has_value = true;
  finding.second = now;
  return finding;
}

/// Find the loop whose rounds separate the two accesses of a race. Nothing if the accesses are of different blocks.
std::optional<launch::RoundsOfLoop> Report::rounds_between(const Present& present, std::uint32_t lane,
                                                           const PastAccess& past) const {
  const std::uint32_t in_block = past.thread - present.block.first_thread;
  if (in_block >= present.block.threads) return std::nullopt;
  const CheckedAccess& access = present.access;
  return rounds_.between(
      {.slot = access.slot, .warp = in_block / warp_size, .lane = in_block % warp_size, .pc = past.pc, .time = past.time},
      {.slot = access.slot, .warp = access.warp, .lane = lane, .pc = access.place, .time = present.now.time});
}

launch::Witness Report::witness_of(const PastAccess& access) const {
  launch::Witness of = witness(access.thread, access.pc, kind_of(access));
  of.block_scope = access.block_scope;
  of.asynchronous = access.writes && access.pc < program_.code.size() && program_.code[access.pc].copy != ptx::CopyStep::none;
  return of;
}

/// The key of byte `offset` of the access's window: of the block's own memory, if it is shared.
Report::Byte Report::byte_of(const Present& present, std::uint64_t offset) {
  return {present.access.space, present.access.window.base, present.shared ? present.block.index : 0, offset};
}

/// Remember who has read what nothing has written. A race with a later write to it explains the read: it came too early.
void Report::read_unwritten(const Present& present, std::uint32_t lanes, std::uint64_t offset) {
  for (std::uint32_t rest = lanes; rest != 0 && unexplained_.size() < max_unexplained; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t start = element_start(present, lane, offset);
    EarlyRead* const kept =
        keep(byte_of(present, start), {present.access.place, present.of_lane(lane).thread, moment_, early_reads_, {}});
    if (kept == nullptr) continue;
    ++early_reads_;
    set_place(kept->place, present.access, start);
  }
}

/// Of the reads of one element by one instruction, the first is kept. Null if this one is not.
Report::EarlyRead* Report::keep(const Byte& byte, EarlyRead read) {
  if (unexplained_.size() >= max_unexplained) return nullptr;
  std::vector<EarlyRead>& reads = unexplained_[byte];
  if (std::any_of(reads.begin(), reads.end(), [&](const EarlyRead& each) { return each.pc == read.pc; })) return nullptr;
  return &reads.emplace_back(std::move(read));
}

/// A write races with reads of what `lanes` are about to write.
void Report::explain_reads(const Present& present, std::uint32_t lanes) {
  for (std::uint32_t rest = lanes; rest != 0 && !unexplained_.empty(); rest &= rest - 1) {
    const std::uint64_t first = present.access.offsets[static_cast<std::size_t>(std::countr_zero(rest))];
    constexpr std::uint64_t longest_element = 8;
    const std::uint64_t begin = first - std::min(first, longest_element - 1);
    const auto from = unexplained_.lower_bound(byte_of(present, begin)),
               to = unexplained_.lower_bound(byte_of(present, first + present.bytes));
    some_explained_ = some_explained_ || from != to;
    unexplained_.erase(from, to);
  }
}

/// Of the uninitialised reads, keep those that no race explains; a witness that one explains gives way to one that none does.
bool Report::is_explained(launch::Finding& finding, std::uint32_t pc) const {
  const EarlyRead* left = nullptr;
  for (const auto& [byte, reads] : unexplained_) {
    for (const EarlyRead& read : reads) {
      if (read.pc != pc) continue;
      const bool same = read.place.element == finding.element && read.place.buffer == finding.buffer;
      if (same && block_of(read.thread) == finding.first.block) return false;
      if (left == nullptr) left = &read;
    }
  }
  if (left == nullptr) return true;
  finding.first = witness(left->thread, pc, AccessKind::read);
  finding.element = left->place.element;
  finding.buffer = left->place.buffer;
  finding.place = left->place.place;
  return false;
}

/// If a race is one only for want of a fence, give it that name: the threads synchronise by a lock or a flag, but one does not
/// release what it has done, or the other does not acquire it.
void Report::name_missing_fence(launch::Finding& finding, const Present& present, std::uint32_t lane,
                                const PastAccess& past) const {
  const std::uint32_t thread = present.of_lane(lane).thread;
  const bool is_race = finding.kind == launch::FindingKind::data_race;
  // Volatile accesses come in no order of their own, either: a flag announces other variables only behind a fence.
  if (!is_race && finding.kind != launch::FindingKind::unordered_volatile) return;
  if (is_race && present.clocks.ordered_by_unfenced_lock(past, thread, present.block, present.warp) &&
      present.clocks.ordered(past, thread, present.block, present.warp)) {
    finding.kind = launch::FindingKind::missing_acquire;
    const std::uint32_t lock = present.warp.lanes->lock[thread % warp_size];
    finding.message = launch::sentence(finding, one_dimension(), {{"lock-at", place_text(witness(thread, lock), finding)}});
    return;
  }
  if (is_race && (past.strong || present.now.strong)) return;
  const auto signal = signals_.between(past, thread, present);
  if (!signal) return;
  finding.kind = launch::FindingKind::missing_release;
  finding.message = launch::sentence(finding, one_dimension(),
                                     {{"set-at", place_text(witness(past.thread, signal->set), finding)},
                                      {"seen-at", place_text(witness(thread, signal->seen), finding)}});
}

void Report::discover(Group& group) const {
  group.moment = moment_;
  group.order = groups_.size();
}

Report::Group* Report::look_up(const Key& key, Recent& recent) {
  if (groups_.size() >= max_groups && !groups_.contains(key)) return nullptr;
  recent = {key, &groups_[key]};
  return recent.group;
}

/// The lanes whose store gives the element another value than `past` did, or, if that was a read, than it had.
std::uint32_t Report::differing_lanes(const Present& present, std::uint32_t lanes, std::uint64_t offset, const PastAccess& past) {
  std::uint32_t differing = 0;
  each_lane(lanes, [&](std::size_t each) {
    const auto lane = static_cast<std::uint32_t>(each);
    const std::uint64_t start = element_start(present, lane, offset);
    if (in_row(present, lane, start) != value_of(past, present, lane, start)) differing |= 1u << lane;
  });
  return differing;
}

bool Report::changes_memory(const Present& present) {
  const CheckedAccess& access = present.access;
  if (access.instruction.vector > 1) return true;
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (in_row(present, lane, access.offsets[lane]) != in_memory(present, access.offsets[lane])) return true;
  }
  return false;
}

/// Whether the race between these instructions is harmless, before their values are known.
Report::Harmless Report::may_be_harmless(const Present& present, const PastAccess* past) const {
  if (past == nullptr || past->pc >= program_.code.size()) return Harmless::no;
  const Decoded &now = present.access.instruction, &before = program_.code[past->pc];
  if (is_first_guess(past->pc) ? present.now.atomic : past->atomic && is_first_guess(present.access.place))
    return Harmless::proved;
  const bool both_store = now.kind == Kind::store && now.operands[0] != no_row && before.kind == Kind::store;
  if (!both_store) return Harmless::no;
  const bool known = past->pc < max_remembered_pc;
  return known && common_values_.are_the_same(past->pc, present.access.place) ? Harmless::proved : Harmless::if_equal;
}

void Report::found(const Present& present, std::uint32_t lanes, std::uint64_t offset, const PastAccess* past) {
  const CheckedAccess& access = present.access;
  if (past != nullptr && present.now.writes && !past->writes) explain_reads(present, lanes);
  const bool only_volatile = past != nullptr && unordered_volatile(*past, present.now, present);
  if (only_volatile && access.instruction.kind == Kind::store) lanes = differing_lanes(present, lanes, offset, *past);
  if (lanes == 0) return;
  if (past == nullptr) read_unwritten(present, lanes, offset);
  Group* group = group_of({past != nullptr ? past->pc : ~0u, access.place, access.window.base, access.space});
  if (group == nullptr) return;
  launch::Finding& finding = group->finding;
  const Harmless harmless = may_be_harmless(present, past);
  if (group->order == 0) {
    discover(*group);
    group->pc = access.place;
    finding = describe(present, static_cast<std::uint32_t>(std::countr_zero(lanes)), offset, past);
    finding.count = 0;
    if (past != nullptr) name_missing_fence(finding, present, static_cast<std::uint32_t>(std::countr_zero(lanes)), *past);
    if (finding.kind == launch::FindingKind::data_race) group->harmless = harmless;
    group->words = words_of(present, static_cast<std::uint32_t>(std::countr_zero(lanes)), offset, past, finding);
  }
  finding.count += static_cast<std::uint64_t>(std::popcount(lanes));
  if (access.instruction.kind != Kind::store || harmless == Harmless::no) return;
  group->values_differ = group->values_differ || differing_lanes(present, lanes, offset, *past) != 0;
}

void Report::came_apart(const ComerToBarrier& first, const ComerToBarrier& comer, std::uint32_t lanes, bool of_warp) {
  const launch::Witness there = witness(first.thread, first.pc), here = witness(comer.thread, comer.pc);
  if (place_of(there) == place_of(here)) return;
  Group* group = group_of({first.pc, comer.pc, 0, trace::MemorySpace::shared});
  if (group == nullptr) return;
  if (group->order == 0) {
    discover(*group);
    group->finding.kind = launch::FindingKind::barrier_divergence;
    group->finding.of_warp = of_warp;
    group->finding.count = 0;
    group->finding.first = there;
    group->finding.second = here;
  }
  group->finding.count += static_cast<std::uint64_t>(std::popcount(lanes));
}

void Report::left_before(const ComerToBarrier& waited, const ComerToBarrier& left, std::uint32_t count) {
  Group* group = group_of({waited.pc, left.pc, 1, trace::MemorySpace::shared});
  if (group == nullptr) return;
  launch::Finding& finding = group->finding;
  if (group->order == 0) {
    discover(*group);
    finding.kind = launch::FindingKind::barrier_divergence;
    finding.count = 0;
    finding.first = witness(waited.thread, waited.pc);
    finding.second = witness(left.thread, left.pc);
    finding.message = launch::fill(launch::row_of(finding.kind).has_left, finding, one_dimension());
  }
  finding.count += count;
}

void Report::undefined_used(std::uint32_t shuffle, const ComerToBarrier& user, std::uint32_t lanes, const char* how) {
  Group* group = group_of({shuffle, user.pc, 1, trace::MemorySpace::local});
  if (group == nullptr) return;
  launch::Finding& finding = group->finding;
  if (group->order == 0) {
    discover(*group);
    group->used_how = how;
    finding.kind = launch::FindingKind::inactive_lane;
    finding.count = 0;
    finding.second = witness(user.thread, user.pc);
  }
  finding.count += static_cast<std::uint64_t>(std::popcount(lanes));
}

void Report::uninitialised_used(const UndefinedOrigin& origin, const LocalRead& read, std::uint32_t lanes) {
  Group* group = group_of({~0u, origin.place, origin.element, trace::MemorySpace::local});
  if (group == nullptr) return;
  launch::Finding& finding = group->finding;
  if (group->order == 0) {
    discover(*group);
    finding.kind = launch::FindingKind::uninitialised_read;
    finding.count = 0;
    finding.first = witness(read.thread, origin.place, AccessKind::read);
    finding.first.value = read.value;
    finding.first.has_value = true;
    set_place_in_variable(finding, false, read.offset, read.bytes);
  }
  finding.count += static_cast<std::uint64_t>(std::popcount(lanes));
}

/// What is known only once all cores have ended.
void Report::complete(const Key& key, Group& group) const {
  launch::Finding& finding = group.finding;
  finding.benign_looking = group.harmless != Harmless::no && !group.values_differ;
  finding.harmless = group.harmless == Harmless::proved && !group.values_differ;
  if (group.used_how == nullptr) return;
  const LaneRead& read = lane_reads_.at(std::get<0>(key)).read;
  finding.element = read.lane;
  finding.first = witness(read.reader.thread, read.reader.pc, AccessKind::read);
  const bool is_elsewhere = read.why == LaneRead::Why::elsewhere;
  const char* const why = is_elsewhere ? "it is not among the lanes that the mask names"
                          : read.why == LaneRead::Why::no_thread
                              ? "the block has no thread for it"
                              : "the mask names it, but its thread has left the kernel without coming there";
  finding.message = launch::sentence(finding, one_dimension(), {{"why", why}, {"how", group.used_how}});
}

void Report::add(launch::Finding finding) { others_.push_back({std::move(finding)}); }

/// What is known of a finding beyond its fields: why the threads meet, what orders them, what had been written before.
launch::SentenceWords Report::words_of(const Present& present, std::uint32_t lane, std::uint64_t offset, const PastAccess* past,
                                       const launch::Finding& finding) {
  launch::SentenceWords words;
  if (past == nullptr) {
    const std::string written = present.shared ? who_has_written(present, element_start(present, lane, offset)) : "";
    if (!written.empty()) words["nobody"] = written;
    return words;
  }
  std::string remedy = launch::remedy(finding);
  const bool of_one_line = place_of(finding.first) == place_of(*finding.second);
  const bool is_race = finding.kind == launch::FindingKind::data_race;
  if (const std::string cause = is_race && of_one_line ? shared_index_.cause(present, lane, *past) : ""; !cause.empty()) {
    remedy = cause;
    if (finding.of_update) words["consequence"] = "one update can be lost";
  } else if (const auto rounds = rounds_between(present, lane, *past)) {
    remedy = launch::remedy_between(finding, *rounds);
  }
  const bool now_stores = present.now.writes;
  const bool load_and_store = is_race && !present.shared && past->writes != now_stores && !finding.of_update;
  if (load_and_store &&
      computes_in_place(now_stores ? past->pc : present.access.place, now_stores ? present.access.place : past->pc))
    remedy += "; let it write the new values to a second array";
  words["remedy"] = remedy;
  return words;
}

FoundByChecks Report::found() {
  std::vector<Group> found;
  for (auto& [key, group] : groups_) {
    complete(key, group);
    found.push_back(std::move(group));
  }
  std::sort(found.begin(), found.end(),
            [](const Group& a, const Group& b) { return std::pair(a.moment, a.order) < std::pair(b.moment, b.order); });
  std::vector<Group> told;
  std::map<decltype(lines_of(told.front().finding)), std::size_t> of_lines;
  for (Group& group : found) {
    const bool unwritten = group.finding.kind == launch::FindingKind::uninitialised_read && group.finding.space != "local";
    if (unwritten && is_explained(group.finding, group.pc)) continue;
    const auto [at, is_new] = of_lines.try_emplace(lines_of(group.finding), told.size());
    if (is_new) {
      told.push_back(std::move(group));
      continue;
    }
    launch::Finding& same = told[at->second].finding;
    same.count += group.finding.count;
    same.benign_looking = same.benign_looking && group.finding.benign_looking;
    same.harmless = same.harmless && group.finding.harmless;
  }
  std::vector<launch::Finding> findings;
  for (Group& group : told) {
    if (group.finding.message.empty()) group.finding.message = launch::sentence(group.finding, one_dimension(), group.words);
    findings.push_back(std::move(group.finding));
  }
  for (Group& other : others_) findings.push_back(std::move(other.finding));
  for (launch::Finding& finding : findings) {
    const auto cause = collectives_.find({finding.first.file, finding.first.line});
    if (cause == collectives_.end()) continue;
    finding.message.replace(0, 1, 1, static_cast<char>(std::toupper(static_cast<unsigned char>(finding.message[0]))));
    finding.message = cause->second + " " + finding.message;
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const launch::Finding& a, const launch::Finding& b) { return place_of(a.first) < place_of(b.first); });
  join_alike(findings);
  FoundByChecks result;
  if (overlapping_) result.notes.push_back(*overlapping_);
  for (launch::Finding& finding : findings) {
    std::vector<launch::Finding>& list = finding.harmless ? result.notes : result.findings;
    if (list.size() < max_findings) list.push_back(std::move(finding));
  }
  return result;
}

}  // namespace warplens::simt
