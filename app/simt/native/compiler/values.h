#pragma once

#include <asmjit/x86.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "simt/code/decode/decoded.h"
#include "simt/native/compiler/predicates.h"
#include "simt/native/instruction_set.h"

namespace warplens::simt::native {

namespace x86 = asmjit::x86;

/// The value of a row: 32 lanes of 4 or 8 bytes, in as many vector registers as they fill.
struct Value {
  static constexpr std::uint32_t max_parts = 8;  ///< 32 lanes of 8 bytes, 4 to a register
  std::array<x86::Vec, max_parts> parts;
  std::uint32_t count = 0;
};

/// NaNs of a row that still have the processor's bits. They get PTX's bits before anything reads the bits.
enum class Pending : std::uint8_t { nothing, nan_of_f32, nan_of_f64 };

/// The rows used by a generated function. Each row has its own vector registers (a predicate has a general-purpose register) for
/// the whole function. A row is loaded from memory when it is first read, and stored by write_back().
class Values {
 public:
  /// `registers`, `constants`: base addresses, as in Frame. `active`: mask of the active lanes.
  Values(x86::Compiler& compiler, InstructionSet set, const x86::Gp& registers, const x86::Gp& constants, const x86::Gp& active)
      : compiler_(compiler), set_(set), registers_(registers), constants_(constants), active_(active) {}

  bool wide_set() const { return set_ == InstructionSet::avx512; }
  /// Number of registers for a row of `bytes` per lane.
  std::uint32_t parts_of(std::uint32_t bytes) const { return warp_size * bytes / register_bytes(); }
  std::uint32_t register_bytes() const { return wide_set() ? 64 : 32; }

  /// The registers of a row, loaded from memory if need be. `exact`: NaNs have PTX's bits.
  Value read(Row row, std::uint32_t bytes, bool exact = true);
  /// The bits of a predicate row, inverted if the row is `negated`.
  x86::Gp read_predicate(Row row);
  /// The registers of a row that is about to be written whole.
  Value write(Row row, std::uint32_t bytes, Pending pending = Pending::nothing);
  x86::Gp write_predicate(Row row);

  /// Until whole() is called, read(), write() and temporary() give only register number `part` of each value. Generating
  /// the code of several instructions part by part keeps fewer values in registers at a time. Only for rows of 4 bytes per
  /// lane.
  void only_part(std::uint32_t part) { part_ = part; }
  void whole() { part_.reset(); }

  /// Copy lane 0 of a row to the general-purpose register `to`, zero-extended.
  void read_first_lane(Row row, std::uint32_t bytes, const x86::Gp& to);
  /// Load lanes 8 · `eight` to 8 · `eight` + 7 of a row from consecutive memory, or all from one place (`repeated`).
  void load_eight(Row row, std::uint32_t bytes, std::uint32_t eight, x86::Mem place, bool repeated);

  /// Jump to `differ` unless the lanes of a row have these distances (one per lane, of `bytes`) from `lowest`.
  void compare_distances(Row row, std::uint32_t bytes, const x86::Gp& lowest, const x86::Mem& distances, asmjit::Label differ);

  /// Scratch register number `k`, of 64 bits, for a short-lived value. write_back() uses the first.
  x86::Gp spare_word(std::size_t k);
  /// New registers for an intermediate value of `bytes` per lane.
  Value temporary(std::uint32_t bytes);
  x86::Vec new_register();

  /// Assign registers to a row without loading it. Needed before known() if code generated later writes the row as well: both
  /// must use the same registers.
  void reserve(Row row, std::uint32_t bytes) { home(row, bytes); }
  /// Load a row now: before a loop, so that the values are in registers in every round.
  void preload(Row row, std::uint32_t bytes);
  /// Have write_back() store the row, although nothing has written it yet: a later round of the loop does.
  void mark_written(Row row) { homes_[row].written = true; }
  using Chosen = std::function<bool(Row)>;
  /// Give NaNs in the chosen rows PTX's bits.
  void complete(const Chosen& chosen);
  /// Store the chosen rows that have been written, for the active lanes. They still count as written.
  void write_back(const Chosen& chosen);
  /// Load a row whose value in memory has changed.
  void load_again(Row row, std::uint32_t bytes);

  /// result = `yes` in the lanes whose bit is set, `no` in the others. `result` may be the same as either.
  void select(const x86::Gp& bits, const Value& yes, const Value& no, const Value& result, std::uint32_t bytes);
  /// value = `replacement` in the lanes where the floating-point comparison of `a` and `b` holds.
  void replace_where(const x86::Vec& value, const x86::Vec& replacement, const x86::Vec& a, FloatingPredicate predicate,
                     const x86::Vec& b, std::uint32_t bytes);
  /// A register filled with a 4- or 8-byte constant.
  x86::Vec broadcast(std::uint64_t bits, std::uint32_t bytes);

  /// The registers of a row, and their state at the current place in the code.
  struct Home {
    Value value;
    x86::Gp bits;             ///< register of a predicate row
    std::uint32_t bytes = 0;  ///< per lane; predicate_bytes for a predicate
    bool loaded = false;      ///< the registers hold the row's value
    bool written = false;     ///< the registers may differ from memory
    Pending pending = Pending::nothing;
  };
  /// The state of all rows at this place in the code: with restore(), code that branches off here can be generated later.
  std::map<Row, Home> known() const { return homes_; }
  void restore(std::map<Row, Home> homes) { homes_ = std::move(homes); }
  /// Return to an earlier state, but keep the registers of rows that have been assigned some since.
  void rewind(const std::map<Row, Home>& homes);

 private:
  Home& home(Row row, std::uint32_t bytes);
  Value new_value(std::uint32_t count);
  Value seen(const Value& value) const;
  /// Range of the parts that code is generated for: all, or only_part().
  std::uint32_t first_part() const { return part_.value_or(0); }
  std::uint32_t end_part(const Value& value) const { return part_ ? *part_ + 1 : value.count; }
  void load(Row row, Home& home);
  void store_part(Row row, std::uint32_t bytes, std::uint32_t part, const x86::Vec& value);
  x86::Mem memory(Row row, std::uint32_t part) const;
  void complete(Home& home);
  /// Write the lanes of part `part` of a row, given by `bits`, to `result` as an AVX2 mask.
  void lane_mask(const x86::Vec& result, const x86::Gp& bits, std::uint32_t part, std::uint32_t bytes);
  x86::Vec spare(std::size_t k);
  const x86::Vec& active_mask(std::uint32_t part, std::uint32_t bytes);
  x86::KReg mask(const x86::Gp& bits, std::uint32_t part, std::uint32_t bytes);

  x86::Compiler& compiler_;
  InstructionSet set_;
  x86::Gp registers_, constants_, active_;
  std::map<Row, Home> homes_;
  std::optional<std::uint32_t> part_;  ///< set by only_part()
  /// AVX2: registers for masks of the active lanes, by bytes per lane and part; and the masks that write_back() has computed.
  std::map<std::pair<std::uint32_t, std::uint32_t>, x86::Vec> mask_registers_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> made_masks_;
  // Scratch registers, reused for short-lived values: asmjit's register allocation slows down with the number of virtual
  // registers.
  std::vector<x86::Vec> spare_;
  std::vector<x86::Gp> spare_words_;
};

}  // namespace warplens::simt::native
