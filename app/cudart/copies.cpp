#include "cudart/process.h"
#include "cudart/types.h"

// Copies and memsets.

namespace warplens::cudart {
namespace {

using runtime::CopyKind;
using runtime::Layout;
using runtime::Program;
using runtime::Rows;
using runtime::Status;

struct Transfer {
  Rows to, from;
  Layout layout;
  int kind;
};

Transfer bytes_of(void* to, const void* from, std::size_t bytes, int kind) {
  return {{to, bytes, 1}, {const_cast<void*>(from), bytes, 1}, {bytes, 1, 1}, kind};
}

Transfer rows_of(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width, std::size_t height,
                 int kind) {
  return {{to, to_pitch, height}, {const_cast<void*>(from), from_pitch, height}, {width, height, 1}, kind};
}

/// The rows of one side of a 3-D copy, from its position on.
Rows rows_of(const PitchedPointer& pitched, const Position& at) {
  return {static_cast<std::byte*>(pitched.pointer) + (at.z * pitched.height + at.y) * pitched.pitch + at.x, pitched.pitch,
          pitched.height};
}

Status carry_out(Program& program, const Transfer& transfer, const void* stream, bool waits, const runtime::Call& call) {
  const auto number = stream_of(program, stream);
  if (!number) return Status::invalid_handle;
  const Status status = program.copies.copy(transfer.to, transfer.from, transfer.layout, static_cast<CopyKind>(transfer.kind),
                                            *number, waits, call);
  if (status != Status::success) return status;
  if (program.streams.idle(*number)) program.waited();
  return program.errors.failed();
}

int copy(const char* function, const Transfer& transfer, const void* stream, bool waits) {
  return work(function,
              [&](Program& program, const runtime::Call& call) { return carry_out(program, transfer, stream, waits, call); });
}

int copy3d(const char* function, const Copy3D* copy3d, const void* stream, bool waits) {
  if (copy3d == nullptr || copy3d->from_array != nullptr || copy3d->to_array != nullptr)
    return work(function, [](Program&, const runtime::Call&) { return Status::not_supported; });
  const Transfer transfer{rows_of(copy3d->to, copy3d->to_position), rows_of(copy3d->from, copy3d->from_position),
                          Layout{copy3d->extent.width, copy3d->extent.height, copy3d->extent.depth}, copy3d->kind};
  return copy(function, transfer, stream, waits);
}

/// A copy to or from a variable.
int copy_symbol(const char* function, const void* symbol, std::size_t offset, std::size_t bytes, const void* host, bool to_symbol,
                int kind, const void* stream, bool waits) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    const auto variable = program.kernels.variable(symbol);
    if (!variable) return Status::invalid_symbol;
    void* const device = reinterpret_cast<void*>((*variable)->address + offset);
    void* const memory = const_cast<void*>(host);
    const Transfer transfer = to_symbol ? bytes_of(device, memory, bytes, kind) : bytes_of(memory, device, bytes, kind);
    return carry_out(program, transfer, stream, waits, call);
  });
}

int set(const char* function, const Rows& to, int value, const Layout& layout, const void* stream) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    const auto number = stream_of(program, stream);
    return number ? program.copies.set(to, value, layout, *number, call) : Status::invalid_handle;
  });
}

}  // namespace

WARPLENS_EXPORT int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  return copy("cudaMemcpy", bytes_of(to, from, bytes, kind), nullptr, true);
}
WARPLENS_EXPORT int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream) {
  return copy("cudaMemcpyAsync", bytes_of(to, from, bytes, kind), stream, false);
}
WARPLENS_EXPORT int cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return copy("cudaMemcpyPeer", bytes_of(to, from, bytes, 3), nullptr, true);
}
WARPLENS_EXPORT int cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, void* stream) {
  return copy("cudaMemcpyPeerAsync", bytes_of(to, from, bytes, 3), stream, false);
}
WARPLENS_EXPORT int cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                                 std::size_t height, int kind) {
  return copy("cudaMemcpy2D", rows_of(to, to_pitch, from, from_pitch, width, height, kind), nullptr, true);
}
WARPLENS_EXPORT int cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                                      std::size_t height, int kind, void* stream) {
  return copy("cudaMemcpy2DAsync", rows_of(to, to_pitch, from, from_pitch, width, height, kind), stream, false);
}
WARPLENS_EXPORT int cudaMemcpy3D(const Copy3D* parameters) { return copy3d("cudaMemcpy3D", parameters, nullptr, true); }
WARPLENS_EXPORT int cudaMemcpy3DAsync(const Copy3D* parameters, void* stream) {
  return copy3d("cudaMemcpy3DAsync", parameters, stream, false);
}
WARPLENS_EXPORT int cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset, int kind) {
  return copy_symbol("cudaMemcpyToSymbol", symbol, offset, bytes, from, true, kind, nullptr, true);
}
WARPLENS_EXPORT int cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t offset, int kind,
                                            void* stream) {
  return copy_symbol("cudaMemcpyToSymbolAsync", symbol, offset, bytes, from, true, kind, stream, false);
}
WARPLENS_EXPORT int cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset, int kind) {
  return copy_symbol("cudaMemcpyFromSymbol", symbol, offset, bytes, to, false, kind, nullptr, true);
}
WARPLENS_EXPORT int cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset, int kind,
                                              void* stream) {
  return copy_symbol("cudaMemcpyFromSymbolAsync", symbol, offset, bytes, to, false, kind, stream, false);
}
WARPLENS_EXPORT int cudaMemset(void* to, int value, std::size_t bytes) {
  return set("cudaMemset", {to, bytes, 1}, value, {bytes, 1, 1}, nullptr);
}
WARPLENS_EXPORT int cudaMemsetAsync(void* to, int value, std::size_t bytes, void* stream) {
  return set("cudaMemsetAsync", {to, bytes, 1}, value, {bytes, 1, 1}, stream);
}
WARPLENS_EXPORT int cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return set("cudaMemset2D", {to, pitch, height}, value, {width, height, 1}, nullptr);
}
WARPLENS_EXPORT int cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                                      void* stream) {
  return set("cudaMemset2DAsync", {to, pitch, height}, value, {width, height, 1}, stream);
}
WARPLENS_EXPORT int cudaMemset3D(PitchedPointer to, int value, Extent extent) {
  return set("cudaMemset3D", {to.pointer, to.pitch, to.height}, value, {extent.width, extent.height, extent.depth}, nullptr);
}
WARPLENS_EXPORT int cudaMemset3DAsync(PitchedPointer to, int value, Extent extent, void* stream) {
  return set("cudaMemset3DAsync", {to.pointer, to.pitch, to.height}, value, {extent.width, extent.height, extent.depth}, stream);
}

}  // namespace warplens::cudart
