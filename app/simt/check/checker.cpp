#include "simt/check/checker.h"

#include <algorithm>
#include <bit>

#include "base/number_format.h"
#include "ptx/flow/stack_variables.h"
#include "simt/check/copies.h"
#include "simt/check/polls.h"

namespace warplens::simt {
namespace {

std::uint32_t warps_of(const launch::Launch& launch) {
  return static_cast<std::uint32_t>((base::count(launch.block) + warp_size - 1) / warp_size);
}

bool is_strong(const Decoded& instruction) {
  if (makes_mbarrier(instruction)) return false;
  return instruction.kind == Kind::atomic || instruction.ordering != ptx::Ordering::weak;
}

bool fences_itself(const Decoded& instruction) {
  return instruction.ordering == ptx::Ordering::release || instruction.ordering == ptx::Ordering::acq_rel ||
         instruction.ordering == ptx::Ordering::sc;
}

bool acquires_itself(const Decoded& instruction) {
  return instruction.ordering == ptx::Ordering::acquire || instruction.ordering == ptx::Ordering::acq_rel ||
         instruction.ordering == ptx::Ordering::sc;
}

}  // namespace

Checker::Checker(const launch::Launch& launch, const Program& program, std::uint64_t room)
    : unstacked_(ptx::with_stack_variables_in_registers(*launch.module)),
      followed_(unstacked_ ? *unstacked_ : *launch.module),
      threads_per_block_(base::count(launch.block)),
      copies_(loads_that_only_copy(*launch.module, ptx::Listing(*launch.module, launch.entry))),
      clocks_(warps_of(launch)),
      signals_(waits_of(followed_, ptx::Listing(*launch.module, launch.entry))),
      rounds_(launch, program),
      report_(launch, program, signals_, rounds_, followed_),
      races_(program, clocks_, report_, room),
      barriers_(launch, program),
      undefined_(launch, program, warps_of(launch), report_),
      local_(warps_of(launch), program.variables, copies_, undefined_) {
  const std::vector<bool> volatile_data = volatile_loads_of_data(followed_, ptx::Listing(*launch.module, launch.entry));
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const Decoded& instruction = program.code[pc];
    PastAccess access;
    access.pc = std::min(pc, max_remembered_pc) & max_remembered_pc;
    access.width = static_cast<std::uint32_t>(std::countr_zero(unsigned{instruction.bytes})) & 7u;
    access.strong = is_strong(instruction);
    access.atomic = instruction.kind == Kind::atomic && !makes_mbarrier(instruction);
    access.block_scope = is_of_block(instruction.scope);
    const bool volatile_store = instruction.kind == Kind::store && instruction.ordering == ptx::Ordering::volatile_;
    access.volatile_data = volatile_store || (pc < volatile_data.size() && volatile_data[pc]);
    remembered_.push_back(access);
  }
}

void Checker::start_block(std::uint32_t slot, std::uint32_t block, std::uint64_t shared_bytes) {
  clocks_.start_block(slot, block);
  signals_.start_block(slot);
  rounds_.start_block(slot);
  races_.start_block(slot, shared_bytes);
  local_.start_block(slot);
  barriers_.start_block(slot);
  undefined_.start_block(slot, clocks_.block(slot).first_thread);
}

/// Strong accesses acquire and release, once any thread has executed a fence.
void Checker::synchronise(const CheckedAccess& access) {
  const Decoded& instruction = access.instruction;
  const bool releases = fences_itself(instruction) && instruction.kind != Kind::load;
  if (!clocks_.synchronises() && !releases) return;
  BlockClock& block = clocks_.block(access.slot);
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const bool shared = access.space == trace::MemorySpace::shared;
    clocks_.strong_access(block, block.warps[access.warp], lane,
                          {.location = access.offsets[lane] + (shared ? 0 : access.window.base),
                           .shared = shared,
                           .reads = instruction.kind != Kind::store,
                           .writes = instruction.kind != Kind::load,
                           .releases = releases,
                           .block_scope = is_of_block(instruction.scope),
                           .takes_lock = signals_.takes_lock(access.place) && !acquires_itself(instruction),
                           .pc = access.place});
  }
}

bool Checker::access(const CheckedAccess& access) {
  undefined_.access(access);
  if (access.space == trace::MemorySpace::local)
    local_.access(access);
  else
    access_of_others(access);
  return undefined_.has_some(access.slot, access.warp);
}

/// An access to memory that other threads can access as well.
void Checker::access_of_others(const CheckedAccess& access) {
  using trace::MemorySpace;
  const Decoded& instruction = access.instruction;
  // mbarrier.inval writes nothing that a thread may read; later uses of its memory are checked.
  if (clocks_.exhausted() || instruction.mbarrier == ptx::MbarrierOp::inval) return;
  const bool shared = access.space == MemorySpace::shared;
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  const BlockClock& block = clocks_.block(access.slot);
  const WarpClock& warp = block.warps[access.warp];
  Present present{access, clocks_, block, warp, remembered_[access.pc], bytes, shared, copies_[access.pc]};
  present.races = &races_;
  PastAccess& now = present.now;
  now.pc = remembered_[access.place].pc;
  // otherwise the mbarrier_… functions record its effects
  const bool synchronises = now.strong && instruction.mbarrier == ptx::MbarrierOp::none;
  if (synchronises && (shared || access.space == MemorySpace::global)) synchronise(access);
  if (synchronises && signals_.active() && (shared || access.space == MemorySpace::global)) {
    signals_.access(access, block, clocks_.now());
    now.time = clocks_.now();
    if (instruction.kind != Kind::load) clocks_.advance();
  }
  now.thread = warp.first_thread;
  now.writes = instruction.kind != Kind::load;  // cp.async reads at issue, and writes on completion
  if (now.time == 0) now.time = clocks_.now();
  const bool plain = shared && instruction.kind == Kind::load && instruction.copy == ptx::CopyStep::none && !now.strong;
  if (plain && races_.plain_load({access.slot, access.warp, access.pc, access.active, bytes, 0, access.offsets, access.layout},
                                 remembered_[access.pc], block))
    return;
  if (shared && now.writes) barriers_.take_part(access.slot, access.warp, access.active);
  if (now.volatile_data && now.writes && !Report::changes_memory(present)) now.volatile_data = false;
  if (shared || access.space == MemorySpace::global) races_.access(present);
}

void Checker::barrier_joined(std::uint32_t slot, std::uint32_t number, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes,
                             bool waits) {
  BlockClock& block = clocks_.block(slot);
  clocks_.arrive(block, number, warp, lanes, waits);
  const ComerToBarrier comer{block.warps[warp].first_thread + static_cast<std::uint32_t>(std::countr_zero(lanes)), pc};
  if (waits) barriers_.take_part(slot, warp, lanes);
  if (const auto first = barriers_.come(slot, number, comer)) report_.came_apart(*first, comer, lanes);
}

void Checker::passed_by(std::uint32_t slot, std::uint32_t warp, LanesAt waiting, LanesAt passing) {
  const std::uint32_t first = clocks_.block(slot).warps[warp].first_thread;
  const auto one_of = [&](LanesAt at) {
    return ComerToBarrier{first + static_cast<std::uint32_t>(std::countr_zero(at.lanes)), at.pc};
  };
  report_.came_apart(one_of(waiting), one_of(passing), passing.lanes, true);
}

void Checker::barrier_complete(std::uint32_t slot, std::uint32_t number, std::uint32_t live) {
  clocks_.complete(clocks_.block(slot), number, live);
  if (const auto passed = barriers_.complete(slot, number)) report_.left_before(passed->waited, passed->left, passed->count);
}

void Checker::exited(std::uint32_t slot, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes) {
  clocks_.block(slot).exited += static_cast<std::uint32_t>(std::popcount(lanes));
  barriers_.leave(slot, warp, lanes, clocks_.block(slot).warps[warp].first_thread, pc);
}

void Checker::jumped_back(std::uint32_t slot, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes) {
  if (!rounds_.begins_round(pc) || clocks_.exhausted()) return;
  clocks_.advance();
  rounds_.jumped_back(slot, warp, pc, lanes, clocks_.now());
}

/// The barrier does not wait for lanes that have exited (CUDA C++ Programming Guide, "__syncwarp": all non-exited threads of the
/// mask), and it orders memory only "among threads participating in the barrier": not what exited lanes have written.
void Checker::warp_sync(std::uint32_t slot, std::uint32_t warp, std::uint32_t lanes) {
  BlockClock& block = clocks_.block(slot);
  const std::uint64_t from_here = threads_per_block_ - std::uint64_t{warp} * warp_size;
  const std::uint32_t lanes_of_warp = from_here < warp_size ? (1u << from_here) - 1 : all_lanes;
  clocks_.meet(block, block.warps[warp], lanes, lanes == lanes_of_warp);
}

void Checker::mbarrier_started(std::uint32_t slot, std::uint64_t object) { clocks_.forget(clocks_.block(slot), object); }

void Checker::mbarrier_arrived(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object, bool releases,
                               bool completes) {
  BlockClock& block = clocks_.block(slot);
  if (releases) clocks_.arrive_at(block, block.warps[warp], lane, object);
  if (completes) clocks_.complete_phase(block, object);
}

void Checker::mbarrier_passed(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object) {
  BlockClock& block = clocks_.block(slot);
  clocks_.pass(block, block.warps[warp], lane, object);
}

void Checker::fence(std::uint32_t slot, std::uint32_t warp, const Decoded& instruction, std::uint32_t active) {
  BlockClock& block = clocks_.block(slot);
  clocks_.fence(block, block.warps[warp], active, is_of_block(instruction.scope));
}

std::uint32_t Checker::copy_issued() {
  clocks_.advance();
  return clocks_.now();
}

bool Checker::absorb(Checks& others) {
  Checker& other = static_cast<Checker&>(others);  // of the same MakeChecks
  const bool complete = !left_something_out() && !other.left_something_out();
  return clocks_.absorb(other.clocks_) && report_.absorb(other.report_) && complete;
}

launch::RangesOfBytes Checker::unwritten(const Allocation& allocation) const {
  return clocks_.exhausted() ? launch::RangesOfBytes{} : races_.unwritten(allocation);
}

std::string Checker::unchecked() const {
  if (clocks_.exhausted())
    return "The checks stopped before the end: this launch synchronises, or goes round its loops, more than 4 billion times.";
  const std::uint64_t bytes = races_.given_up_bytes();
  if (bytes == 0) return "";
  return "The checks left out " + base::counted(bytes, "byte") +
         " of global memory: there is no room to remember each access to them. A smaller launch can be checked as a whole.";
}

void Checker::fault(const launch::Fault& fault, const std::optional<launch::Witness>& other) {
  const auto kind = launch::finding_kind_named(launch::name(fault.kind));
  if (!kind) return;  // a trap, or a failure of the device itself
  launch::Finding finding;
  finding.kind = *kind;
  finding.space = fault.space;
  finding.buffer = fault.buffer;
  finding.element = fault.element;
  finding.first = {fault.block, fault.thread, fault.file, fault.line, fault.column, fault.access};
  finding.second = other;
  finding.message = fault.message;
  report_.name_as_written(finding);
  report_.add(std::move(finding));
}

std::unique_ptr<Checks> make_checker(const launch::Launch& launch, const Program& program, std::uint64_t room) {
  return std::make_unique<Checker>(launch, program, room);
}

}  // namespace warplens::simt
