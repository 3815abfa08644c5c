#pragma once

#include "runtime/interface.h"

namespace warplens::cudart {

// Call the program's own functions by pointer. In a page, a pointer is a place in the table of the program's module.

void call_host_function(cudaHostFn_t function, void* data);
void call_stream_callback(cudaStreamCallback_t callback, cudaStream_t stream, void* data);

}  // namespace warplens::cudart
