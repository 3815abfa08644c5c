#pragma once

#include <string>

namespace warplens::ptx {

/// The name a person gives an entry: "increment" for "_Z9incrementPfi", "reduce<256>" for "_Z6reduceILi256EEvPf"; the mangled
/// name itself where it is not a mangled one. (Itanium C++ ABI, "Mangling"; parameters and return type are left out.)
std::string demangled_name(const std::string& mangled);

}  // namespace warplens::ptx
