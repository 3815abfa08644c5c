#include <climits>
#include <utility>

#include "cublas/light.h"
#include "cublas/products.h"

// cuBLASLt's products.

namespace warplens::cublas {
namespace {

/// A factor as the kernel takes it: column-major.
struct Factor {
  const void* at;
  bool transposed;
  std::uint64_t rows, columns;  ///< after op()
  std::int64_t leading, stride;
};

/// A row-major matrix is the transposed one, column-major.
Factor factor_of(const void* at, const LightLayout& layout, cublasOperation_t operation) {
  const bool transposed = operation != CUBLAS_OP_N;
  return {at,
          transposed != (layout.order == CUBLASLT_ORDER_ROW),
          transposed ? layout.columns : layout.rows,
          transposed ? layout.rows : layout.columns,
          layout.leading,
          layout.stride};
}

/// The same factor of the transposed product.
Factor turned(Factor factor) {
  factor.transposed = !factor.transposed;
  std::swap(factor.rows, factor.columns);
  return factor;
}

const char* names_of(cudaDataType factors, cudaDataType product) {
  if (factors == CUDA_R_32F && product == CUDA_R_32F) return "<float, float>";
  if (factors == CUDA_R_16F && product == CUDA_R_16F) return "<__half, __half>";
  if (factors == CUDA_R_16F && product == CUDA_R_32F) return "<__half, float>";
  if (factors == CUDA_R_16BF && product == CUDA_R_16BF) return "<__nv_bfloat16, __nv_bfloat16>";
  if (factors == CUDA_R_16BF && product == CUDA_R_32F) return "<__nv_bfloat16, float>";
  return nullptr;
}

/// What is done after a product.
struct LightEpilogue {
  bool bias = false, before = false;
  int activation = 0;  ///< of kernels/light_products.cu
};
std::optional<LightEpilogue> epilogue_of(std::uint32_t epilogue) {
  switch (epilogue) {
    case CUBLASLT_EPILOGUE_DEFAULT:
      return LightEpilogue{};
    case CUBLASLT_EPILOGUE_BIAS:
      return LightEpilogue{.bias = true};
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
      return LightEpilogue{.bias = epilogue == CUBLASLT_EPILOGUE_RELU_BIAS, .activation = 1};
    case CUBLASLT_EPILOGUE_GELU:
    case CUBLASLT_EPILOGUE_GELU_BIAS:
      return LightEpilogue{.bias = epilogue == CUBLASLT_EPILOGUE_GELU_BIAS, .activation = 2};
    case CUBLASLT_EPILOGUE_GELU_AUX:
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
      return LightEpilogue{.bias = epilogue == CUBLASLT_EPILOGUE_GELU_AUX_BIAS, .before = true, .activation = 2};
    default:
      return std::nullopt;
  }
}

/// A call of cublasLtMatmul.
struct LightProduct {
  const char* name;
  LightDescription description;
  LightLayout layout_a, layout_b, layout_c, layout_d;
  const void *alpha, *a, *b, *beta, *c;
  void* d;
  cudaStream_t stream;
};

std::string shape(std::uint64_t rows, std::uint64_t columns) { return std::to_string(rows) + " × " + std::to_string(columns); }

bool has_room(const LightLayout& layout) {
  const std::uint64_t side = layout.order == CUBLASLT_ORDER_ROW ? layout.columns : layout.rows;
  return layout.leading >= 0 && static_cast<std::uint64_t>(layout.leading) >= side && layout.leading <= INT_MAX &&
         layout.rows <= INT_MAX && layout.columns <= INT_MAX && layout.count >= 0;
}

/// Why a product cannot be; "" if it can.
std::string contradiction(const LightProduct& product, const Factor& a, const Factor& b) {
  const LightLayout &c = product.layout_c, &d = product.layout_d;
  for (const LightLayout* layout : {&product.layout_a, &product.layout_b, &c, &d})
    if (!has_room(*layout))
      return "a matrix of " + shape(layout->rows, layout->columns) + " has a leading dimension of " +
             std::to_string(layout->leading);
  if (a.columns != b.rows || a.rows != d.rows || b.columns != d.columns)
    return "op(A) is " + shape(a.rows, a.columns) + ", op(B) " + shape(b.rows, b.columns) + " and D " + shape(d.rows, d.columns);
  if (c.rows != d.rows || c.columns != d.columns)
    return "C is " + shape(c.rows, c.columns) + " and D " + shape(d.rows, d.columns);
  if (product.layout_a.count != d.count || product.layout_b.count != d.count || c.count != d.count)
    return "the matrices are of batches of several sizes";
  if (product.alpha == nullptr || product.beta == nullptr) return "alpha or beta is null";
  return "";
}

/// What cuBLASLt has and Warplens has not; "" if nothing.
std::string left_out(const LightProduct& product, const std::optional<LightEpilogue>& epilogue) {
  const LightDescription& description = product.description;
  const LightLayout &c = product.layout_c, &d = product.layout_d;
  if (product.layout_a.type != product.layout_b.type || names_of(product.layout_a.type, d.type) == nullptr || c.type != d.type)
    return "only products of float, half and bfloat16 are there, with C and D of one type, the same or float";
  if (!epilogue) return "epilogue " + std::to_string(description.epilogue) + " is not there";
  if (c.order != d.order || description.transc != CUBLAS_OP_N) return "C and D need the same order of elements";
  for (const LightLayout* layout : {&product.layout_a, &product.layout_b, &d})
    if (layout->order != CUBLASLT_ORDER_COL && layout->order != CUBLASLT_ORDER_ROW)
      return "only column-major and row-major matrices are there";
  if (description.bias_type >= 0 && description.bias_type != d.type) return "the bias needs D's type";
  if (epilogue->before && d.order == CUBLASLT_ORDER_ROW) return "with an auxiliary matrix D is column-major here";
  const bool half = description.scale == CUDA_R_16F;
  if (description.scale != CUDA_R_32F && !half) return "alpha and beta need to be of 32 bits, or of 16";
  if (description.pointer_mode != CUBLASLT_POINTER_MODE_HOST &&
      (half || description.pointer_mode != CUBLASLT_POINTER_MODE_DEVICE))
    return "alpha and beta are not where this pointer mode says";
  return "";
}

Scalar<float> light_scalar(const LightDescription& description, const void* at) {
  if (description.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE) return {static_cast<const float*>(at), 0};
  return {nullptr, description.scale == CUDA_R_16F ? half_at(at) : *static_cast<const float*>(at)};
}

cublasStatus_t matmul(const LightProduct& product) {
  const LightDescription& description = product.description;
  const LightLayout &c = product.layout_c, &d = product.layout_d;
  const auto epilogue = epilogue_of(description.epilogue);
  Factor a = factor_of(product.a, product.layout_a, description.transa);
  Factor b = factor_of(product.b, product.layout_b, description.transb);
  if (const std::string why = left_out(product, epilogue); !why.empty())
    return refused(product.name, CUBLAS_STATUS_NOT_SUPPORTED, why);
  if (const std::string why = contradiction(product, a, b); !why.empty())
    return refused(product.name, CUBLAS_STATUS_INVALID_VALUE, why);
  if (d.rows == 0 || d.columns == 0 || d.count == 0) return CUBLAS_STATUS_SUCCESS;
  const bool by_rows = d.order == CUBLASLT_ORDER_ROW;
  if (by_rows) {  // the transposed product
    a = turned(std::exchange(b, turned(a)));
  }
  constexpr std::uint64_t tile = 32, side = 8;  // of kernels/multiply.cuh
  const auto tiles = static_cast<long long>((a.rows + tile - 1) / tile * ((b.columns + tile - 1) / tile));
  const Kernel kernel{light_products_ptx,
                      std::string("cublas::matmul") + names_of(product.layout_a.type, d.type),
                      {blocks_for(tiles, 1, INT_MAX), 1, blocks_for(d.count, 1, 65'535)},
                      {side, side}};
  const Scalar<float> alpha = light_scalar(description, product.alpha), beta = light_scalar(description, product.beta);
  const void* const old = product.c != nullptr ? product.c : product.d;
  return launch(product.name, kernel, product.stream, static_cast<int>(a.transposed), static_cast<int>(b.transposed),
                static_cast<int>(a.rows), static_cast<int>(b.columns), static_cast<int>(a.columns), alpha.on_device, alpha.value,
                a.at, static_cast<int>(a.leading), a.stride, b.at, static_cast<int>(b.leading), b.stride, beta.on_device,
                beta.value, old, static_cast<int>(c.leading), c.stride, product.d, static_cast<int>(d.leading), d.stride, d.count,
                epilogue->bias ? description.bias : nullptr, description.bias_stride, static_cast<int>(by_rows),
                epilogue->activation, epilogue->before ? description.before : nullptr, description.leading_before,
                description.stride_before);
}

}  // namespace
}  // namespace warplens::cublas

using namespace warplens;
using cublas::content_of;
using cublas::LightDescription;
using cublas::LightLayout;

/// There is one algorithm, which needs no workspace.
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int most, cublasLtMatmulHeuristicResult_t results[],
                                              int* count) {
  if (most < 1 || results == nullptr || count == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  results[0] = {};
  results[0].state = CUBLAS_STATUS_SUCCESS;
  results[0].wavesCount = 1;
  *count = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t description, const void* alpha, const void* a,
                              cublasLtMatrixLayout_t layout_a, const void* b, cublasLtMatrixLayout_t layout_b, const void* beta,
                              const void* c, cublasLtMatrixLayout_t layout_c, void* d, cublasLtMatrixLayout_t layout_d,
                              const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream) {
  const char* const name = __func__;
  return cublas::with_handle(name, reinterpret_cast<cublasHandle_t>(handle), [&](const cublas::Handle&) {
    const auto product = content_of<LightDescription>(description);
    const auto of_a = content_of<LightLayout>(layout_a), of_b = content_of<LightLayout>(layout_b);
    const auto of_c = content_of<LightLayout>(layout_c), of_d = content_of<LightLayout>(layout_d);
    if (!product || !of_a || !of_b || !of_c || !of_d)
      return cublas::refused(name, CUBLAS_STATUS_INVALID_VALUE, "a description is none, or is destroyed");
    return cublas::matmul({name, *product, *of_a, *of_b, *of_c, *of_d, alpha, a, b, beta, c, d, stream});
  });
}
