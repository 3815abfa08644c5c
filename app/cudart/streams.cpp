#include "cudart/capture.h"
#include "cudart/host_functions.h"
#include "cudart/process.h"

// Streams and events.

namespace warplens::cudart {
namespace {

using runtime::Program;
using runtime::Status;

cudaError_t create_stream(const char* function, cudaStream_t* stream, unsigned flags) {
  return work(function, [&](Program& program, const runtime::Call&) {
    if (stream == nullptr) return Status::invalid_value;
    *stream = make_handle<cudaStream_t>(program.streams.create((flags & cudaStreamNonBlocking) != 0));
    return Status::success;
  });
}

cudaError_t create_event(const char* function, cudaEvent_t* event, unsigned flags) {
  return work(function, [&](Program& program, const runtime::Call&) {
    if (event == nullptr) return Status::invalid_value;
    *event = make_handle<cudaEvent_t>(program.streams.create_event((flags & cudaEventDisableTiming) == 0));
    return Status::success;
  });
}

/// body(program, stream number); the error where the handle is no stream.
template <typename Body>
cudaError_t with_stream(const char* function, const void* stream, Body body) {
  return work(function, [&](Program& program, const runtime::Call&) {
    const auto number = stream_of(program, stream);
    return number ? body(program, *number) : Status::invalid_handle;
  });
}

template <typename Body>
cudaError_t with_event(const char* function, const void* event, Body body) {
  return work(function, [&](Program& program, const runtime::Call&) {
    const auto number = event_of(program, event);
    return number ? body(program, *number) : Status::invalid_handle;
  });
}

/// Let the host wait for a stream. One that captures has done nothing that it could wait for.
Status wait_for_stream(Program& program, std::uint32_t number) {
  if (const auto forbidden = captured_wait(program, number)) return *forbidden;
  program.streams.wait(number);
  program.waited();
  return program.errors.failed();
}

/// Let the host wait for an event; not for one that was recorded while its stream captured.
Status wait_for_event(Program& program, std::uint32_t number) {
  if (program.captures.is_captured(number)) return refused_in_capture(program, Status::captured_event);
  program.streams.wait_for_event(number);
  program.waited();
  return program.errors.failed();
}

cudaError_t refuse(const char* function, Status status) {
  return work(function, [&](Program&, const runtime::Call&) { return status; });
}

/// `body()` calls a function of the program in a stream. `node()`: what a stream that captures puts into its graph instead.
template <typename Body, typename Node>
cudaError_t call_host(const char* function, const void* stream, Body body, Node node) {
  return work(function, [&](Program& program, const runtime::Call& call) {
    const auto number = stream_of(program, stream);
    if (!number) return Status::invalid_handle;
    if (const auto captured = capture(program, *number, call, node)) return *captured;
    call_host_in_stream(program, *number, runtime::Issuer::host, body);
    return Status::success;
  });
}

template <typename T>
cudaError_t answer_about(const char* function, const void* stream, T* result, T value) {
  return with_stream(function, stream, [&](Program&, std::uint32_t) {
    if (result == nullptr) return Status::invalid_value;
    *result = value;
    return Status::success;
  });
}

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return create_stream(__func__, stream, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) { return create_stream(__func__, stream, flags); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return create_stream(__func__, stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    const auto number = stream_of(program, stream);
    if (!number || *number == 0) return Status::invalid_handle;
    program.streams.destroy(*number);
    return Status::success;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return with_stream(__func__, stream, wait_for_stream); }

/// In the model time passes while a program asks again and again, so its work is done when it asks.
cudaError_t cudaStreamQuery(cudaStream_t stream) { return with_stream(__func__, stream, wait_for_stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return work(__func__, [&](Program& program, const runtime::Call& call) {
    const auto number = stream_of(program, stream), waited_for = event_of(program, event);
    if (!number || !waited_for) return Status::invalid_handle;
    if (flags == cudaEventWaitExternal) {
      const auto captured = capture(program, *number, call, [&] { return runtime::WaitWork{*waited_for}; });
      return captured.value_or(Status::invalid_value);
    }
    if (const auto captured = program.captures.wait(*number, *waited_for, program.streams.is_recorded(*waited_for)))
      return refused_in_capture(program, *captured);
    program.streams.make_wait(*number, *waited_for);
    return Status::success;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (function == nullptr) return refuse(__func__, Status::invalid_value);
  return call_host(
      __func__, stream, [&] { call_host_function(function, data); },
      [&] {
        return runtime::HostWork{function, data};
      });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  if (callback == nullptr) return refuse(__func__, Status::invalid_value);
  return call_host(
      __func__, stream, [&] { call_stream_callback(callback, stream, data); }, [] { return cannot_be_captured; });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return with_stream(__func__, stream, [&](Program& program, std::uint32_t number) {
    if (flags == nullptr) return Status::invalid_value;
    *flags = program.streams.is_non_blocking(number) ? cudaStreamNonBlocking : cudaStreamDefault;
    return Status::success;
  });
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) { return answer_about(__func__, stream, priority, 0); }
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) { return answer_about(__func__, stream, device, 0); }
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return with_stream(__func__, stream, [&](Program&, std::uint32_t number) {
    if (id == nullptr) return Status::invalid_value;
    *id = number;
    return Status::success;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return create_event(__func__, event, 0); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) { return create_event(__func__, event, flags); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return question(__func__, [&](Program& program, const runtime::Call&) {
    const auto number = event_of(program, event);
    if (!number) return Status::invalid_handle;
    program.streams.destroy_event(*number);
    return Status::success;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return work("cudaEventRecord", [&](Program& program, const runtime::Call& call) {
    const auto number = event_of(program, event), in = stream_of(program, stream);
    if (!number || !in) return Status::invalid_handle;
    if (flags == cudaEventRecordExternal) {
      const auto captured = capture(program, *in, call, [&] { return runtime::RecordWork{*number}; });
      return captured.value_or(Status::invalid_value);
    }
    if (const auto refused = refused_in_default_stream(program, *in)) return *refused;
    program.captures.record(*number, *in);
    if (program.captures.point(*in) == nullptr) program.streams.record(*number, *in);
    return Status::success;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return with_event(__func__, event, wait_for_event); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return with_event(__func__, event, wait_for_event); }

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t first, cudaEvent_t second) {
  return with_event(__func__, first, [&](Program& program, std::uint32_t from) {
    const auto to = event_of(program, second);
    if (ms == nullptr) return Status::invalid_value;
    if (to && (program.captures.is_captured(from) || program.captures.is_captured(*to)))
      return refused_in_capture(program, Status::captured_event);
    if (!to || !program.streams.is_recorded(from) || !program.streams.is_recorded(*to) || !program.streams.is_timed(from) ||
        !program.streams.is_timed(*to))
      return Status::invalid_handle;
    if (!program.streams.is_done(from) || !program.streams.is_done(*to)) {
      program.errors.explain("the host has not waited for the events, and the time is not set: cudaEventSynchronize first");
      return Status::not_ready;
    }
    *ms = static_cast<float>(program.streams.elapsed_ms(from, *to));
    return Status::success;
  });
}
cudaError_t cudaEventElapsedTime_v2(float* ms, cudaEvent_t first, cudaEvent_t second) {
  return cudaEventElapsedTime(ms, first, second);
}
