#include "runtime/graphs.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

namespace warplens::runtime {

std::shared_ptr<const KernelArguments> copy_arguments(const Kernel& kernel, void* const* arguments) {
  auto copies = std::make_shared<KernelArguments>();
  const auto& parameters = kernel.function().parameters;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    // A pointer of the host may be shorter than the kernel's.
    const std::size_t bytes = parameters[p].pointer_attribute ? sizeof(void*) : parameters[p].size;
    std::vector<std::byte>& value = copies->values.emplace_back(bytes);
    std::memcpy(value.data(), arguments[p], bytes);
  }
  for (std::vector<std::byte>& value : copies->values) copies->pointers.push_back(value.data());
  return copies;
}

std::uint32_t Graphs::create(bool inside) {
  graphs_[next_] = {.inside = inside};
  return next_++;
}

void Graphs::destroy(std::uint32_t number) {
  const std::vector<std::uint32_t> nodes = graphs_.at(number).nodes;
  for (const std::uint32_t node : nodes) remove(node);
  graphs_.erase(number);
}

std::uint32_t Graphs::clone(std::uint32_t number, bool inside) {
  const std::uint32_t copy = create(inside);
  std::map<std::uint32_t, std::uint32_t> copies;
  const std::vector<std::uint32_t> originals = graphs_.at(number).nodes;
  for (const std::uint32_t original : originals) {
    GraphNode node = nodes_.at(original);
    node.graph = copy;
    node.original = original;
    if (auto* const child = std::get_if<ChildWork>(&node.work)) child->graph = clone(child->graph, true);
    copies[original] = next_;
    graphs_.at(copy).nodes.push_back(next_);
    nodes_[next_++] = std::move(node);
  }
  for (const std::uint32_t node : graphs_.at(copy).nodes)
    for (std::uint32_t& before : nodes_.at(node).after) before = copies.at(before);
  return copy;
}

Graph* Graphs::graph(std::uint32_t number) {
  const auto found = graphs_.find(number);
  return found != graphs_.end() ? &found->second : nullptr;
}
GraphNode* Graphs::node(std::uint32_t number) {
  const auto found = nodes_.find(number);
  return found != nodes_.end() ? &found->second : nullptr;
}
ExecutableGraph* Graphs::executable(std::uint32_t number) {
  const auto found = executables_.find(number);
  return found != executables_.end() ? &found->second : nullptr;
}

std::uint32_t Graphs::add(std::uint32_t graph, Work work, std::vector<std::uint32_t> after, const Call& call) {
  graphs_.at(graph).nodes.push_back(next_);
  nodes_[next_] = {.graph = graph, .work = std::move(work), .call = call, .after = std::move(after)};
  return next_++;
}

void Graphs::remove(std::uint32_t number) {
  const GraphNode& node = nodes_.at(number);
  if (const auto* const child = std::get_if<ChildWork>(&node.work)) destroy(child->graph);
  std::vector<std::uint32_t>& all = graphs_.at(node.graph).nodes;
  std::erase(all, number);
  for (const std::uint32_t other : all) std::erase(nodes_.at(other).after, number);
  nodes_.erase(number);
}

std::vector<std::uint32_t> Graphs::dependents(std::uint32_t number) const {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t other : graphs_.at(nodes_.at(number).graph).nodes)
    if (std::ranges::count(nodes_.at(other).after, number) != 0) found.push_back(other);
  return found;
}

bool Graphs::reaches(std::span<const std::uint32_t> from, std::span<const std::uint32_t> nodes) const {
  std::set<std::uint32_t> reached;
  std::vector<std::uint32_t> open(from.begin(), from.end());
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    if (!reached.insert(next).second || !nodes_.contains(next)) continue;
    const std::vector<std::uint32_t>& after = nodes_.at(next).after;
    open.insert(open.end(), after.begin(), after.end());
  }
  return std::ranges::all_of(nodes, [&](std::uint32_t node) { return reached.contains(node); });
}

/// Append the nodes of a graph to `all`, those that depend on none after `start`. `ends`: gets the indices of those that nothing
/// depends on. False: there is a cycle.
bool Graphs::put_in_order(std::uint32_t graph, std::vector<std::uint32_t> start, std::vector<ExecutableNode>& all,
                          std::vector<std::uint32_t>& ends) const {
  const std::vector<std::uint32_t>& nodes = graphs_.at(graph).nodes;
  std::map<std::uint32_t, std::size_t> waits_for;
  std::map<std::uint32_t, std::vector<std::uint32_t>> followers, indices;
  std::set<std::uint32_t> ready;  // numbers count up in the order in which nodes are made
  for (const std::uint32_t number : nodes) {
    const std::vector<std::uint32_t>& after = nodes_.at(number).after;
    waits_for[number] = after.size();
    if (after.empty()) ready.insert(number);
    for (const std::uint32_t before : after) followers[before].push_back(number);
  }
  std::size_t placed = 0;
  while (!ready.empty()) {
    const std::uint32_t number = *ready.begin();
    ready.erase(ready.begin());
    ++placed;
    const GraphNode& node = nodes_.at(number);
    std::vector<std::uint32_t> after = node.after.empty() ? start : std::vector<std::uint32_t>{};
    for (const std::uint32_t before : node.after) {
      const std::vector<std::uint32_t>& found = indices.at(before);
      after.insert(after.end(), found.begin(), found.end());
    }
    if (const auto* const child = std::get_if<ChildWork>(&node.work)) {
      if (!put_in_order(child->graph, std::move(after), all, indices[number])) return false;
    } else {
      indices[number] = {static_cast<std::uint32_t>(all.size())};
      all.push_back({.node = number, .work = node.work, .call = node.call, .after = std::move(after)});
    }
    for (const std::uint32_t follower : followers[number])
      if (--waits_for.at(follower) == 0) ready.insert(follower);
  }
  for (const std::uint32_t number : nodes) {
    if (placed != nodes.size() || !followers[number].empty()) continue;
    const std::vector<std::uint32_t>& last = indices.at(number);
    ends.insert(ends.end(), last.begin(), last.end());
  }
  if (nodes.empty()) ends = std::move(start);
  return placed == nodes.size();
}

std::optional<std::vector<ExecutableNode>> Graphs::in_order(std::uint32_t graph) const {
  std::vector<ExecutableNode> all;
  std::vector<std::uint32_t> ends, last_of_branch;
  if (!put_in_order(graph, {}, all, ends)) return std::nullopt;
  for (std::uint32_t k = 0; k < all.size(); ++k) {
    ExecutableNode& node = all[k];
    const auto branch = std::ranges::find_if(
        last_of_branch, [&](std::uint32_t last) { return std::ranges::find(node.after, last) != node.after.end(); });
    node.branch = static_cast<std::uint32_t>(branch - last_of_branch.begin());
    if (branch != last_of_branch.end()) {
      *branch = k;
    } else {
      last_of_branch.push_back(k);
    }
  }
  return all;
}

/// A stream for a branch: one that is free, if the host has waited for all that was in it, so that this orders nothing.
std::uint32_t Graphs::take_branch(Streams& streams) {
  const auto idle = std::ranges::find_if(free_branches_, [&](std::uint32_t branch) { return streams.idle(branch); });
  if (idle == free_branches_.end()) return streams.create_branch();
  const std::uint32_t branch = *idle;
  free_branches_.erase(idle);
  return branch;
}

void Graphs::destroy_executable(std::uint32_t number) {
  const std::vector<std::uint32_t>& branches = executables_.at(number).branches;
  free_branches_.insert(free_branches_.end(), branches.begin(), branches.end());
  executables_.erase(number);
}

std::optional<std::uint32_t> Graphs::instantiate(std::uint32_t graph, unsigned long long flags, Streams& streams) {
  auto nodes = in_order(graph);
  if (!nodes) return std::nullopt;
  ExecutableGraph& made = executables_[next_];
  made = {.graph = graph, .flags = flags, .nodes = std::move(*nodes)};
  for (const ExecutableNode& node : made.nodes)
    while (made.branches.size() < node.branch) made.branches.push_back(take_branch(streams));
  return next_++;
}

}  // namespace warplens::runtime
