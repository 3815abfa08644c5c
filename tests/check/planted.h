#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/dim3.h"

// Kernels with planted bugs and correct variants, tests/zoo/planted/*.cu. Comments above an entry:
//   // launch: grid 2 block 64 [shared BYTES] [steps LIMIT] arguments i32[128]=iota …
//   // expect: clean
//   // expect: [benign|harmless] KIND [SPACE BUFFER] [line's mark] [other line's mark]
// (harmless: a note, no finding)
//   // may: …     the same, but not reported under every schedule
//   // not: nvcc_O0, which … compilations without these expectations, and why
// A line's mark is a comment at its end: `tile[i] = 0;  // [store]`. BUFFER may be *.

namespace warplens::simt {

struct Expectation {
  bool always = true;  ///< not "may"
  bool benign = false;  ///< benign or harmless
  bool harmless = false;
  std::string kind, space, buffer;
  std::vector<std::uint32_t> lines;  ///< sorted
};

struct PlantedLaunch {
  base::Dim3 grid, block;
  std::uint32_t shared = 0;
  std::uint64_t steps = 0;  ///< step limit; 0: default
  std::vector<std::string> arguments;
};

struct Planted {
  std::string file, entry;
  std::vector<PlantedLaunch> launches;
  std::vector<Expectation> expectations;  ///< none: clean
  bool clean = false;
  std::string left_out;  ///< "nvcc_O0 clang_O0": compilations without these expectations
};

/// All entries of all files, in order. Throws on an invalid comment.
std::vector<Planted> planted_in(const std::filesystem::path& folder);

}  // namespace warplens::simt
