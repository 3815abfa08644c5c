#pragma once

#include "runtime/interface.h"

namespace warplens::cudart {

// Call functions of the program's by their pointers. In a page the program is another module, with a table of functions of its
// own.

void call_host_function(cudaHostFn_t function, void* data);
void call_stream_callback(cudaStreamCallback_t callback, cudaStream_t stream, void* data);

}  // namespace warplens::cudart
