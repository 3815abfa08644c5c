#include "simt/native/compiler/compile.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "ptx/flow/registers.h"
#include "simt/code/decode/decoder.h"
#include "simt/native/compiler/shared_load.h"
#include "simt/native/compiler/translation.h"

namespace warplens::simt::native {
namespace {

using asmjit::Label;

/// Records whether the assembler reported an error.
class Failure final : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { happened_ = true; }
  bool happened() const { return happened_; }

 private:
  bool happened_ = false;
};

/// Generates the function of one region.
class Generator {
 public:
  Generator(const Region& region, bool loop, InstructionSet set, asmjit::CodeHolder& holder)
      : region_(region), loop_(loop), compiler_(&holder), set_(set) {}

  /// A Run.
  void run() {
    asmjit::FuncNode* const function =
        compiler_.addFunc(asmjit::FuncSignatureT<void, const Frame*, std::uint32_t>(asmjit::CallConvId::kHost));
    frame_ = compiler_.newUIntPtr();
    active_ = compiler_.newUInt32();
    function->setArg(0, frame_);
    function->setArg(1, active_);
    enable(*function);
    begin_values();
    for (std::uint32_t i = 0; i < region_.length;) i = translate_from(i, region_.length);
    values_->write_back(live_before(region_.length));
    compiler_.endFunc();
    compiler_.finalize();
  }

  /// A CodePath.
  void path() {
    asmjit::FuncNode* const function = compiler_.addFunc(asmjit::FuncSignatureT<void, PathCall*>(asmjit::CallConvId::kHost));
    call_ = compiler_.newUIntPtr();
    function->setArg(0, call_);
    enable(*function);
    frame_ = load_field(offsetof(PathCall, frame), true);
    active_ = load_field(offsetof(PathCall, active), false);
    clock_ = load_field(offsetof(PathCall, clock), true);
    ready_ = load_field(offsetof(PathCall, ready), true);
    tallies_ = load_field(offsetof(PathCall, tallies), true);
    runs_ = load_field(offsetof(PathCall, runs), true);
    begin_values();
    const x86::Gp done = compiler_.newUInt64(), rounds = load_field(offsetof(PathCall, rounds), true);
    compiler_.xor_(done, done);
    done_ = done;
    const std::uint32_t last = region_.length - (loop_ ? 1 : 0);
    if (loop_) preload_carried_rows();
    const Label top = compiler_.newLabel();
    compiler_.bind(top);
    std::uint32_t next_run = 0;  // where the interpreter would begin the next straight run
    for (std::uint32_t i = 0; i < last;) {
      const Decoded& decoded = at(i);
      if (decoded.kind == Kind::branch) {
        leave_if_told(i);
        wait_for_registers(i);
        leave_if(decoded.guard, i);
        pending_ += decoded.latency;
        next_run = ++i;
        continue;
      }
      if (i == next_run) {
        begin_run(i);
        next_run = i + std::max<std::uint32_t>(1, decoded.invisible);
      }
      wait_for_registers(i);
      if (decoded.kind == Kind::load) {
        load_at(i);
        pending_ += decoded.latency;
        ++i;
        continue;
      }
      std::uint32_t end = i + 1;  // until another wait
      while (end < last && end < next_run && at(end).kind == Kind::compute && at(end).waits_begin == at(end).waits_end) ++end;
      end = translate_from(i, end);
      for (; i < end; ++i) pending_ += at(i).latency;
    }
    if (loop_) {
      const Decoded& back = at(last);
      leave_if_told(last);
      wait_for_registers(last);
      if (back.guard != no_row) leave_if(back.guard ^ negated, last);
      settle_clock();
      compiler_.cmp(clock_, x86::qword_ptr(call_, offsetof(PathCall, return_horizon)));
      compiler_.jae(new_exit(last));
      compiler_.add(clock_, back.latency);
      values_->complete(live_before(0));
      compiler_.inc(done);
      compiler_.cmp(done, rounds);
      compiler_.jb(top);
      compiler_.jmp(new_exit(0));
    } else {
      compiler_.jmp(new_exit(last));
    }
    for (Call& call : calls_) write_call(call);
    for (Exit& exit : exits_) write_exit(exit);
    compiler_.endFunc();
    compiler_.finalize();
  }

 private:
  void enable(asmjit::FuncNode& function) {
    function.frame().setAvxEnabled();
    function.frame().setAvxCleanup();
    if (set_ == InstructionSet::avx512) function.frame().setAvx512Enabled();
  }

  /// Create `values_`. `frame_` and `active_` must be set.
  void begin_values() {
    registers_ = compiler_.newUIntPtr();
    constants_ = compiler_.newUIntPtr();
    parameters_ = compiler_.newUIntPtr();
    compiler_.mov(registers_, x86::qword_ptr(frame_, offsetof(Frame, registers)));
    compiler_.mov(constants_, x86::qword_ptr(frame_, offsetof(Frame, constants)));
    compiler_.mov(parameters_, x86::qword_ptr(frame_, offsetof(Frame, parameters)));
    values_.emplace(compiler_, set_, registers_, constants_, active_);
  }

  /// Load a field of the PathCall, of 64 or 32 bits.
  x86::Gp load_field(std::size_t offset, bool wide) {
    const x86::Gp field = wide ? compiler_.newUInt64() : compiler_.newUInt32();
    compiler_.mov(field, x86::ptr(call_, static_cast<std::int32_t>(offset), wide ? 8 : 4));
    return field;
  }

  const Decoded& at(std::uint32_t i) const { return region_.program.code[region_.first + i]; }

  /// A place where a path ends, after `at` instructions of the current round.
  struct Exit {
    Label label;
    std::uint32_t at = 0;
    std::uint64_t pending = 0;  ///< cycles that are not yet in the clock
    bool stopped = false;
    std::map<Row, Values::Home> known{};
  };
  Label new_exit(std::uint32_t i, bool stopped = false) {
    exits_.push_back({compiler_.newLabel(), i, pending_, stopped, values_->known()});
    return exits_.back().label;
  }
  void write_exit(Exit& exit) {
    compiler_.bind(exit.label);
    values_->restore(std::move(exit.known));
    if (!exit.stopped) values_->write_back(live_before(exit.at));  // after a fault nobody reads the registers
    if (exit.pending != 0) compiler_.add(clock_, exit.pending);
    compiler_.mov(x86::qword_ptr(call_, offsetof(PathCall, clock)), clock_);
    compiler_.mov(x86::qword_ptr(call_, offsetof(PathCall, done)), done_);
    compiler_.mov(x86::qword_ptr(call_, offsetof(PathCall, exit)), exit.at);
    if (exit.stopped) compiler_.mov(x86::byte_ptr(call_, offsetof(PathCall, stopped)), 1);
    compiler_.ret();
  }

  /// Exit before branch `i` if the predicate is true for an active lane.
  void leave_if(Row guard, std::uint32_t i) {
    const x86::Gp lanes = values_->spare_word(0).r32();
    compiler_.mov(lanes, values_->read_predicate(guard));
    compiler_.and_(lanes, active_);
    compiler_.jnz(new_exit(i));
  }

  void leave_if_told(std::uint32_t i) {
    if (!loads_) return;
    compiler_.cmp(x86::byte_ptr(call_, offsetof(PathCall, leave)), 0);
    compiler_.jne(new_exit(i));
  }

  void settle_clock() {
    if (pending_ != 0) compiler_.add(clock_, pending_);
    pending_ = 0;
  }

  /// Begin a straight run with loads, as the interpreter does: exit if the warp is too far ahead of others.
  void begin_run(std::uint32_t i) {
    leave_if_told(i);
    if (at(i).invisible == at(i).computes) return;
    settle_clock();
    compiler_.cmp(clock_, x86::qword_ptr(call_, offsetof(PathCall, horizon)));
    compiler_.jae(new_exit(i));
    compiler_.inc(x86::qword_ptr(runs_));
  }

  x86::Mem tally_field(std::uint32_t i, std::size_t offset) const {
    return x86::qword_ptr(tallies_, static_cast<std::int32_t>((region_.first + i) * sizeof(launch::Tally) + offset));
  }

  /// Wait for registers that loads write (Decoded::waits_begin).
  void wait_for_registers(std::uint32_t i) {
    const Decoded& decoded = at(i);
    if (decoded.waits_begin == decoded.waits_end) return;
    settle_clock();
    const x86::Gp came = values_->spare_word(0), ready = values_->spare_word(1);
    compiler_.mov(came, clock_);
    for (std::uint32_t w = decoded.waits_begin; w < decoded.waits_end; ++w) {
      compiler_.mov(ready, x86::qword_ptr(ready_, static_cast<std::int32_t>(region_.program.waits[w] * sizeof(std::uint64_t))));
      compiler_.cmp(ready, clock_);
      compiler_.cmova(clock_, ready);
    }
    compiler_.sub(came, clock_);
    compiler_.sub(tally_field(i, offsetof(launch::Tally, wait_cycles)), came);
  }

  void load_at(std::uint32_t i) {
    const Decoded& decoded = at(i);
    settle_clock();
    if (decoded.order == Order::unwritten) {
      compiler_.cmp(clock_, x86::qword_ptr(call_, offsetof(PathCall, horizon)));
      compiler_.jae(new_exit(i));
    }
    loads_ = true;
    if (!can_load_directly(decoded)) return call_load(i);
    for (std::uint32_t element = 0; element < decoded.vector; ++element) {
      if (decoded.operands[element] != no_row) values_->reserve(decoded.operands[element], decoded.bytes);
    }
    calls_.push_back({compiler_.newLabel(), compiler_.newLabel(), i, values_->known()});
    const SharedLoad load{decoded, region_.first + i, x86::ptr(call_, offsetof(PathCall, shared)), tally_field(i, 0), runs_,
                          clock_};
    const x86::Gp done = generate(load, compiler_, *values_, calls_.back().begin);
    for (std::uint32_t r = decoded.ready_begin; r < decoded.ready_end; ++r)
      compiler_.mov(x86::qword_ptr(ready_, static_cast<std::int32_t>(region_.program.waits[r] * sizeof(std::uint64_t))), done);
    compiler_.bind(calls_.back().end);
  }

  /// Out-of-line code that calls PathCall::load where machine code cannot perform a load itself.
  struct Call {
    Label begin, end;
    std::uint32_t at = 0;
    std::map<Row, Values::Home> known{};
  };
  void write_call(Call& call) {
    compiler_.bind(call.begin);
    values_->restore(std::move(call.known));
    call_load(call.at);
    compiler_.jmp(call.end);
  }

  /// A load, executed by PathCall::load.
  void call_load(std::uint32_t i) {
    values_->write_back(named_in(i));
    compiler_.mov(x86::qword_ptr(call_, offsetof(PathCall, clock)), clock_);
    asmjit::InvokeNode* call = nullptr;
    compiler_.invoke(&call, x86::qword_ptr(call_, offsetof(PathCall, load)),
                     asmjit::FuncSignatureT<bool, PathCall*, std::uint32_t>(asmjit::CallConvId::kHost));
    const x86::Gp goes_on = values_->spare_word(0).r8();
    call->setArg(0, call_);
    call->setArg(1, asmjit::imm(region_.first + i));
    call->setRet(0, goes_on);
    load_results_again(i);
    compiler_.test(goes_on, goes_on);
    pending_ = at(i).latency;
    compiler_.jz(new_exit(i + 1, true));
    pending_ = 0;
  }

  const ptx::Instruction& instruction(std::uint32_t i) const {
    return region_.function.instructions[region_.first + i - region_.place.first];
  }

  /// The rows of the registers that are live before instruction `i` of the region.
  Values::Chosen live_before(std::uint32_t i) const {
    const LiveRegisters& registers = region_.live;
    return [live = registers.before(region_.first + i - region_.place.first), &registers](Row row) {
      const std::uint32_t r = registers.register_in(row);
      return r != ptx::no_index && live[r];
    };
  }

  Row row_of(std::uint32_t r) const { return region_.place.registers[r]; }
  std::uint32_t bytes_of(std::uint32_t r) const {
    const int bits = ptx::bits(region_.function.registers[r].type);
    return bits == 64 ? 8 : bits <= 1 ? predicate_bytes : 4;
  }

  /// Load what is live at the beginning of a loop: values stay in registers from round to round. Rows that the loop writes count
  /// as written from the beginning, because an exit must store what an earlier round has written.
  void preload_carried_rows() {
    const Values::Chosen live = live_before(0);
    for (std::uint32_t i = 0; i < region_.length; ++i) {
      const auto preload = [&](std::uint32_t r) {
        if (live(row_of(r))) values_->preload(row_of(r), bytes_of(r));
      };
      for (const ptx::Operand& operand : instruction(i).operands) each_register(operand, preload);
      if (instruction(i).guard != ptx::no_index) preload(instruction(i).guard);
    }
    for (std::uint32_t i = 0; i < region_.length; ++i) {
      for (std::size_t k = 0; k < instruction(i).destinations; ++k) {
        each_register(instruction(i).operands[k], [&](std::uint32_t r) {
          if (live(row_of(r))) values_->mark_written(row_of(r));
        });
      }
    }
  }

  /// Translate instructions from `i` on, at least one, and none from `end` on. Returns the first that is left.
  std::uint32_t translate_from(std::uint32_t i, std::uint32_t end) {
    if (const std::uint32_t done = translate_by_parts(i, end); done != i) return done;
    const Operation operation = executor().select(instruction(i), region_.function);
    if (!translate_at(i, operation)) interpret(i);
    return i + 1;
  }

  bool translate_at(std::uint32_t i, const Operation& operation) {
    const Translation translation{compiler_, *values_, region_.program, instruction(i), at(i), operation};
    const bool as_selected = operation.execute == at(i).execute && operation.listed == 0;
    return as_selected && translate(translation, parameters_);
  }

  /// Translate consecutive instructions from `i` on whose operands all have 4 bytes per lane: all of them for the first part of
  /// the lanes, then all for the next, so that intermediate values stay in registers. Returns the first that is not translated.
  std::uint32_t translate_by_parts(std::uint32_t i, std::uint32_t end) {
    constexpr std::size_t most = 32;  // so that the processor can execute one part while another waits
    std::vector<Operation> operations;
    for (std::uint32_t k = i; k < end && operations.size() < most; ++k) {
      const Operation operation = executor().select(instruction(k), region_.function);
      const auto is_word = [](std::uint8_t bytes) { return bytes == 4 || bytes == 0; };
      if (!std::all_of(operation.bytes.begin(), operation.bytes.end(), is_word)) break;
      operations.push_back(operation);
    }
    if (operations.empty()) return i;
    const std::map<Row, Values::Home> before = values_->known();
    std::size_t count = operations.size();
    for (std::uint32_t part = 0; part < values_->parts_of(4); ++part) {
      if (part != 0) values_->rewind(before);
      values_->only_part(part);
      for (std::size_t k = 0; k < count; ++k) {
        if (!translate_at(i + static_cast<std::uint32_t>(k), operations[k]))
          count = k;  // in the first part: the others end there
      }
    }
    values_->whole();
    return i + static_cast<std::uint32_t>(count);
  }

  /// The rows of the registers that an instruction names.
  Values::Chosen named_in(std::uint32_t i) const {
    std::set<Row> rows;
    for (const ptx::Operand& operand : instruction(i).operands)
      each_register(operand, [&](std::uint32_t r) { rows.insert(row_of(r)); });
    return [rows](Row row) { return rows.contains(row); };
  }

  /// Load the results of an instruction that was executed on rows in memory.
  void load_results_again(std::uint32_t i) {
    const ptx::Instruction& executed = instruction(i);
    for (std::size_t k = 0; k < executed.destinations && k < executed.operands.size(); ++k)
      each_register(executed.operands[k], [&](std::uint32_t r) { values_->load_again(row_of(r), bytes_of(r)); });
  }

  /// Call the interpreter's operation.
  void interpret(std::uint32_t i) {
    const Decoded& decoded = at(i);
    values_->write_back(named_in(i));
    asmjit::InvokeNode* call = nullptr;
    compiler_.invoke(&call, reinterpret_cast<std::uint64_t>(decoded.execute),
                     asmjit::FuncSignatureT<void, const Frame*, const Decoded*, std::uint32_t>(asmjit::CallConvId::kHost));
    call->setArg(0, frame_);
    call->setArg(1, asmjit::imm(reinterpret_cast<std::uint64_t>(&decoded)));
    call->setArg(2, active_);
    load_results_again(i);
  }

  const Region& region_;
  const bool loop_;
  x86::Compiler compiler_;
  InstructionSet set_;
  x86::Gp frame_, active_, registers_, constants_, parameters_;
  std::optional<Values> values_;
  // Of paths.
  x86::Gp call_, clock_, ready_, tallies_, runs_, done_;
  std::uint64_t pending_ = 0;  ///< cycles of the instructions so far that are not yet in the clock
  bool loads_ = false;         ///< there was a load before here
  std::vector<Exit> exits_;
  std::vector<Call> calls_;
};

/// Compile with one of Generator's functions, and add the code to the runtime.
template <typename Function>
Function compile(const Region& region, bool loop, InstructionSet set, asmjit::JitRuntime& runtime,
                 void (Generator::*generate)()) {
  asmjit::CodeHolder holder;
  Failure failure;
  if (holder.init(runtime.environment()) != asmjit::kErrorOk) return nullptr;
  holder.setErrorHandler(&failure);
  Generator generator(region, loop, set, holder);
  (generator.*generate)();
  Function function = nullptr;
  if (failure.happened() || runtime.add(&function, &holder) != asmjit::kErrorOk) return nullptr;

  return function;
}

}  // namespace

Run::Function compile_run(const Region& region, InstructionSet set, asmjit::JitRuntime& runtime) {
  return compile<Run::Function>(region, false, set, runtime, &Generator::run);
}

CodePath::Function compile_path(const Region& region, bool loop, InstructionSet set, asmjit::JitRuntime& runtime) {
  return compile<CodePath::Function>(region, loop, set, runtime, &Generator::path);
}

}  // namespace warplens::simt::native
