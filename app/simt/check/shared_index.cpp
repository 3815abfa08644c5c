#include "simt/check/shared_index.h"

#include "base/dim3.h"
#include "base/number_format.h"
#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

constexpr std::size_t max_instructions = 1 << 14;  // what is looked through: larger kernels would take seconds

bool is_flat(const launch::Launch& launch) { return launch.grid.y * launch.grid.z == 1 && launch.block.y * launch.block.z == 1; }

}  // namespace

const ptx::IndexOrigin& SharedIndex::origin(std::uint32_t pc) {
  const auto [at, is_new] = origins_.try_emplace(pc);
  if (is_new) at->second = ptx::index_origin(kernel_, pc - listing_.first(0));
  return at->second;
}

std::string SharedIndex::cause(const Present& present, std::uint32_t lane, const PastAccess& past) {
  const std::uint32_t pc = present.access.place;
  const std::size_t instructions = kernel_.instructions.size();
  const auto in_kernel = [&](std::uint32_t at) { return at >= listing_.first(0) && at - listing_.first(0) < instructions; };
  if (present.shared || instructions > max_instructions || !in_kernel(pc) || !in_kernel(past.pc)) return "";
  const ptx::IndexOrigin &now = origin(pc), &before = origin(past.pc);
  if (now.unknown || before.unknown || !now.thread || !before.thread) return "";
  const bool of_other_block = past.thread - present.block.first_thread >= present.block.threads;
  if (of_other_block && !now.block && !before.block)
    return "the index does not depend on blockIdx, so that every block uses the same elements";
  return now.walks && before.walks ? short_step(present, lane, *now.walks) : "";
}

/// The index starts at the thread's number and goes on in steps that are less than the number of threads.
std::string SharedIndex::short_step(const Present& present, std::uint32_t lane, const ptx::IndexStep& walk) const {
  const std::uint64_t element = walk.in_bytes ? present.access.instruction.bytes : 1;
  if (!is_flat(launch_) || walk.apart != element) return "";
  std::uint64_t step = walk.step.bits;
  if (walk.step.kind == ptx::OperandKind::reg) {
    const auto& rows = program_.functions[program_.function_at[launch_.entry]].registers;
    const ptx::Type type = kernel_.registers[walk.step.index].type;
    if (walk.step.index >= rows.size() || rows[walk.step.index] == no_row || ptx::bits(type) < 32) return "";
    step = read_cell(present.access.frame, rows[walk.step.index], ptx::bits(type) == 64 ? 8 : 4, lane);
  }
  const std::uint64_t threads = base::count(launch_.block) * (walk.of_block ? base::count(launch_.grid) : 1);
  if (step == 0 || step % element != 0 || step / element >= threads) return "";
  // The compiler may have unrolled the loop: the source's stride is this one or less.
  return "the stride of the loop is less than the " + base::grouped(threads) +
         " threads that start side by side, so that several of them come to one element";
}

}  // namespace warplens::simt
