#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ptx/parse/numba_name.h"

namespace warplens::ptx {

/// Demangled name of an entry: "increment" for "_Z9incrementPfi", "reduce<256>" for "_Z6reduceILi256EEvPf"; the name itself if it
/// is not mangled. A kernel of Numba's has the name of its Python function. (Itanium C++ ABI, "Mangling"; parameters and return
/// type are left out.)
std::string demangled_name(const std::string& mangled);

/// The name with its parameters: "Grid::scaled(int) const" for "_ZNK4Grid6scaledEi". Nothing if `mangled` is no mangled name, or
/// if the text might become too long.
std::optional<std::string> demangled_text(const std::string& mangled);

/// The kernel as Python wrote it; nothing if the name is not one of Numba's.
std::optional<NumbaKernel> numba_kernel_named(const std::string& mangled);

/// The own name of a variable of a module: "tile" for "_ZZ6kernelPfE4tile", and for "_ZZ6kernelPfE4tile_$_0", as clang calls the
/// second of that name.
std::string variable_name(const std::string& mangled);

/// The types of the parameters, as in C++: "float*, int" for "_Z9incrementPfi"; nothing if the name is not mangled.
std::optional<std::string> demangled_parameters(const std::string& mangled);

/// Find the demangled names that a person means by `name`, and return their indices: names equal to it; else names equal without
/// template arguments ("k" for "k<float>"); else without outer namespaces ("b::k" for "a::b::k"); else without both. `name` may
/// omit blanks, unnamed namespaces, the suffix of a number and the "int" of "unsigned int".
std::vector<std::size_t> called(const std::vector<std::string>& demangled, const std::string& name);

}  // namespace warplens::ptx
