#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warplens::ptx {

/// Find the demangled names that a person means by `name`, and return their indices: names equal to it; else names equal without
/// template arguments ("k" for "k<float>"); else without outer namespaces ("b::k" for "a::b::k"); else without both. `name` may
/// omit blanks, unnamed namespaces, the suffix of a number and the "int" of "unsigned int".
std::vector<std::size_t> called(const std::vector<std::string>& demangled, const std::string& name);

}  // namespace warplens::ptx
