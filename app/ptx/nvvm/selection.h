#pragma once

#include <cstdint>
#include <vector>

#include "ptx/nvvm/ir.h"
#include "ptx/nvvm/layout.h"
#include "ptx/nvvm/pointers.h"

namespace warplens::ptx::nvvm {

// Which instruction of PTX does the work of which instructions of the IR. One often does several: a fused multiply-add also does
// the product, and a load adds a constant to its address.

/// How an instruction is written.
enum class Form : std::uint8_t {
  covered,        ///< not at all: another does its work, or nothing needs it
  plain,          ///< by itself
  multiply_add,   ///< a sum, by fma or mad: ±a × b ± c
  multiply_wide,  ///< a product of two extended numbers, or of one and a constant: mul.wide of a and b
  extended_load,  ///< a load, whose only user extends what it loads: `extension` is that
  merged,         ///< one access for several: `group` has them
};

struct Choice {
  Form form = Form::covered;
  Value a, b, c;
  bool negate_product = false, negate_addend = false;
  bool is_signed = false;                  ///< of multiply_wide
  const Instruction* extension = nullptr;  ///< of extended_load
  std::vector<std::uint32_t> group;        ///< of merged: the instructions in the order of their addresses
  bool needs_sum = false;                  ///< getelementptr: some user needs the pointer itself, not only its base
};

/// A place in memory as instructions of PTX have it: a register or a symbol, and bytes.
struct Address {
  Value base;
  bool without_offset = false;  ///< the base is a getelementptr: the part of it without its own constant offset
  std::int64_t offset = 0;
};

/// What is decided about a function before it is written.
class Selection {
 public:
  /// `definitions`: of the function (pointers.h).
  Selection(const Module& module, const Layout& layout, const Function& function,
            const std::vector<const Instruction*>& definitions);

  /// The instructions in the order of the text; block b's are [first[b], first[b + 1]).
  const std::vector<const Instruction*>& instructions() const { return all_; }
  const std::vector<std::uint32_t>& first() const { return first_; }
  const Choice& choice(std::uint32_t number) const { return choices_[number]; }
  /// Where an operand of a load, a store or an atomic operation points.
  Address address_of(const Value& pointer) const;
  /// The space of a pointer, or of a constant's address.
  AddressSpace space_of(const Value& pointer) const;
  /// Whether an index is a number of 32 bits made longer: `narrow` is that.
  bool extended_index(const Value& index, Value& narrow, bool& is_signed) const;
  /// The locals whose registers an instruction reads, and those that it writes.
  void add_reads(std::uint32_t number, std::vector<std::uint32_t>& locals) const;
  void add_writes(std::uint32_t number, std::vector<std::uint32_t>& locals) const;

 private:
  void number_instructions();
  void find_addresses();
  void choose(std::uint32_t number);
  bool choose_floating_sum(std::uint32_t number);
  bool choose_integer_sum(std::uint32_t number);
  bool choose_wide_product(std::uint32_t number);
  bool choose_extended_load(std::uint32_t number);
  void find_needed();
  void merge_accesses();
  void extend_loads(const std::vector<std::uint32_t>& reads);
  void need(const Value& value, std::vector<std::uint32_t>& waiting);
  void need_address(const Value& pointer, std::vector<std::uint32_t>& waiting);
  const Instruction* product(const Value& value, std::uint32_t block, Opcode opcode) const;
  bool is_narrow(const Value& value, std::uint32_t bits, Opcode extension, Value& narrow) const;
  template <typename ReadValue, typename ReadAddress>
  void visit_reads(std::uint32_t number, ReadValue&& read, ReadAddress&& read_address) const;

  const Module& module_;
  const Layout& layout_;
  const Function& function_;
  std::vector<const Instruction*> all_;
  std::vector<std::uint32_t> first_, block_of_;
  std::vector<std::uint32_t> made_at_;     ///< per local: its instruction's number, none for a parameter
  std::vector<std::uint32_t> uses_;        ///< per local: how often an operand
  std::vector<std::uint32_t> block_uses_;  ///< per local: in its own block, and once for all others
  std::vector<AddressSpace> spaces_;       ///< per local
  std::vector<Address> addresses_;         ///< per local
  std::vector<Choice> choices_;
};

}  // namespace warplens::ptx::nvvm
