#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warplens::launch {

/// Whether a source file is Python's: a script, a cell of a notebook, or what has no file ("<string>").
bool is_python_source(std::string_view file);

/// "tutorial.ipynb, cell 3" for a cell of a notebook, which is a file ("…/tutorial.ipynb/cell 3") only while the notebook runs;
/// nothing for other files.
std::optional<std::string> cell_name(const std::filesystem::path& file);

/// Say a message about CUDA C++ in the words of Numba's Python: "cuda.syncthreads()" for "__syncthreads". What is in these words
/// already stays as it is.
std::string in_words_of_python(std::string message);

}  // namespace warplens::launch
