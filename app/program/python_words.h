#pragma once

#include <string>

namespace warplens::program {

/// A message about a kernel in CUDA C++ in the words of Numba's Python: "cuda.syncthreads()" for "__syncthreads".
std::string in_words_of_python(std::string message);

}  // namespace warplens::program
