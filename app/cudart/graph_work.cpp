#include "cudart/graph_work.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/result.h"
#include "cudart/transfer.h"

namespace warplens::cudart {

using runtime::Program;
using runtime::Status;
using runtime::Work;

std::optional<Work> work_of(Program& program, const cudaKernelNodeParams* parameters, Status& status) {
  status = Status::invalid_value;
  if (parameters == nullptr) return std::nullopt;
  const auto kernel = program.kernels.kernel(parameters->func);
  if (!kernel) {
    program.errors.explain(base::describe(kernel.error()));
    status = Status::invalid_device_function;
    return std::nullopt;
  }
  if (parameters->extra != nullptr) {
    program.errors.explain("Warplens takes a kernel node's arguments from kernelParams, not from extra");
    status = Status::not_supported;
    return std::nullopt;
  }
  const bool takes_arguments = !(*kernel)->function().parameters.empty();
  if (takes_arguments && parameters->kernelParams == nullptr) {
    program.errors.explain("the kernel's arguments are missing: kernelParams is null");
    return std::nullopt;
  }
  std::string reason;
  status = program.launches.check(**kernel, parameters->gridDim, parameters->blockDim, parameters->sharedMemBytes, reason);
  if (status != Status::success) {
    program.errors.explain(reason);
    return std::nullopt;
  }
  return runtime::KernelWork{.function = parameters->func,
                             .grid = parameters->gridDim,
                             .block = parameters->blockDim,
                             .dynamic_shared = parameters->sharedMemBytes,
                             .cooperative = false,
                             .arguments = runtime::copy_arguments(**kernel, parameters->kernelParams)};
}

std::optional<Work> work_of(Program& program, const cudaMemcpy3DParms* parameters, Status& status) {
  status = Status::invalid_value;
  if (parameters == nullptr) return std::nullopt;
  auto transfer = transfer_of(*parameters);
  if (transfer) return *transfer;
  program.errors.explain("Warplens has no copies of arrays");
  status = Status::not_supported;
  return std::nullopt;
}

std::optional<Work> work_of(Program& program, const cudaMemsetParams* parameters, Status& status) {
  status = Status::invalid_value;
  if (parameters == nullptr) return std::nullopt;
  const std::uint32_t element = parameters->elementSize;
  if (element != 1 && element != 2 && element != 4) {
    program.errors.explain("a memset node has elements of 1, 2 or 4 bytes, and not of " + std::to_string(element));
    return std::nullopt;
  }
  const std::uint64_t width = std::uint64_t{parameters->width} * element;
  const std::uint64_t pitch = parameters->height > 1 ? parameters->pitch : width;
  return runtime::SetWork{.to = {parameters->dst, pitch, parameters->height},
                          .pattern = {parameters->value, element},
                          .layout = {width, parameters->height, 1}};
}

std::optional<Work> work_of(Program&, const cudaHostNodeParams* parameters, Status& status) {
  status = Status::invalid_value;
  if (parameters == nullptr || parameters->fn == nullptr) return std::nullopt;
  return runtime::HostWork{parameters->fn, parameters->userData};
}

std::optional<Work> work_of(Program& program, const cudaGraphNodeParams* parameters, Status& status) {
  status = Status::invalid_value;
  if (parameters == nullptr) return std::nullopt;
  switch (parameters->type) {
    case cudaGraphNodeTypeKernel:
      return work_of(program, &parameters->kernel, status);
    case cudaGraphNodeTypeMemcpy:
      return work_of(program, &parameters->memcpy.copyParams, status);
    case cudaGraphNodeTypeMemset:
      return work_of(program, &parameters->memset, status);
    case cudaGraphNodeTypeHost:
      return work_of(program, &parameters->host, status);
    case cudaGraphNodeTypeGraph:
      return child_of(program, parameters->graph.graph);
    case cudaGraphNodeTypeEmpty:
      return runtime::EmptyWork{};
    case cudaGraphNodeTypeWaitEvent:
      return event_work<runtime::WaitWork>(program, parameters->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return event_work<runtime::RecordWork>(program, parameters->eventRecord.event);
    default:
      program.errors.explain("Warplens has no nodes of this type: semaphores, memory and conditions are left out");
      status = Status::not_supported;
      return std::nullopt;
  }
}

std::optional<Work> child_of(Program& program, cudaGraph_t child) {
  if (graph_of(program, child) == nullptr) return std::nullopt;
  return runtime::ChildWork{program.graphs.clone(*number_of(child), true)};
}

cudaKernelNodeParams parameters_of(const runtime::KernelWork& work) {
  return {.func = const_cast<void*>(work.function),
          .gridDim = work.grid,
          .blockDim = work.block,
          .sharedMemBytes = static_cast<unsigned>(work.dynamic_shared),
          .kernelParams = const_cast<void**>(work.arguments->pointers.data()),
          .extra = nullptr};
}

cudaMemcpy3DParms parameters_of(const runtime::CopyWork& work) {
  const auto pitched = [&](const runtime::Rows& rows) {
    return cudaPitchedPtr{rows.pointer, static_cast<std::size_t>(rows.pitch), static_cast<std::size_t>(work.layout.width),
                          static_cast<std::size_t>(rows.rows)};
  };
  cudaMemcpy3DParms parameters{};
  parameters.srcPtr = pitched(work.from);
  parameters.dstPtr = pitched(work.to);
  parameters.extent = {static_cast<std::size_t>(work.layout.width), static_cast<std::size_t>(work.layout.height),
                       static_cast<std::size_t>(work.layout.depth)};
  parameters.kind = static_cast<cudaMemcpyKind>(work.kind);
  return parameters;
}

cudaMemsetParams parameters_of(const runtime::SetWork& work) {
  return {.dst = work.to.pointer,
          .pitch = static_cast<std::size_t>(work.to.pitch),
          .value = work.pattern.value,
          .elementSize = work.pattern.bytes,
          .width = static_cast<std::size_t>(work.layout.width / work.pattern.bytes),
          .height = static_cast<std::size_t>(work.layout.height)};
}

cudaHostNodeParams parameters_of(const runtime::HostWork& work) { return {work.function, work.data}; }

runtime::Graph* graph_of(Program& program, cudaGraph_t handle) {
  const auto number = number_of(handle);
  return number ? program.graphs.graph(*number) : nullptr;
}

runtime::GraphNode* node_of(Program& program, cudaGraphNode_t handle) {
  const auto number = number_of(handle);
  return number ? program.graphs.node(*number) : nullptr;
}

runtime::ExecutableGraph* executable_of(Program& program, cudaGraphExec_t handle) {
  const auto number = number_of(handle);
  return number ? program.graphs.executable(*number) : nullptr;
}

runtime::ExecutableNode* find_node(runtime::ExecutableGraph& executable, cudaGraphNode_t node) {
  const auto number = number_of(node);
  const auto found =
      std::ranges::find_if(executable.nodes, [&](const runtime::ExecutableNode& each) { return number && each.node == *number; });
  return found != executable.nodes.end() ? &*found : nullptr;
}

}  // namespace warplens::cudart
