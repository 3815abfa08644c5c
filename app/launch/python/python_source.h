#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::launch {

// Finds names in the text of Python sources, without a Python to parse them. Where the text does not tell, there are none.

/// A text as its lines.
std::vector<std::string> lines_of(const std::string& text);

/// A function of a source, as its `def` declares it.
struct PythonFunction {
  std::string name;
  std::size_t line = 0, end = 0;  ///< of its `def` and behind its last line, from 1
  std::vector<std::string> parameters;
};
std::vector<PythonFunction> python_functions(const std::vector<std::string>& lines);

/// The function that has `line` in it, the innermost; null if there is none.
const PythonFunction* python_function_at(const std::vector<PythonFunction>& functions, std::size_t line);

/// Names that the statement in `line` (from 1) gives to values: {"d_a", "d_b"} for "d_a, d_b = …".
std::vector<std::string> assigned_names(const std::vector<std::string>& lines, std::size_t line);

/// Arguments of the launch that begins in `line` (from 1): {"a", "b[1:]"} for "kernel[grid, block](a, b[1:])".
std::vector<std::string> launch_arguments(const std::vector<std::string>& lines, std::size_t line);

/// Names that statements of a function give to what `maker` makes, in order: {"tile"} for "tile = cuda.shared.array(…)" and the
/// maker "shared.array".
std::vector<std::string> names_made_by(const std::vector<std::string>& lines, const PythonFunction& function,
                                       std::string_view maker);

/// Name arrays in shared and constant memory as the kernel's source does; Numba only numbers them. Returns the PTX unchanged if
/// the source cannot be read, or does not have as many arrays.
std::string with_names_of_python(const std::string& ptx);

}  // namespace warplens::launch
