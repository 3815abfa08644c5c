#include "cublas/handles.h"
#include "cudart/transfer.h"

// Copies between the host and the device.

namespace warplens::cublas {
namespace {

using runtime::CopyKind;

/// Columns or elements of `bytes` each, so many bytes apart on each side.
struct Parts {
  long long count, bytes, from_pitch, to_pitch;
};

cublasStatus_t transfer(const char* name, void* to, const void* from, const Parts& parts, CopyKind kind, cudaStream_t stream,
                        bool waits) {
  if (parts.count == 0 || parts.bytes == 0) return CUBLAS_STATUS_SUCCESS;
  const auto bytes = static_cast<std::uint64_t>(parts.bytes), count = static_cast<std::uint64_t>(parts.count);
  const bool in_one = parts.from_pitch == parts.bytes && parts.to_pitch == parts.bytes;
  const cudart::Transfer rows{{to, static_cast<std::uint64_t>(parts.to_pitch), count},
                              {const_cast<void*>(from), static_cast<std::uint64_t>(parts.from_pitch), count},
                              {bytes, count, 1},
                              kind};
  const cudaError_t error = cudart::copy(name, in_one ? cudart::bytes_of(to, from, bytes * count, kind) : rows, stream, waits);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

Checks& positive(Checks& checks, const char* name, int value) {
  return checks.that(value > 0, std::string(name) + " is " + std::to_string(value) + ", and must be more than 0");
}

cublasStatus_t copy_vector(const char* name, int n, int element_bytes, const void* x, int incx, void* y, int incy, CopyKind kind,
                           cudaStream_t stream, bool waits) {
  Checks checks(name);
  checks.count("n", n);
  positive(positive(positive(checks, "elemSize", element_bytes), "incx", incx), "incy", incy);
  if (checks.fail()) return checks.refuse();
  const long long bytes = element_bytes;
  return transfer(name, y, x, {n, bytes, incx * bytes, incy * bytes}, kind, stream, waits);
}

cublasStatus_t copy_matrix(const char* name, int rows, int columns, int element_bytes, const void* a, int lda, void* b, int ldb,
                           CopyKind kind, cudaStream_t stream, bool waits) {
  Checks checks(name);
  checks.count("rows", rows).count("cols", columns);
  positive(checks, "elemSize", element_bytes).leading_dimension("lda", lda, rows, "A").leading_dimension("ldb", ldb, rows, "B");
  if (checks.fail()) return checks.refuse();
  const long long bytes = element_bytes;
  return transfer(name, b, a, {columns, rows * bytes, lda * bytes, ldb * bytes}, kind, stream, waits);
}

}  // namespace
}  // namespace warplens::cublas

using namespace warplens;
using cublas::copy_matrix;
using cublas::copy_vector;
using runtime::CopyKind;

cublasStatus_t cublasSetVector(int n, int element_bytes, const void* x, int incx, void* device, int incy) {
  return copy_vector(__func__, n, element_bytes, x, incx, device, incy, CopyKind::host_to_device, nullptr, true);
}
cublasStatus_t cublasGetVector(int n, int element_bytes, const void* device, int incx, void* y, int incy) {
  return copy_vector(__func__, n, element_bytes, device, incx, y, incy, CopyKind::device_to_host, nullptr, true);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int element_bytes, const void* a, int lda, void* device, int ldb) {
  return copy_matrix(__func__, rows, columns, element_bytes, a, lda, device, ldb, CopyKind::host_to_device, nullptr, true);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int element_bytes, const void* device, int lda, void* b, int ldb) {
  return copy_matrix(__func__, rows, columns, element_bytes, device, lda, b, ldb, CopyKind::device_to_host, nullptr, true);
}
cublasStatus_t cublasSetVectorAsync(int n, int element_bytes, const void* x, int incx, void* device, int incy,
                                    cudaStream_t stream) {
  return copy_vector(__func__, n, element_bytes, x, incx, device, incy, CopyKind::host_to_device, stream, false);
}
cublasStatus_t cublasGetVectorAsync(int n, int element_bytes, const void* device, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  return copy_vector(__func__, n, element_bytes, device, incx, y, incy, CopyKind::device_to_host, stream, false);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int element_bytes, const void* a, int lda, void* device, int ldb,
                                    cudaStream_t stream) {
  return copy_matrix(__func__, rows, columns, element_bytes, a, lda, device, ldb, CopyKind::host_to_device, stream, false);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int element_bytes, const void* device, int lda, void* b, int ldb,
                                    cudaStream_t stream) {
  return copy_matrix(__func__, rows, columns, element_bytes, device, lda, b, ldb, CopyKind::device_to_host, stream, false);
}
