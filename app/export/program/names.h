#pragma once

#include <set>
#include <string>
#include <string_view>

namespace warplens::export_ {

/// Chooses the names of a program around a kernel's source.
class Names {
 public:
  /// `source`: the kernels' text. `kernels_and_variables`: names of it that main() uses, with their namespaces.
  Names(std::string_view source, const std::set<std::string>& kernels_and_variables);

  /// A name like `wanted` for something outside of main(), which no word of the source has.
  std::string global(const std::string& wanted);
  /// A name like `wanted` for a variable of main(), which may be a name from a file of any content.
  std::string local(const std::string& wanted);
  /// A name like `wanted` for a parameter of a function.
  std::string parameter(const std::string& wanted) const;

 private:
  std::set<std::string, std::less<>> words_;    ///< of the source
  std::set<std::string, std::less<>> refused_;  ///< of the language, and the source's macros
  std::set<std::string, std::less<>> taken_;    ///< in main()
};

}  // namespace warplens::export_
