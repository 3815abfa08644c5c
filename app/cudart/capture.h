#pragma once

#include <optional>

#include "cudart/process.h"

// Stream capture: what every call does that puts work into a stream, or waits for one.

namespace warplens::cudart {

/// The work of a node, or cannot_be_captured.
using Node = std::optional<runtime::Work>;
inline const Node cannot_be_captured = std::nullopt;

/// The status of a call that stream capture refuses, with an explanation; `status` itself if it is success.
runtime::Status refused_in_capture(runtime::Program& program, runtime::Status status);
/// Work that the default stream refuses since a stream captures that it would have to wait for; nothing otherwise.
std::optional<runtime::Status> refused_in_default_stream(runtime::Program& program, std::uint32_t stream);
/// Waiting for a stream on the host, which is refused where the stream captures; nothing otherwise.
std::optional<runtime::Status> captured_wait(runtime::Program& program, std::uint32_t stream);
/// The status of a call that is refused while this thread or another captures in such a mode, as cudaMalloc is.
runtime::Status unsafe_call(runtime::Program& program);
/// Put a node into what a stream captures.
runtime::Status capture_node(runtime::Program& program, std::uint32_t stream, const runtime::Call& call, Node node);

/// Capture work of a stream: `make()` gives the node. Nothing where the work is to be carried out.
template <typename Make>
std::optional<runtime::Status> capture(runtime::Program& program, std::uint32_t stream, const runtime::Call& call, Make make) {
  if (!program.captures.any()) return std::nullopt;
  if (program.captures.point(stream) != nullptr) return capture_node(program, stream, call, make());
  return refused_in_default_stream(program, stream);
}

/// The name and place of a node's work in findings and recordings: "kernel node of a graph", at the place of `call`.
runtime::Call call_of_node(const runtime::Work& work, const runtime::Call& call);

}  // namespace warplens::cudart
