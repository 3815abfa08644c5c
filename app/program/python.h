#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/variables.h"

namespace warplens::program {

/// A Python that can run Numba's kernels.
struct PythonInterpreter {
  std::filesystem::path program;
  std::string numba;  ///< its version of Numba; "": it has none
};

/// Find the Python to use: the program `chosen`. If that is "", take the first of `python3` on PATH and /usr/bin/python3 that has
/// Numba; if neither has, take the first that exists. Errors: there is none, or `chosen` is no Python.
base::Result<PythonInterpreter> find_python(const std::string& chosen);

/// Arguments for a Python to run a script or a notebook. `folder`: where the cells of a notebook become files.
std::vector<std::string> python_arguments(const std::filesystem::path& file, const std::vector<std::string>& arguments,
                                          const std::filesystem::path& folder);

/// The folders that a script reads beside its own, Python's and the system's.
std::vector<std::filesystem::path> folders_for_python();

/// Variables, besides those of variables_on_simt(), by which Numba finds our driver, compiler and device functions, and by which
/// its kernels have line information.
Variables variables_for_python();

}  // namespace warplens::program
