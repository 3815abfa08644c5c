#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cudart/capture.h"
#include "cudart/graph_work.h"
#include "cudart/host_functions.h"
#include "cudart/launch.h"
#include "cudart/transfer.h"

// Executable graphs.

namespace warplens::cudart {
namespace {

using runtime::ExecutableGraph;
using runtime::ExecutableNode;
using runtime::Program;
using runtime::Status;
using runtime::Streams;

cudaError_t instantiate(const char* function, cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  return work(function, [&](Program& program, const runtime::Call&) {
    if (executable == nullptr || graph_of(program, graph) == nullptr) return Status::invalid_value;
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) {
      program.errors.explain("cudaGraphInstantiateFlagDeviceLaunch: Warplens has no kernels that launch graphs");
      return Status::not_supported;
    }
    const auto made = program.graphs.instantiate(*number_of(graph), flags, program.streams);
    if (!made) {
      program.errors.explain("the dependencies of the graph have a cycle, so that none of its nodes could be the first");
      return Status::invalid_value;
    }
    *executable = make_handle<cudaGraphExec_t>(*made);
    return Status::success;
  });
}

/// body(program, executable graph): invalid_value where the handle is none.
template <typename Body>
cudaError_t about_executable(const char* function, cudaGraphExec_t handle, Body body) {
  return question(function, [&](Program& program, const runtime::Call&) {
    ExecutableGraph* const graph = executable_of(program, handle);
    return graph != nullptr ? body(program, *graph) : Status::invalid_value;
  });
}

Status call_host_by_graph(const runtime::HostWork& work, const runtime::Call& made, std::uint32_t stream) {
  const OngoingCall ongoing(made);
  call_host_in_stream(ongoing.program, stream, runtime::Issuer::graph, [&] { call_host_function(work.function, work.data); });
  ongoing.returns(Status::success);
  return Status::success;
}

/// Carry out one node in the stream of its branch.
Status carry_out_node(Program& program, const ExecutableNode& node, std::uint32_t stream) {
  if (!node.enabled) return Status::success;
  if (const auto* const kernel = std::get_if<runtime::KernelWork>(&node.work)) return launch_by_graph(*kernel, node.call, stream);
  if (const auto* const copy = std::get_if<runtime::CopyWork>(&node.work)) return copy_by_graph(*copy, node.call, stream);
  if (const auto* const set = std::get_if<runtime::SetWork>(&node.work)) return set_by_graph(*set, node.call, stream);
  if (const auto* const host = std::get_if<runtime::HostWork>(&node.work)) return call_host_by_graph(*host, node.call, stream);
  if (const auto* const record = std::get_if<runtime::RecordWork>(&node.work)) {
    if (!program.streams.event_exists(record->event)) return Status::invalid_handle;
    program.streams.record(record->event, stream, runtime::Issuer::graph);
  }
  if (const auto* const wait = std::get_if<runtime::WaitWork>(&node.work)) {
    if (!program.streams.event_exists(wait->event)) return Status::invalid_handle;
    program.streams.make_wait(stream, wait->event);
  }
  return Status::success;
}

/// Carry out all nodes after `start`, each in the stream of its branch. A branch waits for those that it depends on, and in the
/// end `stream` waits for all. Returns the first error.
Status carry_out_nodes(Program& program, ExecutableGraph graph, std::uint32_t stream, const Streams::Issued& start) {
  Status first = Status::success;
  std::vector<Streams::Issued> ends;
  for (const ExecutableNode& node : graph.nodes) {
    const std::uint32_t branch = node.branch == 0 ? stream : graph.branches[node.branch - 1];
    if (node.branch != 0) program.streams.follow(branch, start);
    for (const std::uint32_t before : node.after) program.streams.follow(branch, ends[before]);
    const Status status = carry_out_node(program, node, branch);
    if (first == Status::success) first = status;
    ends.push_back(program.streams.end_of(branch));
  }
  for (const std::uint32_t branch : graph.branches) program.streams.follow(stream, program.streams.end_of(branch));
  return first;
}

/// Begin to launch a graph in a stream, or add it to the graph that is captured from the stream. `start` gets the beginning.
Status begin_launch(Program& program, ExecutableGraph& graph, std::uint32_t stream, const runtime::Call& call,
                    std::optional<Streams::Issued>& start) {
  const auto captured = capture(program, stream, call, [&]() -> Node {
    if (program.graphs.graph(graph.graph) == nullptr) return cannot_be_captured;
    return runtime::ChildWork{program.graphs.clone(graph.graph, true)};
  });
  if (captured) return *captured;
  if (graph.last) program.streams.follow(stream, *graph.last);
  start = program.streams.issue(stream, runtime::Unit::none, 0);
  return Status::success;
}

/// Why an executable graph cannot take over the work of `changed`, and at which node.
cudaGraphExecUpdateResultInfo difference(const ExecutableGraph& graph, const std::vector<ExecutableNode>& changed) {
  if (graph.nodes.size() != changed.size()) return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  for (std::size_t k = 0; k < changed.size(); ++k) {
    const auto node = make_handle<cudaGraphNode_t>(changed[k].node);
    if (graph.nodes[k].work.index() != changed[k].work.index()) return {cudaGraphExecUpdateErrorNodeTypeChanged, node, nullptr};
    if (graph.nodes[k].after != changed[k].after) return {cudaGraphExecUpdateErrorTopologyChanged, node, nullptr};
  }
  return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(__func__, executable, graph, flags);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(__func__, executable, graph, flags);
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  const cudaError_t error =
      instantiate(__func__, parameters != nullptr ? executable : nullptr, graph, parameters != nullptr ? parameters->flags : 0);
  if (parameters == nullptr) return error;
  parameters->errNode_out = nullptr;
  parameters->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateInvalidStructure;
  return error;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long* flags) {
  return about_executable(__func__, executable, [&](Program&, const ExecutableGraph& graph) {
    if (flags == nullptr) return Status::invalid_value;
    *flags = graph.flags;
    return Status::success;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return about_executable(__func__, executable, [&](Program& program, const ExecutableGraph&) {
    program.graphs.destroy_executable(*number_of(executable));
    return Status::success;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  return about_executable(__func__, executable, [&](Program& program, const ExecutableGraph&) {
    return stream_of(program, stream) ? Status::success : Status::invalid_handle;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  const std::lock_guard turn(calls_in_turn());
  std::optional<Streams::Issued> start;
  const cudaError_t error = work(__func__, [&](Program& program, const runtime::Call& call) {
    const auto number = stream_of(program, stream);
    ExecutableGraph* const graph = executable_of(program, executable);
    if (graph == nullptr) return Status::invalid_value;
    return number ? begin_launch(program, *graph, *number, call, start) : Status::invalid_handle;
  });
  if (!start) return error;
  // The nodes are calls of their own, after this one.
  Program& program = cudart::program();
  const Status status = carry_out_nodes(program, *executable_of(program, executable), *stream_of(program, stream), *start);
  if (ExecutableGraph* const graph = executable_of(program, executable))
    graph->last = program.streams.end_of(*stream_of(program, stream));
  return status == Status::success ? error : work("cudaGraphLaunch", [&](Program& program_of_call, const runtime::Call&) {
    program_of_call.errors.explain("one of the graph's nodes could not be carried out");
    return status;
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    ExecutableGraph* const changed = executable_of(program, executable);
    if (changed == nullptr || graph_of(program, graph) == nullptr) return Status::invalid_value;
    auto nodes = program.graphs.in_order(*number_of(graph));
    const cudaGraphExecUpdateResultInfo found =
        nodes ? difference(*changed, *nodes)
              : cudaGraphExecUpdateResultInfo{cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    if (result != nullptr) *result = found;
    if (found.result != cudaGraphExecUpdateSuccess) {
      program.errors.explain(
          "the graph has other nodes, or other dependencies, than the one that was made executable: make it "
          "executable by cudaGraphInstantiate instead");
      return Status::graph_update_failure;
    }
    for (std::size_t k = 0; k < nodes->size(); ++k) {
      // What sets a node's parameters afterwards goes by the graph of the instantiation.
      changed->nodes[k].work = std::move((*nodes)[k].work);
      changed->nodes[k].call = std::move((*nodes)[k].call);
    }
    return Status::success;
  });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraph_t child) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    ExecutableGraph* const graph = executable_of(program, executable);
    const runtime::GraphNode* const parent = node_of(program, node);
    const auto* const before = parent != nullptr ? std::get_if<runtime::ChildWork>(&parent->work) : nullptr;
    if (graph == nullptr || before == nullptr || graph_of(program, child) == nullptr) return Status::invalid_value;
    const auto old_nodes = program.graphs.in_order(before->graph);
    auto new_nodes = program.graphs.in_order(*number_of(child));
    if (!old_nodes || !new_nodes || difference({.nodes = *old_nodes}, *new_nodes).result != cudaGraphExecUpdateSuccess)
      return Status::invalid_value;
    for (std::size_t k = 0; k < old_nodes->size(); ++k) {
      if (ExecutableNode* const each = find_node(*graph, make_handle<cudaGraphNode_t>((*old_nodes)[k].node)))
        each->work = std::move((*new_nodes)[k].work);
    }
    return Status::success;
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t handle, unsigned enabled) {
  return about_executable(__func__, executable, [&](Program&, ExecutableGraph& graph) {
    ExecutableNode* const node = find_node(graph, handle);
    if (node == nullptr || node->work.index() > 2) return Status::invalid_value;  // only kernels, copies and memsets
    node->enabled = enabled != 0;
    return Status::success;
  });
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t handle, unsigned* enabled) {
  return about_executable(__func__, executable, [&](Program&, ExecutableGraph& graph) {
    const ExecutableNode* const node = find_node(graph, handle);
    if (node == nullptr || enabled == nullptr) return Status::invalid_value;
    *enabled = node->enabled ? 1 : 0;
    return Status::success;
  });
}
