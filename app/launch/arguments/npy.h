#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/arguments/value.h"

namespace warplens::launch {

/// An array of a NumPy .npy file.
struct NpyArray {
  ElementType type = ElementType::f32;
  std::vector<std::uint64_t> shape;  ///< extents, slowest first; empty for a single number
  std::uint64_t size = 0;            ///< elements
  Bytes data;                        ///< little-endian, C order; size · bytes(type) bytes
};

/// Read a .npy file of version 1, 2 or 3 (NumPy Enhancement Proposal 1 and numpy.lib.format): little-endian integers and
/// floating-point numbers of an ElementType, C order. Errors: any other content, and a damaged file; the message says what is
/// wrong.
base::Result<NpyArray> read_npy(const std::filesystem::path& path);

/// Parse the content of a .npy file like read_npy(); errors call the file `name`.
base::Result<NpyArray> parse_npy(Bytes file, const std::string& name);

/// Write `data` as a one-dimensional array of `type` (version 1). The size of `data` must be a multiple of bytes(type).
base::Status write_npy(const std::filesystem::path& path, ElementType type, const Bytes& data);

/// Read the whole content of an input file. Errors: not a regular file (an endless device, for example), or more than max_buffer
/// bytes plus a header.
base::Result<Bytes> read_input_file(const std::filesystem::path& path);

}  // namespace warplens::launch
