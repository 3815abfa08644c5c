#include "cudart/process.h"
#include "cudart/types.h"

// Streams and events.

namespace warplens::cudart {
namespace {

using runtime::Program;
using runtime::Status;

constexpr unsigned non_blocking = 1, disable_timing = 2;

int create_stream(const char* function, void** stream, unsigned flags) {
  return work(function, [&](Program& program, const runtime::Call&) {
    if (stream == nullptr) return Status::invalid_value;
    *stream = make_handle(program.streams.create((flags & non_blocking) != 0));
    return Status::success;
  });
}

int create_event(const char* function, void** event, unsigned flags) {
  return work(function, [&](Program& program, const runtime::Call&) {
    if (event == nullptr) return Status::invalid_value;
    *event = make_handle(program.streams.create_event((flags & disable_timing) == 0));
    return Status::success;
  });
}

/// body(program, stream number); the error where the handle is no stream.
template <typename Body>
int with_stream(const char* function, const void* stream, Body body) {
  return work(function, [&](Program& program, const runtime::Call&) {
    const auto number = stream_of(program, stream);
    return number ? body(program, *number) : Status::invalid_handle;
  });
}

template <typename Body>
int with_event(const char* function, const void* event, Body body) {
  return work(function, [&](Program& program, const runtime::Call&) {
    const auto number = event_of(program, event);
    return number ? body(program, *number) : Status::invalid_handle;
  });
}

Status after_waiting(Program& program) {
  program.waited();
  return program.errors.failed();
}

int refuse(const char* function, Status status) {
  return work(function, [&](Program&, const runtime::Call&) { return status; });
}

/// `body()` calls a function of the program in a stream. The work before it is done in the model, and it may use the results;
/// whoever it tells may as well, such as a thread that it starts or wakes.
template <typename Body>
int call_host(const char* function, const void* stream, Body body) {
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
int answer_about(const char* function, const void* stream, T* result, T value) {
  return with_stream(function, stream, [&](Program&, std::uint32_t) {
    if (result == nullptr) return Status::invalid_value;
    *result = value;
    return Status::success;
  });
}

}  // namespace

WARPLENS_EXPORT int cudaStreamCreate(void** stream) { return create_stream("cudaStreamCreate", stream, 0); }
WARPLENS_EXPORT int cudaStreamCreateWithFlags(void** stream, unsigned flags) {
  return create_stream("cudaStreamCreateWithFlags", stream, flags);
}
WARPLENS_EXPORT int cudaStreamCreateWithPriority(void** stream, unsigned flags, int) {
  return create_stream("cudaStreamCreateWithPriority", stream, flags);
}

WARPLENS_EXPORT int cudaStreamDestroy(void* stream) {
  return question("cudaStreamDestroy", [&](Program& program, const runtime::Call&) {
    const auto number = stream_of(program, stream);
    if (!number || *number == 0) return Status::invalid_handle;
    program.streams.destroy(*number);
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaStreamSynchronize(void* stream) {
  return with_stream("cudaStreamSynchronize", stream, [](Program& program, std::uint32_t number) {
    program.streams.wait(number);
    return after_waiting(program);
  });
}

WARPLENS_EXPORT int cudaStreamQuery(void* stream) {
  // In the model time passes while a program asks again and again, so its work is done when it asks.
  return with_stream("cudaStreamQuery", stream, [](Program& program, std::uint32_t number) {
    program.streams.wait(number);
    return after_waiting(program);
  });
}

WARPLENS_EXPORT int cudaStreamWaitEvent(void* stream, void* event, unsigned) {
  return with_stream("cudaStreamWaitEvent", stream, [&](Program& program, std::uint32_t number) {
    const auto waited_for = event_of(program, event);
    if (!waited_for) return Status::invalid_handle;
    program.streams.make_wait(number, *waited_for);
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaLaunchHostFunc(void* stream, void (*function)(void*), void* data) {
  if (function == nullptr) return refuse("cudaLaunchHostFunc", Status::invalid_value);
  return call_host("cudaLaunchHostFunc", stream, [&] { function(data); });
}

WARPLENS_EXPORT int cudaStreamAddCallback(void* stream, void (*callback)(void*, int, void*), void* data, unsigned) {
  if (callback == nullptr) return refuse("cudaStreamAddCallback", Status::invalid_value);
  return call_host("cudaStreamAddCallback", stream, [&] { callback(stream, 0, data); });
}

WARPLENS_EXPORT int cudaStreamGetFlags(void* stream, unsigned* flags) {
  return with_stream("cudaStreamGetFlags", stream, [&](Program& program, std::uint32_t number) {
    if (flags == nullptr) return Status::invalid_value;
    *flags = program.streams.is_non_blocking(number) ? non_blocking : 0;
    return Status::success;
  });
}
WARPLENS_EXPORT int cudaStreamGetPriority(void* stream, int* priority) {
  return answer_about("cudaStreamGetPriority", stream, priority, 0);
}
WARPLENS_EXPORT int cudaStreamGetDevice(void* stream, int* device) {
  return answer_about("cudaStreamGetDevice", stream, device, 0);
}
WARPLENS_EXPORT int cudaStreamIsCapturing(void* stream, int* status) {
  return answer_about("cudaStreamIsCapturing", stream, status, 0);
}
WARPLENS_EXPORT int cudaStreamGetId(void* stream, unsigned long long* id) {
  return with_stream("cudaStreamGetId", stream, [&](Program&, std::uint32_t number) {
    if (id == nullptr) return Status::invalid_value;
    *id = number;
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaEventCreate(void** event) { return create_event("cudaEventCreate", event, 0); }
WARPLENS_EXPORT int cudaEventCreateWithFlags(void** event, unsigned flags) {
  return create_event("cudaEventCreateWithFlags", event, flags);
}

WARPLENS_EXPORT int cudaEventDestroy(void* event) {
  return question("cudaEventDestroy", [&](Program& program, const runtime::Call&) {
    const auto number = event_of(program, event);
    if (!number) return Status::invalid_handle;
    program.streams.destroy_event(*number);
    return Status::success;
  });
}

WARPLENS_EXPORT int cudaEventRecord(void* event, void* stream) {
  return with_event("cudaEventRecord", event, [&](Program& program, std::uint32_t number) {
    const auto in = stream_of(program, stream);
    if (!in) return Status::invalid_handle;
    program.streams.record(number, *in);
    return Status::success;
  });
}
WARPLENS_EXPORT int cudaEventRecordWithFlags(void* event, void* stream, unsigned) { return cudaEventRecord(event, stream); }

WARPLENS_EXPORT int cudaEventSynchronize(void* event) {
  return with_event("cudaEventSynchronize", event, [](Program& program, std::uint32_t number) {
    program.streams.wait_for_event(number);
    return after_waiting(program);
  });
}

WARPLENS_EXPORT int cudaEventQuery(void* event) {
  return with_event("cudaEventQuery", event, [](Program& program, std::uint32_t number) {
    program.streams.wait_for_event(number);
    return after_waiting(program);
  });
}

WARPLENS_EXPORT int cudaEventElapsedTime(float* ms, void* first, void* second) {
  return with_event("cudaEventElapsedTime", first, [&](Program& program, std::uint32_t from) {
    const auto to = event_of(program, second);
    if (ms == nullptr) return Status::invalid_value;
    if (!to || !program.streams.is_recorded(from) || !program.streams.is_recorded(*to) || !program.streams.is_timed(from) ||
        !program.streams.is_timed(*to))
      return Status::invalid_handle;
    if (!program.streams.is_done(from) || !program.streams.is_done(*to)) return Status::not_ready;
    *ms = static_cast<float>(program.streams.elapsed_ms(from, *to));
    return Status::success;
  });
}
WARPLENS_EXPORT int cudaEventElapsedTime_v2(float* ms, void* first, void* second) {
  return cudaEventElapsedTime(ms, first, second);
}

}  // namespace warplens::cudart
