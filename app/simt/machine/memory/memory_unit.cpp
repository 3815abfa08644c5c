#include "simt/machine/memory/memory_unit.h"

#include <algorithm>
#include <bit>

#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

/// Memory that a kernel may not write.
bool is_constant(trace::MemorySpace space) {
  return space == trace::MemorySpace::constant || space == trace::MemorySpace::parameter;
}

/// The bytes that a store or an atomic may change; of a load, none.
std::vector<std::byte> content_of(const Decoded& instruction, const Request& request) {
  std::vector<std::byte> content;
  if (instruction.kind == Kind::load) return content;
  each_lane(request.active, [&](std::size_t lane) {
    const std::byte* const begin = request.window.memory + request.lowest + (*request.distances)[lane];
    content.insert(content.end(), begin, begin + std::size_t{instruction.bytes} * instruction.vector);
  });
  return content;
}

}  // namespace

MemoryUnit::MemoryUnit(const LaunchContext& context, std::span<std::byte> parameters, GlobalMemory& memory,
                       const CoreShare& share, Copies& copies, Mbarriers& mbarriers, Observation& observation, Faults& faults)
    : context_(context),
      program_(context.program),
      spec_(context.spec),
      executor_(context.executor),
      parameters_(parameters),
      memory_(memory),
      share_(share),
      copies_(copies),
      mbarriers_(mbarriers),
      observation_(observation),
      faults_(faults),
      state_(context),
      l2_(share.common != nullptr ? share.common->l2 : state_.l2) {
  make_caches();
}

std::uint64_t MemoryUnit::bytes(const State& state) {
  std::uint64_t sum = state.patterns.size() * sizeof(AccessPattern) + state.atomics.bytes();
  for (const AtomicQueue& queue : state.shared) sum += queue.bytes();
  for (const L1Cache& cache : state.l1) sum += cache.bytes();
  return sum + state.l2.bytes();
}

/// The window of memory that contains an address of this access.
void MemoryUnit::find_window(Running& running, const Decoded& instruction, std::uint64_t address, Request& request) {
  ptx::Space space = instruction.space;
  std::uint64_t base = 0;
  if (space == ptx::Space::generic) {
    base = address >> slot_bits << slot_bits;
    space = base == shared_window      ? ptx::Space::shared
            : base == local_window     ? ptx::Space::local
            : base == parameter_window ? ptx::Space::param
                                       : ptx::Space::global;
  }
  switch (space) {
    case ptx::Space::shared: {
      std::vector<std::byte>& shared = running.block.shared;
      request.window = {shared.data(), base, shared.size()};
      request.space = trace::MemorySpace::shared;
      break;
    }
    case ptx::Space::local:
      request.window = {running.warp.frame.local, base, running.warp.frame.local_stride};
      request.space = trace::MemorySpace::local;
      request.local = true;
      request.stride = running.warp.frame.local_stride;
      break;
    case ptx::Space::param:
      request.window = {parameters_.data(), base, context_.function.parameter_bytes};
      request.space = trace::MemorySpace::parameter;
      break;
    default:
      request.allocation = memory_.find(address);
      if (request.allocation == nullptr) break;
      request.window = request.allocation->window;
      if (request.allocation->constant) request.space = trace::MemorySpace::constant;
      break;
  }
}

/// All active lanes as one request, in the instruction's AccessPattern. False unless all are inside one window and aligned.
bool MemoryUnit::locate(Running& running, const Decoded& instruction, std::uint32_t active, Request& request) {
  AccessPattern& pattern = state_.patterns[instruction.access];
  const std::uint64_t address = lowest_address(running.warp.frame, instruction, active, pattern);
  find_window(running, instruction, address, request);
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  const std::uint64_t lowest = address - request.window.base;
  if (!pattern.fits(lowest, request.window.size, bytes)) return false;
  if (is_constant(request.space) && instruction.kind != Kind::load) return false;
  request.active = active;
  request.lowest = lowest;
  if (request.local) {
    request.own.fill(0);
    each_lane(active, [&](std::size_t lane) { request.own[lane] = pattern.from_lowest[lane] + lane * request.stride; });
    request.distances = &request.own;
    return true;
  }
  request.distances = &pattern.from_lowest;
  request.in_pattern = true;
  if (instruction.vector == 1) request.layout = pattern.layout;
  return true;
}

/// Restrict request.active to the lanes in the window of the first. Lanes in other buffers are not an error; a lane in no buffer
/// is: returns false.
bool MemoryUnit::locate_some(Running& running, const Decoded& instruction, Request& request) {
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  LaneOffsets addresses;
  executor_.addresses(running.warp.frame, instruction, addresses);
  const std::uint64_t address = addresses[static_cast<std::size_t>(std::countr_zero(request.active))];
  find_window(running, instruction, address, request);
  const bool writes_constant = is_constant(request.space) && instruction.kind != Kind::load;
  const auto same_window = [&](std::size_t lane) { return addresses[lane] >> slot_bits == address >> slot_bits; };
  const bool windows_differ = instruction.space == ptx::Space::generic || instruction.space == ptx::Space::global ||
                              instruction.space == ptx::Space::constant;
  std::uint32_t together = 0;
  int bad = -1;
  request.own.fill(0);
  each_lane(request.active, [&](std::size_t lane) {
    if (windows_differ && !same_window(lane)) return;
    together |= 1u << lane;
    const std::uint64_t offset = addresses[lane] - request.window.base;
    const bool inside = request.window.size >= bytes && offset <= request.window.size - bytes && offset % bytes == 0;
    if ((!inside || writes_constant) && bad < 0) bad = static_cast<int>(lane);
    request.own[lane] = offset + (request.local ? lane * request.stride : 0);
  });
  if (bad >= 0) {
    faults_.raise_access(running.warp, instruction, running.group.pc, bad, addresses[static_cast<std::size_t>(bad)], request);
    return false;
  }
  request.active = together;
  request.distances = &request.own;
  return true;
}

/// Whether an access agrees with the decoded program's analysis: an access that runs ahead uses no memory that other warps write,
/// and writes go only to memory that the program may write.
bool MemoryUnit::is_as_decoded(const Decoded& instruction, const Request& request) const {
  const Allocation* const allocation = request.allocation;
  switch (instruction.order) {
    case Order::free:
    case Order::unwritten:
      return request.space != trace::MemorySpace::shared &&
             (allocation == nullptr || allocation->constant || (instruction.kind == Kind::load && !allocation->written));
    case Order::shared_read:
      return true;
    default:
      return instruction.kind == Kind::load || allocation == nullptr || allocation->written;
  }
}

/// In parallel with other cores: whether no other core has touched the memory of these lanes. Otherwise the launch starts over.
bool MemoryUnit::claim(const Allocation& allocation, std::uint64_t lowest, const LaneOffsets& distances, std::uint32_t active,
                       std::uint32_t bytes, bool consecutive) {
  if (!share_.common->claims.take(share_.core, allocation, lowest, distances, active, bytes, consecutive)) faults_.start_over();
  return !faults_.must_start_over();
}

/// Fast path of the most common accesses: an unrecorded load or store of one element per lane, all in one buffer, or in shared
/// memory. False, without side effects, if the access is not of this form.
template <typename Observer>
[[gnu::always_inline]] inline bool MemoryUnit::access_at_once(Running& running, const Decoded& instruction, std::uint32_t active,
                                                              std::uint64_t& done) {
  const bool shared = instruction.space == ptx::Space::shared, loads = instruction.kind == Kind::load;
  if (!shared && instruction.space != ptx::Space::global && instruction.space != ptx::Space::generic) return false;
  const ResidentWarp& warp = running.warp;
  AccessPattern& pattern = state_.patterns[instruction.access];
  const std::uint64_t address = lowest_address(warp.frame, instruction, active, pattern);
  Window window;
  const Allocation *allocation = nullptr, *claimed = nullptr;
  if (shared) {
    std::vector<std::byte>& memory = running.block.shared;
    window = {memory.data(), 0, memory.size()};
  } else {
    allocation = memory_.find(address);
    if (allocation == nullptr || allocation->constant) return false;
    const bool strict = instruction.order == Order::strict;
    if (context_.runs_ahead && (loads ? allocation->written && !strict : !allocation->written || !strict)) return false;
    window = allocation->window;
    claimed = share_.common != nullptr ? allocation : nullptr;
  }
  const std::uint64_t lowest = address - window.base;
  if (!pattern.fits(lowest, window.size, instruction.bytes)) return false;
  const Observer observer(observation_);
  observer.accessed(running, active);
  if (claimed != nullptr && !claim(*claimed, lowest, pattern.from_lowest, active, instruction.bytes, pattern.layout.consecutive))
    return true;
  launch::Tally& tally = observation_.tally(running.group.pc);
  std::uint64_t cycles = 0;
  if (shared) {
    cycles = shared_cycles(running, passes(pattern, lowest, active, instruction.bytes), active, instruction.bytes, tally);
  } else {
    tally.bytes_asked += count_lanes(active) * instruction.bytes;
    cycles = global_cycles(running, instruction, *allocation, lowest, lines(pattern, lowest, active), tally);
  }
  done = running.clock + std::max<std::uint64_t>(1, cycles);
  if constexpr (Observer::checks) {
    if (shared || !context_.runs_ahead || allocation->written) {
      Request request;
      request.active = active;
      request.lowest = lowest;
      request.distances = &pattern.from_lowest;
      request.window = window;
      request.allocation = allocation;
      if (shared) request.space = trace::MemorySpace::shared;
      request.layout = pattern.layout;
      observer.check(running, instruction, request);
    }
  }
  const Row row = instruction.operands[0];
  if (row == no_row) return true;
  if (loads)
    instruction.load(window.memory + lowest, pattern.from_lowest, warp.frame.destination(row), active, pattern.layout);
  else
    instruction.store(window.memory + lowest, pattern.from_lowest, warp.frame.source(row), active, pattern.layout);
  return true;
}

/// ldmatrix, stmatrix: the lanes that address the rows. Raises a fault unless all lanes of the warp execute it.
std::uint32_t MemoryUnit::row_lanes(const Running& running, const Decoded& instruction, std::uint32_t active) {
  constexpr std::uint32_t rows = 8;
  const ResidentWarp& warp = running.warp;
  if (const std::uint32_t missing = warp.lanes.live() & ~active; missing != 0) {
    const int lane = std::countr_zero(active);
    faults_.raise(launch::FaultKind::invalid_mask, warp, running.group.pc, lane,
                  "all threads of a warp load and store matrices together; " + faults_.thread_text(warp, lane) + " is at " +
                      faults_.place_text(running.group.pc) + " without lane " + std::to_string(std::countr_zero(missing)));
    return 0;
  }
  return instruction.pieces_end != 0 ? active : active & (all_lanes >> (warp_size - rows * instruction.matrices));
}

template <typename Observer>
void MemoryUnit::access(Running& running, const Decoded& instruction, std::uint32_t active) {
  const std::uint32_t together = active;
  if (instruction.texture != no_texture) return access_texture<Observer>(running, instruction, active);
  if (instruction.matrices != 0) {
    active = row_lanes(running, instruction, active);
    if (active == 0) return;
    if (instruction.pieces_end != 0) return access_pieces<Observer>(running, instruction, active);
    if (instruction.kind == Kind::store) instruction.execute(running.warp.frame, instruction, together);
  }
  std::uint64_t done = running.clock;
  const bool plain = (instruction.load != nullptr || instruction.store != nullptr) && instruction.vector == 1;
  const bool seen = Observer(observation_).sees_values(instruction) || observation_.loops().active();
  if constexpr (Observer::observes) {
    if (instruction.loads_shared && !seen &&
        load_shared<Observer>(running, instruction, active, observation_.tally(running.group.pc)))
      return;
  }
  if (!plain || seen || !access_at_once<Observer>(running, instruction, active, done))
    done = request<Observer>(running, instruction, active);
  if (instruction.matrices != 0 && instruction.kind == Kind::load) instruction.execute(running.warp.frame, instruction, together);
  state_.end_cycle = std::max(state_.end_cycle, done);
  if (instruction.polls) {
    running.group.looked = true;
    mbarriers_.made_progress(running.slot);
  }
  for (std::uint32_t r = instruction.ready_begin; r < instruction.ready_end; ++r) running.warp.ready[program_.waits[r]] = done;
}

/// wmma.load, wmma.store: one access after the other.
template <typename Observer>
void MemoryUnit::access_pieces(Running& running, const Decoded& instruction, std::uint32_t active) {
  std::uint64_t done = running.clock;
  instruction.execute(running.warp.frame, instruction, active);
  for (std::uint32_t p = instruction.pieces_begin; p < instruction.pieces_end && !faults_.stop(); ++p) {
    const Decoded& piece = program_.pieces[p];
    done = std::max(done, request<Observer>(running, piece, active));
    if (piece.execute != nullptr) piece.execute(running.warp.frame, piece, active);
  }
  state_.end_cycle = std::max(state_.end_cycle, done);
  for (std::uint32_t r = instruction.ready_begin; r < instruction.ready_end; ++r) running.warp.ready[program_.waits[r]] = done;
}

/// One request for all lanes, or one per window accessed. Returns the cycle in which the last completes.
template <typename Observer>
[[gnu::noinline]] std::uint64_t MemoryUnit::request(Running& running, const Decoded& instruction, std::uint32_t active) {
  std::uint64_t done = running.clock;
  Request whole;
  if (locate(running, instruction, active, whole)) {
    serve<Observer>(running, instruction, whole, done);
    return done;
  }
  for (std::uint32_t rest = active; rest != 0 && !faults_.must_start_over();) {
    Request some;
    some.active = rest;
    if (!locate_some(running, instruction, some)) break;
    rest &= ~some.active;
    serve<Observer>(running, instruction, some, done);
  }
  return done;
}

/// What the request counted last took from each level.
trace::RequestPath MemoryUnit::path_since(const launch::Tally& before, const launch::Tally& now) const {
  const auto count = [](std::uint64_t sectors) { return static_cast<std::uint8_t>(sectors); };  // of 32 lanes: at most 128
  trace::RequestPath path{.memory = count(now.l2_misses - before.l2_misses),
                          .l1 = count(now.l1_hits - before.l1_hits),
                          .l2 = count(now.l2_hits - before.l2_hits)};
  if (path.memory != 0) path.queued = static_cast<std::uint32_t>(std::min<std::uint64_t>(l2_.queue_cycles(), ~0u));
  return path;
}

template <typename Observer>
void MemoryUnit::serve(Running& running, const Decoded& instruction, Request& request, std::uint64_t& done) {
  const std::uint32_t pc = running.group.pc;
  const std::uint64_t clock = running.clock;
  // Two parameters of a program's launch may point to the same memory: warps then meet there in another order, which the kernel
  // allows as well.
  if (context_.runs_ahead && !context_.launch.placement && !is_as_decoded(instruction, request)) {
    faults_.start_over();
    return;
  }
  if (share_.common != nullptr && request.allocation != nullptr &&
      !claim(*request.allocation, request.lowest, *request.distances, request.active,
             std::uint32_t{instruction.bytes} * instruction.vector, false))
    return;
  launch::Tally& tally = observation_.tally(pc);
  const launch::Tally before = Observer::observes ? tally : launch::Tally{};
  request.done = clock + std::max<std::uint64_t>(1, cost(running, instruction, request, tally));
  done = std::max(done, request.done);
  if constexpr (Observer::observes) request.path = path_since(before, tally);
  Observer(observation_).check(running, instruction, request);
  std::vector<std::byte> content;
  if (observation_.loops().active()) content = content_of(instruction, request);
  if (instruction.kind == Kind::atomic) {
    const bool changed = instruction.mbarrier == ptx::MbarrierOp::none
                             ? perform_atomic<Observer>(running, instruction, request)
                             : mbarriers_.perform<Observer>(running, instruction, request);
    (changed ? running.group.changed : running.group.looked) = true;
  } else {
    perform<Observer>(running, instruction, request);
    if (instruction.copy != ptx::CopyStep::none) copies_.stage(running.slot, instruction, pc, request);
  }
  if (observation_.loops().active()) watch(running, instruction, request, content);
}

void MemoryUnit::check(const Running& running, native::SharedMemory& memory) {
  if (memory.next == nullptr) return;
  ResidentWarp& warp = running.warp;
  std::vector<std::byte>& shared = running.block.shared;
  for (const native::UncheckedLoad* load = unchecked_.data(); load != memory.next; ++load) {
    const Decoded& instruction = program_.code[load->pc];
    const AccessPattern& pattern = state_.patterns[instruction.access];
    observation_.recorder().step(running.clock, warp.in_grid, load->pc, all_lanes);
    if (observation_.checks()->plain_load({warp.block, warp.in_block, load->pc, all_lanes,
                                           std::uint32_t{instruction.bytes} * instruction.vector, load->lowest,
                                           pattern.from_lowest, pattern.layout}))
      continue;
    Request request;
    request.active = all_lanes;
    request.lowest = load->lowest;
    request.distances = &pattern.from_lowest;
    request.window = {shared.data(), 0, shared.size()};
    request.space = trace::MemorySpace::shared;
    if (instruction.vector == 1) request.layout = pattern.layout;
    observation_.check_access(warp, running.group.frame, instruction, load->pc, request);
  }
  memory.next = unchecked_.data();
}

/// Report an access that has taken place to the LoopWatch. `before`: the content of its memory before.
void MemoryUnit::watch(const Running& running, const Decoded& instruction, const Request& request,
                       const std::vector<std::byte>& before) {
  LoopWatch& loops = observation_.loops();
  if (!request.local && instruction.kind != Kind::store && !is_constant(request.space))
    loops.read(running.slot, instruction, running.group.pc, request,
               request.allocation != nullptr ? memory_.slot_of(*request.allocation) : 0);
  if (instruction.kind == Kind::load) return;
  if (content_of(instruction, request) != before)
    loops.changed();
  else if (!request.local)
    loops.wrote_the_same();
}

template <typename Observer>
void MemoryUnit::perform(Running& running, const Decoded& instruction, const Request& request) {
  const ResidentWarp& warp = running.warp;
  const bool loads = instruction.kind == Kind::load;
  for (std::uint32_t i = 0; i < instruction.vector; ++i) {
    const Row row = value_row(warp.frame, instruction, i);
    std::byte* const memory = request.window.memory + request.lowest + std::uint64_t{i} * instruction.bytes;
    if (row == no_row) continue;
    if (loads)
      instruction.load(memory, *request.distances, warp.frame.destination(row), request.active, request.layout);
    else
      instruction.store(memory, *request.distances, warp.frame.source(row), request.active, request.layout);
  }
  Observer(observation_).moved(running, instruction, request);
}

template void MemoryUnit::serve<NoObserver>(Running&, const Decoded&, Request&, std::uint64_t&);
template void MemoryUnit::serve<TraceObserver>(Running&, const Decoded&, Request&, std::uint64_t&);
template void MemoryUnit::serve<CheckObserver>(Running&, const Decoded&, Request&, std::uint64_t&);
template void MemoryUnit::access<NoObserver>(Running&, const Decoded&, std::uint32_t);
template void MemoryUnit::access<TraceObserver>(Running&, const Decoded&, std::uint32_t);
template void MemoryUnit::access<CheckObserver>(Running&, const Decoded&, std::uint32_t);

}  // namespace warplens::simt
