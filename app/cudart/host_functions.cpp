#include "cudart/host_functions.h"

namespace warplens::cudart {

void call_host_function(cudaHostFn_t function, void* data) { function(data); }

void call_stream_callback(cudaStreamCallback_t callback, cudaStream_t stream, void* data) { callback(stream, cudaSuccess, data); }

}  // namespace warplens::cudart
