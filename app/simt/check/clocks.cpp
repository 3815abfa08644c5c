#include "simt/check/clocks.h"

#include <algorithm>
#include <bit>

#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

using Whose = KnowledgeKey::Kind;

std::uint64_t key_of_thread(const WarpClock& warp, std::size_t lane) {
  return KnowledgeKey::of(Whose::thread, warp.first_thread + static_cast<std::uint32_t>(lane));
}
std::uint64_t key_of(const WarpClock& warp) { return KnowledgeKey::of(Whose::warp, warp.first_thread / warp_size); }

}  // namespace

void Clocks::start_block(std::uint32_t slot, std::uint32_t index) {
  if (slot >= blocks_.size()) blocks_.resize(slot + 1);
  BlockClock& block = blocks_[slot];
  for (const auto* logs : {&block.shared_logs, &block.block_logs})
    for (const auto& [location, log] : *logs) logs_.drop(log);
  block = {};
  block.index = index;
  block.threads = warps_per_block_ * warp_size;
  block.first_thread = index * block.threads;
  block.start = block.time = tick();
  block.warps.resize(warps_per_block_);
  for (std::uint32_t w = 0; w < warps_per_block_; ++w) {
    block.warps[w].first_thread = block.first_thread + w * warp_size;
    block.warps[w].time = block.time;
  }
  new_quiet_tags(block);
  if (quiet_reads_ == 0) {
    quiet_reads_ = tick();
    quiet_atomics_ = tick();
  }
}

bool Clocks::absorb(const Clocks& other) {
  now_ += std::min(other.now_, ~now_);
  return !exhausted();
}

void Clocks::new_quiet_tags(BlockClock& block) {
  block.quiet_reads = tick();
  block.quiet_atomics = tick();
}

/// A thread of the block has acquired new knowledge.
void Clocks::new_quiet_tags_for_all(BlockClock& block) {
  quiet_reads_ = tick();
  quiet_atomics_ = tick();
  new_quiet_tags(block);
}

LaneClocks& Clocks::lanes_of(BlockClock& block, WarpClock& warp) {
  block.apart = true;
  if (!warp.lanes) warp.lanes = std::make_unique<LaneClocks>();
  return *warp.lanes;
}

/// Whether an ordering other than block and warp barriers puts `past` before `thread`.
bool Clocks::known(const PastAccess& past, std::uint32_t thread, const BlockClock& block, const WarpClock& warp) const {
  const std::uint32_t lane = thread % warp_size;
  if ((past.thread ^ thread) < warp_size && warp.lanes && past.time < warp.lanes->met[lane][past.thread % warp_size]) return true;
  const std::vector<std::uint64_t> keys{KnowledgeKey::of(Whose::thread, past.thread),
                                        KnowledgeKey::of(Whose::warp, past.thread / warp_size),
                                        KnowledgeKey::of(Whose::block, past.thread / block.threads)};
  return reach(keys, past.time, past.time, lane, block, warp);
}

/// The same for all lanes of the two warps, without what only some of them have learned.
bool Clocks::known_to_all(const PastAccess& past, const BlockClock& block, const WarpClock& warp) const {
  const std::vector<std::uint64_t> keys{KnowledgeKey::of(Whose::warp, past.thread / warp_size),
                                        KnowledgeKey::of(Whose::block, past.thread / block.threads)};
  return block.known.has(keys, past.time) || warp.known.has(keys, past.time) ||
         logs_.reach(warp.known, keys, past.time, past.time) || logs_.reach(block.known, keys, past.time, past.time);
}

bool Clocks::ordered_by_unfenced_lock(const PastAccess& past, std::uint32_t thread, const BlockClock& block,
                                      const WarpClock& warp) const {
  const std::uint32_t lane = thread % warp_size;
  if ((warp.unfenced_locks >> lane & 1) == 0 || past.thread == thread) return false;
  const bool of_block = past.thread - block.first_thread < block.threads;
  if (of_block && (past.time < block.time || (warp.narrow_fences >> lane & 1) != 0)) return false;
  const bool of_warp = (past.thread ^ thread) < warp_size;
  if (of_warp && (past.time < warp.time || past.time < warp.lanes->met[lane][past.thread % warp_size])) return false;
  const std::vector<std::uint64_t> keys{KnowledgeKey::of(Whose::thread, past.thread),
                                        KnowledgeKey::of(Whose::warp, past.thread / warp_size),
                                        KnowledgeKey::of(Whose::block, past.thread / block.threads)};
  return !logs_.reach(warp.lanes->before_lock[lane], keys, past.time, past.time) &&
         !logs_.reach(warp.known, keys, past.time, past.time) && !logs_.reach(block.known, keys, past.time, past.time);
}

/// Whether a lane knows one of `keys` beyond `time`. What it knows without a log, most often through a barrier, is looked up
/// first: following the logs costs as much as there are.
bool Clocks::reach(const std::vector<std::uint64_t>& keys, std::uint32_t time, std::uint32_t since, std::uint32_t lane,
                   const BlockClock& block, const WarpClock& warp) const {
  if (block.known.has(keys, time) || warp.known.has(keys, time)) return true;
  return (warp.lanes && logs_.reach(warp.lanes->known[lane], keys, time, since)) || logs_.reach(warp.known, keys, time, since) ||
         logs_.reach(block.known, keys, time, since);
}

/// Whether a lane knows that the operations of `key` before `time` have happened. `unwritten`: where `key` counts writes, a time
/// up to which there were fewer; 0 if none is known.
bool Clocks::knows(std::uint64_t key, std::uint32_t time, std::uint32_t unwritten, std::uint32_t lane, const BlockClock& block,
                   const WarpClock& warp) const {
  const std::uint32_t number = KnowledgeKey::number(key);
  std::vector<std::uint64_t> keys{key};
  const auto is_before = [&](std::uint32_t thread) {  // by a barrier of the block or the warp
    const bool of_warp = (thread ^ warp.first_thread) < warp_size;
    return (thread - block.first_thread < block.threads && time <= block.time) || (of_warp && time <= warp.time);
  };
  const auto of_thread = [&](std::uint32_t thread) { return KnowledgeKey::of(Whose::block, thread / block.threads); };
  switch (KnowledgeKey::kind(key)) {
    case Whose::thread:
      if (number == warp.first_thread + lane || is_before(number)) return true;
      if ((number ^ warp.first_thread) < warp_size && warp.lanes && time <= warp.lanes->met[lane][number % warp_size])
        return true;
      keys.push_back(KnowledgeKey::of(Whose::warp, number / warp_size));
      keys.push_back(of_thread(number));
      break;
    case Whose::warp:
      if (is_before(number * warp_size)) return true;
      keys.push_back(of_thread(number * warp_size));
      break;
    case Whose::block:
      if (number == block.index && time <= block.time) return true;
      break;
    case Whose::log:
    case Whose::writes:
      break;
  }
  const std::uint32_t since = KnowledgeKey::is_log(key)                  ? logs_[number].not_released_at(time)
                              : KnowledgeKey::kind(key) == Whose::writes ? unwritten
                                                                         : time - 1;
  return reach(keys, time - 1, since, lane, block, warp);
}

/// A lane acquires what was released into a log. True if it has learned something. Of a single release, which a plain store
/// makes, it learns what it did not know; of more, or of very much, it keeps the log and its position. So a variable that is
/// stored again and again leaves nothing behind. Only what a lane learns by taking a lock needs a
/// fence after the lock.
bool Clocks::acquire(BlockClock& block, WarpClock& warp, std::uint32_t lane, std::uint32_t number, bool by_lock) {
  constexpr std::size_t max_copied = 64;
  const ReleaseLog& log = logs_[number];
  if (log.position() == 0) return false;
  LaneClocks& own = lanes_of(block, warp);
  const auto learn = [&](std::uint64_t key, std::uint32_t time) {
    if (!by_lock && (warp.unfenced_locks >> lane & 1) != 0) own.before_lock[lane].learn(key, time);
    return own.known[lane].learn(key, time);
  };
  const std::uint64_t key = KnowledgeKey::of(Whose::log, number);
  if (log.position() == 1) {
    const std::uint32_t before = log.not_released_at(1);
    if (reach({key}, 0, before, lane, block, warp)) return false;
    std::vector<Knowledge::Entry> news;
    log.each([&](std::uint64_t each, std::uint32_t time) {
      const std::uint32_t unwritten = each == log.written() ? before : 0;
      if (news.size() <= max_copied && !knows(each, time, unwritten, lane, block, warp)) news.push_back({each, time});
    });
    if (news.size() <= max_copied) {
      for (const Knowledge::Entry& entry : news) learn(entry.key, entry.time);
      return !news.empty();
    }
  }
  logs_.refer_to(number);
  return learn(key, log.position());
}

bool Clocks::observed(std::uint32_t writer, std::uint64_t location, bool shared, std::uint32_t thread, const BlockClock& block,
                      const WarpClock& warp) const {
  const auto& variables = shared ? block.writes : writes_;
  const auto variable = variables.find(location);
  if (variable == variables.end()) return false;
  const auto last = variable->second.of_threads.find(writer);
  if (last == variable->second.of_threads.end()) return false;
  const auto [count, time] = last->second;
  return reach({KnowledgeKey::of(Whose::writes, variable->second.number)}, count - 1, time - 1, thread % warp_size, block, warp);
}

/// Accesses that `lanes` of a warp have fenced at device scope.
void Clocks::collect_fences(const BlockClock& block, const WarpClock& warp, std::uint32_t lanes, Knowledge& fenced) const {
  fenced.join(warp.fenced);
  if (!warp.lanes) return;
  std::uint32_t least = lanes == all_lanes ? ~0u : 0;
  each_lane(lanes, [&](std::size_t lane) { least = std::min(least, warp.lanes->device_fence[lane].time); });
  if (least != 0) fenced.learn(key_of(warp), least);
  each_lane(lanes, [&](std::size_t lane) {
    const FenceMark& mark = warp.lanes->device_fence[lane];
    if (mark.time > least) fenced.learn(key_of_thread(warp, lane), mark.time);
    if (mark.time == 0) return;
    fenced.learn(key_of(warp), mark.warp_time);
    fenced.learn(KnowledgeKey::of(Whose::block, block.index), mark.block_time);
  });
}

void Clocks::arrive(BlockClock& block, std::uint32_t number, std::uint32_t warp, std::uint32_t lanes, bool waits) {
  block.arrivals[number].push_back({warp, lanes, now_ + 1, waits});
  if (waits) return;
  BlockClock::Arrival& arrival = block.arrivals[number].back();
  collect_knowledge(block, block.warps[warp], lanes, arrival.known, arrival.fenced);
  tick();  // its later operations are not ordered by the barrier
}

/// What `lanes` know of other warps, and have fenced.
void Clocks::collect_knowledge(const BlockClock& block, const WarpClock& warp, std::uint32_t lanes, Knowledge& known,
                               Knowledge& fenced) const {
  if (warp.lanes) each_lane(lanes, [&](std::size_t lane) { known.join(warp.lanes->known[lane]); });
  known.join(warp.known);
  collect_fences(block, warp, lanes, fenced);
}

/// A barrier of all threads: the knowledge of each becomes the knowledge of all.
void Clocks::join_block(BlockClock& block) {
  block.time = tick();
  new_quiet_tags(block);
  if (!block.apart) return;
  for (WarpClock& warp : block.warps) {
    warp.unfenced_locks = 0;
    collect_fences(block, warp, all_lanes, block.fenced);
    block.known.join(warp.known);
    warp.known.clear();
    warp.fenced.clear();
    if (!warp.lanes) continue;
    for (Knowledge& known : warp.lanes->known) {
      block.known.join(known);
      known.clear();
    }
  }
}

void Clocks::complete(BlockClock& block, std::uint32_t number, std::uint32_t live) {
  std::vector<BlockClock::Arrival> arrivals = std::move(block.arrivals[number]);
  block.arrivals[number].clear();
  std::uint32_t waiting = 0;
  for (const auto& arrival : arrivals) {
    if (arrival.waits) waiting += static_cast<std::uint32_t>(std::popcount(arrival.lanes));
  }
  if (waiting >= live) return join_block(block);

  Knowledge joined, fenced;
  for (const auto& arrival : arrivals) {
    const WarpClock& warp = block.warps[arrival.warp];
    std::uint32_t others = 0, least = arrival.time;  // lanes of the warp, and when the first of them arrived
    for (const auto& other : arrivals) {
      if (other.warp != arrival.warp) continue;
      others |= other.lanes;
      least = std::min(least, other.time);
    }
    if (others == all_lanes) joined.learn(key_of(warp), least);
    each_lane(arrival.lanes, [&](std::size_t lane) {
      // Lanes that do not wait may have gone on when others of their warp arrive.
      if (others != all_lanes || arrival.time != least) joined.learn(key_of_thread(warp, lane), arrival.time);
    });
    if (arrival.waits) {
      collect_knowledge(block, warp, arrival.lanes, joined, fenced);
    } else {
      joined.join(arrival.known);
      fenced.join(arrival.fenced);
    }
  }
  for (const auto& arrival : arrivals) {
    if (!arrival.waits) continue;
    WarpClock& warp = block.warps[arrival.warp];
    warp.unfenced_locks &= ~arrival.lanes;
    if (arrival.lanes == all_lanes) {
      warp.known.join(joined);
      warp.time = now_ + 1;
    } else {
      LaneClocks& lanes = lanes_of(block, warp);
      each_lane(arrival.lanes, [&](std::size_t lane) { lanes.known[lane].join(joined); });
    }
    warp.fenced.join(fenced);
  }
  block.apart = true;
  tick();
  new_quiet_tags(block);
}

void Clocks::meet(BlockClock& block, WarpClock& warp, std::uint32_t lanes, bool whole) {
  const std::uint32_t time = tick();
  warp.unfenced_locks &= ~lanes;
  if (whole) {
    warp.time = time;
    if (!warp.lanes) return;
    Knowledge fenced;
    collect_fences(block, warp, all_lanes, fenced);
    warp.fenced = std::move(fenced);
    for (Knowledge& known : warp.lanes->known) {
      warp.known.join(known);
      known.clear();
    }
    return;
  }
  LaneClocks& own = lanes_of(block, warp);
  std::array<std::uint32_t, warp_size> met{};
  Knowledge joined;
  each_lane(lanes, [&](std::size_t lane) {
    for (std::size_t other = 0; other < warp_size; ++other) met[other] = std::max(met[other], own.met[lane][other]);
    joined.join(own.known[lane]);
  });
  each_lane(lanes, [&](std::size_t lane) { met[lane] = time; });
  each_lane(lanes, [&](std::size_t lane) {
    own.met[lane] = met;
    own.known[lane] = joined;
  });
  collect_fences(block, warp, lanes, warp.fenced);
}

void Clocks::fence(BlockClock& block, WarpClock& warp, std::uint32_t lanes, bool block_scope) {
  LaneClocks& own = lanes_of(block, warp);
  synchronises_ = true;
  if (block_scope)
    warp.narrow_fences |= lanes;
  else
    warp.unfenced_locks &= ~lanes;
  const FenceMark mark{tick(), warp.time, block.time};
  each_lane(lanes, [&](std::size_t lane) {
    own.block_fence[lane] = mark;
    if (!block_scope) own.device_fence[lane] = mark;
  });
}

void Clocks::release(BlockClock& block, WarpClock& warp, std::uint32_t lane, const FenceMark& fence, std::uint32_t number) {
  ReleaseLog& log = logs_[number];
  const std::uint64_t itself = KnowledgeKey::of(Whose::log, number);
  log.begin_release(now_);
  if (fence.time != 0) {
    log.add(key_of_thread(warp, lane), fence.time);
    log.add(key_of(warp), fence.warp_time);
    log.add(KnowledgeKey::of(Whose::block, block.index), fence.block_time);
    if (warp.lanes) {  // lanes that this one met at a partial warp barrier
      for (std::uint32_t other = 0; other < warp_size; ++other) {
        log.add(key_of_thread(warp, other), std::min(warp.lanes->met[lane][other], fence.time));
      }
    }
  }
  const auto add = [&](const Knowledge& knowledge) {
    for (const Knowledge::Entry& entry : knowledge.entries()) {
      if (entry.key != itself) log.add(entry.key, entry.time);
    }
  };
  if (fence.time != 0) {
    if (warp.lanes) add(warp.lanes->known[lane]);
    add(warp.known);
    add(block.known);
  }
  add(warp.fenced);
  add(block.fenced);
}

void Clocks::arrive_at(BlockClock& block, WarpClock& warp, std::uint32_t lane, std::uint64_t object) {
  const auto [log, is_new] = block.shared_logs.try_emplace(object, 0u);
  if (is_new) log->second = logs_.create();
  release(block, warp, lane, {tick(), warp.time, block.time}, log->second);
}

void Clocks::complete_phase(BlockClock& block, std::uint64_t object) {
  const auto log = block.shared_logs.find(object);
  if (log != block.shared_logs.end()) block.phases[object] = logs_[log->second].position();
}

void Clocks::pass(BlockClock& block, WarpClock& warp, std::uint32_t lane, std::uint64_t object) {
  const auto log = block.shared_logs.find(object), phase = block.phases.find(object);
  if (log == block.shared_logs.end() || phase == block.phases.end()) return;
  logs_.refer_to(log->second);
  if (lanes_of(block, warp).known[lane].learn(KnowledgeKey::of(Whose::log, log->second), phase->second))
    new_quiet_tags_for_all(block);
}

void Clocks::forget(BlockClock& block, std::uint64_t object) {
  block.shared_logs.erase(object);
  block.phases.erase(object);
}

void Clocks::strong_access(BlockClock& block, WarpClock& warp, std::uint32_t lane, const Strong& access) {
  const auto log_in = [&](auto& logs) -> std::uint32_t& { return logs.try_emplace(access.location, ~0u).first->second; };
  auto& wide_logs = access.shared ? block.shared_logs : device_logs_;
  if (access.releases) fence(block, warp, 1u << lane, access.block_scope);
  if (access.reads) {
    bool news = false;
    const bool takes_lock = access.takes_lock && (warp.unfenced_locks >> lane & 1) == 0;
    if (takes_lock) {
      LaneClocks& own = lanes_of(block, warp);
      own.before_lock[lane] = own.known[lane];
      own.lock[lane] = access.pc;
    }
    const auto acquire_from = [&](const auto& logs) {
      const auto found = logs.find(access.location);
      if (found != logs.end()) news |= acquire(block, warp, lane, found->second, access.takes_lock);
    };
    acquire_from(wide_logs);
    if (!access.shared) acquire_from(block.block_logs);
    if (news) new_quiet_tags_for_all(block);
    if (news && takes_lock) {
      warp.unfenced_locks |= 1u << lane;
      warp.narrow_fences &= ~(1u << lane);
    }
  }
  if (!access.writes) return;
  if (!access.reads) {  // a plain store ends the release sequence; an atomic continues it
    const auto end = [&](auto& logs) {
      const auto found = logs.find(access.location);
      if (found == logs.end()) return;
      logs_.drop(found->second);
      logs.erase(found);
    };
    end(wide_logs);
    if (!access.shared) end(block.block_logs);
  }
  const FenceMark none;
  const FenceMark& device = warp.lanes ? warp.lanes->device_fence[lane] : none;
  const FenceMark& narrow = warp.lanes ? warp.lanes->block_fence[lane] : none;
  ReleasingWrites* written = nullptr;
  const auto release_into = [&](auto& logs, const FenceMark& mark) {
    std::uint32_t& log = log_in(logs);
    if (log == ~0u) log = logs_.create();
    release(block, warp, lane, mark, log);
    if (written == nullptr) {  // one write, although it may release into two logs
      written = &(access.shared ? block.writes : writes_)[access.location];
      if (written->number == 0) written->number = ++written_variables_;
      written->of_threads[warp.first_thread + lane] = {++written->count, now_};
    }
    logs_[log].add_write(KnowledgeKey::of(Whose::writes, written->number), written->count);
  };
  if (access.shared) {
    if (narrow.time != 0) release_into(wide_logs, narrow);
    return;
  }
  const bool others_fenced = !warp.fenced.empty() || !block.fenced.empty();
  if ((device.time != 0 || others_fenced) && !access.block_scope) release_into(wide_logs, device);
  if (narrow.time > device.time || (access.block_scope && narrow.time != 0)) release_into(block.block_logs, narrow);
}

}  // namespace warplens::simt
