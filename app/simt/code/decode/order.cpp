#include "ptx/flow/cfg.h"
#include "ptx/flow/registers.h"
#include "ptx/opcode.h"
#include "simt/code/decode/decoder.h"

// Whether other warps can observe an access: Decoded::order and Decoded::shared_write_ahead. The address analysis here may be
// wrong where addresses pass through memory; the machine detects this by checking every actual access.

namespace warplens::simt {

using ptx::Opcode;
using ptx::OperandKind;
using ptx::Space;

namespace {

/// The origins of an address.
enum Origin : std::uint8_t {
  from_written = 1,  ///< a parameter or variable in global memory that the launch may write
  from_unknown = 2,  ///< a value from memory, possibly any address
  from_local = 4,
  from_shared = 8,
  from_global = 16,
};

bool is_memory(const Decoded& decoded) {
  return decoded.kind == Kind::load || decoded.kind == Kind::store || decoded.kind == Kind::atomic;
}

/// Origins of the addresses in one function: 64-bit values are propagated to the registers, independently of control flow.
class Origins {
 public:
  Origins(const ptx::Module& module, const ptx::Function& function, const std::vector<Decoded>& code)
      : module_(module),
        function_(function),
        code_(code),
        sources_(function.registers.size()),
        origin_(function.registers.size()) {
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) add_flows(function.instructions[i]);
  }

  WrittenMemory written() {
    WrittenMemory written;
    written.parameters.resize(function_.parameters.size());
    written.variables.resize(module_.variables.size());
    std::vector<bool> seen(sources_.size());
    std::vector<std::uint32_t> work;
    const auto mark = [&](const Source& source) {
      switch (source.kind) {
        case OperandKind::reg:
          if (!seen[source.index]) work.push_back(source.index);
          seen[source.index] = true;
          break;
        case OperandKind::parameter:
          written.parameters[source.index] = true;
          break;
        case OperandKind::variable:
          written.variables[source.index] = true;
          break;
        default:
          written.everything = true;
          break;
      }
    };
    for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) {
      const bool to_global = code_[i].space == Space::global || code_[i].space == Space::generic;
      if (code_[i].texture != no_texture && code_[i].kind == Kind::store) written.everything = true;  // that of any surface
      if (is_memory(code_[i]) && code_[i].kind != Kind::load && to_global) {
        for (const ptx::Operand& operand : function_.instructions[i].operands) each_address(operand, mark);
      }
    }
    while (!work.empty()) {
      const std::uint32_t r = work.back();
      work.pop_back();
      for (const Source& source : sources_[r]) mark(source);
    }
    return written;
  }

  /// Compute the results of of(…), given the memory that the function writes.
  void spread(const WrittenMemory& written) {
    std::vector<std::vector<std::uint32_t>> uses(sources_.size());
    std::vector<std::uint32_t> work;
    for (std::uint32_t r = 0; r < sources_.size(); ++r) {
      for (const Source& source : sources_[r]) {
        if (source.kind == OperandKind::reg)
          uses[source.index].push_back(r);
        else
          origin_[r] |= origin_of(source, written);
      }
      if (origin_[r] != 0) work.push_back(r);
    }
    while (!work.empty()) {
      const std::uint32_t from = work.back();
      work.pop_back();
      for (const std::uint32_t to : uses[from]) {
        const std::uint8_t both = origin_[to] | origin_[from];
        if (both == origin_[to]) continue;
        origin_[to] = both;
        work.push_back(to);
      }
    }
  }

  /// The origins of the address of instruction `i`.
  std::uint8_t of(std::uint32_t i, const WrittenMemory& written) const {
    std::uint8_t origin = 0;
    for (const ptx::Operand& operand : function_.instructions[i].operands) {
      each_address(operand, [&](const Source& source) {
        origin |= source.kind == OperandKind::reg ? origin_[source.index] : origin_of(source, written);
      });
    }
    return origin;
  }

 private:
  /// The source of a register's value: another register, a parameter's value, a variable's address, or (none) anything.
  struct Source {
    OperandKind kind = OperandKind::none;
    std::uint32_t index = 0;
  };

  template <typename Visit>
  static void each_address(const ptx::Operand& operand, Visit visit) {
    if (operand.kind == OperandKind::address && operand.base != OperandKind::none) visit(Source{operand.base, operand.index});
  }

  bool is_wide(const ptx::Operand& operand) const {
    return operand.kind == OperandKind::reg && ptx::bits(function_.registers[operand.index].type) == 64;
  }

  void add_flows(const ptx::Instruction& instruction) {
    for (std::size_t d = 0; d < instruction.destinations && d < instruction.operands.size(); ++d) {
      each_register(instruction.operands[d], [&](std::uint32_t r) {
        if (ptx::bits(function_.registers[r].type) == 64) add_flows_into(r, instruction);
      });
    }
  }

  void add_flows_into(std::uint32_t r, const ptx::Instruction& instruction) {
    std::vector<Source>& sources = sources_[r];
    const auto klass = ptx::row(instruction.opcode).instruction_class;
    if (klass == ptx::InstructionClass::memory || klass == ptx::InstructionClass::atomic) {
      const ptx::Operand& address = instruction.operands.back();
      const bool parameter = instruction.space == Space::param && address.base == OperandKind::parameter;
      sources.push_back(parameter ? Source{OperandKind::parameter, address.index} : Source{});
      return;
    }
    // Products and shifted values are distances, not addresses; the third operand of mad is an addend and may be an address.
    const bool product = instruction.opcode == Opcode::mad;
    if (instruction.opcode == Opcode::mul || instruction.opcode == Opcode::shl) return;
    for (std::size_t k = instruction.destinations; k < instruction.operands.size(); ++k) {
      const ptx::Operand& operand = instruction.operands[k];
      if (product && k != 3) continue;
      if (is_wide(operand) || operand.kind == OperandKind::variable || operand.kind == OperandKind::parameter)
        sources.push_back({operand.kind, operand.index});
      else if (operand.kind == OperandKind::vector || operand.kind == OperandKind::label)
        sources.push_back({});
    }
  }

  std::uint8_t origin_of(const Source& source, const WrittenMemory& written) const {
    switch (source.kind) {
      case OperandKind::parameter:
        return from_global | (written.everything || written.parameters[source.index] ? from_written : 0);
      case OperandKind::variable:
        switch (module_.variables[source.index].space) {
          case Space::local:
            return from_local;
          case Space::shared:
            return from_shared;
          default:
            return from_global | (written.everything || written.variables[source.index] ? from_written : 0);
        }
      default:
        return from_unknown;
    }
  }

  const ptx::Module& module_;
  const ptx::Function& function_;
  const std::vector<Decoded>& code_;
  std::vector<std::vector<Source>> sources_;  ///< per register
  std::vector<std::uint8_t> origin_;          ///< per register
};

Order order_of_access(const Decoded& decoded, std::uint8_t origin) {
  const bool loads = decoded.kind == Kind::load;
  switch (decoded.space) {
    case Space::local:
    case Space::constant:
    case Space::param:
      return Order::free;
    case Space::shared:
      return loads ? Order::shared_read : Order::strict;
    default:
      if (origin == from_local) return Order::free;
      return loads && origin == from_global ? Order::unwritten : Order::strict;
  }
}

Order order_of(const Decoded& decoded, std::uint8_t origin) {
  switch (decoded.kind) {
    case Kind::compute:
    case Kind::collective:
    case Kind::branch:
    case Kind::warp_sync:
    case Kind::fence:
    case Kind::exit:
    case Kind::trap:
    case Kind::table_branch:
    case Kind::ret:
    case Kind::stack:
    case Kind::sleep:
      return Order::free;
    case Kind::prefetch:
      return Order::unwritten;
    case Kind::load:
    case Kind::store:
    case Kind::atomic:
      if (decoded.copy == ptx::CopyStep::bulk || decoded.copy == ptx::CopyStep::store) return Order::strict;
      return order_of_access(decoded, origin);
    case Kind::copy_group:
      return decoded.copy == ptx::CopyStep::commit_group ? Order::free : Order::strict;
    case Kind::barrier: {
      const bool of_all = decoded.barrier == ptx::BarrierMode::sync && decoded.operands[1] == no_row && decoded.guard == no_row;
      return of_all ? Order::arrival : Order::strict;
    }
    default:
      return Order::strict;
  }
}

/// The effects of printf and malloc are observable: the order of the output, and the addresses allocated.
Order order_of_call(const Program& program, const CallSite& site) {
  const bool builtin = site.pointer == no_row && program.functions[site.callee].builtin != nullptr;
  return builtin ? Order::strict : Order::free;
}

/// Whether the instruction may change shared memory.
bool writes_shared(const Decoded& decoded, std::uint8_t origin) {
  switch (decoded.kind) {
    case Kind::load:
      return false;
    case Kind::store:
    case Kind::atomic:
      return decoded.space == Space::shared ||
             (decoded.space == Space::generic && origin != from_local && (origin & ~from_written) != from_global);
    default:
      return order_of(decoded, origin) == Order::strict && decoded.kind != Kind::barrier;
  }
}

}  // namespace

void Decoder::place_orders(const ptx::ControlFlow& flow) {
  if (linking_.functions.size() > 1) return place_strict_orders();
  Origins origins(module_, function_, program_.code);
  program_.written = origins.written();
  origins.spread(program_.written);
  const auto count = static_cast<std::uint32_t>(function_.instructions.size());
  std::vector<bool> writes(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint8_t origin = origins.of(i, program_.written);
    program_.code[i].order = order_of(program_.code[i], origin);
    writes[i] = writes_shared(program_.code[i], origin);
  }
  find_shared_writes_ahead(flow, writes);
}

/// In programs with calls, the origins of addresses are unknown.
void Decoder::place_strict_orders() {
  program_.written.everything = true;
  for (std::uint32_t i = 0; i <= function_.instructions.size(); ++i) {
    Decoded& decoded = code(i);
    decoded.order = order_of(decoded, from_unknown);
    if (decoded.kind == Kind::call) decoded.order = order_of_call(program_, program_.calls[decoded.target]);
    decoded.shared_write_ahead = true;
  }
}

/// Backwards from the writes, up to the barriers of the whole block.
void Decoder::find_shared_writes_ahead(const ptx::ControlFlow& flow, const std::vector<bool>& writes) {
  const auto is_end = [&](std::uint32_t i) { return program_.code[i].order == Order::arrival; };
  ptx::Edges before(flow.blocks.size());
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    for (const std::uint32_t to : flow.blocks[block].successors) {
      if (to != flow.exit) before[to].push_back(block);
    }
  }
  std::vector<bool> at_end(flow.blocks.size());
  const auto walk = [&](std::uint32_t block) {  // whether a write is ahead at the start of the basic block
    bool ahead = at_end[block];
    for (std::uint32_t i = flow.blocks[block].last + 1; i-- > flow.blocks[block].first;) {
      ahead = writes[i] || (ahead && !is_end(i));
      program_.code[i].shared_write_ahead = ahead;
    }
    return ahead;
  };
  std::vector<std::uint32_t> work;
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    if (walk(block)) work.push_back(block);
  }
  while (!work.empty()) {
    const std::uint32_t block = work.back();
    work.pop_back();
    for (const std::uint32_t earlier : before[block]) {
      if (at_end[earlier]) continue;
      at_end[earlier] = true;
      if (walk(earlier)) work.push_back(earlier);
    }
  }
  for (std::size_t i = 0; i < writes.size(); ++i) {
    Decoded& decoded = program_.code[i];
    const bool falls_through = decoded.kind == Kind::store || decoded.kind == Kind::atomic;
    decoded.last_shared_write = writes[i] && falls_through && !program_.code[i + 1].shared_write_ahead;
  }
}

}  // namespace warplens::simt
