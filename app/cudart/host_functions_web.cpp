#include "cudart/host_functions.h"

// Functions of the program's worker (cmake/web/program_functions.js): call the function at this place of the program's table.
extern "C" void warplens_call_host_function(cudaHostFn_t function, void* data);
extern "C" void warplens_call_stream_callback(cudaStreamCallback_t callback, cudaStream_t stream, int status, void* data);

namespace warplens::cudart {

void call_host_function(cudaHostFn_t function, void* data) { warplens_call_host_function(function, data); }

void call_stream_callback(cudaStreamCallback_t callback, cudaStream_t stream, void* data) {
  warplens_call_stream_callback(callback, stream, cudaSuccess, data);
}

}  // namespace warplens::cudart
