#include <algorithm>
#include <utility>
#include <vector>

#include "cudart/capture.h"
#include "cudart/graph_work.h"
#include "cudart/transfer.h"

// Nodes of graphs, and their parameters.

namespace warplens::cudart {
namespace {

using runtime::Program;
using runtime::Status;
using runtime::Work;

/// Where a node is added.
struct Place {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t count;
};

/// The nodes that a new one depends on: each of the graph, and named once. Nothing if they are not.
std::optional<std::vector<std::uint32_t>> dependencies_at(Program& program, const Place& place) {
  std::vector<std::uint32_t> nodes;
  if (place.after == nullptr && place.count != 0) return std::nullopt;
  for (std::size_t k = 0; k < place.count; ++k) {
    const runtime::GraphNode* const node = node_of(program, place.after[k]);
    const auto number = number_of(place.after[k]);
    if (node == nullptr || node->graph != number_of(place.graph) || std::ranges::count(nodes, *number) != 0) return std::nullopt;
    nodes.push_back(*number);
  }
  return nodes;
}

/// Add a node. `make(program, status)` gives its work, or nothing and the error.
template <typename Make>
cudaError_t add_node(const char* function, const Place& place, Make make) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    if (place.node == nullptr || graph_of(program, place.graph) == nullptr) return Status::invalid_value;
    auto after = dependencies_at(program, place);
    if (!after) {
      program.errors.explain("a node depends on nodes of its own graph, each named once");
      return Status::invalid_value;
    }
    Status status = Status::invalid_value;
    std::optional<Work> made = make(program, status);
    if (!made) return status;
    const runtime::Call named = call_of_node(*made, call);
    const std::uint32_t number = program.graphs.add(*number_of(place.graph), std::move(*made), std::move(*after), named);
    *place.node = make_handle<cudaGraphNode_t>(number);
    return Status::success;
  });
}

template <typename Parameters>
cudaError_t add_node_of(const char* function, const Place& place, const Parameters* parameters) {
  return add_node(function, place, [&](Program& program, Status& status) { return work_of(program, parameters, status); });
}

/// Give a node's parameters. KindOfWork: what the node must do.
template <typename KindOfWork, typename Parameters>
cudaError_t get_parameters(const char* function, cudaGraphNode_t handle, Parameters* parameters) {
  return question(function, [&](Program& program, const runtime::Call&) {
    const runtime::GraphNode* const node = node_of(program, handle);
    const auto* const of = node != nullptr ? std::get_if<KindOfWork>(&node->work) : nullptr;
    if (of == nullptr || parameters == nullptr) return Status::invalid_value;
    *parameters = parameters_of(*of);
    return Status::success;
  });
}

/// Set a node's work. `make` as in add_node().
template <typename Make>
cudaError_t set_node(const char* function, cudaGraphNode_t handle, Make make) {
  return work(function, [&](Program& program, const runtime::Call&) {
    Status status = Status::invalid_value;
    auto made = make(program, status);
    return set_work(node_of(program, handle), std::move(made), status);
  });
}

template <typename Parameters>
cudaError_t set_parameters(const char* function, cudaGraphNode_t handle, const Parameters* parameters) {
  return set_node(function, handle, [&](Program& program, Status& status) { return work_of(program, parameters, status); });
}

/// The same for a node of an executable graph; the graph that it was made from stays as it is.
template <typename Make>
cudaError_t set_executable_node(const char* function, cudaGraphExec_t executable, cudaGraphNode_t node, Make make) {
  return work(function, [&](Program& program, const runtime::Call&) {
    runtime::ExecutableGraph* const graph = executable_of(program, executable);
    if (graph == nullptr) return Status::invalid_value;
    Status status = Status::invalid_value;
    auto made = make(program, status);
    return set_work(find_node(*graph, node), std::move(made), status);
  });
}

template <typename Parameters>
cudaError_t set_executable_parameters(const char* function, cudaGraphExec_t executable, cudaGraphNode_t node,
                                      const Parameters* parameters) {
  return set_executable_node(function, executable, node,
                             [&](Program& program, Status& status) { return work_of(program, parameters, status); });
}

std::optional<Work> flat_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return bytes_of(to, from, bytes, static_cast<runtime::CopyKind>(kind));
}

std::optional<Work> symbol_copy(Program& program, Status& status, const void* symbol, std::size_t offset, std::size_t bytes,
                                const void* host, bool to_symbol, cudaMemcpyKind kind) {
  const auto transfer = symbol_transfer(program, symbol, offset, bytes, host, to_symbol, kind);
  if (transfer) return *transfer;
  status = Status::invalid_symbol;
  return std::nullopt;
}

/// body(work): about a node that does KindOfWork; invalid_value for another.
template <typename KindOfWork, typename Body>
cudaError_t about_node(const char* function, cudaGraphNode_t handle, Body body) {
  return question(function, [&](Program& program, const runtime::Call&) {
    runtime::GraphNode* const node = node_of(program, handle);
    auto* const of = node != nullptr ? std::get_if<KindOfWork>(&node->work) : nullptr;
    return of != nullptr ? body(*of) : Status::invalid_value;
  });
}

template <typename EventWork>
cudaError_t get_event(const char* function, cudaGraphNode_t node, cudaEvent_t* event) {
  return about_node<EventWork>(function, node, [&](const EventWork& of) {
    if (event == nullptr) return Status::invalid_value;
    *event = make_handle<cudaEvent_t>(of.event);
    return Status::success;
  });
}

template <typename EventWork>
cudaError_t set_event(const char* function, cudaGraphNode_t node, cudaEvent_t event) {
  return set_node(function, node, [&](Program& program, Status&) { return event_work<EventWork>(program, event); });
}

template <typename EventWork>
cudaError_t set_executable_event(const char* function, cudaGraphExec_t executable, cudaGraphNode_t node, cudaEvent_t event) {
  return set_executable_node(function, executable, node,
                             [&](Program& program, Status&) { return event_work<EventWork>(program, event); });
}

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* parameters) {
  return add_node_of(__func__, {node, graph, after, count}, parameters);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  return add_node_of(__func__, {node, graph, after, count}, parameters);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* parameters) {
  return add_node_of(__func__, {node, graph, after, count}, parameters);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* parameters) {
  return add_node_of(__func__, {node, graph, after, count}, parameters);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                     void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return add_node(__func__, {node, graph, after, count}, [&](Program&, Status&) { return flat_copy(to, from, bytes, kind); });
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                           const void* symbol, const void* from, size_t bytes, size_t offset,
                                           cudaMemcpyKind kind) {
  return add_node(__func__, {node, graph, after, count}, [&](Program& program, Status& status) {
    return symbol_copy(program, status, symbol, offset, bytes, from, true, kind);
  });
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                             void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return add_node(__func__, {node, graph, after, count}, [&](Program& program, Status& status) {
    return symbol_copy(program, status, symbol, offset, bytes, to, false, kind);
  });
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child) {
  return add_node(__func__, {node, graph, after, count}, [&](Program& program, Status&) { return child_of(program, child); });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count) {
  return add_node(__func__, {node, graph, after, count},
                  [](Program&, Status&) { return std::optional<Work>(runtime::EmptyWork{}); });
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                        cudaEvent_t event) {
  return add_node(__func__, {node, graph, after, count},
                  [&](Program& program, Status&) { return event_work<runtime::RecordWork>(program, event); });
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                      cudaEvent_t event) {
  return add_node(__func__, {node, graph, after, count},
                  [&](Program& program, Status&) { return event_work<runtime::WaitWork>(program, event); });
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, const cudaGraphEdgeData*,
                             size_t count, cudaGraphNodeParams* parameters) {
  return add_node_of(__func__, {node, graph, after, count}, parameters);
}
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
  return set_parameters(__func__, node, parameters);
}
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
  if (parameters != nullptr && parameters->type == cudaGraphNodeTypeGraph)
    return cudaGraphExecChildGraphNodeSetParams(executable, node, parameters->graph.graph);
  return set_executable_parameters(__func__, executable, node, parameters);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  return get_parameters<runtime::KernelWork>(__func__, node, parameters);
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  return get_parameters<runtime::CopyWork>(__func__, node, parameters);
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  return get_parameters<runtime::SetWork>(__func__, node, parameters);
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return get_parameters<runtime::HostWork>(__func__, node, parameters);
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return about_node<runtime::ChildWork>(__func__, node, [&](const runtime::ChildWork& child) {
    if (graph == nullptr) return Status::invalid_value;
    *graph = make_handle<cudaGraph_t>(child.graph);
    return Status::success;
  });
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_event<runtime::RecordWork>(__func__, node, event);
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_event<runtime::WaitWork>(__func__, node, event);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return set_parameters(__func__, node, parameters);
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
  return set_parameters(__func__, node, parameters);
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return set_node(__func__, node, [&](Program&, Status&) { return flat_copy(to, from, bytes, kind); });
}
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* from, size_t bytes,
                                                 size_t offset, cudaMemcpyKind kind) {
  return set_node(__func__, node, [&](Program& program, Status& status) {
    return symbol_copy(program, status, symbol, offset, bytes, from, true, kind);
  });
}
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to, const void* symbol, size_t bytes,
                                                   size_t offset, cudaMemcpyKind kind) {
  return set_node(__func__, node, [&](Program& program, Status& status) {
    return symbol_copy(program, status, symbol, offset, bytes, to, false, kind);
  });
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return set_parameters(__func__, node, parameters);
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return set_parameters(__func__, node, parameters);
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_event<runtime::RecordWork>(__func__, node, event);
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_event<runtime::WaitWork>(__func__, node, event);
}

/// Of the attributes, only that a kernel is cooperative changes what Warplens does.
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue* value) {
  return about_node<runtime::KernelWork>(__func__, node, [&](runtime::KernelWork& kernel) {
    if (value == nullptr) return Status::invalid_value;
    if (attribute == cudaLaunchAttributeCooperative) kernel.cooperative = value->cooperative != 0;
    return Status::success;
  });
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t from, cudaGraphNode_t to) {
  cudaLaunchAttributeValue value{};
  const cudaError_t error = cudaGraphKernelNodeGetAttribute(from, cudaLaunchAttributeCooperative, &value);
  return error == cudaSuccess ? cudaGraphKernelNodeSetAttribute(to, cudaLaunchAttributeCooperative, &value) : error;
}
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue* value) {
  return about_node<runtime::KernelWork>(__func__, node, [&](const runtime::KernelWork& kernel) {
    if (value == nullptr) return Status::invalid_value;
    *value = {};
    if (attribute == cudaLaunchAttributeCooperative) value->cooperative = kernel.cooperative ? 1 : 0;
    return Status::success;
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return set_executable_parameters(__func__, executable, node, parameters);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  return set_executable_parameters(__func__, executable, node, parameters);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* to, const void* from,
                                               size_t bytes, cudaMemcpyKind kind) {
  return set_executable_node(__func__, executable, node, [&](Program&, Status&) { return flat_copy(to, from, bytes, kind); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t executable, cudaGraphNode_t node, const void* symbol,
                                                     const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return set_executable_node(__func__, executable, node, [&](Program& program, Status& status) {
    return symbol_copy(program, status, symbol, offset, bytes, from, true, kind);
  });
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t executable, cudaGraphNode_t node, void* to,
                                                       const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return set_executable_node(__func__, executable, node, [&](Program& program, Status& status) {
    return symbol_copy(program, status, symbol, offset, bytes, to, false, kind);
  });
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return set_executable_parameters(__func__, executable, node, parameters);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return set_executable_parameters(__func__, executable, node, parameters);
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node, cudaEvent_t event) {
  return set_executable_event<runtime::RecordWork>(__func__, executable, node, event);
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node, cudaEvent_t event) {
  return set_executable_event<runtime::WaitWork>(__func__, executable, node, event);
}
