#include "cudart/transfer.h"

#include "cudart/capture.h"

// Copies and memsets.

namespace warplens::cudart {
namespace {

using runtime::CopyKind;
using runtime::Layout;
using runtime::Program;
using runtime::Rows;
using runtime::Status;

/// The first byte of an int, which a memset sets all bytes to.
runtime::Pattern pattern_of(int value) { return {static_cast<unsigned char>(value), 1}; }

CopyKind kind_of(cudaMemcpyKind kind) { return static_cast<CopyKind>(kind); }

Transfer rows_of(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width, std::size_t height,
                 cudaMemcpyKind kind) {
  return {{to, to_pitch, height}, {const_cast<void*>(from), from_pitch, height}, {width, height, 1}, kind_of(kind)};
}

/// The rows of pitched memory from a place on.
Rows rows_of(const cudaPitchedPtr& pitched, const cudaPos& at) {
  return {static_cast<std::byte*>(pitched.ptr) + (at.z * pitched.ysize + at.y) * pitched.pitch + at.x, pitched.pitch,
          pitched.ysize};
}

Layout layout_of(const cudaExtent& extent) { return {extent.width, extent.height, extent.depth}; }

}  // namespace

Status carry_out(Program& program, const Transfer& transfer, const void* stream, bool waits, const runtime::Call& call) {
  const auto number = stream_of(program, stream);
  if (!number) return Status::invalid_handle;
  const auto node = [&]() -> Node {
    if (waits) return cannot_be_captured;
    return transfer;
  };
  if (const auto captured = capture(program, *number, call, node)) return *captured;
  if (program.launches.failure_is_pending()) {  // the copy never begins; what it would have copied was not computed
    if (waits) program.waited();
    return program.errors.failed();
  }
  const Status status = program.copies.copy(transfer.to, transfer.from, transfer.layout, transfer.kind, *number, waits, call);
  if (status != Status::success) return status;
  if (program.streams.idle(*number)) program.waited();
  return program.errors.failed();
}

Transfer bytes_of(void* to, const void* from, std::size_t bytes, CopyKind kind) {
  return {{to, bytes, 1}, {const_cast<void*>(from), bytes, 1}, {bytes, 1, 1}, kind};
}

cudaError_t copy(const char* function, const Transfer& transfer, const void* stream, bool waits) {
  return work(function,
              [&](Program& program, const runtime::Call& call) { return carry_out(program, transfer, stream, waits, call); });
}

cudaError_t set(const char* function, const Rows& to, const runtime::Pattern& pattern, const Layout& layout, const void* stream) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    const auto number = stream_of(program, stream);
    if (!number) return Status::invalid_handle;
    const auto captured = capture(program, *number, call, [&] { return runtime::SetWork{to, pattern, layout}; });
    return captured ? *captured : program.copies.set(to, pattern, layout, *number, call);
  });
}

std::optional<Transfer> transfer_of(const cudaMemcpy3DParms& parameters) {
  if (parameters.srcArray != nullptr || parameters.dstArray != nullptr) return std::nullopt;
  return Transfer{rows_of(parameters.dstPtr, parameters.dstPos), rows_of(parameters.srcPtr, parameters.srcPos),
                  layout_of(parameters.extent), kind_of(parameters.kind)};
}

std::optional<Transfer> symbol_transfer(Program& program, const void* symbol, std::size_t offset, std::size_t bytes,
                                        const void* host, bool to_symbol, cudaMemcpyKind kind) {
  const auto variable = program.kernels.variable(symbol);
  if (!variable) {
    program.errors.explain(variable.error().message);
    return std::nullopt;
  }
  void* const device = static_cast<std::byte*>((*variable)->pointer) + offset;
  void* const memory = const_cast<void*>(host);
  return to_symbol ? bytes_of(device, memory, bytes, kind_of(kind)) : bytes_of(memory, device, bytes, kind_of(kind));
}

Status copy_by_graph(const runtime::CopyWork& work, const runtime::Call& made, std::uint32_t stream) {
  const OngoingCall ongoing(made);
  Program& program = ongoing.program;
  if (program.launches.failure_is_pending()) return Status::success;  // nothing runs any more, as the program will learn
  const Status status =
      program.copies.copy(work.to, work.from, work.layout, work.kind, stream, false, ongoing.call, runtime::Issuer::graph);
  ongoing.returns(status);
  return status;
}

Status set_by_graph(const runtime::SetWork& work, const runtime::Call& made, std::uint32_t stream) {
  const OngoingCall ongoing(made);
  if (ongoing.program.launches.failure_is_pending()) return Status::success;
  const Status status =
      ongoing.program.copies.set(work.to, work.pattern, work.layout, stream, ongoing.call, runtime::Issuer::graph);
  ongoing.returns(status);
  return status;
}

namespace {

/// A copy to or from a variable.
cudaError_t copy_symbol(const char* function, const void* symbol, std::size_t offset, std::size_t bytes, const void* host,
                        bool to_symbol, cudaMemcpyKind kind, const void* stream, bool waits) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    const auto transfer = symbol_transfer(program, symbol, offset, bytes, host, to_symbol, kind);
    return transfer ? carry_out(program, *transfer, stream, waits, call) : Status::invalid_symbol;
  });
}

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy(__func__, bytes_of(to, from, bytes, kind_of(kind)), nullptr, true);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(__func__, bytes_of(to, from, bytes, kind_of(kind)), stream, false);
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return copy(__func__, bytes_of(to, from, bytes, CopyKind::device_to_device), nullptr, true);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t stream) {
  return copy(__func__, bytes_of(to, from, bytes, CopyKind::device_to_device), stream, false);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return copy(__func__, rows_of(to, to_pitch, from, from_pitch, width, height, kind), nullptr, true);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(__func__, rows_of(to, to_pitch, from, from_pitch, width, height, kind), stream, false);
}
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return copy_symbol(__func__, symbol, offset, bytes, from, true, kind, nullptr, true);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t stream) {
  return copy_symbol(__func__, symbol, offset, bytes, from, true, kind, stream, false);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return copy_symbol(__func__, symbol, offset, bytes, to, false, kind, nullptr, true);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return copy_symbol(__func__, symbol, offset, bytes, to, false, kind, stream, false);
}
cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return set(__func__, {to, bytes, 1}, pattern_of(value), {bytes, 1, 1}, nullptr);
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return set(__func__, {to, bytes, 1}, pattern_of(value), {bytes, 1, 1}, stream);
}
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return set(__func__, {to, pitch, height}, pattern_of(value), {width, height, 1}, nullptr);
}
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return set(__func__, {to, pitch, height}, pattern_of(value), {width, height, 1}, stream);
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return set(__func__, {to.ptr, to.pitch, to.ysize}, pattern_of(value), layout_of(extent), nullptr);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  return set(__func__, {to.ptr, to.pitch, to.ysize}, pattern_of(value), layout_of(extent), stream);
}
