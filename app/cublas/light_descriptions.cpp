#include "cublas/light.h"

#include <memory>

#include "cublas/handles.h"

// cuBLASLt's handles and descriptions.

namespace warplens::cublas {
namespace {

/// Make a description with this content.
template <typename Opaque, typename Content>
cublasStatus_t create_description(const char* name, Opaque** description, const Content& content) {
  if (description == nullptr) return refused(name, CUBLAS_STATUS_INVALID_VALUE, "the description's address is null");
  auto made = std::make_unique<Opaque>();
  store_content(*made, content);
  *description = made.release();
  return CUBLAS_STATUS_SUCCESS;
}

template <typename Opaque, typename Content>
cublasStatus_t init_description(Opaque* description, std::size_t bytes, const Content& content) {
  if (description == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (bytes < sizeof(Content)) return CUBLAS_STATUS_ALLOC_FAILED;
  store_content(*description, content);
  return CUBLAS_STATUS_SUCCESS;
}

/// Give back a description of create_description(); null is none.
template <typename Opaque>
cublasStatus_t destroy_description(Opaque* description) {
  const std::unique_ptr<Opaque> ended(description);
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
bool set_member(T& member, const void* value, std::size_t bytes) {
  if (value == nullptr || bytes != sizeof member) return false;
  std::memcpy(&member, value, bytes);
  return true;
}

/// Whether an attribute of a layout is known, has this size, and is set.
bool set_attribute(LightLayout& layout, int attribute, const void* value, std::size_t bytes) {
  switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
      return set_member(layout.type, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
      return set_member(layout.order, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
      return set_member(layout.rows, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_COLS:
      return set_member(layout.columns, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_LD:
      return set_member(layout.leading, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
      return set_member(layout.count, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
      return set_member(layout.stride, value, bytes);
    default:
      return false;
  }
}

bool set_attribute(LightDescription& description, int attribute, const void* value, std::size_t bytes) {
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
      return set_member(description.compute, value, bytes);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
      return set_member(description.scale, value, bytes);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
      return set_member(description.pointer_mode, value, bytes);
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return set_member(description.transa, value, bytes);
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return set_member(description.transb, value, bytes);
    case CUBLASLT_MATMUL_DESC_TRANSC:
      return set_member(description.transc, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      return set_member(description.epilogue, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return set_member(description.bias, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE:
      return set_member(description.bias_stride, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      return set_member(description.bias_type, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
      return set_member(description.before, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
      return set_member(description.leading_before, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE:
      return set_member(description.stride_before, value, bytes);
    case CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET:
    case CUBLASLT_MATMUL_DESC_FAST_ACCUM:
      return true;  // hints
    default:
      return false;
  }
}

template <typename Content, typename Opaque>
cublasStatus_t change_description(const char* name, Opaque* description, int attribute, const void* value, std::size_t bytes) {
  auto content = content_of<Content>(description);
  if (!content) return refused(name, CUBLAS_STATUS_INVALID_VALUE, "the description is none, or is destroyed");
  if (!set_attribute(*content, attribute, value, bytes))
    return refused(name, CUBLAS_STATUS_INVALID_VALUE,
                   "attribute " + std::to_string(attribute) + " is not there, has another size, or its value is null");
  store_content(*description, *content);
  return CUBLAS_STATUS_SUCCESS;
}

LightLayout layout_of(cudaDataType type, std::uint64_t rows, std::uint64_t columns, std::int64_t leading) {
  return {.type = type, .rows = rows, .columns = columns, .leading = leading};
}

}  // namespace
}  // namespace warplens::cublas

using namespace warplens;
using cublas::LightDescription;
using cublas::LightLayout;

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  cublasStatus_t status = CUBLAS_STATUS_INVALID_VALUE;
  const cudaError_t error = cudart::work(__func__, [&](runtime::Program&, const runtime::Call&) {
    if (handle == nullptr) return runtime::Status::success;
    *handle = reinterpret_cast<cublasLtHandle_t>(cublas::make_handle());
    status = CUBLAS_STATUS_SUCCESS;
    return runtime::Status::success;
  });
  return error == cudaSuccess ? status : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  const std::lock_guard lock(cudart::calls_in_turn());
  (void)cudart::question(__func__, [](runtime::Program&, const runtime::Call&) { return runtime::Status::success; });
  return cublas::remove_handle(reinterpret_cast<cublasHandle_t>(handle)) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
size_t cublasLtGetVersion() { return static_cast<size_t>(cudart::library_version()) * 10; }
size_t cublasLtGetCudartVersion() { return cublasGetCudartVersion(); }
const char* cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char* cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type, unsigned long rows,
                                          unsigned long columns, long ld) {
  return cublas::create_description(__func__, layout, cublas::layout_of(type, rows, columns, ld));
}
cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, size_t bytes, cudaDataType type,
                                                 unsigned long rows, unsigned long columns, long ld) {
  return cublas::init_description(layout, bytes, cublas::layout_of(type, rows, columns, ld));
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) { return cublas::destroy_description(layout); }
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute,
                                                const void* value, size_t bytes) {
  return cublas::change_description<LightLayout>(__func__, layout, attribute, value, bytes);
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* description, cublasComputeType_t compute, cudaDataType scale) {
  return cublas::create_description(__func__, description, LightDescription{.compute = compute, .scale = scale});
}
cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t description, size_t bytes, cublasComputeType_t compute,
                                               cudaDataType scale) {
  return cublas::init_description(description, bytes, LightDescription{.compute = compute, .scale = scale});
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description) { return cublas::destroy_description(description); }
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t description, cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, size_t bytes) {
  return cublas::change_description<LightDescription>(__func__, description, attribute, value, bytes);
}

// Preferences choose among algorithms, of which there is one.

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return cublas::create_description(__func__, preference, cublasLtMatmulPreferenceOpaque_t{});
}
cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t preference, size_t bytes) {
  return cublas::init_description(preference, bytes, cublasLtMatmulPreferenceOpaque_t{});
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  return cublas::destroy_description(preference);
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t,
                                                    const void* value, size_t) {
  return preference != nullptr && value != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
