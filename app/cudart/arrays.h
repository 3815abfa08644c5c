#pragma once

#include <optional>

#include "cudart/process.h"

// CUDA arrays for the C interface.

namespace warplens::cudart {

/// The texels that a description means, as one of these per texel; nothing, with an explanation, if there are no such.
std::optional<launch::Texture> texels_of(const cudaChannelFormatDesc& description, runtime::Errors& errors);
cudaChannelFormatDesc description_of(const launch::Texture& texels);

/// The array behind a handle; null, with an explanation, for another value.
runtime::Array* array_of(runtime::Program& program, cudaArray_const_t handle);

/// Rows of an array from a place on, given in bytes and rows. Error: invalid_value, with an explanation, if so many bytes of so many
/// rows and slices are not in it.
std::optional<runtime::Rows> rows_of(runtime::Program& program, const runtime::Array& array, const cudaPos& at,
                                     const runtime::Layout& layout);

}  // namespace warplens::cudart
