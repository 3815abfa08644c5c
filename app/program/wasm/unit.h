#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/wasm/entries.h"

namespace warplens::program::wasm {

/// A function that an address is in, or one that is inlined there.
struct Surrounding {
  std::string function{};                      ///< name, mangled where it has one
  std::uint64_t call_file = 0, call_line = 0;  ///< of an inlined one: where it is called, by the line table's numbers of files
  int depth = 0;                               ///< of its entry
};

/// The functions around addresses, from the outermost to the innermost.
using Surroundings = std::map<std::uint64_t, std::vector<Surrounding>>;

/// The debug information of a source that was compiled.
class Unit {
 public:
  /// Abbreviations that were read: units share them.
  struct Shared {
    std::uint64_t offset = ~std::uint64_t{0};
    Abbreviations abbreviations{};
  };

  /// Read the unit's header and first entry. `bytes`: the section ".debug_info", to be read on from the unit's beginning;
  /// afterwards from its end.
  Unit(const Sections& sections, CarefulBytes& bytes, Shared& shared, Work& work);

  /// The functions around those of `addresses` that the unit's code has.
  Surroundings surroundings(const std::set<std::uint64_t>& addresses);

  /// Offset of the unit's line table.
  const Value& lines() const { return root_[Attribute::lines]; }
  /// The folder that it was compiled in.
  std::string_view folder() const { return text_in(root_[Attribute::folder], encoding_, sections_, work_); }
  const Encoding& encoding() const { return encoding_; }

 private:
  const Abbreviation* next_abbreviation(CarefulBytes& bytes) const;
  std::set<std::uint64_t> covered(const Values& values, const std::set<std::uint64_t>& addresses) const;
  std::string name_of(const Values& values) const;

  const Sections& sections_;
  Work& work_;
  Shared& shared_;
  Encoding encoding_;
  CarefulBytes bytes_;     ///< from the unit's header on
  CarefulBytes children_;  ///< the same, behind the first entry
  std::uint64_t base_ = 0;
  Values root_;
};

}  // namespace warplens::program::wasm
