#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warplens::ptx {

/// Indices of the demangled names that a person means by `name`: those that are it, else those that are it without template
/// arguments ("k" for "k<float>"), else without their first namespaces ("b::k" for "a::b::k"), else without either. Blanks,
/// namespaces without a name, the suffix of a number and the "int" of "unsigned int" may be left out.
std::vector<std::size_t> called(const std::vector<std::string>& demangled, const std::string& name);

}  // namespace warplens::ptx
