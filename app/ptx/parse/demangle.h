#pragma once

#include <optional>
#include <string>

namespace warplens::ptx {

/// Demangled name of an entry: "increment" for "_Z9incrementPfi", "reduce<256>" for "_Z6reduceILi256EEvPf"; the name itself if it
/// is not mangled. (Itanium C++ ABI, "Mangling"; parameters and return type are left out.)
std::string demangled_name(const std::string& mangled);

/// The types of the parameters, as in C++: "float*, int" for "_Z9incrementPfi"; nothing if the name is not mangled.
std::optional<std::string> demangled_parameters(const std::string& mangled);

}  // namespace warplens::ptx
