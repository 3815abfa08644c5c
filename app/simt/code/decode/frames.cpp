#include "simt/code/decode/frames.h"

#include <algorithm>
#include <string>
#include <utility>

namespace warplens::simt {
namespace {

using Graph = std::vector<std::vector<std::uint32_t>>;  // successors of each node

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  const std::uint64_t step = std::max<std::uint64_t>(alignment, 1);
  return (offset + step - 1) / step * step;
}

/// The call graph, by index in `functions`. An indirect call goes to an extra node, and from there to every function whose
/// address is taken.
Graph call_graph(const ptx::Module& module, const std::vector<std::uint32_t>& functions) {
  const auto somebody = static_cast<std::uint32_t>(functions.size());
  Graph calls(functions.size() + 1);
  std::vector<std::uint32_t> place(module.functions.size(), somebody);
  std::vector<bool> taken(module.functions.size());
  for (std::uint32_t k = 0; k < functions.size(); ++k) place[functions[k]] = k;
  for (const ptx::Variable& variable : module.variables) {
    for (const ptx::AddressInitialiser& initialiser : variable.addresses) {
      if (initialiser.function < taken.size()) taken[initialiser.function] = true;
    }
  }
  for (std::uint32_t k = 0; k < functions.size(); ++k) {
    for (const ptx::Instruction& instruction : module.functions[functions[k]].instructions) {
      const bool call = instruction.opcode == ptx::Opcode::call;
      for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
        const ptx::Operand& operand = instruction.operands[i];
        const bool called = call && i == instruction.destinations;
        if (operand.kind == ptx::OperandKind::function && called) calls[k].push_back(place[operand.index]);
        if (operand.kind == ptx::OperandKind::function && !called && !module.functions[operand.index].entry)
          taken[operand.index] = true;
        if (operand.kind == ptx::OperandKind::reg && called) calls[k].push_back(somebody);
      }
    }
  }
  for (std::uint32_t f = 0; f < taken.size(); ++f) {
    if (taken[f] && place[f] != somebody) calls[somebody].push_back(place[f]);
  }
  return calls;
}

/// Visit the unvisited nodes reachable from `root`, in postorder.
template <typename Visit>
void postorder(const Graph& graph, std::uint32_t root, std::vector<bool>& seen, Visit visit) {
  if (seen[root]) return;
  seen[root] = true;
  std::vector<std::pair<std::uint32_t, std::size_t>> path{{root, 0}};
  while (!path.empty()) {
    auto& [node, next] = path.back();
    if (next == graph[node].size()) {
      visit(node);
      path.pop_back();
      continue;
    }
    const std::uint32_t to = graph[node][next++];
    if (!seen[to]) {
      seen[to] = true;
      path.emplace_back(to, 0);
    }
  }
}

/// The nodes, component by component, callers before callees; and each node's component (Kosaraju's algorithm).
std::vector<std::uint32_t> in_order(const Graph& calls, std::vector<std::uint32_t>& component) {
  const std::size_t count = calls.size();
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(count);
  for (std::uint32_t node = 0; node < count; ++node) postorder(calls, node, seen, [&](std::uint32_t at) { order.push_back(at); });
  std::reverse(order.begin(), order.end());
  Graph callers(count);
  for (std::uint32_t node = 0; node < count; ++node) {
    for (const std::uint32_t to : calls[node]) callers[to].push_back(node);
  }
  component.assign(count, 0);
  seen.assign(count, false);
  std::vector<std::uint32_t> together;
  for (const std::uint32_t root : order) {
    postorder(callers, root, seen, [&](std::uint32_t at) {
      component[at] = root;
      together.push_back(at);
    });
  }
  return together;
}

/// `what`: the variable that does not fit, if it is a single one.
base::Error too_large(const ptx::Module& module, const ptx::Function& function, const std::string& what = {}) {
  base::Error error = base::error((what.empty() ? "" : "'" + what + "' does not fit: ") + "function '" + function.demangled +
                                  "' and those that call it would need more than " + std::to_string(local_limit >> 10) +
                                  " KiB of local memory for each thread");
  error.file = module.path;
  error.line = static_cast<int>(function.ptx_line);
  return error;
}

/// Assign addresses from 0 on to the local variables and parameters of `function`. Returns the name of the one that does not fit,
/// or nothing.
std::string fill_frame(const ptx::Module& module, std::uint32_t function_index, FunctionFrame& frame,
                       std::vector<std::uint64_t>& address) {
  const ptx::Function& function = module.functions[function_index];
  std::string too_much;
  const auto place = [&](std::uint64_t size, std::uint64_t alignment, const std::string& name) {
    const std::uint64_t at = aligned(frame.bytes, alignment);
    if (size > local_limit || at > local_limit - size)
      too_much = name;
    else
      frame.bytes = at + size;
    return at;
  };
  for (const ptx::Parameter& parameter : function.parameters) {
    frame.parameters.push_back(function.entry ? parameter.offset : place(parameter.size, parameter.alignment, parameter.name));
  }
  std::vector<bool> placed(module.variables.size());
  const auto place_variable = [&](const ptx::Operand& operand) {
    const bool named = operand.kind == ptx::OperandKind::variable || operand.base == ptx::OperandKind::variable;
    if (!named || operand.index >= placed.size() || placed[operand.index]) return;
    const ptx::Variable& variable = module.variables[operand.index];
    if (variable.function != function_index || (variable.space != ptx::Space::local && variable.space != ptx::Space::param))
      return;
    placed[operand.index] = true;
    address[operand.index] = place(variable.size, variable.alignment, variable.name);
  };
  for (const ptx::Instruction& instruction : function.instructions) {
    for (const ptx::Operand& operand : instruction.operands) place_variable(operand);
  }
  frame.bytes = aligned(frame.bytes, 16);
  return too_much;
}

}  // namespace

base::Result<FrameLayout> lay_out_frames(const ptx::Module& module, const std::vector<std::uint32_t>& functions,
                                         std::vector<std::uint64_t>& address) {
  FrameLayout layout;
  const Graph calls = call_graph(module, functions);
  std::vector<std::uint32_t> component;
  const std::vector<std::uint32_t> order = in_order(calls, component);
  std::vector<std::uint32_t> members(calls.size());
  for (const std::uint32_t of : component) ++members[of];

  // Variables of the module come first: they have the same address in every function.
  std::uint64_t common = 0;
  for (std::size_t v = 0; v < module.variables.size(); ++v) {
    const ptx::Variable& variable = module.variables[v];
    if (variable.space != ptx::Space::local || variable.function != ptx::no_index) continue;
    address[v] = aligned(common, variable.alignment);
    common = address[v] + std::min(variable.size, local_limit + 1);
    if (common > local_limit) return too_large(module, module.functions[functions.front()]);
  }
  layout.fixed_bytes = aligned(common, 16);
  layout.functions.resize(functions.size());
  std::vector<std::uint64_t> end(calls.size(), layout.fixed_bytes);  // per component: end of its callers' frames
  for (const std::uint32_t node : order) {
    std::uint64_t own_end = end[component[node]];
    if (node < functions.size()) {
      FunctionFrame& frame = layout.functions[node];
      const ptx::Function& function = module.functions[functions[node]];
      const bool calls_itself = std::find(calls[node].begin(), calls[node].end(), node) != calls[node].end();
      frame.component = component[node];
      frame.recursive = members[component[node]] > 1 || calls_itself;
      layout.recursive |= frame.recursive;
      const std::string too_much = fill_frame(module, functions[node], frame, address);
      if (!too_much.empty()) return too_large(module, function, too_much);
      if (!frame.recursive) {
        frame.base = own_end;
        own_end += frame.bytes;
        if (own_end > local_limit) return too_large(module, function);
      }
    }
    layout.fixed_bytes = std::max(layout.fixed_bytes, own_end);
    for (const std::uint32_t to : calls[node]) {
      if (component[to] != component[node]) end[component[to]] = std::max(end[component[to]], own_end);
    }
  }
  // Variables in fixed frames get absolute addresses.
  std::vector<std::uint64_t> base(module.functions.size());
  for (std::size_t k = 0; k < functions.size(); ++k) {
    base[functions[k]] = layout.functions[k].base;
    if (module.functions[functions[k]].entry) continue;
    for (std::uint64_t& parameter : layout.functions[k].parameters) parameter += layout.functions[k].base;
  }
  for (std::size_t v = 0; v < module.variables.size(); ++v) {
    const ptx::Variable& variable = module.variables[v];
    const bool own = variable.space == ptx::Space::local || variable.space == ptx::Space::param;
    if (own && variable.function < base.size()) address[v] += base[variable.function];
  }
  return layout;
}

}  // namespace warplens::simt
