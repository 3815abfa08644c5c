// What cuBLAS returns for parameters that cannot be, as its documentation says; nothing is computed then. And settings of
// handles.
#include <cublas_v2.h>

#include <cstdio>

int main() {
  cublasHandle_t handle, null = nullptr;
  cublasPointerMode_t mode;
  cublasMath_t math;
  cudaStream_t stream, other;
  int version = 0;
  float *a, one = 1, result = 7;
  const auto print = [](const char* what, cublasStatus_t status) { std::printf("%s: %s\n", what, cublasGetStatusName(status)); };
  cudaMalloc(&a, 16 * sizeof(float));
  cudaMemset(a, 0, 16 * sizeof(float));
  cudaStreamCreate(&stream);
  print("no handle", cublasCreate(nullptr));
  print("a handle", cublasCreate(&handle));
  print("null", cublasSscal(null, 4, &one, a, 1));
  print("m < 0", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 4, 4, &one, a, 4, a, 4, &one, a, 4));
  print("lda < m", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 2, 2, &one, a, 2, a, 2, &one, a, 4));
  print("lda < k", cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 4, &one, a, 2, a, 4, &one, a, 2));
  print("ldb < n", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 4, 2, &one, a, 2, a, 2, &one, a, 2));
  print("ldc < m", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 1, 1, &one, a, 4, a, 1, &one, a, 3));
  print("no alpha", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, nullptr, a, 1, a, 1, &one, a, 1));
  print("no operation", cublasSgemm(handle, (cublasOperation_t)9, CUBLAS_OP_N, 1, 1, 1, &one, a, 1, a, 1, &one, a, 1));
  print("increment 0", cublasSgemv(handle, CUBLAS_OP_N, 2, 2, &one, a, 2, a, 0, &one, a, 1));
  print("no elements", cublasSdot(handle, 0, a, 1, a, 1, &result));
  std::printf("their product: %g\n", result);
  print("no bytes", cublasSetVector(4, 0, &one, 1, a, 1));
  print("types", cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a, CUDA_R_32F, 1, a, CUDA_R_16F, 1, &one, a,
                              CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  cublasGetPointerMode(handle, &mode);
  cublasGetMathMode(handle, &math);
  std::printf("modes %d %d\n", mode, math);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
  cublasSetStream(handle, stream);
  cublasGetPointerMode(handle, &mode);
  cublasGetMathMode(handle, &math);
  cublasGetStream(handle, &other);
  std::printf("modes %d %d, stream %d\n", mode, math, other == stream);
  print("version", cublasGetVersion(handle, &version));
  std::printf("%s\n", version >= 120000 ? "12 or later" : "too old");
  print("destroyed", cublasDestroy(handle));
  print("and again", cublasDestroy(handle));
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaStreamDestroy(stream);
  cudaFree(a);
}
