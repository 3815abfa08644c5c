#include "simt/native/code.h"

#include "simt/native/compile.h"

namespace warplens::simt::native {
namespace {

constexpr std::uint32_t most_instructions = 20'000;  ///< of a program: more would take long to compile
constexpr std::uint32_t longest_path = 512;
/// Instructions of a path for each of its loads: around a load, the values in registers are stored and loaded again.
constexpr std::uint32_t least_for_a_load = 8;

/// Whether a path can go through the instruction, between its first and its last.
bool can_be_inside(const Decoded& decoded, std::uint32_t pc) {
  if (decoded.kind == Kind::branch) return decoded.guard != no_row && decoded.target > pc;
  if (decoded.guard != no_row || decoded.reads_clock) return false;
  if (decoded.kind == Kind::compute) return decoded.execute != nullptr;
  return decoded.invisible != 0;  // a load that no other warp can observe
}

/// The path that begins at `first`: a loop, if an instruction of it branches back to there; else the straight run.
Path path_from(const Program& program, std::uint32_t first, std::uint32_t end) {
  Path path;
  std::uint32_t loads = 0;
  const auto add = [&](const Decoded& decoded) {
    loads += decoded.kind == Kind::load;
    path.loads = loads != 0;
    path.reads_shared = path.reads_shared || decoded.order == Order::shared_read;
  };
  for (std::uint32_t pc = first; pc < end && pc - first < longest_path; ++pc) {
    const Decoded& decoded = program.code[pc];
    if (pc != first && decoded.is_reconvergence_point) break;
    if (decoded.kind == Kind::branch && decoded.target == first) {
      path.length = pc - first + 1;
      path.loop = true;
      return loads * least_for_a_load <= path.length ? path : Path{};
    }
    if (!can_be_inside(decoded, pc)) break;
    add(decoded);
  }
  path = {};
  loads = 0;
  const std::uint32_t length = program.code[first].invisible;
  if (length <= 1) return path;
  for (std::uint32_t pc = first; pc < first + length; ++pc) {
    if (!can_be_inside(program.code[pc], pc)) return path;
    add(program.code[pc]);
  }
  path.length = path.loads && loads * least_for_a_load <= length ? length : 0;  // without loads it is a Run
  return path;
}

}  // namespace

struct Code::Memory {
  asmjit::JitRuntime runtime;
};

Code::~Code() = default;

Code::Code(const ptx::Module& module, const Program& program, InstructionSet set, const Choice& choice)
    : memory_(std::make_unique<Memory>()), runs_(program.code.size()), paths_(program.code.size()) {
  if (program.code.size() > most_instructions || set == InstructionSet::none) return;
  for (const FunctionCode& place : program.functions) {
    const ptx::Function& function = module.functions[place.function];
    if (place.builtin != nullptr || place.elsewhere || function.instructions.empty()) continue;
    const ptx::ControlFlow flow = ptx::control_flow(function);
    const LiveRegisters live =
        choice.keep_all_registers ? LiveRegisters(function, flow, place, 0) : LiveRegisters(function, flow, place);
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
    for (std::uint32_t pc = place.first; pc < end; ++pc) {
      // Runs begin where basic blocks do, or where something stands that is part of no run.
      const bool begins = flow.blocks[flow.block_of[pc - place.first]].first == pc - place.first ||
                          program.code[pc - 1].invisible == 0 || program.code[pc - 1].invisible == 1;
      if (!begins) continue;
      Path path = path_from(program, pc, end);
      if (path.length == 0) continue;
      path.function = compile_path({program, place, function, live, pc, path.length}, path.loop, set, memory_->runtime, bytes_);
      if (path.function != nullptr) paths_[pc] = path;
    }
  }
}

}  // namespace warplens::simt::native
