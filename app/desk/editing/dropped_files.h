#pragma once

#include <filesystem>
#include <vector>

namespace warplens::desk {

/// What a person wants of files that were dropped at once.
struct DroppedFiles {
  std::vector<std::filesystem::path> program;  ///< sources of one program, that with main() first; empty: no program has several
  std::vector<std::filesystem::path> single;   ///< to be opened one by one
};

/// Sort files out: if exactly one source (.cu, .cpp, .cc, .c) has a main(), all sources are those of its program. Headers are
/// opened only if nothing else was dropped: sources include them.
DroppedFiles sort_out(const std::vector<std::filesystem::path>& files);

}  // namespace warplens::desk
