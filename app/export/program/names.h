#pragma once

#include <set>
#include <string>
#include <string_view>

namespace warplens::export_ {

/// Chooses names for the program text around a kernel's source, without clashes.
class Names {
 public:
  /// `source`: the kernels' text. `kernels_and_variables`: names in the source that main() uses, with their namespaces.
  Names(std::string_view source, const std::set<std::string>& kernels_and_variables);

  /// A name like `wanted` for something outside of main(); no word of the source equals it.
  std::string global(const std::string& wanted);
  /// A name like `wanted` for a variable of main(); `wanted` may be any text from a file.
  std::string local(const std::string& wanted);
  /// A name like `wanted` for a parameter of a function.
  std::string parameter(const std::string& wanted) const;

 private:
  std::set<std::string, std::less<>> words_;    ///< words of the source
  std::set<std::string, std::less<>> refused_;  ///< keywords of the language, and the source's macros
  std::set<std::string, std::less<>> taken_;    ///< names taken in main()
};

}  // namespace warplens::export_
