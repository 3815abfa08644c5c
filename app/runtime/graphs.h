#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/dim3.h"
#include "runtime/call.h"
#include "runtime/copies.h"
#include "runtime/kernels.h"
#include "runtime/streams.h"

namespace warplens::runtime {

/// Arguments of a kernel, copied when its node is made.
struct KernelArguments {
  std::vector<std::vector<std::byte>> values;
  std::vector<void*> pointers;  ///< to the values
};

/// Copy the arguments that `arguments` point to.
std::shared_ptr<const KernelArguments> copy_arguments(const Kernel& kernel, void* const* arguments);

// What the nodes of a graph do.

struct KernelWork {
  const void* function = nullptr;  ///< the kernel's handle (Kernels::kernel())
  base::Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;  ///< bytes per block
  bool cooperative = false;
  std::shared_ptr<const KernelArguments> arguments;
};
struct CopyWork {
  Rows to, from;
  Layout layout;
  CopyKind kind = CopyKind::by_pointers;
};
struct SetWork {
  Rows to;
  Pattern pattern;
  Layout layout;
};
struct HostWork {
  void (*function)(void* data) = nullptr;
  void* data = nullptr;
};
struct RecordWork {
  std::uint32_t event = 0;
};
struct WaitWork {
  std::uint32_t event = 0;
};
struct ChildWork {
  std::uint32_t graph = 0;  ///< the node's own copy
};
struct EmptyWork {};
using Work = std::variant<KernelWork, CopyWork, SetWork, HostWork, ChildWork, EmptyWork, WaitWork, RecordWork>;

struct GraphNode {
  std::uint32_t graph = 0;
  Work work;
  Call call;                                ///< which has made it
  std::vector<std::uint32_t> after;         ///< nodes that it depends on
  std::optional<std::uint32_t> original{};  ///< the node that this is a copy of
};

struct Graph {
  std::vector<std::uint32_t> nodes{};  ///< in the order in which they were made
  bool inside = false;                 ///< it belongs to a node of another graph
};

/// A node of a graph as it runs. Nodes of graphs inside are among those of the graph itself.
struct ExecutableNode {
  std::uint32_t node = 0;
  Work work;
  Call call;
  std::vector<std::uint32_t> after;  ///< indices of nodes, all less than its own
  std::uint32_t branch = 0;          ///< its predecessor there is one of `after`
  bool enabled = true;
};

struct ExecutableGraph {
  std::uint32_t graph = 0;
  unsigned long long flags = 0;
  std::vector<ExecutableNode> nodes{};    ///< in the order in which they run
  std::vector<std::uint32_t> branches{};  ///< their streams; the first is the one that the graph is launched into, so not listed
  std::optional<Streams::Issued> last{};  ///< the end of its last launch, which the next one waits for
};

/// The graphs of a program (CUDA C++ Programming Guide, "CUDA Graphs"). Graphs, nodes and executable graphs are numbered
/// from 1, each kind by itself.
class Graphs {
 public:
  std::uint32_t create(bool inside = false);
  /// Destroy a graph with its nodes, and the graphs inside.
  void destroy(std::uint32_t graph);
  /// Copy a graph, and the graphs inside.
  std::uint32_t clone(std::uint32_t graph, bool inside = false);
  /// The graph of this number; null if there is none. The same for node() and executable().
  Graph* graph(std::uint32_t number);
  GraphNode* node(std::uint32_t number);
  ExecutableGraph* executable(std::uint32_t number);

  /// Add a node, and return its number. `after`: nodes of the graph.
  std::uint32_t add(std::uint32_t graph, Work work, std::vector<std::uint32_t> after, const Call& call);
  /// Remove a node and its dependencies.
  void remove(std::uint32_t node);
  /// Nodes that depend on a node.
  std::vector<std::uint32_t> dependents(std::uint32_t node) const;
  /// Whether all of `nodes` are among `from` or among what these depend on, directly or not.
  bool reaches(std::span<const std::uint32_t> from, std::span<const std::uint32_t> nodes) const;

  /// Make a graph executable, and return its number; nothing if its dependencies have a cycle.
  std::optional<std::uint32_t> instantiate(std::uint32_t graph, unsigned long long flags, Streams& streams);
  /// The nodes of a graph in the order in which they run; nothing if its dependencies have a cycle.
  std::optional<std::vector<ExecutableNode>> in_order(std::uint32_t graph) const;
  void destroy_executable(std::uint32_t number);

 private:
  bool put_in_order(std::uint32_t graph, std::vector<std::uint32_t> start, std::vector<ExecutableNode>& all,
                    std::vector<std::uint32_t>& ends) const;
  std::uint32_t take_branch(Streams& streams);

  std::uint32_t next_ = 1;
  std::map<std::uint32_t, Graph> graphs_;
  std::map<std::uint32_t, GraphNode> nodes_;
  std::map<std::uint32_t, ExecutableGraph> executables_;
  std::vector<std::uint32_t> free_branches_;  ///< streams of executable graphs that are destroyed
};

}  // namespace warplens::runtime
