#include "tests/check/race_oracle.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::simt {
namespace {

using StepKind = FuzzStep::Kind;
using Fence = FuzzStep::Fence;

std::uint32_t block_of(std::uint32_t thread) { return thread / fuzz_block_threads; }
std::uint32_t warp_of(std::uint32_t thread) { return thread / 32; }

/// Threads and steps as nodes, with more nodes where many threads meet.
class Graph {
 public:
  explicit Graph(std::size_t steps) : steps_(steps), edges_(fuzz_threads * steps) {
    for (std::uint32_t t = 0; t < fuzz_threads; ++t)
      for (std::size_t s = 0; s + 1 < steps; ++s) edges_[node(t, s)].push_back(node(t, s + 1));
  }
  void order(std::uint32_t from, std::size_t from_step, std::uint32_t to, std::size_t to_step) {
    edges_[node(from, from_step)].push_back(node(to, to_step));
  }
  void meet(const std::vector<std::uint32_t>& threads, std::size_t step) {
    const auto hub = static_cast<std::uint32_t>(edges_.size());
    edges_.emplace_back();
    for (const std::uint32_t t : threads) {
      edges_[node(t, step)].push_back(hub);
      edges_[hub].push_back(node(t, step));
    }
  }
  /// The nodes that come after one.
  std::vector<bool> after(std::uint32_t thread, std::size_t step) const {
    std::vector<bool> seen(edges_.size());
    std::vector<std::uint32_t> open{node(thread, step)};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const std::uint32_t next : edges_[at]) {
        if (seen[next]) continue;
        seen[next] = true;
        open.push_back(next);
      }
    }
    return seen;
  }
  std::size_t size() const { return edges_.size(); }
  std::uint32_t node(std::uint32_t thread, std::size_t step) const { return static_cast<std::uint32_t>(thread * steps_ + step); }

 private:
  std::size_t steps_;
  std::vector<std::vector<std::uint32_t>> edges_;
};

/// An access by one thread.
struct Access {
  std::size_t step;
  std::uint32_t thread;
  std::uint64_t cell;  ///< with space and block
  bool writes, strong = false, block_scope = false, locked = false;
  bool copied = false;              ///< written by an asynchronous copy
  std::optional<std::size_t> over;  ///< step at which the access is over; none: never
};

/// The step at which a thread has waited for the copy that it issues at one step.
std::optional<std::size_t> end_of_copy(const FuzzProgram& program, std::size_t issued, std::uint32_t thread) {
  std::uint32_t later = 0;  // groups
  for (std::size_t s = issued + 1; s < program.steps.size(); ++s) {
    const FuzzStep& step = program.steps[s];
    if (step.kind == StepKind::copy) ++later;
    const bool takes_part = !step.whole_warp || warp_of(thread) % fuzz_warps == step.first;
    if (step.kind == StepKind::wait && takes_part && later >= step.left) return s;
  }
  return std::nullopt;
}

std::vector<Access> accesses_of(const FuzzProgram& program) {
  std::vector<Access> all;
  for (std::size_t s = 0; s < program.steps.size(); ++s) {
    const FuzzStep& step = program.steps[s];
    const auto add = [&](std::uint32_t thread, std::uint32_t cell, bool locked) {
      const bool strong = step.kind >= StepKind::strong_load && step.kind <= StepKind::add;
      const bool writes = step.kind != StepKind::load && step.kind != StepKind::strong_load;
      const std::uint64_t place = step.shared ? 1 + block_of(thread) : 0;
      all.push_back({.step = s,
                     .thread = thread,
                     .cell = place << 32 | cell,
                     .writes = writes,
                     .strong = strong,
                     .block_scope = step.block_scope,
                     .locked = locked,
                     .over = s});
    };
    if (step.kind == StepKind::copy) {
      for (std::uint32_t k = 0; k < (step.whole_warp ? 32u : 1u); ++k) {
        const std::uint32_t thread = step.first + k;
        const std::uint64_t to = (std::uint64_t{1} + block_of(thread)) << 32 | (step.second + k);
        all.push_back({.step = s, .thread = thread, .cell = step.cell + k, .writes = false, .over = s});
        all.push_back(
            {.step = s, .thread = thread, .cell = to, .writes = true, .copied = true, .over = end_of_copy(program, s, thread)});
      }
    }
    if (step.kind == StepKind::lock) {
      for (const std::uint32_t user : step.users) add(user, step.cell, true);
    } else if (step.kind <= StepKind::add) {
      for (std::uint32_t k = 0; k < (step.whole_warp ? 32u : 1u); ++k) add(step.first + k, step.cell + k, false);
    }
  }
  return all;
}

/// Whether the writer of a message fences it for its reader.
bool is_released(const FuzzStep& step) {
  return step.fence == Fence::device || (step.fence == Fence::block && block_of(step.first) == block_of(step.second));
}

/// Whether a message orders its reader after its writer.
bool is_proper(const FuzzStep& step) {
  return is_released(step) && (step.acquire == Fence::device || block_of(step.first) == block_of(step.second));
}

void add_barriers(Graph& graph, const FuzzStep& step, std::size_t s) {
  const auto those = [&](auto is_one) {
    std::vector<std::uint32_t> threads;
    for (std::uint32_t t = 0; t < fuzz_threads; ++t)
      if (is_one(t)) threads.push_back(t);
    return threads;
  };
  const auto meet_if = [&](auto is_one) { graph.meet(those(is_one), s); };
  const auto of_warp = [](std::uint32_t b, std::uint32_t warp) {
    return [=](std::uint32_t t) { return block_of(t) == b && warp_of(t) % fuzz_warps == warp; };
  };
  if (step.kind == StepKind::block_barrier) {
    for (std::uint32_t b = 0; b < fuzz_blocks; ++b) meet_if([&](std::uint32_t t) { return block_of(t) == b; });
  } else if (step.kind == StepKind::named_barrier) {
    for (std::uint32_t b = 0; b < fuzz_blocks; ++b) {
      meet_if([&](std::uint32_t t) {
        const std::uint32_t warp = warp_of(t) % fuzz_warps;
        return block_of(t) == b && (warp == step.first || warp == step.second);
      });
    }
  } else if (step.kind == StepKind::arrive) {
    for (std::uint32_t b = 0; b < fuzz_blocks; ++b) {
      meet_if(of_warp(b, step.second));
      for (const std::uint32_t from : those(of_warp(b, step.first)))
        for (const std::uint32_t to : those(of_warp(b, step.second))) graph.order(from, s, to, s);
    }
  } else if (step.kind == StepKind::warp_barrier) {
    for (std::uint32_t w = 0; w < fuzz_threads / 32; ++w) meet_if([&](std::uint32_t t) { return warp_of(t) == w; });
  }
}

/// Order that is certain.
Graph certain_order(const FuzzProgram& program) {
  Graph graph(program.steps.size());
  for (std::size_t s = 0; s < program.steps.size(); ++s) {
    const FuzzStep& step = program.steps[s];
    add_barriers(graph, step, s);
    if (step.kind == StepKind::message && is_proper(step)) graph.order(step.first, s, step.second, s);
  }
  return graph;
}

/// Order that is possible: also by locks, by strong accesses and flags that release what any thread has fenced before.
Graph possible_order(const FuzzProgram& program, const std::vector<Access>& accesses) {
  Graph graph = certain_order(program);
  struct FencedAt {
    std::uint32_t thread;
    std::size_t step;
  };
  std::vector<FencedAt> fenced;
  for (std::size_t s = 0; s < program.steps.size(); ++s) {
    const FuzzStep& step = program.steps[s];
    if (step.kind == StepKind::lock) {
      if (step.acquire == Fence::device) graph.meet(step.users, s);
      for (std::uint32_t b = 0; b < fuzz_blocks; ++b) {  // with fences of block scope, only the users in one block
        std::vector<std::uint32_t> near;
        for (const std::uint32_t user : step.users)
          if (block_of(user) == b) near.push_back(user);
        graph.meet(near, s);
      }
      // A user's fence before it frees the lock acquires what the users before it released.
      for (const std::uint32_t from : step.users)
        for (const std::uint32_t to : step.users)
          if (s + 1 < program.steps.size()) graph.order(from, s, to, s + 1);
      for (const std::uint32_t user : step.users) fenced.push_back({user, s});
    }
    if (step.kind != StepKind::message) continue;
    // The checker is more lenient than the ISA: a thread that sees a flag need not have a fence after it.
    if (is_released(step)) graph.order(step.first, s, step.second, s);
    for (const FencedAt& from : fenced) {
      if (!is_proper(step)) graph.order(from.thread, from.step, step.second, s);
    }
    if (step.fence != Fence::none) fenced.push_back({step.first, s});
    fenced.push_back({step.second, s});
  }
  if (fenced.empty()) return graph;
  for (const Access& a : accesses) {
    for (const Access& b : accesses) {
      if (a.strong && b.strong && a.cell == b.cell && a.thread != b.thread) graph.order(a.thread, a.step, b.thread, b.step);
    }
  }
  return graph;
}

/// A thread's own accesses are in order, but for those to what it copies asynchronously.
bool conflict(const Access& a, const Access& b) {
  return (a.thread != b.thread || a.copied || b.copied) && a.cell == b.cell && (a.writes || b.writes);
}

/// Whether a lock orders two accesses under it: not those of two blocks if its users acquire for their blocks only.
bool in_turn(const FuzzStep& lock, const Access& a, const Access& b) {
  return lock.acquire == Fence::device || block_of(a.thread) == block_of(b.thread);
}

/// The nodes after the end of an access.
std::vector<bool> after_the_end(const Graph& graph, const Access& access) {
  return access.over ? graph.after(access.thread, *access.over) : std::vector<bool>(graph.size());
}

bool both_strong(const Access& a, const Access& b) {
  const bool far = block_of(a.thread) != block_of(b.thread);
  return a.strong && b.strong && !(far && (a.block_scope || b.block_scope));
}

}  // namespace

FuzzVerdict verdict_of(const FuzzProgram& program) {
  const std::vector<Access> accesses = accesses_of(program);
  const Graph certain = certain_order(program), possible = possible_order(program, accesses);
  FuzzVerdict verdict;
  std::set<std::pair<std::size_t, std::size_t>> not_clean;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const Access& a = accesses[i];
    std::optional<std::vector<bool>> after, maybe_after;  // of a
    for (std::size_t j = 0; j < accesses.size(); ++j) {
      const Access& b = accesses[j];
      if (i == j || a.step > b.step || (a.step == b.step && i > j) || !conflict(a, b)) continue;
      const std::pair pair(a.step, b.step);
      verdict.clean.insert(pair);
      if (both_strong(a, b) || (a.locked && b.locked && a.step == b.step && in_turn(program.steps[a.step], a, b))) continue;
      if (!after) after = after_the_end(certain, a);
      if ((*after)[certain.node(b.thread, b.step)]) continue;  // certain order is never against that of the steps
      not_clean.insert(pair);
      if (!maybe_after) maybe_after = after_the_end(possible, a);
      const bool maybe_ordered = (*maybe_after)[possible.node(b.thread, b.step)];
      if (!maybe_ordered && !after_the_end(possible, b)[possible.node(a.thread, a.step)]) verdict.racy.insert(pair);
    }
  }
  for (const auto& pair : not_clean) verdict.clean.erase(pair);
  verdict.is_clean = not_clean.empty();
  return verdict;
}

}  // namespace warplens::simt
