#include "cublas/handles.h"

// Handles and their settings, and names of errors.

namespace warplens::cublas {
namespace {

/// body(handle) of a call that asks for or changes a setting.
template <typename Body>
cublasStatus_t about_handle(const char* name, cublasHandle_t handle, Body body) {
  return with_handle(name, handle, [&](Handle& settings) {
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    (void)cudart::question(name, [&](runtime::Program& program, const runtime::Call&) {
      status = body(settings, program);
      return runtime::Status::success;
    });
    return status;
  });
}

template <typename T>
cublasStatus_t answer(const char* name, cublasHandle_t handle, T* result, T Handle::*setting) {
  return about_handle(name, handle, [&](const Handle& settings, runtime::Program&) {
    if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *result = settings.*setting;
    return CUBLAS_STATUS_SUCCESS;
  });
}

template <typename T>
cublasStatus_t change(const char* name, cublasHandle_t handle, T Handle::*setting, T value, bool is_valid) {
  return about_handle(name, handle, [&](Handle& settings, runtime::Program&) {
    if (!is_valid) return CUBLAS_STATUS_INVALID_VALUE;
    settings.*setting = value;
    return CUBLAS_STATUS_SUCCESS;
  });
}

struct StatusText {
  cublasStatus_t status;
  const char *name, *text;
};
constexpr StatusText status_texts[] = {
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE", "an unsupported value or parameter was passed to the function"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH",
     "the function requires an architectural feature absent from the architecture of the device"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the GPU program failed to execute"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "the functionality requested is not supported"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR",
     "the functionality requested requires some license and an error was detected when trying to check the current licensing"}};

const StatusText* text_of(cublasStatus_t status) {
  for (const StatusText& each : status_texts)
    if (each.status == status) return &each;
  return nullptr;
}

}  // namespace
}  // namespace warplens::cublas

using namespace warplens;
using cublas::Handle;

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  cublasStatus_t status = CUBLAS_STATUS_INVALID_VALUE;
  const cudaError_t error = cudart::work("cublasCreate", [&](runtime::Program&, const runtime::Call&) {
    if (handle == nullptr) return runtime::Status::success;
    *handle = cublas::make_handle();
    status = CUBLAS_STATUS_SUCCESS;
    return runtime::Status::success;
  });
  return error == cudaSuccess ? status : CUBLAS_STATUS_NOT_INITIALIZED;
}
/// Waits for the device, as cuBLAS does.
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  return cublas::about_handle("cublasDestroy", handle, [&](const Handle&, runtime::Program& program) {
    program.streams.wait_for_all();
    program.waited();
    cublas::remove_handle(handle);
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int* version) {
  return cublas::about_handle("cublasGetVersion", handle, [&](const Handle&, runtime::Program&) {
    if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *version = cudart::library_version() * 10;  // 130000 is 13.0
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL) return CUBLAS_STATUS_INVALID_VALUE;
  *value = type == MAJOR_VERSION ? cudart::library_version() / 1000 : 0;
  return CUBLAS_STATUS_SUCCESS;
}
size_t cublasGetCudartVersion() { return static_cast<size_t>(cudart::library_version()); }

const char* cublasGetStatusName(cublasStatus_t status) {
  const auto* const known = cublas::text_of(status);
  return known != nullptr ? known->name : "unknown cuBLAS status";
}
const char* cublasGetStatusString(cublasStatus_t status) {
  const auto* const known = cublas::text_of(status);
  return known != nullptr ? known->text : "unknown cuBLAS status";
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  return cublas::about_handle("cublasSetStream", handle, [&](Handle& settings, const runtime::Program& program) {
    if (!cudart::stream_of(program, stream)) return CUBLAS_STATUS_INVALID_VALUE;
    settings.stream = stream;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
  return cublas::answer("cublasGetStream", handle, stream, &Handle::stream);
}
/// Memory for cuBLAS to work in, which is not needed here.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void*, size_t) {
  return cublas::about_handle("cublasSetWorkspace", handle,
                              [](const Handle&, runtime::Program&) { return CUBLAS_STATUS_SUCCESS; });
}
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
  return cublas::change("cublasSetPointerMode", handle, &Handle::pointer_mode, mode,
                        mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return cublas::answer("cublasGetPointerMode", handle, mode, &Handle::pointer_mode);
}
/// Results are the same in both modes.
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return cublas::change("cublasSetAtomicsMode", handle, &Handle::atomics_mode, mode,
                        mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return cublas::answer("cublasGetAtomicsMode", handle, mode, &Handle::atomics_mode);
}
/// Products of floats are computed in float in all modes: there are no tensor cores here.
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  return cublas::change("cublasSetMathMode", handle, &Handle::math_mode, mode, true);
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return cublas::answer("cublasGetMathMode", handle, mode, &Handle::math_mode);
}
