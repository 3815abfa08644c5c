#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

// The pretended GPU's time. Work is done when it is asked for; when it would have been done is worked out from three engines,
// each of which does one thing after the other in the order of the calls: copies in, copies out, kernels. The CPU's calls take no
// time.

struct CUstream_st {
  bool waits_for_default = true;
  double free_at = 0;
};

namespace warplens::gpu {

enum class Engine { copy_in, copy_out, kernels };

/// How long things take, milliseconds.
struct PretendedPace {
  double kernel = 0.01;
  double copy_per_mebibyte = 0.04;
};
PretendedPace& pretended_pace();

cudaStream_t make_stream(bool waits_for_default);
void destroy_stream(cudaStream_t stream);

/// Completion time of the work queued in the stream so far, including the work it waits for; milliseconds.
double reached(cudaStream_t stream);
/// The CPU waits for the stream; for all of them.
void wait_for(cudaStream_t stream);
void wait_for_all();

/// Put work of this length into a stream: it begins when the stream, the engine and, in the default stream, all other streams
/// that wait for it are free; these then wait for it.
void queue(cudaStream_t stream, Engine engine, double milliseconds);

/// Put a copy of `size` bytes into a stream.
void queue_copy(cudaStream_t stream, cudaMemcpyKind kind, std::size_t size);

}  // namespace warplens::gpu
