#pragma once

#include <asmjit/x86.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>

#include "simt/decode/decoded.h"
#include "simt/native/instruction_set.h"

namespace warplens::simt::native {

namespace x86 = asmjit::x86;

/// The value of a row in vector registers: 32 lanes of 4 or 8 bytes, in as many registers as they fill.
struct Value {
  static constexpr std::uint32_t most_parts = 8;  ///< 32 lanes of 8 bytes, 4 to a register
  std::array<x86::Vec, most_parts> parts;
  std::uint32_t count = 0;
};

/// What has to be done to a row's value before its bits are looked at. A NaN that an operation of the processor makes has other
/// bits than PTX's.
enum class Pending : std::uint8_t { nothing, nan_of_f32, nan_of_f64 };

/// The rows of a function that is being generated. Each row that it uses has vector registers of its own (a predicate, a
/// general-purpose register) from its first use to the end; in memory are the rows at the beginning and after write_back().
class Values {
 public:
  /// `registers`, `constants`: the addresses of the warp's registers and of the program's constants (Frame). `active`: the lanes
  /// that run.
  Values(x86::Compiler& compiler, InstructionSet set, const x86::Gp& registers, const x86::Gp& constants, const x86::Gp& active)
      : compiler_(compiler), set_(set), registers_(registers), constants_(constants), active_(active) {}

  InstructionSet set() const { return set_; }
  bool wide_set() const { return set_ == InstructionSet::avx512; }
  /// Registers that a row of `bytes` per lane fills.
  std::uint32_t parts_of(std::uint32_t bytes) const { return warp_size * bytes / register_bytes(); }
  std::uint32_t register_bytes() const { return wide_set() ? 64 : 32; }

  /// The registers of a row, loaded from memory if need be. `exact`: PTX's own bits also where it is a NaN.
  Value read(Row row, std::uint32_t bytes, bool exact = true);
  /// The bits of a predicate row, negated where the operand is.
  x86::Gp read_predicate(Row row);
  /// The registers of a row that is about to be written whole.
  Value write(Row row, std::uint32_t bytes, Pending pending = Pending::nothing);
  x86::Gp write_predicate(Row row);

  /// New registers of the same shape, for intermediate values.
  Value temporary(std::uint32_t bytes);
  x86::Vec new_register();

  /// Load a row now, so that it is in its registers whichever way the code is entered later.
  void preload(Row row, std::uint32_t bytes);
  /// The registers of a row may differ from memory from here on, without further ado.
  void mark_written(Row row) { homes_[row].written = true; }
  using Chosen = std::function<bool(Row)>;
  /// Give the chosen rows PTX's bits for NaNs.
  void complete(const Chosen& chosen);
  /// Store the chosen rows, for the active lanes, as far as they have been written. Changes nothing of what is known about the
  /// registers.
  void write_back(const Chosen& chosen);
  /// Load a row whose value in memory has changed.
  void load_again(Row row, std::uint32_t bytes);

  /// The lanes whose bit is set get `yes`, the others `no`: a row of `bytes` per lane in `result`, which may be one of both.
  void select(const x86::Gp& bits, const Value& yes, const Value& no, const Value& result, std::uint32_t bytes);
  /// An AVX2 mask, or an AVX-512 mask register, of the lanes of one register of a row.
  x86::Vec lane_mask(const x86::Gp& bits, std::uint32_t part, std::uint32_t bytes);
  x86::KReg mask(const x86::Gp& bits, std::uint32_t part, std::uint32_t bytes);
  /// A register filled with a 4- or 8-byte constant.
  x86::Vec broadcast(std::uint64_t bits, std::uint32_t bytes);

  struct Home {
    Value value;
    x86::Gp bits;             ///< of a predicate
    std::uint32_t bytes = 0;  ///< 1 for a predicate
    bool loaded = false;      ///< the registers hold its value
    bool written = false;     ///< since it was last in memory
    Pending pending = Pending::nothing;
  };
  /// What is known about the rows, so that code for another way on can be generated later.
  std::map<Row, Home> known() const { return homes_; }
  void restore(std::map<Row, Home> homes) { homes_ = std::move(homes); }

 private:
  Home& home(Row row, std::uint32_t bytes);
  void load(Row row, Home& home);
  x86::Mem memory(Row row, std::uint32_t part) const;
  void complete(Home& home);

  x86::Compiler& compiler_;
  InstructionSet set_;
  x86::Gp registers_, constants_, active_;
  std::map<Row, Home> homes_;
};

}  // namespace warplens::simt::native
