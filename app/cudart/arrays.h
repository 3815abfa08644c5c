#pragma once

#include <optional>

#include "cudart/process.h"
#include "cudart/transfer.h"

// CUDA arrays for the C interface.

namespace warplens::cudart {

/// The texels that a description means, as one of these per texel; nothing, with an explanation, if there are no such.
std::optional<launch::Texture> texels_of(const cudaChannelFormatDesc& description, runtime::Errors& errors);
cudaChannelFormatDesc description_of(const launch::Texture& texels);

/// The array behind a handle; null, with an explanation, for another value.
runtime::Array* array_of(runtime::Program& program, cudaArray_const_t handle);

/// Rows of an array from a place on, given in bytes and rows. Error: invalid_value, with an explanation, if so many bytes of so
/// many rows and slices are not in it.
std::optional<runtime::Rows> rows_of(runtime::Program& program, const runtime::Array& array, const cudaPos& at,
                                     const runtime::Layout& layout);

/// One side of a copy of rows: an array, or memory.
struct Side {
  bool in_array = false;
  cudaArray_const_t array = nullptr;
  cudaPos at{};          ///< in the array: bytes, rows, slices
  runtime::Rows rows{};  ///< of memory
};

/// Carry out a copy of rows as a call of `function`.
cudaError_t copy_rows(const char* function, const Side& to, const Side& from, const runtime::Layout& layout,
                      runtime::CopyKind kind, const void* stream, bool waits);

/// Copy consecutive bytes between memory and an array, as a call of `function`. In the array they begin at a place, and go on in
/// the next row at the end of each.
cudaError_t copy_flat(const char* function, cudaArray_const_t array, std::size_t x, std::size_t y, void* memory,
                      std::size_t bytes, bool to_array, runtime::CopyKind kind);

}  // namespace warplens::cudart
