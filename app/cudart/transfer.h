#pragma once

#include <cstdint>

#include "cudart/process.h"
#include "runtime/copies.h"

// Copies and memsets for the C interfaces.

namespace warplens::cudart {

struct Transfer {
  runtime::Rows to, from;
  runtime::Layout layout;
  runtime::CopyKind kind;
};

/// The transfer of consecutive bytes.
Transfer bytes_of(void* to, const void* from, std::size_t bytes, runtime::CopyKind kind);

/// Carry out a copy as a part of a call. `stream`: its handle; `waits`: the host waits for the end.
runtime::Status carry_out(runtime::Program& program, const Transfer& transfer, const void* stream, bool waits,
                          const runtime::Call& call);

/// Carry out a copy as a call of `function`. `stream`: its handle; `waits`: the host waits for the end.
cudaError_t copy(const char* function, const Transfer& transfer, const void* stream, bool waits);

/// Carry out a memset as a call of `function`.
cudaError_t set(const char* function, const runtime::Rows& to, const runtime::Pattern& pattern, const runtime::Layout& layout,
                const void* stream);

}  // namespace warplens::cudart
