#include <algorithm>

#include "ptx/flow/registers.h"

#include "simt/code/decode/decoder.h"

// Where a warp waits for the registers that loads write: Decoded::waits_begin … ready_end. The machine issues instructions in the
// order of the PTX. ptxas moves loads up, across arithmetic that does not produce their addresses, so that several are on their
// way at once. The model has the same effect without moving anything: arithmetic before such a load does not wait for the loads
// before it, unless the address of such a load depends on it; the first use after the last of these loads does.

namespace warplens::simt {
namespace {

/// Arithmetic that would use more than so many registers that are still being loaded does wait. Chosen: docs/model.md,
/// Assumptions.
constexpr std::size_t max_awaited = 4;

bool writes_register_late(const Decoded& decoded) {
  return (decoded.kind == Kind::load && decoded.copy == ptx::CopyStep::none) || (decoded.kind == Kind::atomic && decoded.returns);
}

/// Whether a compiler may move the load up, across arithmetic.
bool can_move_up(const Decoded& decoded) {
  return decoded.kind == Kind::load && decoded.copy == ptx::CopyStep::none && decoded.ordering == ptx::Ordering::weak &&
         !decoded.polls;
}

bool is_arithmetic(const Decoded& decoded) { return decoded.kind == Kind::compute && !decoded.reads_clock; }

/// Visit the registers that an instruction reads: of a guarded one the destinations, too, which keep their values where the
/// predicate is false.
template <typename Visit>
void each_read(const ptx::Instruction& instruction, Visit visit) {
  const bool guarded = instruction.guard != ptx::no_index;
  for (std::size_t k = guarded ? 0 : instruction.destinations; k < instruction.operands.size(); ++k)
    each_register(instruction.operands[k], visit);
  if (guarded) visit(instruction.guard);
}

template <typename Visit>
void each_written(const ptx::Instruction& instruction, Visit visit) {
  for (std::size_t k = 0; k < instruction.destinations; ++k) each_register(instruction.operands[k], visit);
}

/// Per instruction of a function: whether it is arithmetic that a later load of its basic block can move in front of. Only such
/// loads and arithmetic are between them, and none of these loads needs its result.
std::vector<bool> arithmetic_before_loads(const ptx::Function& function, const ptx::ControlFlow& flow, const Decoded* code) {
  std::vector<bool> before(flow.block_of.size());
  std::vector<std::uint32_t> needed(function.registers.size());  // by the loads that follow: those with the current number
  std::uint32_t current = 0;
  for (const ptx::BasicBlock& block : flow.blocks) {
    bool load_follows = false;
    ++current;
    for (std::uint32_t i = block.last + 1; i-- > block.first;) {
      const ptx::Instruction& instruction = function.instructions[i];
      bool result_needed = false;
      each_written(instruction, [&](std::uint32_t r) {
        result_needed = result_needed || needed[r] == current;
        needed[r] = 0;
      });
      const bool load = can_move_up(code[i]);
      if (load || (is_arithmetic(code[i]) && result_needed)) {
        each_read(instruction, [&](std::uint32_t r) { needed[r] = current; });
      } else if (is_arithmetic(code[i])) {
        before[i] = load_follows;
      } else {
        ++current;
        load_follows = false;
      }
      load_follows = load_follows || load;
    }
  }
  return before;
}

}  // namespace

/// A register written by a load is waited for once in each basic block that uses it, until it is loaded again.
void Decoder::place_waits(const ptx::ControlFlow& flow) {
  const auto count = static_cast<std::uint32_t>(function_.instructions.size());
  std::vector<std::uint32_t> number(function_.registers.size(), ptx::no_index);  // of a register that a load writes
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!writes_register_late(code(i))) continue;
    each_register(function_.instructions[i].operands[0], [&](std::uint32_t r) {
      if (number[r] == ptx::no_index) number[r] = program_.loaded_registers++;
    });
  }
  const std::vector<bool> before_loads = arithmetic_before_loads(function_, flow, &code(0));
  std::vector<std::uint32_t> there(program_.loaded_registers, ptx::no_index);  // the block that has already waited for it
  std::vector<std::uint32_t>& waits = program_.waits;
  // Loads that the arithmetic so far has not waited for, and the registers whose values depend on them: those with the current
  // number in `late`.
  std::vector<std::uint32_t> awaited, late(function_.registers.size());
  std::uint32_t current = 1;

  for (std::uint32_t i = 0; i < count; ++i) {
    const ptx::Instruction& instruction = function_.instructions[i];
    Decoded& decoded = code(i);
    const std::uint32_t block = flow.block_of[i];
    const auto is_on_its_way = [&](std::uint32_t r) { return number[r] != ptx::no_index && there[number[r]] != block; };
    const auto wait = [&](std::uint32_t loaded) {
      if (there[loaded] == block) return;
      waits.push_back(loaded);
      there[loaded] = block;
    };
    bool uses_late = false, uses_loaded = false;
    each_read(instruction, [&](std::uint32_t r) {
      uses_late = uses_late || late[r] == current;
      uses_loaded = uses_loaded || is_on_its_way(r);
    });
    decoded.waits_begin = decoded.waits_end = decoded.ready_begin = decoded.ready_end = static_cast<std::uint32_t>(waits.size());
    if (before_loads[i] && awaited.size() < max_awaited) {
      each_read(instruction, [&](std::uint32_t r) {
        const bool counted = std::find(awaited.begin(), awaited.end(), number[r]) != awaited.end();
        if (is_on_its_way(r) && !counted) awaited.push_back(number[r]);
      });
      each_written(instruction, [&](std::uint32_t r) { late[r] = uses_late || uses_loaded ? current : 0; });
      continue;
    }
    const bool ends = !is_arithmetic(decoded) && !can_move_up(decoded);
    if (uses_late || ends || i == flow.blocks[block].last) {
      for (const std::uint32_t loaded : awaited) wait(loaded);
      awaited.clear();
      ++current;
    }
    each_read(instruction, [&](std::uint32_t r) {
      if (is_on_its_way(r)) wait(number[r]);
    });
    each_written(instruction, [&](std::uint32_t r) { late[r] = 0; });
    decoded.waits_end = decoded.ready_begin = static_cast<std::uint32_t>(waits.size());
    if (writes_register_late(decoded)) {
      each_register(instruction.operands[0], [&](std::uint32_t r) {
        waits.push_back(number[r]);
        there[number[r]] = ptx::no_index;
      });
    }
    decoded.ready_end = static_cast<std::uint32_t>(waits.size());
  }
}

}  // namespace warplens::simt
