#include "simt/native/code.h"

#include "simt/native/compile.h"

namespace warplens::simt::native {
namespace {

constexpr std::uint32_t most_instructions = 20'000;  ///< of a program: more would take long to compile
constexpr std::uint32_t longest_loop = 512;

bool is_plain(const Decoded& decoded) { return decoded.kind == Kind::compute && decoded.guard == no_row && !decoded.reads_clock; }

/// Whether a loop can be compiled: instructions [first, last] of which the last branches to the first, and the others compute, or
/// branch past the last or further down under a condition.
bool is_loop(const Program& program, std::uint32_t first, std::uint32_t last) {
  if (last - first + 1 > longest_loop) return false;
  for (std::uint32_t pc = first; pc < last; ++pc) {
    const Decoded& decoded = program.code[pc];
    const bool leaves = decoded.kind == Kind::branch && decoded.guard != no_row && decoded.target > pc;
    if (!leaves && !(is_plain(decoded) && decoded.execute != nullptr)) return false;
    if (pc != first && decoded.is_reconvergence_point) return false;
  }
  return !program.code[last].is_reconvergence_point || last == first;
}

}  // namespace

struct Code::Memory {
  asmjit::JitRuntime runtime;
};

Code::~Code() = default;

Code::Code(const ptx::Module& module, const Program& program, InstructionSet set, const Choice& choice)
    : memory_(std::make_unique<Memory>()), runs_(program.code.size()), loop_at_(program.code.size()) {
  if (program.code.size() > most_instructions || set == InstructionSet::none) return;
  for (const FunctionCode& place : program.functions) {
    const ptx::Function& function = module.functions[place.function];
    if (place.builtin != nullptr || place.elsewhere || function.instructions.empty()) continue;
    const ptx::ControlFlow flow = ptx::control_flow(function);
    const LiveRegisters live = choice.keep_all_registers ? LiveRegisters(function, flow, 0) : LiveRegisters(function, flow);
    const auto end = place.first + static_cast<std::uint32_t>(function.instructions.size());
    for (std::uint32_t pc = place.first; pc < end; ++pc) {
      const std::uint32_t length = program.code[pc].unhindered;
      // Where a run can begin: not in the middle of another, unless something jumps there.
      const bool inside = pc > place.first && program.code[pc - 1].unhindered == length + 1 &&
                          flow.blocks[flow.block_of[pc - place.first]].first != pc - place.first;
      if (length < choice.shortest_run || inside) continue;
      const Region region{program, place, function, live, pc, length};
      Run& run = runs_[pc];
      run.function = compile_run(region, set, memory_->runtime, bytes_);
      if (run.function == nullptr) continue;
      run.length = length;
      for (std::uint32_t i = 0; i < length; ++i) run.latency += program.code[pc + i].latency;
    }
    for (std::uint32_t last = place.first; last < end; ++last) {
      const Decoded& branch = program.code[last];
      if (branch.kind != Kind::branch || branch.target > last || branch.target < place.first) continue;
      if (loop_at_[branch.target] != 0 || !is_loop(program, branch.target, last)) continue;
      Loop loop;
      const std::uint32_t first = branch.target;
      loop.length = last - first + 1;
      loop.function = compile_loop({program, place, function, live, first, loop.length}, set, memory_->runtime, bytes_);
      if (loop.function == nullptr) continue;
      loop.latencies.push_back(0);
      for (std::uint32_t i = 0; i < loop.length; ++i)
        loop.latencies.push_back(loop.latencies.back() + program.code[first + i].latency);
      loops_.push_back(std::move(loop));
      loop_at_[first] = static_cast<std::uint32_t>(loops_.size());
    }
  }
}

}  // namespace warplens::simt::native
