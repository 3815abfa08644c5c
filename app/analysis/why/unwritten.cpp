#include "analysis/why/unwritten.h"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/row_offsets.h"
#include "analysis/why/absence.h"
#include "base/number_format.h"

namespace warplens::analysis {
namespace {

constexpr std::size_t max_causes = 3;

/// A lane's place in the grid, counted in threads, and the element that it wrote.
struct Sample {
  std::int64_t x = 0, y = 0, element = 0;
};

/// element = a · x + b · y + c, where x and y count the threads of the grid.
struct Affine {
  std::int64_t a = 0, b = 0, c = 0;
  std::int64_t at(std::int64_t x, std::int64_t y) const { return a * x + b * y + c; }
};

/// The rule that all samples follow; nothing if there is none, or if they do not determine it.
std::optional<Affine> rule_of(const std::vector<Sample>& samples) {
  Affine rule;
  const Sample& first = samples.front();
  for (const Sample& other : samples) {
    if (other.y == first.y && other.x != first.x && (other.element - first.element) % (other.x - first.x) == 0)
      rule.a = (other.element - first.element) / (other.x - first.x);
    if (other.x == first.x && other.y != first.y && (other.element - first.element) % (other.y - first.y) == 0)
      rule.b = (other.element - first.element) / (other.y - first.y);
  }
  if (rule.a == 0 && rule.b == 0) return std::nullopt;
  rule.c = first.element - rule.a * first.x - rule.b * first.y;
  const auto follows = [&](const Sample& sample) { return rule.at(sample.x, sample.y) == sample.element; };
  return std::ranges::all_of(samples, follows) ? std::optional(rule) : std::nullopt;
}

/// The x and y of the thread that would write `element`; nothing if there is none with whole numbers from 0 on.
std::optional<std::pair<std::int64_t, std::int64_t>> writer_of(const Affine& rule, std::int64_t element) {
  const std::int64_t rest = element - rule.c;
  if (rest < 0 || rule.a < 0 || rule.b < 0) return std::nullopt;
  if (rule.b == 0) return rest % rule.a == 0 ? std::optional(std::pair{rest / rule.a, std::int64_t{0}}) : std::nullopt;
  if (rule.a == 0) return rest % rule.b == 0 ? std::optional(std::pair{std::int64_t{0}, rest / rule.b}) : std::nullopt;
  const bool rows = rule.b >= rule.a;
  const std::int64_t slow = rows ? rest / rule.b : rest / rule.a, left = rows ? rest % rule.b : rest % rule.a;
  const std::int64_t step = rows ? rule.a : rule.b;
  if (left % step != 0) return std::nullopt;
  return rows ? std::pair{left / step, slow} : std::pair{slow, left / step};
}

/// The lanes that executed a store, and a step of it for each warp.
struct Store {
  std::vector<Sample> samples;
  std::map<std::uint32_t, std::uint32_t> step_of_warp;
  std::uint32_t step = trace::no_row;  ///< the first
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
};

std::map<std::uint32_t, Store> stores_to(const Executed& executed, const Location& location) {
  constexpr std::size_t max_samples = 1u << 14;
  const trace::Trace& trace = executed.trace();
  const base::Dim3 block = executed.launch().block;
  std::map<std::uint32_t, Store> stores;  // by instruction
  for (std::uint32_t row = 0; row < trace.accesses.size(); ++row) {
    if (trace.accesses.space[row] != location.space || trace.accesses.buffer[row] != location.buffer ||
        trace.accesses.kind[row] == trace::AccessKind::read)
      continue;
    const std::uint32_t step = trace.accesses.step[row];
    Store& store = stores[trace.steps.instruction[step]];
    if (store.step == trace::no_row) store.step = step;
    store.step_of_warp.try_emplace(trace.steps.warp[step], step);
    for_each_lane(RowOffsets(trace, row, trace.threads_per_block(), trace.warps_per_block()),
                  [&](int lane, std::uint64_t offset) {
                    const std::uint64_t thread = executed.thread(step, lane);
                    const base::Dim3 at = executed.position(thread), of_grid = executed.block_of(thread);
                    const std::uint64_t element = offset / location.bytes;
                    store.least = std::min(store.least, element);
                    store.most = std::max(store.most, element);
                    if (store.samples.size() < max_samples)
                      store.samples.push_back({std::int64_t{of_grid.x} * block.x + at.x, std::int64_t{of_grid.y} * block.y + at.y,
                                               static_cast<std::int64_t>(element)});
                  });
  }
  return stores;
}

std::string size_text(std::uint64_t blocks, std::uint64_t threads, bool flat, const char* direction) {
  return base::counted(blocks * threads, "thread") + (flat ? "" : std::string(" in ") + direction) + " (" +
         base::counted(blocks, "block") + " of " + base::grouped(threads) + ")";
}

/// What kept the thread that would have written the element; `store`: the store that it would have executed.
Cause missing_writer(const Executed& executed, const Store& store, std::int64_t x, std::int64_t y, const std::string& name) {
  const base::Dim3 grid = executed.launch().grid, block = executed.launch().block;
  const std::int64_t width = std::int64_t{grid.x} * block.x, height = std::int64_t{grid.y} * block.y;
  const bool flat = height == 1;
  const std::string line = std::to_string(executed.line(store.step));
  if (x >= width || y >= height) {
    const bool in_x = x >= width;
    const std::string which = base::grouped(in_x ? x : y) + (flat ? "" : in_x ? " in x" : " in y");
    const std::string size = in_x ? size_text(grid.x, block.x, flat, "x") : size_text(grid.y, block.y, flat, "y");
    return executed.cause("The grid is too small: thread " + which + ", counted from 0, would have written " + name +
                              " at line " + line + ", and the launch has only " + size + ".",
                          store.step, Cause::no_thread_at_all);
  }
  const std::uint64_t of_block =
      base::linear({static_cast<std::uint32_t>(x / block.x), static_cast<std::uint32_t>(y / block.y), 0}, grid);
  const std::uint64_t thread =
      of_block * executed.trace().threads_per_block() +
      base::linear({static_cast<std::uint32_t>(x % block.x), static_cast<std::uint32_t>(y % block.y), 0}, block);
  Cause cause = executed.cause(
      executed.thread_first(thread) + " would have written it, but did not execute the store at line " + line + ".", store.step,
      thread);
  const auto own = store.step_of_warp.find(executed.warp_of(thread));
  const auto why = why_absent(executed, thread, own != store.step_of_warp.end() ? own->second : store.step);
  if (why) cause.because.push_back(*why);
  return cause;
}

}  // namespace

std::vector<Cause> why_unwritten(const Executed& executed, const Location& location) {
  const std::string name = executed.name(location), array = executed.array_name(location);
  const std::map<std::uint32_t, Store> stores = stores_to(executed, location);
  if (stores.empty()) {
    Cause cause;
    cause.sentence = "No thread wrote any element of " + array + " in this launch.";
    cause.element = name;
    return {cause};
  }
  const auto element = static_cast<std::int64_t>(executed.element_index(location));
  std::vector<Cause> causes;
  // A thread of the launch that would have written it says most; then that there is no such thread.
  const auto rank = [](const Cause& cause) {
    return !cause.because.empty() ? 0 : cause.sentence.starts_with("The grid") ? 1 : 2;
  };
  for (const auto& [instruction, store] : stores) {
    const std::optional<Affine> rule = rule_of(store.samples);
    const auto writer = rule ? writer_of(*rule, element) : std::nullopt;
    Cause cause = writer ? missing_writer(executed, store, writer->first, writer->second, name)
                         : executed.cause("The store at line " + std::to_string(executed.line(store.step)) + " wrote only " +
                                              executed.element_name(location, store.least) + " to " +
                                              executed.element_name(location, store.most) + ".",
                                          store.step, Cause::no_thread_at_all);
    cause.element = name;
    causes.push_back(std::move(cause));
  }
  std::ranges::stable_sort(causes, {}, rank);
  if (causes.size() > max_causes) causes.resize(max_causes);
  return causes;
}

}  // namespace warplens::analysis
