#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <vector>

#include "cudart/graph_work.h"

// Graphs: making, copying, destroying, and asking about their nodes and dependencies.

namespace warplens::cudart {
namespace {

using runtime::Program;
using runtime::Status;

/// Give a list of nodes. There is room for `*count`; unused room is set to null. Without `nodes`, give only their number.
Status give_nodes(std::span<const std::uint32_t> all, cudaGraphNode_t* nodes, std::size_t* count) {
  if (count == nullptr) return Status::invalid_value;
  for (std::size_t k = 0; nodes != nullptr && k < *count; ++k)
    nodes[k] = k < all.size() ? make_handle<cudaGraphNode_t>(all[k]) : nullptr;
  *count = nodes != nullptr ? std::min(*count, all.size()) : all.size();
  return Status::success;
}

void clear_edges(cudaGraphEdgeData* edges, std::size_t count) {
  for (std::size_t k = 0; edges != nullptr && k < count; ++k) edges[k] = {};
}

/// In CUDA 12, the functions about dependencies have no data of edges, so that the count stands in its place.
struct EdgeArguments {
  cudaGraphEdgeData* data;
  std::size_t* count;
};
EdgeArguments edge_arguments(cudaGraphEdgeData* data, std::size_t* count) {
  if (library_version() >= 13000) return {data, count};
  return {nullptr, static_cast<std::size_t*>(static_cast<void*>(data))};
}

/// body(program, graph) and body(program, node): invalid_value where the handle is none.
template <typename Body>
cudaError_t about_graph(const char* function, cudaGraph_t handle, Body body) {
  return question(function, [&](Program& program, const runtime::Call&) {
    runtime::Graph* const graph = graph_of(program, handle);
    return graph != nullptr ? body(program, *graph) : Status::invalid_value;
  });
}
template <typename Body>
cudaError_t about_any_node(const char* function, cudaGraphNode_t handle, Body body) {
  return question(function, [&](Program& program, const runtime::Call&) {
    runtime::GraphNode* const node = node_of(program, handle);
    return node != nullptr ? body(program, *node) : Status::invalid_value;
  });
}

/// Change dependencies: `change(after, from)` gets what `to` depends on and returns false where that is not possible.
template <typename Change>
cudaError_t change_dependencies(const char* function, cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                const cudaGraphEdgeData* edges, std::size_t count, Change change) {
  if (library_version() < 13000) count = reinterpret_cast<std::size_t>(edges);  // as in EdgeArguments
  return about_graph(function, graph, [&](Program& program, runtime::Graph&) {
    if (count != 0 && (from == nullptr || to == nullptr)) return Status::invalid_value;
    for (std::size_t k = 0; k < count; ++k) {
      const runtime::GraphNode* const first = node_of(program, from[k]);
      runtime::GraphNode* const second = node_of(program, to[k]);
      if (first == nullptr || second == nullptr || first->graph != number_of(graph) || second->graph != first->graph) {
        program.errors.explain("a dependency is between two nodes of the graph");
        return Status::invalid_value;
      }
      if (!change(second->after, *number_of(from[k]))) {
        program.errors.explain("the dependency exists already, or there is none to remove");
        return Status::invalid_value;
      }
    }
    return Status::success;
  });
}

constexpr std::array node_types{cudaGraphNodeTypeKernel,    cudaGraphNodeTypeMemcpy,     cudaGraphNodeTypeMemset,
                                cudaGraphNodeTypeHost,      cudaGraphNodeTypeGraph,      cudaGraphNodeTypeEmpty,
                                cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeEventRecord};
static_assert(node_types.size() == std::variant_size_v<runtime::Work>);
constexpr std::array node_texts{"KERNEL", "MEMCPY", "MEMSET", "HOST", "GRAPH", "EMPTY", "EVENT_WAIT", "EVENT_RECORD"};

/// What a node says in a drawing of the graph.
std::string text_of(Program& program, const runtime::GraphNode& node) {
  if (const auto* const kernel = std::get_if<runtime::KernelWork>(&node.work))
    if (const auto found = program.kernels.kernel(kernel->function)) return (*found)->function().demangled;
  return node_texts[node.work.index()];
}

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    if (graph == nullptr || flags != 0) return Status::invalid_value;
    *graph = make_handle<cudaGraph_t>(program.graphs.create());
    return Status::success;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t handle) {
  return about_graph(__func__, handle, [&](Program& program, const runtime::Graph& graph) {
    if (graph.inside) return Status::invalid_value;  // its node owns it
    program.graphs.destroy(*number_of(handle));
    return Status::success;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t handle) {
  return about_graph(__func__, handle, [&](Program& program, const runtime::Graph&) {
    if (clone == nullptr) return Status::invalid_value;
    *clone = make_handle<cudaGraph_t>(program.graphs.clone(*number_of(handle)));
    return Status::success;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
  return about_graph(__func__, clone, [&](Program& program, const runtime::Graph& graph) {
    const auto number = number_of(original);
    const auto copy = std::ranges::find_if(
        graph.nodes, [&](std::uint32_t each) { return number && program.graphs.node(each)->original == number; });
    if (node == nullptr || copy == graph.nodes.end()) return Status::invalid_value;
    *node = make_handle<cudaGraphNode_t>(*copy);
    return Status::success;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
  return about_graph(__func__, handle,
                     [&](Program&, const runtime::Graph& graph) { return give_nodes(graph.nodes, nodes, count); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
  return about_graph(__func__, handle, [&](Program& program, const runtime::Graph& graph) {
    std::vector<std::uint32_t> roots;
    for (const std::uint32_t node : graph.nodes)
      if (program.graphs.node(node)->after.empty()) roots.push_back(node);
    return give_nodes(roots, nodes, count);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* data,
                              size_t* size) {
  const EdgeArguments arguments = edge_arguments(data, size);
  cudaGraphEdgeData* const edges = arguments.data;
  std::size_t* const count = arguments.count;
  return about_graph(__func__, handle, [&](Program& program, const runtime::Graph& graph) {
    if (count == nullptr || (from == nullptr) != (to == nullptr)) return Status::invalid_value;
    std::vector<std::uint32_t> begins, ends;
    for (const std::uint32_t node : graph.nodes) {
      for (const std::uint32_t before : program.graphs.node(node)->after) {
        begins.push_back(before);
        ends.push_back(node);
      }
    }
    std::size_t room = *count;
    give_nodes(begins, from, &room);
    clear_edges(edges, from != nullptr ? room : 0);
    return give_nodes(ends, to, count);
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edges, size_t count) {
  return change_dependencies(__func__, graph, from, to, edges, count, [](std::vector<std::uint32_t>& after, std::uint32_t node) {
    if (std::ranges::find(after, node) != after.end()) return false;
    after.push_back(node);
    return true;
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* edges, size_t count) {
  return change_dependencies(__func__, graph, from, to, edges, count,
                             [](std::vector<std::uint32_t>& after, std::uint32_t node) { return std::erase(after, node) != 0; });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, cudaGraphNodeType* type) {
  return about_any_node(__func__, handle, [&](Program&, const runtime::GraphNode& node) {
    if (type == nullptr) return Status::invalid_value;
    *type = node_types[node.work.index()];
    return Status::success;
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t handle, cudaGraphNode_t* nodes, cudaGraphEdgeData* data, size_t* size) {
  const EdgeArguments arguments = edge_arguments(data, size);
  cudaGraphEdgeData* const edges = arguments.data;
  std::size_t* const count = arguments.count;
  return about_any_node(__func__, handle, [&](Program&, const runtime::GraphNode& node) {
    const Status status = give_nodes(node.after, nodes, count);
    clear_edges(edges, status == Status::success && nodes != nullptr ? *count : 0);
    return status;
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t handle, cudaGraphNode_t* nodes, cudaGraphEdgeData* data,
                                           size_t* size) {
  const EdgeArguments arguments = edge_arguments(data, size);
  cudaGraphEdgeData* const edges = arguments.data;
  std::size_t* const count = arguments.count;
  return about_any_node(__func__, handle, [&](Program& program, const runtime::GraphNode&) {
    const Status status = give_nodes(program.graphs.dependents(*number_of(handle)), nodes, count);
    clear_edges(edges, status == Status::success && nodes != nullptr ? *count : 0);
    return status;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  return about_any_node(__func__, handle, [&](Program& program, const runtime::GraphNode&) {
    program.graphs.remove(*number_of(handle));
    return Status::success;
  });
}

/// Write the graph in the language of Graphviz.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t handle, const char* path, unsigned) {
  return about_graph(__func__, handle, [&](Program& program, const runtime::Graph& graph) {
    if (path == nullptr) return Status::invalid_value;
    std::ofstream file(path);
    file << "digraph dot {\n";
    for (const std::uint32_t number : graph.nodes) {
      const runtime::GraphNode& node = *program.graphs.node(number);
      file << "  node_" << number << " [label=\"" << text_of(program, node) << "\"];\n";
      for (const std::uint32_t before : node.after) file << "  node_" << before << " -> node_" << number << ";\n";
    }
    file << "}\n";
    return file.good() ? Status::success : Status::unknown;
  });
}
