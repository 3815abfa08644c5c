#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/wasm/dwarf_values.h"

namespace warplens::program::wasm {

/// The line table of a unit: which source line each instruction comes from (DWARF, section "Line Number Information").
class LineTable {
 public:
  /// The line of an instruction.
  struct Row {
    std::uint64_t file = 0, line = 0;
  };

  /// Read the table's header at `offset` in ".debug_line". `folder`: the folder that the unit was compiled in; `encoding`: the
  /// unit's.
  LineTable(const Sections& sections, std::uint64_t offset, std::string_view folder, const Encoding& encoding, Work& work);

  /// The path of a file by its number in the table; "" if there is none.
  std::string file(std::uint64_t number) const;
  /// The rows of those of `addresses` that the table has.
  std::map<std::uint64_t, Row> rows(const std::set<std::uint64_t>& addresses);

 private:
  struct Entry {
    std::string_view name{};
    std::uint64_t folder = 0;
  };

  void read_names();
  std::vector<Entry> read_entries();
  void add_file(Entry file);

  const Sections& sections_;
  Work& work_;
  Encoding encoding_;
  CarefulBytes program_;  ///< first the header, then the instructions
  std::vector<Entry> folders_, files_;
  unsigned least_instruction_ = 1, line_range_ = 1, first_special_ = 1;
  std::int64_t line_base_ = 0;
  std::vector<unsigned> operands_;  ///< of standard opcodes, by opcode - 1
};

}  // namespace warplens::program::wasm
