// cuBLASLt's products: column- and row-major matrices, transposed ones, batches, biases and activations, against loops on the
// host.
#include <cublasLt.h>

#include <cmath>
#include <cstdio>
#include <vector>

int wrong = 0;

/// A matrix of a batch of `count`, whose rows or columns lie `gap` elements further apart than they need to.
struct Matrix {
  int rows, columns, leading, count;
  bool by_rows;
  std::vector<float> host;
  float* device;
  cublasLtMatrixLayout_t layout;

  Matrix(int rows, int columns, bool by_rows, int gap, int count, int seed)
      : rows(rows), columns(columns), leading((by_rows ? columns : rows) + gap), count(count), by_rows(by_rows) {
    const long long stride = leading * (by_rows ? rows : columns);
    host.resize(stride * count);
    for (int k = 0; k < (int)host.size(); ++k) host[k] = ((k * 31 + seed * 13) % 19 - 9) / 8.f;
    cudaMalloc(&device, host.size() * sizeof(float));
    cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    const cublasLtOrder_t order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
    cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, rows, columns, leading);
    cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
    cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
    cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride);
  }
  ~Matrix() {
    cudaFree(device);
    cublasLtMatrixLayoutDestroy(layout);
  }
  float& at(int batch, int row, int column) {
    const int lines = by_rows ? rows : columns;
    return host[batch * leading * lines + (by_rows ? row * leading + column : column * leading + row)];
  }
  float at(cublasOperation_t operation, int batch, int row, int column) {
    return operation == CUBLAS_OP_N ? at(batch, row, column) : at(batch, column, row);
  }
};

float activated(float x, cublasLtEpilogue_t epilogue) {
  if (epilogue == CUBLASLT_EPILOGUE_RELU || epilogue == CUBLASLT_EPILOGUE_RELU_BIAS) return std::fmax(x, 0.f);
  if (epilogue == CUBLASLT_EPILOGUE_GELU_BIAS)
    return 0.5f * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
  return x;
}

void test(cublasLtHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int order, cublasLtEpilogue_t epilogue,
          int count) {
  const int m = 21, n = 38, k = 17;
  const bool bias =
      epilogue == CUBLASLT_EPILOGUE_BIAS || epilogue == CUBLASLT_EPILOGUE_RELU_BIAS || epilogue == CUBLASLT_EPILOGUE_GELU_BIAS;
  const float alpha = 0.5f, beta = 2;
  Matrix a(ta == CUBLAS_OP_N ? m : k, ta == CUBLAS_OP_N ? k : m, order & 1, 2, count, 1);
  Matrix b(tb == CUBLAS_OP_N ? k : n, tb == CUBLAS_OP_N ? n : k, order & 2, 0, count, 2);
  Matrix c(m, n, order & 4, 1, count, 3), d(m, n, order & 4, 3, count, 4), added(m, 1, false, 0, 1, 5);
  cublasLtMatmulDesc_t description;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t heuristic;
  const size_t workspace = 0;
  int found = 0;
  cublasLtMatmulDescCreate(&description, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_TRANSA, &ta, sizeof ta);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_TRANSB, &tb, sizeof tb);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &added.device, sizeof added.device);
  cublasLtMatmulPreferenceCreate(&preference);
  cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace);
  cublasLtMatmulAlgoGetHeuristic(handle, description, a.layout, b.layout, c.layout, d.layout, preference, 1, &heuristic, &found);
  if (found != 1) ++wrong;
  const cublasStatus_t status = cublasLtMatmul(handle, description, &alpha, a.device, a.layout, b.device, b.layout, &beta,
                                               c.device, c.layout, d.device, d.layout, &heuristic.algo, nullptr, 0, nullptr);
  if (status != CUBLAS_STATUS_SUCCESS) ++wrong;
  for (int batch = 0; batch < count; ++batch) {
    for (int row = 0; row < m; ++row) {
      for (int column = 0; column < n; ++column) {
        float sum = 0;
        for (int i = 0; i < k; ++i) sum += a.at(ta, batch, row, i) * b.at(tb, batch, i, column);
        sum = alpha * sum + beta * c.at(batch, row, column) + (bias ? added.host[row] : 0);
        d.at(batch, row, column) = activated(sum, epilogue);
      }
    }
  }
  std::vector<float> result(d.host.size());
  cudaMemcpy(result.data(), d.device, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (std::size_t e = 0; e < result.size(); ++e) wrong += std::fabs(result[e] - d.host[e]) > 1e-4;
  cublasLtMatmulPreferenceDestroy(preference);
  cublasLtMatmulDescDestroy(description);
}

int main() {
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  for (int order = 0; order < 8; ++order)
    for (const cublasOperation_t ta : {CUBLAS_OP_N, CUBLAS_OP_T})
      for (const cublasOperation_t tb : {CUBLAS_OP_N, CUBLAS_OP_T}) test(handle, ta, tb, order, CUBLASLT_EPILOGUE_BIAS, 1);
  test(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, CUBLASLT_EPILOGUE_DEFAULT, 3);
  test(handle, CUBLAS_OP_T, CUBLAS_OP_N, 0, CUBLASLT_EPILOGUE_RELU, 2);
  test(handle, CUBLAS_OP_T, CUBLAS_OP_N, 0, CUBLASLT_EPILOGUE_RELU_BIAS, 1);
  test(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, CUBLASLT_EPILOGUE_GELU_BIAS, 1);
  std::printf("%d wrong\n", wrong);

  // What cannot be, and what is not there.
  Matrix a(4, 5, false, 0, 1, 1), b(6, 4, false, 0, 1, 2), c(4, 4, false, 0, 1, 3);
  const float one = 1, zero = 0;
  const cublasLtEpilogue_t gradient = CUBLASLT_EPILOGUE_BGRADB;
  cublasLtMatmulDesc_t description;
  cublasLtMatmulDescCreate(&description, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  const auto multiply = [&] {
    const cublasStatus_t status = cublasLtMatmul(handle, description, &one, a.device, a.layout, b.device, b.layout, &zero,
                                                 c.device, c.layout, c.device, c.layout, nullptr, nullptr, 0, nullptr);
    std::printf("%s\n", cublasLtGetStatusName(status));
  };
  multiply();
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_EPILOGUE, &gradient, sizeof gradient);
  multiply();
  cublasLtMatmulDescDestroy(description);
  cublasLtDestroy(handle);
}
