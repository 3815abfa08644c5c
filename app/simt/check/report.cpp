#include "simt/check/report.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "launch/findings/finding_sentence.h"
#include "ptx/parse/demangle.h"
#include "ptx/parse/source_place.h"
#include "simt/check/history.h"

namespace warplens::simt {
namespace {

constexpr std::size_t most_groups = 4096;

std::string name_of(const PastAccess& access) { return access.atomic ? "atomic" : access.writes ? "write" : "read"; }

/// "tile" for "_ZZ6kernelPfE4tile".
std::string variable_name(const std::string& mangled) {
  const std::string name = ptx::demangled_name(mangled);
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
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
  const bool same_store = access.instruction.kind == Kind::store && past.pc == access.pc && other < warp_size &&
                          (access.active >> other & 1) != 0 && access.offsets[other] == access.offsets[lane];
  return same_store ? in_row(present, other, offset) : in_memory(present, offset);
}

auto place_of(const launch::Witness& witness) { return std::tie(witness.file, witness.line); }

/// Whether a race explains an uninitialised read.
bool explains(const launch::Finding& race, const launch::Finding& unwritten) {
  if (!race.second || race.space != unwritten.space || race.buffer != unwritten.buffer) return false;
  const auto reads_there = [&](const launch::Witness& witness) {
    return witness.access != "write" && place_of(witness) == place_of(unwritten.first);
  };
  return reads_there(race.first) || reads_there(*race.second);
}

/// Identifies findings of the same defect: the same lines, in either order.
auto lines_of(const launch::Finding& finding) {
  auto first = std::pair(finding.first.file, finding.first.line), second = first;
  if (finding.second) second = {finding.second->file, finding.second->line};
  if (second < first) std::swap(first, second);
  return std::tuple(finding.kind, first, second, finding.space, finding.buffer);
}

}  // namespace

launch::Witness Report::witness(std::uint32_t thread, std::uint32_t pc, std::string access) const {
  launch::Witness witness;
  const std::uint64_t threads = (base::count(launch_.block) + warp_size - 1) / warp_size * warp_size;
  witness.block = base::position(thread / threads, launch_.grid);
  witness.thread = base::position(thread % threads, launch_.block);
  const auto place = ptx::source_place(*launch_.module, listing_, pc);
  witness.file = place.file;
  witness.line = place.line;
  witness.column = place.column;
  witness.access = std::move(access);
  return witness;
}

launch::Finding Report::describe(const Present& present, std::uint32_t lane, std::uint64_t offset, const PastAccess* past) const {
  const CheckedAccess& access = present.access;
  launch::Finding finding;
  finding.kind = past == nullptr                                             ? launch::FindingKind::uninitialised_read
                 : unordered_volatile(*past, present.of_lane(lane), present) ? launch::FindingKind::unordered_volatile
                                                                             : launch::FindingKind::data_race;
  const std::uint64_t start = element_start(present, lane, offset);
  std::uint64_t base = 0, element_bytes = access.instruction.bytes;
  if (access.space == trace::MemorySpace::global) {
    finding.space = "global";
    finding.buffer = variable_name(access.allocation->name);
    element_bytes = access.allocation->element_bytes;
  } else {
    const bool shared = access.space == trace::MemorySpace::shared;
    finding.space = shared ? "shared" : "local";
    finding.buffer = finding.space + " memory";
    const auto& variables = launch_.module->variables;
    for (std::uint32_t v = 0; v < variables.size(); ++v) {
      if (variables[v].space != (shared ? ptx::Space::shared : ptx::Space::local)) continue;
      const std::uint64_t address = program_.variables.address[v];
      const bool used = !shared || std::find(program_.variables.shared.begin(), program_.variables.shared.end(), v) !=
                                       program_.variables.shared.end();
      const bool dynamic = variables[v].size == 0;
      if (!used || start < address || (!dynamic && start - address >= variables[v].size)) continue;
      if (!shared && variables[v].name.starts_with("__local_depot")) continue;
      finding.buffer = variable_name(variables[v].name);
      base = address;
    }
  }
  finding.element = static_cast<std::int64_t>((start - base) / element_bytes);
  const bool stores = access.instruction.kind == Kind::store;
  launch::Witness now = witness_of(present.of_lane(lane));
  now.value = stores ? in_row(present, lane, start) : in_memory(present, start);
  now.has_value = !stores || access.instruction.operands[0] != no_row;  // data copied by cp.async is in no register
  if (past == nullptr) {
    finding.first = now;
    return finding;
  }
  finding.first = witness_of(*past);
  finding.first.value = value_of(*past, present, lane, start);
  finding.first.has_value = true;
  finding.second = now;
  return finding;
}

launch::Witness Report::witness_of(const PastAccess& access) const { return witness(access.thread, access.pc, name_of(access)); }

/// The group of a key, or null if there are too many groups.
Report::Group* Report::group_of(const Key& key) {
  Recent& recent = recent_[(std::get<0>(key) * 7 + std::get<1>(key)) % recent_.size()];
  if (recent.group != nullptr && recent.key == key) return recent.group;
  if (groups_.size() >= most_groups && !groups_.contains(key)) return nullptr;
  recent = {key, &groups_[key]};
  return recent.group;
}

/// The lanes whose store changes the value in memory.
std::uint32_t Report::changing_lanes(const Present& present, std::uint32_t lanes, std::uint64_t offset) {
  std::uint32_t changing = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t start = element_start(present, lane, offset);
    if (in_row(present, lane, start) != in_memory(present, start)) changing |= 1u << lane;
  }
  return changing;
}

bool Report::changes_memory(const Present& present) {
  const CheckedAccess& access = present.access;
  if (access.instruction.vector > 1) return true;
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (changing_lanes(present, 1u << lane, access.offsets[lane]) != 0) return true;
  }
  return false;
}

/// Whether the race between these instructions looks harmless, before their values are known.
Report::Harmless Report::may_be_harmless(const Present& present, const PastAccess* past) const {
  if (past == nullptr || past->pc >= program_.code.size()) return Harmless::no;
  const Decoded &now = present.access.instruction, &before = program_.code[past->pc];
  if (is_first_guess(past->pc) ? present.now.atomic : past->atomic && is_first_guess(present.access.pc)) return Harmless::yes;
  const bool both_store = now.kind == Kind::store && now.operands[0] != no_row && before.kind == Kind::store;
  return both_store ? Harmless::if_equal : Harmless::no;
}

void Report::found(const Present& present, std::uint32_t lanes, std::uint64_t offset, const PastAccess* past) {
  const CheckedAccess& access = present.access;
  const bool only_volatile = past != nullptr && unordered_volatile(*past, present.now, present);
  if (only_volatile && access.instruction.kind == Kind::store) lanes = changing_lanes(present, lanes, offset);
  if (lanes == 0) return;
  Group* group = group_of({past != nullptr ? past->pc : ~0u, access.pc, access.window.base, access.space});
  if (group == nullptr) return;
  const Harmless harmless = may_be_harmless(present, past);
  launch::Finding& finding = group->finding;
  if (group->order == 0) {
    group->order = groups_.size();
    finding = describe(present, static_cast<std::uint32_t>(std::countr_zero(lanes)), offset, past);
    finding.count = 0;
    finding.benign_looking = harmless != Harmless::no;
  }
  finding.count += static_cast<std::uint64_t>(std::popcount(lanes));
  if (harmless != Harmless::if_equal) return;
  for (std::uint32_t rest = lanes; rest != 0 && finding.benign_looking; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t start = element_start(present, lane, offset);
    finding.benign_looking = value_of(*past, present, lane, start) == in_row(present, lane, start);
  }
}

void Report::came_apart(const ComerToBarrier& first, const ComerToBarrier& comer, std::uint32_t lanes, bool of_warp) {
  const launch::Witness there = witness(first.thread, first.pc, ""), here = witness(comer.thread, comer.pc, "");
  if (place_of(there) == place_of(here)) return;
  Group* group = group_of({first.pc, comer.pc, 0, trace::MemorySpace::shared});
  if (group == nullptr) return;
  if (group->order == 0) {
    group->order = groups_.size();
    group->finding.kind = launch::FindingKind::barrier_divergence;
    group->finding.of_warp = of_warp;
    group->finding.count = 0;
    group->finding.first = there;
    group->finding.second = here;
  }
  group->finding.count += static_cast<std::uint64_t>(std::popcount(lanes));
}

void Report::add(launch::Finding finding) { others_.push_back({std::move(finding), 0}); }

std::vector<launch::Finding> Report::findings() {
  std::vector<Group> found;
  for (auto& [key, group] : groups_) found.push_back(std::move(group));
  std::sort(found.begin(), found.end(), [](const Group& a, const Group& b) { return a.order < b.order; });
  const bool one_dimension = launch_.grid.y * launch_.grid.z == 1 && launch_.block.y * launch_.block.z == 1;
  std::vector<launch::Finding> findings;
  std::map<decltype(lines_of(findings.front())), std::size_t> of_lines;
  for (Group& group : found) {
    const auto [at, is_new] = of_lines.try_emplace(lines_of(group.finding), findings.size());
    if (is_new) {
      findings.push_back(std::move(group.finding));
      continue;
    }
    launch::Finding& same = findings[at->second];
    same.count += group.finding.count;
    same.benign_looking = same.benign_looking && group.finding.benign_looking;
  }
  // A read that came too early in a race is reported only as the race.
  std::erase_if(findings, [&](const launch::Finding& finding) {
    return finding.kind == launch::FindingKind::uninitialised_read &&
           std::any_of(findings.begin(), findings.end(), [&](const launch::Finding& race) { return explains(race, finding); });
  });
  for (launch::Finding& finding : findings) finding.message = launch::sentence(finding, one_dimension);
  for (Group& other : others_) findings.push_back(std::move(other.finding));
  std::stable_sort(findings.begin(), findings.end(),
                   [](const launch::Finding& a, const launch::Finding& b) { return place_of(a.first) < place_of(b.first); });
  if (findings.size() > most_findings) findings.resize(most_findings);
  return findings;
}

}  // namespace warplens::simt
