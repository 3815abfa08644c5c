#pragma once

#include <optional>

#include "cudart/process.h"

// What nodes of graphs do, as the C interface says it.

namespace warplens::cudart {

/// The work that parameters say; nothing, with `status`, where they are not valid.
std::optional<runtime::Work> work_of(runtime::Program& program, const cudaKernelNodeParams* parameters, runtime::Status& status);
std::optional<runtime::Work> work_of(runtime::Program& program, const cudaMemcpy3DParms* parameters, runtime::Status& status);
std::optional<runtime::Work> work_of(runtime::Program& program, const cudaMemsetParams* parameters, runtime::Status& status);
std::optional<runtime::Work> work_of(runtime::Program& program, const cudaHostNodeParams* parameters, runtime::Status& status);

std::optional<runtime::Work> work_of(runtime::Program& program, const cudaGraphNodeParams* parameters, runtime::Status& status);

/// The work of a node with its own copy of a graph; nothing if that is none.
std::optional<runtime::Work> child_of(runtime::Program& program, cudaGraph_t child);
/// The work of a node about an event, RecordWork or WaitWork; nothing if that is none.
template <typename EventWork>
std::optional<runtime::Work> event_work(runtime::Program& program, cudaEvent_t event) {
  const auto number = event_of(program, event);
  if (!number) return std::nullopt;
  return EventWork{*number};
}

/// The parameters of a node's work. Those of a kernel point into the work.
cudaKernelNodeParams parameters_of(const runtime::KernelWork& work);
cudaMemcpy3DParms parameters_of(const runtime::CopyWork& work);
cudaMemsetParams parameters_of(const runtime::SetWork& work);
cudaHostNodeParams parameters_of(const runtime::HostWork& work);

/// The graph, node or executable graph behind a handle; null if it is none.
runtime::Graph* graph_of(runtime::Program& program, cudaGraph_t handle);
runtime::GraphNode* node_of(runtime::Program& program, cudaGraphNode_t handle);
runtime::ExecutableGraph* executable_of(runtime::Program& program, cudaGraphExec_t handle);

/// The node of an executable graph that was made from `node`; null if there is none.
runtime::ExecutableNode* find_node(runtime::ExecutableGraph& executable, cudaGraphNode_t node);

/// Give a node of a graph, or of an executable graph, new work of the same kind. Whether a kernel is cooperative stays as it was.
template <typename NodeType>
runtime::Status set_work(NodeType* node, std::optional<runtime::Work> work, runtime::Status status) {
  if (node == nullptr || (work && work->index() != node->work.index())) return runtime::Status::invalid_value;
  if (!work) return status;
  if (auto* const kernel = std::get_if<runtime::KernelWork>(&*work))
    kernel->cooperative = std::get<runtime::KernelWork>(node->work).cooperative;
  node->work = std::move(*work);
  return runtime::Status::success;
}

}  // namespace warplens::cudart
