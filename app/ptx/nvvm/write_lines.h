#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "ptx/nvvm/ir.h"

namespace warplens::ptx::nvvm {

/// Writes lines of the source into PTX, and numbers their files (PTX ISA, "Debugging Directives"). `module` must outlive it.
class SourceLines {
 public:
  /// `with_calls`: also tell which calls a line was inlined at. PTX has that since version 7.2.
  SourceLines(const Module& module, bool with_calls) : module_(module), with_calls_(with_calls) {}

  /// Start a function's body: its first .loc, the line of its brace; "" without a DISubprogram. Call it for all functions.
  std::string begin(std::uint32_t subprogram);

  /// The lines to write before an instruction: .loc if its DILocation differs from the one before, after those of the calls that
  /// it was inlined at if they are new; else "". Where it has none: .loc of line 0 if `starts_block`, a block that is not the
  /// function's first, else "".
  std::string at(std::uint32_t location, bool starts_block);

  /// The same in a module that tells nothing of its source: the instruction's line in the IR itself.
  std::string at_own_line(std::uint32_t line);
  /// The number of the file of a scope, a type or a variable, for .debug_info; 0: not told.
  std::uint32_t file(std::uint32_t node);

  /// The .file directives of all files so far, and section .debug_str if a .loc refers to it.
  std::string end() const;

 private:
  /// What a .loc says; `call`: the DILocation that it was inlined at.
  struct Place {
    std::uint32_t file = 0, line = 0, column = 0, call = none;
    bool operator==(const Place&) const = default;
  };

  Place place(std::uint32_t location);
  std::string write(std::uint32_t location, const Place& place);

  const Module& module_;
  const bool with_calls_;
  std::map<std::string, std::uint32_t> files_;  ///< numbers by path
  std::vector<std::string> paths_;              ///< of file 1 on
  std::map<std::string, std::uint32_t> names_;  ///< numbers of inlined functions
  std::vector<std::string> strings_;            ///< their names
  Place last_;                                  ///< of the function's last .loc; file 0: there is none yet
  /// The call that each file, line and column now means as a call's own place: one place may be of several inlined functions.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> calls_;
};

}  // namespace warplens::ptx::nvvm
