#include "simt/machine/endless/way_out.h"

namespace warplens::simt {
namespace {

bool leaves(Kind kind) { return kind == Kind::exit || kind == Kind::ret || kind == Kind::trap || kind == Kind::table_branch; }

bool meets_others(Kind kind) {
  return kind == Kind::barrier || kind == Kind::warp_sync || kind == Kind::collective || kind == Kind::call;
}

}  // namespace

WaysOn ways_on(const Program& program) {
  const std::size_t count = program.code.size();
  WaysOn ways{std::vector<bool>(count), std::vector<bool>(count)};
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t pc = count; pc-- > 0;) {
      const Decoded& instruction = program.code[pc];
      bool out = leaves(instruction.kind), meets = meets_others(instruction.kind);
      const auto follow = [&](std::size_t next) {
        out = out || next >= count || ways.out[next];
        meets = meets || (next < count && ways.meets[next]);
      };
      if (instruction.kind == Kind::branch) follow(instruction.target);
      const bool never_on = (instruction.kind == Kind::branch || leaves(instruction.kind)) && instruction.guard == no_row;
      if (!never_on) follow(pc + 1);
      grown = grown || out != ways.out[pc] || meets != ways.meets[pc];
      ways.out[pc] = out;
      ways.meets[pc] = meets;
    }
  }
  return ways;
}

}  // namespace warplens::simt
