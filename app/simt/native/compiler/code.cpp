#include "simt/native/code.h"

#include "simt/native/compiler/compile.h"
#include "simt/native/compiler/shared_load.h"

namespace warplens::simt::native {
namespace {

constexpr std::uint32_t max_instructions = 20'000;  ///< of a program: more would take long to compile
constexpr std::uint32_t longest_path = 512;
/// A path has at least so many instructions per load with a call: around a call the values in registers are stored and loaded
/// again.
constexpr std::uint32_t min_for_a_call = 8;

/// Whether an instruction can be part of a path, other than the branch back of a loop.
bool can_be_inside(const Decoded& decoded, std::uint32_t pc) {
  if (decoded.kind == Kind::branch) return decoded.guard != no_row && decoded.target > pc;
  if (decoded.guard != no_row || decoded.reads_clock) return false;
  if (decoded.kind == Kind::compute) return decoded.execute != nullptr;
  return decoded.invisible != 0;  // a load that no other warp can observe
}

/// The path that begins at `first`: a loop if there is one, otherwise the straight run. Of length 0 if it is not worth compiling.
CodePath path_from(const Program& program, std::uint32_t first, std::uint32_t end) {
  const std::uint32_t run = program.code[first].invisible;
  CodePath path{.length = run > 1 ? run : 0};
  for (std::uint32_t pc = first; pc < end && pc - first < longest_path; ++pc) {
    const Decoded& decoded = program.code[pc];
    if (pc != first && decoded.is_reconvergence_point) break;
    if (decoded.kind == Kind::branch && decoded.target == first) {
      path.length = pc - first + 1;
      path.loop = true;
      break;
    }
    if (!can_be_inside(decoded, pc)) break;
  }
  std::uint32_t loads = 0, calls = 0;
  for (std::uint32_t pc = first; pc < first + path.length; ++pc) {
    const bool load = program.code[pc].kind == Kind::load;
    loads += load;
    calls += load && !can_load_directly(program.code[pc]);
    path.reads_shared = path.reads_shared || program.code[pc].order == Order::shared_read;
  }
  path.loads = loads != 0;
  path.many_loads = loads * min_for_a_call > path.length;
  const bool is_worth_it = calls * min_for_a_call <= path.length && (path.loop || path.loads);  // otherwise it is a Run
  return is_worth_it ? path : CodePath{};
}

}  // namespace

struct Code::Memory {
  asmjit::JitRuntime runtime;
};

/// One function of the program.
struct Code::Source {
  const Program& program;
  const FunctionCode& place;
  const ptx::Function& function;
  InstructionSet set;
  const ptx::ControlFlow& flow;
  const LiveRegisters& live;

  std::uint32_t end() const { return place.first + static_cast<std::uint32_t>(function.instructions.size()); }
  bool begins_block(std::uint32_t pc) const { return flow.blocks[flow.block_of[pc - place.first]].first == pc - place.first; }
  Region region(std::uint32_t pc, std::uint32_t length) const { return {program, place, function, live, pc, length}; }
};

Code::~Code() = default;

Code::Code(const ptx::Module& module, const Program& program, InstructionSet set, const Choice& choice)
    : memory_(std::make_unique<Memory>()), runs_(program.code.size()), paths_(program.code.size()) {
  if (program.code.size() > max_instructions || set == InstructionSet::none) return;
  for (const FunctionCode& place : program.functions) {
    const ptx::Function& function = module.functions[place.function];
    if (place.builtin != nullptr || place.elsewhere || function.instructions.empty()) continue;
    const ptx::ControlFlow flow = ptx::control_flow(function);
    const LiveRegisters live(function, flow, place, choice.keep_all_registers ? 0 : LiveRegisters::usual_bits);
    const Source source{program, place, function, set, flow, live};
    compile_runs(source, choice);
    compile_paths(source);
  }
}

void Code::compile_runs(const Source& source, const Choice& choice) {
  const std::vector<Decoded>& code = source.program.code;
  for (std::uint32_t pc = source.place.first; pc < source.end(); ++pc) {
    const std::uint32_t length = code[pc].unhindered;
    const bool inside = pc > source.place.first && code[pc - 1].unhindered == length + 1 && !source.begins_block(pc);
    if (length < choice.shortest_run || inside) continue;
    Run& run = runs_[pc];
    run.function = compile_run(source.region(pc, length), source.set, memory_->runtime);
    if (run.function == nullptr) continue;
    run.length = length;
    for (std::uint32_t i = 0; i < length; ++i) run.latency += code[pc + i].latency;
  }
}

void Code::compile_paths(const Source& source) {
  const std::vector<Decoded>& code = source.program.code;
  for (std::uint32_t pc = source.place.first; pc < source.end(); ++pc) {
    // Where the interpreter can begin a straight run: at a basic block, after an instruction outside of runs, and after a run.
    if (!source.begins_block(pc) && code[pc - 1].invisible > 1) continue;
    CodePath path = path_from(source.program, pc, source.end());
    if (path.length == 0) continue;
    path.function = compile_path(source.region(pc, path.length), path.loop, source.set, memory_->runtime);
    if (path.function != nullptr) paths_[pc] = path;
  }
}

}  // namespace warplens::simt::native
