#pragma once

#include "runtime/interface.h"
#include "runtime/program.h"

namespace warplens::cudart {

// Call the program's own functions by pointer. In a page, a pointer is a place in the table of the program's module.

void call_host_function(cudaHostFn_t function, void* data);
void call_stream_callback(cudaStreamCallback_t callback, cudaStream_t stream, void* data);

/// `body()` calls a function of the program in a stream. The work before it is done in the model, and it may use the results;
/// whoever it tells may as well, such as a thread that it starts or wakes.
template <typename Body>
void call_host_in_stream(runtime::Program& program, std::uint32_t stream, runtime::Issuer issuer, Body body) {
  const auto issued = program.streams.issue(stream, runtime::Unit::none, 0, issuer);
  program.uses.lend_to_host();
  body();
  program.streams.tell_host(issued);
  program.uses.host_waited();
}

}  // namespace warplens::cudart
