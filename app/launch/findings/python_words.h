#pragma once

#include <string>
#include <string_view>

namespace warplens::launch {

/// Whether a source file is Python's: a script, a cell of a notebook, or what has no file ("<string>").
bool is_python_source(std::string_view file);

/// A message about a kernel in CUDA C++ in the words of Numba's Python: "cuda.syncthreads()" for "__syncthreads".
std::string in_words_of_python(std::string message);

}  // namespace warplens::launch
