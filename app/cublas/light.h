#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "cublas/interface.h"

// What cuBLASLt's descriptions hold. Programs may keep their memory themselves, of sizes that its header gives.

namespace warplens::cublas {

/// A matrix in memory, or several of them, `stride` elements apart.
struct LightLayout {
  static constexpr std::uint32_t valid = 0x57a7e001;
  std::uint32_t mark = valid;
  cudaDataType type = CUDA_R_32F;
  cublasLtOrder_t order = CUBLASLT_ORDER_COL;
  int count = 1;
  std::uint64_t rows = 0, columns = 0;
  std::int64_t leading = 0, stride = 0;
};

/// What a product does besides multiplying.
struct LightDescription {
  static constexpr std::uint32_t valid = 0x57a7e002;
  std::uint32_t mark = valid;
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
  cudaDataType scale = CUDA_R_32F;  ///< of alpha and beta
  int pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  cublasOperation_t transa = CUBLAS_OP_N, transb = CUBLAS_OP_N, transc = CUBLAS_OP_N;
  std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  int bias_type = -1;  ///< a cudaDataType; -1: that of D
  const void* bias = nullptr;
  std::int64_t bias_stride = 0;
  void* before = nullptr;  ///< where what comes before the activation is kept
  std::int64_t leading_before = 0, stride_before = 0;
};

/// The content of a description; nothing if it is null, or none of this kind.
template <typename Content, typename Opaque>
std::optional<Content> content_of(const Opaque* description) {
  static_assert(sizeof(Content) <= sizeof(Opaque) && std::is_trivially_copyable_v<Content>);
  if (description == nullptr) return std::nullopt;
  Content content;
  std::memcpy(static_cast<void*>(&content), description, sizeof content);
  return content.mark == Content::valid ? std::optional(content) : std::nullopt;
}

template <typename Content, typename Opaque>
void store_content(Opaque& description, const Content& content) {
  std::memcpy(&description, &content, sizeof content);
}

}  // namespace warplens::cublas
