#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "launch/arguments/value.h"

// C++ text of host arrays with a given content.

namespace warplens::export_ {

/// An array of the program, and its content.
struct HostArray {
  std::string name;    ///< name of the C++ variable
  std::string type;    ///< C++ type of its elements
  std::string size;    ///< C++ expression, number of elements
  std::string form;    ///< form of --arg that made the content: "random", "iota"
  std::uint64_t seed;  ///< seed that made the content
  const launch::Buffer& content;
};

/// Files in the folder of the program, by name.
using DataFiles = std::map<std::string, launch::Bytes>;

/// The C++ type of elements: "float", "unsigned long long".
std::string_view c_type(launch::ElementType type);

/// A literal of the value: "0.5f", "-3", "NAN".
std::string literal(const launch::Scalar& scalar);

/// C++ lines that declare and fill the array, ending in \n, indented by two. The content comes from a loop; from `$Random` or
/// `$Normal` if it is random; from a list of at most 4,096 elements; else by `$read_file` from a file `stem`.NAME.bin, which is
/// added to `files`.
std::string array_text(const HostArray& array, const std::string& stem, DataFiles& files);

}  // namespace warplens::export_
