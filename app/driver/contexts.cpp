#include <unistd.h>

#include <algorithm>

#include "driver/driver.h"

// Initialisation and contexts.

namespace warplens::driver {
namespace {

using runtime::Call;
using runtime::Program;
using runtime::Status;

CUcontext handle_of(std::uint32_t context) { return cudart::make_handle<CUcontext>(context); }

std::optional<std::uint32_t> context_of(CUcontext handle) {
  for (std::uint32_t context = 0; context < state().contexts.size(); ++context)
    if (handle_of(context) == handle) return context;
  return std::nullopt;
}

/// The primary context is there from its first retaining or, for programs of the runtime, from their first call.
Status retain(Context& primary, CUcontext* context) {
  if (context == nullptr) return Status::invalid_value;
  primary.alive = true;
  ++primary.retained;
  *context = handle_of(0);
  return Status::success;
}

CUresult create(const char* name, CUcontext* context, unsigned flags, CUdevice device) {
  return work(
      name,
      [&](Program&, const Call&) {
        if (context == nullptr) return Status::invalid_value;
        if (device != 0) return Status::invalid_device;
        const auto number = static_cast<std::uint32_t>(state().contexts.size());
        state().contexts.push_back({flags, 0, true});
        current_contexts().push_back(number);
        *context = handle_of(number);
        return Status::success;
      },
      Needs::initialisation);
}

/// body(primary context) for the one device.
template <typename Body>
CUresult with_primary(const char* name, CUdevice device, Body body) {
  return work(
      name, [&](Program&, const Call&) { return device == 0 ? body(state().contexts[0]) : Status::invalid_device; },
      Needs::initialisation);
}

}  // namespace
}  // namespace warplens::driver

using namespace warplens;
using namespace warplens::driver;

CUresult cuInit(unsigned flags) {
  return work(
      __func__,
      [&](Program&, const Call&) {
        if (flags != 0) return Status::invalid_value;
        if (state().initialised && state().process != ::getpid()) return Status::not_initialized;  // in a fork
        state().initialised = true;
        state().process = ::getpid();
        return Status::success;
      },
      Needs::nothing);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return with_primary(__func__, device, [&](Context& primary) { return retain(primary, context); });
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return with_primary(__func__, device, [](Context& primary) {
    if (primary.retained == 0) return Status::invalid_context;
    --primary.retained;
    return Status::success;
  });
}
CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  if (const auto wrong = problem(__func__, Needs::initialisation)) return *wrong;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  return by_runtime(
      __func__, [] { return cudaDeviceReset(); }, Needs::initialisation);
}
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  return with_primary(__func__, device, [&](Context& primary) {
    primary.flags = flags;
    return Status::success;
  });
}
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  return with_primary(__func__, device, [&](const Context& primary) {
    if (flags == nullptr || active == nullptr) return Status::invalid_value;
    *flags = primary.flags;
    *active = primary.retained > 0 ? 1 : 0;
    return Status::success;
  });
}

CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device) {
  return create("cuCtxCreate", context, flags, device);
}
CUresult cuCtxCreate_v4(CUcontext* context, void*, unsigned flags, CUdevice device) {
  return create("cuCtxCreate", context, flags, device);
}

CUresult cuCtxDestroy(CUcontext handle) {
  return work(
      "cuCtxDestroy",
      [&](Program&, const Call&) {
        const auto context = context_of(handle);
        if (!context || *context == 0 || !state().contexts[*context].alive) return Status::invalid_context;
        state().contexts[*context].alive = false;
        std::erase(current_contexts(), *context);
        return Status::success;
      },
      Needs::initialisation);
}

CUresult cuCtxPushCurrent(CUcontext handle) {
  return work(
      "cuCtxPushCurrent",
      [&](Program&, const Call&) {
        const auto context = context_of(handle);
        if (!context || !state().contexts[*context].alive) return Status::invalid_context;
        current_contexts().push_back(*context);
        return Status::success;
      },
      Needs::initialisation);
}
CUresult cuCtxPopCurrent(CUcontext* handle) {
  return work(
      "cuCtxPopCurrent",
      [&](Program&, const Call&) {
        if (current_contexts().empty()) return Status::invalid_context;
        if (handle != nullptr) *handle = handle_of(current_contexts().back());
        current_contexts().pop_back();
        return Status::success;
      },
      Needs::initialisation);
}
CUresult cuCtxSetCurrent(CUcontext handle) {
  return work(
      __func__,
      [&](Program&, const Call&) {
        const auto context = context_of(handle);
        if (handle != nullptr && (!context || !state().contexts[*context].alive)) return Status::invalid_context;
        if (!current_contexts().empty()) current_contexts().pop_back();
        if (context) current_contexts().push_back(*context);
        return Status::success;
      },
      Needs::initialisation);
}
CUresult cuCtxGetCurrent(CUcontext* handle) {
  return work(
      __func__,
      [&](Program&, const Call&) {
        if (handle == nullptr) return Status::invalid_value;
        *handle = current_contexts().empty() ? nullptr : handle_of(current_contexts().back());
        return Status::success;
      },
      Needs::initialisation);
}
CUresult cuStreamGetCtx(CUstream, CUcontext* handle) { return answer(__func__, handle, current_context()); }
CUresult cuCtxGetDevice(CUdevice* device) { return answer(__func__, device, CUdevice{0}); }
CUresult cuCtxGetFlags(unsigned* flags) {
  return work(__func__, [&](Program&, const Call&) {
    if (flags == nullptr) return Status::invalid_value;
    *flags = state().contexts[current_contexts().empty() ? 0 : current_contexts().back()].flags;
    return Status::success;
  });
}
CUresult cuCtxGetApiVersion(CUcontext, unsigned* version) { return answer(__func__, version, 3020u); }

CUresult cuCtxSynchronize() {
  return by_runtime(__func__, [] { return cudaDeviceSynchronize(); });
}
CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return by_runtime(__func__, [&] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}
CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  return by_runtime(__func__, [&] { return cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)); });
}
CUresult cuCtxSetCacheConfig(CUfunc_cache) { return accept(__func__); }
CUresult cuCtxGetCacheConfig(CUfunc_cache* config) { return answer(__func__, config, CU_FUNC_CACHE_PREFER_NONE); }
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return by_runtime(__func__, [&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}
CUresult cuCtxEnablePeerAccess(CUcontext, unsigned) {
  return work(__func__, [](Program&, const Call&) { return Status::invalid_device; });
}
CUresult cuCtxDisablePeerAccess(CUcontext) {
  return work(__func__, [](Program&, const Call&) { return Status::peer_access_not_enabled; });
}
