#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "launch/arguments/value.h"

// Host arrays with a given content, as C++.

namespace warplens::export_ {

/// An array of the program and what it holds.
struct HostArray {
  std::string name;    ///< of the variable
  std::string type;    ///< of its elements, in C++
  std::string size;    ///< in C++, elements
  std::string form;    ///< of --arg, from which the content was made: "random", "iota"
  std::uint64_t seed;  ///< with which it was made
  const launch::Buffer& content;
};

/// Files in the folder of the program, by name.
using DataFiles = std::map<std::string, launch::Bytes>;

/// The C++ type of elements: "float", "unsigned long long".
std::string_view c_type(launch::ElementType type);

/// A literal of the value: "0.5f", "-3", "NAN".
std::string literal(const launch::Scalar& scalar);

/// The declaration of the array and what fills it, in lines that end in \n, indented by two: a loop; `$Random` and `$Normal`
/// where the content is random; a list of at most 4,096 elements; else `$read_file` of a file `stem`.NAME.bin, which is added to
/// `files`.
std::string array_text(const HostArray& array, const std::string& stem, DataFiles& files);

}  // namespace warplens::export_
