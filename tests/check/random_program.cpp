#include "tests/check/random_program.h"

#include <algorithm>

#include "base/random.h"

namespace warplens::simt {
namespace {

using StepKind = FuzzStep::Kind;
using Fence = FuzzStep::Fence;

/// Barriers below this one are for pairs of warps. Each arrival has a barrier of its own: a warp may arrive twice before another
/// waits.
constexpr std::uint32_t first_barrier_of_arrivals = 4, most_arrivals = 16 - first_barrier_of_arrivals;

class Writer {
 public:
  Writer() {
    line(".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry kernel(.param .u64 cells, .param .u64 flags)\n{");
    line(".reg .pred %p, %q;\n.reg .b32 %t, %b, %g, %w, %l, %x;\n.reg .b64 %cells, %flags, %a, %o, %s, %d;");
    line(".shared .align 4 .b8 own[" + std::to_string(4 * fuzz_cells) + "];\n.shared .align 4 .b8 ownflags[256];");
    line("ld.param.u64 %cells, [cells];\nld.param.u64 %flags, [flags];\nmov.u32 %t, %tid.x;\nmov.u32 %b, %ctaid.x;");
    line("mad.lo.u32 %g, %b, " + std::to_string(fuzz_block_threads) + ", %t;\nshr.u32 %w, %t, 5;\nand.b32 %l, %t, 31;");
    line("mov.u64 %s, own;");
    // All of shared memory is written before the first step.
    line("mov.u32 %x, %t;\nCLEAR:\nsetp.ge.u32 %p, %x, " + std::to_string(fuzz_cells) + ";\n@%p bra CLEARED;");
    line("mul.wide.u32 %o, %x, 4;\nadd.u64 %a, %s, %o;\nst.shared.u32 [%a], 0;\nadd.u32 %x, %x, " +
         std::to_string(fuzz_block_threads) + ";\nbra CLEAR;\nCLEARED:");
    line("setp.ge.u32 %p, %t, 64;\n@%p bra FLAGS;\nmov.u64 %a, ownflags;\nmul.wide.u32 %o, %t, 4;\nadd.u64 %a, %a, %o;");
    line("st.shared.u32 [%a], 0;\nFLAGS:\nbar.sync 0;");
  }

  void step(const FuzzStep& step, std::size_t number) {
    number_ = number;
    const std::string n = std::to_string(number);
    switch (step.kind) {
      case StepKind::load:
      case StepKind::store:
      case StepKind::strong_load:
      case StepKind::strong_store:
      case StepKind::add:
        return access(step);
      case StepKind::block_barrier:
        return line("bar.sync 0;");
      case StepKind::named_barrier:
        // A number for each pair: warps of one pair must not meet those of another.
        line("setp.eq.u32 %p, %w, " + std::to_string(step.first) + ";\nsetp.eq.or.u32 %p, %w, " + std::to_string(step.second) +
             ", %p;\n@!%p bra PAST" + n + ";\nbar.sync " + std::to_string(step.first + step.second) + ", 64;\nPAST" + n + ":");
        return;
      case StepKind::warp_barrier:
        return line("bar.warp.sync 0xffffffff;");
      case StepKind::message:
        return message(step, n);
      case StepKind::lock:
        return lock(step, n);
      case StepKind::arrive:
        return arrive(step, n);
      case StepKind::copy:
        return copy(step);
      case StepKind::wait:
        if (step.whole_warp) line("setp.ne.u32 %p, %w, " + std::to_string(step.first) + ";\n@%p bra PAST" + n + ";");
        return line("cp.async.wait_group " + std::to_string(step.left) + ";\nPAST" + n + ":");
    }
  }

  FuzzText end() {
    line("ret;\n}");
    return std::move(text_);
  }

 private:
  void line(const std::string& text) {
    text_.ptx += text + "\n";
    line_ += 1 + static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  }
  void access_line(const std::string& text) {
    text_.step_of_line[line_] = number_;
    line(text);
  }

  /// %a: the address of a cell, of the lane's own one for whole warps.
  void address(const FuzzStep& step) {
    line("mov.u32 %x, " + std::to_string(step.cell) + ";");
    if (step.whole_warp) line("add.u32 %x, %x, %l;");
    line(std::string("mul.wide.u32 %o, %x, 4;\nadd.u64 %a, ") + (step.shared ? "%s" : "%cells") + ", %o;");
  }

  /// %p: whether this thread takes part.
  void choose_threads(const FuzzStep& step) {
    line("setp.ge.u32 %p, %g, " + std::to_string(step.first) + ";\nsetp.lt.and.u32 %p, %g, " +
         std::to_string(step.first + (step.whole_warp ? 32 : 1)) + ", %p;");
  }

  void access(const FuzzStep& step) {
    const std::string space = step.shared ? ".shared" : ".global";
    choose_threads(step);
    address(step);
    const bool strong = step.kind >= StepKind::strong_load;
    const std::string how = (strong ? step.block_scope ? ".relaxed.cta" : ".relaxed.gpu" : "") + space;
    if (step.kind == StepKind::add)
      access_line("@%p red" + how + ".add.u32 [%a], 1;");
    else if (step.kind == StepKind::load || step.kind == StepKind::strong_load)
      access_line("@%p ld" + how + ".u32 %x, [%a];");
    else
      access_line("@%p st" + how + ".u32 [%a], %g;");
  }

  void copy(const FuzzStep& step) {
    choose_threads(step);
    address(step);
    line("add.u64 %d, %s, " + std::to_string(4 * step.second) + ";");
    if (step.whole_warp) line("mul.wide.u32 %o, %l, 4;\nadd.u64 %d, %d, %o;");
    access_line("@%p cp.async.ca.shared.global [%d], [%a], 4;");
    line("cp.async.commit_group;");
  }

  void arrive(const FuzzStep& step, const std::string& n) {
    const std::string barrier = std::to_string(first_barrier_of_arrivals + arrivals_++) + ", 64;\n";
    line("setp.eq.u32 %p, %w, " + std::to_string(step.first) + ";\n@!%p bra CAME" + n + ";\nbar.arrive " + barrier + "CAME" + n +
         ":\nsetp.eq.u32 %p, %w, " + std::to_string(step.second) + ";\n@!%p bra PAST" + n + ";\nbar.sync " + barrier + "PAST" +
         n + ":");
  }

  void message(const FuzzStep& step, const std::string& n) {
    const bool shared = step.shared;
    const std::string at = "[%a]", space = shared ? ".shared" : ".global";
    const std::string flag = step.near_flag ? "cta" : "gpu";
    line(shared ? "mov.u64 %a, ownflags;" : "mov.u64 %a, %flags;");
    line("add.u64 %a, %a, " + std::to_string(4 * number_) + ";");
    line("setp.ne.u32 %p, %g, " + std::to_string(step.first) + ";\n@%p bra SET" + n + ";");
    if (step.qualified) {
      line("st.release." + scope_of(step.fence) + space + ".u32 " + at + ", 1;");
    } else {
      if (step.fence != Fence::none) line("fence.acq_rel." + scope_of(step.fence) + ";");
      line("st.relaxed." + flag + space + ".u32 " + at + ", 1;");
    }
    line("SET" + n + ":\nsetp.ne.u32 %p, %g, " + std::to_string(step.second) + ";\n@%p bra SEEN" + n + ";\nWAIT" + n + ":");
    line((step.qualified ? "ld.acquire." + scope_of(step.acquire) : "ld.relaxed." + flag) + space + ".u32 %x, " + at +
         ";\nsetp.eq.u32 %q, %x, 0;\n@%q bra WAIT" + n + ";");
    if (!step.qualified) line("fence.acq_rel." + scope_of(step.acquire) + ";");
    line("SEEN" + n + ":");
  }

  void lock(const FuzzStep& step, const std::string& n) {
    const std::string space = step.shared ? ".shared" : ".global";
    line("setp.eq.u32 %p, %g, " + std::to_string(step.users[0]) + ";");
    for (const std::uint32_t user : step.users) line("setp.eq.or.u32 %p, %g, " + std::to_string(user) + ", %p;");
    line("@!%p bra PAST" + n + ";\nTAKE" + n + ":");
    line("atom.relaxed.gpu.global.cas.b32 %x, [%flags+" + std::to_string(4 * number_) +
         "], 0, 1;\nsetp.ne.u32 %q, %x, 0;\n@%q bra TAKE" + n + ";\nfence.acq_rel." + scope_of(step.acquire) + ";");
    address(step);
    access_line("ld" + space + ".u32 %x, [%a];");
    line("add.u32 %x, %x, 1;");
    access_line("st" + space + ".u32 [%a], %x;");
    line("fence.acq_rel.gpu;\natom.relaxed.gpu.global.exch.b32 %x, [%flags+" + std::to_string(4 * number_) + "], 0;\nPAST" + n +
         ":");
  }

  static std::string scope_of(Fence fence) { return fence == Fence::block ? "cta" : "gpu"; }

  FuzzText text_;
  std::uint32_t line_ = 1, arrivals_ = 0;
  std::size_t number_ = 0;
};

}  // namespace

FuzzProgram random_program(std::uint64_t seed) {
  base::Random random(seed);
  const auto one_in = [&](std::uint32_t n) { return random.below(n) == 0; };
  const auto thread = [&] { return random.below(fuzz_threads); };
  const std::uint32_t steps = 4 + random.below(14);
  const std::uint32_t how_synchronised = 1 + random.below(6);  // of 8 steps
  const bool sloppy = one_in(3);                               // some messages lack a fence
  FuzzProgram program;
  for (std::uint32_t s = 0; s < steps; ++s) {
    FuzzStep step;
    step.shared = one_in(2);
    step.cell = random.below(fuzz_single_cells);
    if (random.below(8) >= how_synchronised) {
      constexpr StepKind kinds[]{StepKind::load,        StepKind::load,         StepKind::store, StepKind::store, StepKind::store,
                                 StepKind::strong_load, StepKind::strong_store, StepKind::add,   StepKind::add,   StepKind::add};
      step.kind = kinds[random.below(10)];
      step.block_scope = step.kind >= StepKind::strong_load && one_in(3);
      step.whole_warp = one_in(3);
      step.first = thread();
      if (step.whole_warp) {
        step.first = step.first / 32 * 32;
        step.cell = fuzz_single_cells + 8 * random.below(5);
      }
    } else {
      constexpr StepKind kinds[]{StepKind::block_barrier, StepKind::block_barrier, StepKind::named_barrier,
                                 StepKind::warp_barrier,  StepKind::message,       StepKind::message,
                                 StepKind::message,       StepKind::lock};
      step.kind = kinds[random.below(8)];
      if (step.kind == StepKind::named_barrier) {
        step.first = random.below(fuzz_warps);
        step.second = (step.first + 1 + random.below(fuzz_warps - 1)) % fuzz_warps;
      }
      if (step.kind == StepKind::message) {
        step.first = thread();
        do
          step.second =
              step.shared ? step.first / fuzz_block_threads * fuzz_block_threads + random.below(fuzz_block_threads) : thread();
        while (step.second == step.first);
        const bool one_block = step.first / fuzz_block_threads == step.second / fuzz_block_threads;
        step.fence = sloppy && one_in(2)      ? (one_in(2) ? Fence::none : Fence::block)
                     : one_block && one_in(3) ? Fence::block
                                              : Fence::device;
        step.qualified = (step.fence == Fence::device || (step.fence == Fence::block && one_block)) && one_in(3);
      }
      if (step.kind == StepKind::lock) {
        const std::uint32_t block = random.below(fuzz_blocks);
        for (std::uint32_t k = 0; k < 2 + random.below(3); ++k)
          step.users.push_back(step.shared ? block * fuzz_block_threads + random.below(fuzz_block_threads) : thread());
        std::sort(step.users.begin(), step.users.end());
        step.users.erase(std::unique(step.users.begin(), step.users.end()), step.users.end());
      }
    }
    program.steps.push_back(std::move(step));
  }
  return program;
}

FuzzProgram gathering_program(std::uint64_t seed) {
  base::Random random(seed);
  const auto one_in = [&](std::uint32_t n) { return random.below(n) == 0; };
  FuzzStep access;
  access.shared = one_in(2);
  access.whole_warp = one_in(3);
  // Aligned, so that the cells of a warp may have one history.
  access.cell = access.whole_warp ? 32 : random.below(fuzz_single_cells);
  const std::uint32_t first = access.shared ? fuzz_block_threads * random.below(fuzz_blocks) : 0;
  const std::uint32_t threads = access.shared ? fuzz_block_threads : fuzz_threads;
  const auto thread = [&] { return first + random.below(threads) / (access.whole_warp ? 32 : 1) * (access.whole_warp ? 32 : 1); };

  FuzzProgram program;
  std::vector<std::uint32_t> users;
  const std::uint32_t accesses = 2 + random.below(6);
  const StepKind other = one_in(2) ? StepKind::strong_load : StepKind::add;
  for (std::uint32_t k = 0; k < accesses; ++k) {
    FuzzStep step = access;
    step.kind = one_in(3) ? other : one_in(2) && other == StepKind::add ? StepKind::add : StepKind::load;
    step.first = thread();
    program.steps.push_back(step);
    users.push_back(step.first);
    if (one_in(8)) program.steps.push_back({.kind = StepKind::warp_barrier});
  }
  std::sort(users.begin(), users.end());
  users.erase(std::unique(users.begin(), users.end()), users.end());
  for (std::size_t k = users.size(); k > 1; --k) std::swap(users[k - 1], users[random.below(static_cast<std::uint32_t>(k))]);

  FuzzStep last = access;
  last.kind = StepKind::store;
  last.first = one_in(2) ? users[0] : thread();
  const std::size_t silent = one_in(2) ? random.below(static_cast<std::uint32_t>(users.size())) : users.size();
  if (access.whole_warp) program.steps.push_back({.kind = StepKind::warp_barrier});
  for (std::size_t k = 0; k < users.size(); ++k) {
    if (k == silent || users[k] == last.first) continue;
    FuzzStep step;
    const bool one_block = users[k] / fuzz_block_threads == last.first / fuzz_block_threads;
    if (one_block && access.whole_warp && one_in(2)) {
      step.kind = StepKind::named_barrier;
      step.first = users[k] % fuzz_block_threads / 32;
      step.second = last.first % fuzz_block_threads / 32;
    } else {
      step.kind = StepKind::message;
      step.first = users[k];
      step.second = last.first;
      step.qualified = one_in(2);
    }
    program.steps.push_back(step);
  }
  if (access.whole_warp) program.steps.push_back({.kind = StepKind::warp_barrier});
  if (one_in(4)) {  // after the message
    FuzzStep late = access;
    late.first = users[random.below(static_cast<std::uint32_t>(users.size()))];
    program.steps.push_back(late);
  }
  program.steps.push_back(last);
  return program;
}

FuzzProgram with_copies_and_scopes(FuzzProgram program, std::uint64_t seed) {
  base::Random random(~seed);
  const auto one_in = [&](std::uint32_t n) { return random.below(n) == 0; };
  const bool copies = one_in(2), sloppy = one_in(3);
  std::uint32_t arrivals = 0;
  for (FuzzStep& step : program.steps) {
    const auto block = [](std::uint32_t thread) { return thread / fuzz_block_threads; };
    if (step.kind == StepKind::named_barrier && one_in(2) && arrivals++ < most_arrivals) step.kind = StepKind::arrive;
    if (step.kind == StepKind::message) {
      const bool one_block = block(step.first) == block(step.second);
      if ((one_block || (sloppy && !step.qualified)) && one_in(3)) step.acquire = Fence::block;
      step.near_flag = one_block && one_in(3);
    }
    if (step.kind == StepKind::lock && (step.shared || sloppy) && one_in(2)) step.acquire = Fence::block;
    if (copies && step.kind <= StepKind::add && one_in(3)) {
      step.kind = StepKind::copy;
      step.shared = step.block_scope = false;
      step.second = step.whole_warp ? fuzz_single_cells + 8 * random.below(5) : random.below(fuzz_single_cells);
    } else if (copies && step.kind > StepKind::add && one_in(3)) {
      step = {.kind = StepKind::wait, .whole_warp = one_in(4), .first = random.below(fuzz_warps), .left = random.below(3) / 2};
    }
  }
  return program;
}

FuzzText ptx_of(const FuzzProgram& program) {
  Writer writer;
  for (std::size_t s = 0; s < program.steps.size(); ++s) writer.step(program.steps[s], s);
  return writer.end();
}

}  // namespace warplens::simt
