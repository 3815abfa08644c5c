#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

// Simulated time of the pretended GPU. Work is executed immediately; its completion time is computed from three engines (copies
// in, copies out, kernels), each of which executes in call order. CPU calls take no time.

struct CUstream_st {
  bool waits_for_default = true;
  double free_at = 0;
};

namespace warplens::gpu {

enum class Engine { copy_in, copy_out, kernels };

/// Durations in milliseconds.
struct PretendedPace {
  double kernel = 0.01;
  double copy_per_mebibyte = 0.04;
};
PretendedPace& pretended_pace();

cudaStream_t make_stream(bool waits_for_default);
void destroy_stream(cudaStream_t stream);

/// Completion time of the work queued in the stream so far, including the work it waits for; milliseconds.
double reached(cudaStream_t stream);
/// Let the CPU wait for one stream, or for all streams.
void wait_for(cudaStream_t stream);
void wait_for_all();

/// Queues work of this duration: it begins when the stream and the engine are free and, for the default stream, all streams that
/// synchronise with it; these then wait for it.
void queue(cudaStream_t stream, Engine engine, double milliseconds);

/// Queues a copy of `size` bytes.
void queue_copy(cudaStream_t stream, cudaMemcpyKind kind, std::size_t size);

}  // namespace warplens::gpu
