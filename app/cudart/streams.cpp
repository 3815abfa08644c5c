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

Status after_waiting(Program& program) {
  program.waited();
  return program.errors.failed();
}

cudaError_t refuse(const char* function, Status status) {
  return work(function, [&](Program&, const runtime::Call&) { return status; });
}

/// `body()` calls a function of the program in a stream. The work before it is done in the model, and it may use the results;
/// whoever it tells may as well, such as a thread that it starts or wakes.
template <typename Body>
cudaError_t call_host(const char* function, const void* stream, Body body) {
  return with_stream(function, stream, [&](Program& program, std::uint32_t number) {
    const auto issued = program.streams.issue(number, runtime::Unit::none, 0);
    program.uses.lend_to_host();
    body();
    program.streams.tell_host(issued);
    program.uses.host_waited();
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

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return with_stream(__func__, stream, [](Program& program, std::uint32_t number) {
    program.streams.wait(number);
    return after_waiting(program);
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  // In the model time passes while a program asks again and again, so its work is done when it asks.
  return with_stream(__func__, stream, [](Program& program, std::uint32_t number) {
    program.streams.wait(number);
    return after_waiting(program);
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return with_stream(__func__, stream, [&](Program& program, std::uint32_t number) {
    const auto waited_for = event_of(program, event);
    if (!waited_for) return Status::invalid_handle;
    program.streams.make_wait(number, *waited_for);
    return Status::success;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (function == nullptr) return refuse(__func__, Status::invalid_value);
  return call_host(__func__, stream, [&] { call_host_function(function, data); });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  if (callback == nullptr) return refuse(__func__, Status::invalid_value);
  return call_host(__func__, stream, [&] { call_stream_callback(callback, stream, data); });
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
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return answer_about(__func__, stream, status, cudaStreamCaptureStatusNone);
}
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
  return with_event(__func__, event, [&](Program& program, std::uint32_t number) {
    const auto in = stream_of(program, stream);
    if (!in) return Status::invalid_handle;
    program.streams.record(number, *in);
    return Status::success;
  });
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) { return cudaEventRecord(event, stream); }

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return with_event(__func__, event, [](Program& program, std::uint32_t number) {
    program.streams.wait_for_event(number);
    return after_waiting(program);
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return with_event(__func__, event, [](Program& program, std::uint32_t number) {
    program.streams.wait_for_event(number);
    return after_waiting(program);
  });
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t first, cudaEvent_t second) {
  return with_event(__func__, first, [&](Program& program, std::uint32_t from) {
    const auto to = event_of(program, second);
    if (ms == nullptr) return Status::invalid_value;
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
