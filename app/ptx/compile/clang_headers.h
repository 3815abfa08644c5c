#pragma once

#include <filesystem>
#include <vector>

namespace warplens::ptx {

/// Folder of our own device headers for clang, which has none without the CUDA Toolkit: prelude.cuh, which goes before every
/// source, and under include/ those that a source names.
std::filesystem::path clang_headers();

/// Every file of the headers, sorted: any of them may decide what a source's PTX is.
std::vector<std::filesystem::path> clang_header_files();

/// The oldest PTX ISA, 63 for 6.3, that has the instructions of `architecture` which the prelude needs (PTX ISA, "Release
/// History").
int clang_isa(unsigned architecture);

}  // namespace warplens::ptx
