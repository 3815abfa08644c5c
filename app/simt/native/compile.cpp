#include "simt/native/compile.h"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "simt/decode/decoder.h"
#include "simt/native/translation.h"

namespace warplens::simt::native {
namespace {

using asmjit::Label;

/// Generates the function of one region.
class Generator {
 public:
  Generator(const Region& region, InstructionSet set, asmjit::CodeHolder& holder)
      : region_(region), compiler_(&holder), set_(set) {}

  bool run() {
    begin(asmjit::FuncSignatureT<void, const Frame*, std::uint32_t>(asmjit::CallConvId::kHost));
    for (std::uint32_t i = 0; i < region_.length; ++i) translate_at(i);
    values_->write_back(live_before(region_.length));
    return end();
  }

  bool loop() {
    asmjit::FuncNode* const function = begin(
        asmjit::FuncSignatureT<void, const Frame*, std::uint32_t, std::uint64_t, LoopEnd*>(asmjit::CallConvId::kHost));
    const x86::Gp rounds = compiler_.newUInt64(), result = compiler_.newUIntPtr(), done = compiler_.newUInt64();
    function->setArg(2, rounds);
    function->setArg(3, result);
    compiler_.xor_(done, done);
    preload_carried_rows();

    struct Exit {
      Label label;
      std::uint32_t at;
      std::map<Row, Values::Home> known;
    };
    std::vector<Exit> exits;
    const auto new_exit = [&](std::uint32_t at) {
      exits.push_back({compiler_.newLabel(), at, values_->known()});
      return exits.back().label;
    };
    const Label top = compiler_.newLabel();
    compiler_.bind(top);
    for (std::uint32_t i = 0; i + 1 < region_.length; ++i) {
      const Decoded& decoded = region_.program.code[region_.first + i];
      if (decoded.kind != Kind::branch) {
        translate_at(i);
      } else if (decoded.guard == no_row) {
        return false;
      } else {  // goes on if no lane branches
        const x86::Gp taken = compiler_.newUInt32();
        compiler_.mov(taken, values_->read_predicate(decoded.guard));
        compiler_.and_(taken, active_);
        compiler_.jnz(new_exit(i));
      }
    }
    const std::uint32_t last = region_.length - 1;
    if (const Decoded& back = region_.program.code[region_.first + last]; back.guard != no_row) {
      const x86::Gp stays = compiler_.newUInt32();
      compiler_.mov(stays, values_->read_predicate(back.guard));
      compiler_.not_(stays);
      compiler_.and_(stays, active_);
      compiler_.jnz(new_exit(last));
    }
    compiler_.inc(done);
    values_->complete(live_before(0));
    compiler_.cmp(done, rounds);
    compiler_.jb(top);
    compiler_.jmp(new_exit(0));
    for (Exit& exit : exits) {
      compiler_.bind(exit.label);
      values_->restore(std::move(exit.known));
      values_->write_back(live_before(exit.at));
      compiler_.mov(x86::qword_ptr(result, offsetof(LoopEnd, rounds)), done);
      compiler_.mov(x86::qword_ptr(result, offsetof(LoopEnd, exit)), exit.at);
      compiler_.ret();
    }
    return end();
  }

 private:
  asmjit::FuncNode* begin(const asmjit::FuncSignature& signature) {
    asmjit::FuncNode* const function = compiler_.addFunc(signature);
    function->frame().setAvxEnabled();
    function->frame().setAvxCleanup();
    if (set_ == InstructionSet::avx512) function->frame().setAvx512Enabled();
    frame_ = compiler_.newUIntPtr();
    active_ = compiler_.newUInt32();
    registers_ = compiler_.newUIntPtr();
    constants_ = compiler_.newUIntPtr();
    parameters_ = compiler_.newUIntPtr();
    function->setArg(0, frame_);
    function->setArg(1, active_);
    compiler_.mov(registers_, x86::qword_ptr(frame_, offsetof(Frame, registers)));
    compiler_.mov(constants_, x86::qword_ptr(frame_, offsetof(Frame, constants)));
    compiler_.mov(parameters_, x86::qword_ptr(frame_, offsetof(Frame, parameters)));
    values_.emplace(compiler_, set_, registers_, constants_, active_);
    return function;
  }

  bool end() {
    compiler_.endFunc();
    return compiler_.finalize() == asmjit::kErrorOk;
  }

  const ptx::Instruction& instruction(std::uint32_t i) const {
    return region_.function.instructions[region_.first + i - region_.place.first];
  }

  /// The rows of the registers that are live before instruction `i` of the region.
  std::set<Row> live_before(std::uint32_t i) const {
    const std::vector<bool> live = region_.live.before(region_.first + i - region_.place.first);
    std::set<Row> rows;
    for (std::size_t r = 0; r < live.size(); ++r) {
      if (live[r]) rows.insert(row_of(static_cast<std::uint32_t>(r)));
    }
    return rows;
  }

  Row row_of(std::uint32_t r) const { return region_.place.registers[r]; }
  std::uint32_t bytes_of(std::uint32_t r) const {
    const int bits = ptx::bits(region_.function.registers[r].type);
    return bits == 64 ? 8 : bits <= 1 ? predicate_bytes : 4;
  }

  /// A loop's values stay in registers from round to round: load those that it reads or leaves behind. Those that it writes count
  /// as written from the beginning, since code for a way out must store what an earlier round has written.
  void preload_carried_rows() {
    const std::set<Row> live = live_before(0);
    for (std::uint32_t i = 0; i < region_.length; ++i) {
      const auto preload = [&](std::uint32_t r) {
        if (live.contains(row_of(r))) values_->preload(row_of(r), bytes_of(r));
      };
      for (const ptx::Operand& operand : instruction(i).operands) each_register(operand, preload);
      if (instruction(i).guard != ptx::no_index) preload(instruction(i).guard);
    }
    for (std::uint32_t i = 0; i < region_.length; ++i) {
      for (std::size_t k = 0; k < instruction(i).destinations; ++k) {
        each_register(instruction(i).operands[k], [&](std::uint32_t r) {
          if (live.contains(row_of(r))) values_->mark_written(row_of(r));
        });
      }
    }
  }

  void translate_at(std::uint32_t i) {
    const Decoded& decoded = region_.program.code[region_.first + i];
    const Operation operation = executor().select(instruction(i), region_.function);
    const Translation translation{compiler_, *values_, region_.program, instruction(i), decoded, operation};
    const bool as_selected = operation.execute == decoded.execute && operation.listed == 0;
    if (!as_selected || !translate(translation, parameters_)) interpret(i);
  }

  /// Have the interpreter execute it, on the rows in memory.
  void interpret(std::uint32_t i) {
    const Decoded& decoded = region_.program.code[region_.first + i];
    std::set<Row> sources;
    const ptx::Instruction& called = instruction(i);
    for (const ptx::Operand& operand : called.operands)
      each_register(operand, [&](std::uint32_t r) { sources.insert(row_of(r)); });
    values_->write_back(sources);
    asmjit::InvokeNode* call = nullptr;
    compiler_.invoke(&call, reinterpret_cast<std::uint64_t>(decoded.execute),
                     asmjit::FuncSignatureT<void, const Frame*, const Decoded*, std::uint32_t>(asmjit::CallConvId::kHost));
    call->setArg(0, frame_);
    call->setArg(1, asmjit::imm(reinterpret_cast<std::uint64_t>(&decoded)));
    call->setArg(2, active_);
    for (std::size_t k = 0; k < called.destinations && k < called.operands.size(); ++k) {
      each_register(called.operands[k], [&](std::uint32_t r) { values_->load_again(row_of(r), bytes_of(r)); });
    }
  }

  const Region& region_;
  x86::Compiler compiler_;
  InstructionSet set_;
  x86::Gp frame_, active_, registers_, constants_, parameters_;
  std::optional<Values> values_;
};

/// Compile with one of Generator's functions, and add the code to the runtime.
template <typename Function>
Function compile(const Region& region, InstructionSet set, asmjit::JitRuntime& runtime, std::size_t& bytes,
                 bool (Generator::*generate)()) {
  asmjit::CodeHolder holder;
  if (holder.init(runtime.environment()) != asmjit::kErrorOk) return nullptr;
  Generator generator(region, set, holder);
  Function function = nullptr;
  if (!(generator.*generate)() || runtime.add(&function, &holder) != asmjit::kErrorOk) return nullptr;
  bytes += holder.codeSize();
  return function;
}

}  // namespace

Run::Function compile_run(const Region& region, InstructionSet set, asmjit::JitRuntime& runtime, std::size_t& bytes) {
  return compile<Run::Function>(region, set, runtime, bytes, &Generator::run);
}

Loop::Function compile_loop(const Region& region, InstructionSet set, asmjit::JitRuntime& runtime, std::size_t& bytes) {
  return compile<Loop::Function>(region, set, runtime, bytes, &Generator::loop);
}

}  // namespace warplens::simt::native
