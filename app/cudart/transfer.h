#pragma once

#include <cstdint>

#include "cudart/process.h"
#include "runtime/graphs.h"

// Copies and memsets for the C interfaces.

namespace warplens::cudart {

using Transfer = runtime::CopyWork;

/// The transfer of consecutive bytes.
Transfer bytes_of(void* to, const void* from, std::size_t bytes, runtime::CopyKind kind);

/// Carry out a copy as a part of a call. `stream`: its handle; `waits`: the host waits for the end.
runtime::Status carry_out(runtime::Program& program, const Transfer& transfer, const void* stream, bool waits,
                          const runtime::Call& call);
/// The transfer that the parameters of a copy in three dimensions say; nothing where it would use arrays.
std::optional<Transfer> transfer_of(const cudaMemcpy3DParms& parameters);

/// The transfer of consecutive bytes to a variable (`to_symbol`) or from it. If it is no variable: nothing, and an explanation.
std::optional<Transfer> symbol_transfer(runtime::Program& program, const void* symbol, std::size_t offset, std::size_t bytes,
                                        const void* host, bool to_symbol, cudaMemcpyKind kind);

/// Carry out a node of a graph that is launched. `made`: the node's call; `stream`: the number of its branch's.
runtime::Status copy_by_graph(const runtime::CopyWork& work, const runtime::Call& made, std::uint32_t stream);
runtime::Status set_by_graph(const runtime::SetWork& work, const runtime::Call& made, std::uint32_t stream);

/// Carry out a copy as a call of `function`. `stream`: its handle; `waits`: the host waits for the end.
cudaError_t copy(const char* function, const Transfer& transfer, const void* stream, bool waits);

/// Carry out a memset as a call of `function`.
cudaError_t set(const char* function, const runtime::Rows& to, const runtime::Pattern& pattern, const runtime::Layout& layout,
                const void* stream);

}  // namespace warplens::cudart
