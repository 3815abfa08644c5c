#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace warplens::ptx {

/// Classes of instructions, for the latencies of the timed model and for the counters.
enum class InstructionClass : std::uint8_t {
  integer,
  floating,
  special_function,
  convert,
  move,
  memory,
  atomic,
  barrier,
  warp,
  matrix,
  control
};

/// The one table of opcodes: adding a row adds an instruction to the enumeration, the parser and the listings.
/// Columns: enumerator, mnemonic (the word before the first dot), number of destination operands (the operands
/// that are written, which come first), class.
#define WARPLENS_OPCODE_TABLE(ROW)                  \
  ROW(abs, "abs", 1, integer)                       \
  ROW(activemask, "activemask", 1, warp)            \
  ROW(add, "add", 1, integer)                       \
  ROW(addc, "addc", 1, integer)                     \
  ROW(and_, "and", 1, integer)                      \
  ROW(applypriority, "applypriority", 0, memory)    \
  ROW(atom, "atom", 1, atomic)                      \
  ROW(bar, "bar", 0, barrier)                       \
  ROW(barrier, "barrier", 0, barrier)               \
  ROW(bfe, "bfe", 1, integer)                       \
  ROW(bfi, "bfi", 1, integer)                       \
  ROW(bfind, "bfind", 1, integer)                   \
  ROW(bmsk, "bmsk", 1, integer)                     \
  ROW(bra, "bra", 0, control)                       \
  ROW(brev, "brev", 1, integer)                     \
  ROW(clz, "clz", 1, integer)                       \
  ROW(cnot, "cnot", 1, integer)                     \
  ROW(copysign, "copysign", 1, floating)            \
  ROW(cos, "cos", 1, special_function)              \
  ROW(cp, "cp", 0, memory)                          \
  ROW(createpolicy, "createpolicy", 1, move)        \
  ROW(cvt, "cvt", 1, convert)                       \
  ROW(cvta, "cvta", 1, convert)                     \
  ROW(discard, "discard", 0, memory)                \
  ROW(div, "div", 1, special_function)              \
  ROW(dp2a, "dp2a", 1, integer)                     \
  ROW(dp4a, "dp4a", 1, integer)                     \
  ROW(elect, "elect", 1, warp)                      \
  ROW(ex2, "ex2", 1, special_function)              \
  ROW(exit, "exit", 0, control)                     \
  ROW(fence, "fence", 0, memory)                    \
  ROW(fma, "fma", 1, floating)                      \
  ROW(fns, "fns", 1, integer)                       \
  ROW(griddepcontrol, "griddepcontrol", 0, control) \
  ROW(isspacep, "isspacep", 1, integer)             \
  ROW(ld, "ld", 1, memory)                          \
  ROW(ldmatrix, "ldmatrix", 1, memory)              \
  ROW(ldu, "ldu", 1, memory)                        \
  ROW(lg2, "lg2", 1, special_function)              \
  ROW(lop3, "lop3", 1, integer)                     \
  ROW(mad, "mad", 1, integer)                       \
  ROW(mad24, "mad24", 1, integer)                   \
  ROW(madc, "madc", 1, integer)                     \
  ROW(match, "match", 1, warp)                      \
  ROW(max, "max", 1, integer)                       \
  ROW(mbarrier, "mbarrier", 0, barrier)             \
  ROW(membar, "membar", 0, memory)                  \
  ROW(min, "min", 1, integer)                       \
  ROW(mma, "mma", 1, matrix)                        \
  ROW(mov, "mov", 1, move)                          \
  ROW(movmatrix, "movmatrix", 1, warp)              \
  ROW(mul, "mul", 1, integer)                       \
  ROW(mul24, "mul24", 1, integer)                   \
  ROW(nanosleep, "nanosleep", 0, control)           \
  ROW(neg, "neg", 1, integer)                       \
  ROW(not_, "not", 1, integer)                      \
  ROW(or_, "or", 1, integer)                        \
  ROW(pmevent, "pmevent", 0, control)               \
  ROW(popc, "popc", 1, integer)                     \
  ROW(prefetch, "prefetch", 0, memory)              \
  ROW(prefetchu, "prefetchu", 0, memory)            \
  ROW(prmt, "prmt", 1, integer)                     \
  ROW(rcp, "rcp", 1, special_function)              \
  ROW(red, "red", 0, atomic)                        \
  ROW(redux, "redux", 1, warp)                      \
  ROW(rem, "rem", 1, special_function)              \
  ROW(ret, "ret", 0, control)                       \
  ROW(rsqrt, "rsqrt", 1, special_function)          \
  ROW(sad, "sad", 1, integer)                       \
  ROW(selp, "selp", 1, move)                        \
  ROW(set, "set", 1, integer)                       \
  ROW(setp, "setp", 1, integer)                     \
  ROW(shf, "shf", 1, integer)                       \
  ROW(shfl, "shfl", 1, warp)                        \
  ROW(shl, "shl", 1, integer)                       \
  ROW(shr, "shr", 1, integer)                       \
  ROW(sin, "sin", 1, special_function)              \
  ROW(slct, "slct", 1, move)                        \
  ROW(sqrt, "sqrt", 1, special_function)            \
  ROW(st, "st", 0, memory)                          \
  ROW(stmatrix, "stmatrix", 0, memory)              \
  ROW(sub, "sub", 1, integer)                       \
  ROW(subc, "subc", 1, integer)                     \
  ROW(szext, "szext", 1, integer)                   \
  ROW(tanh, "tanh", 1, special_function)            \
  ROW(testp, "testp", 1, floating)                  \
  ROW(trap, "trap", 0, control)                     \
  ROW(vabsdiff2, "vabsdiff2", 1, integer)           \
  ROW(vabsdiff4, "vabsdiff4", 1, integer)           \
  ROW(vadd2, "vadd2", 1, integer)                   \
  ROW(vadd4, "vadd4", 1, integer)                   \
  ROW(vmax2, "vmax2", 1, integer)                   \
  ROW(vmax4, "vmax4", 1, integer)                   \
  ROW(vmin2, "vmin2", 1, integer)                   \
  ROW(vmin4, "vmin4", 1, integer)                   \
  ROW(vsub2, "vsub2", 1, integer)                   \
  ROW(vsub4, "vsub4", 1, integer)                   \
  ROW(vote, "vote", 1, warp)                        \
  ROW(wmma, "wmma", 0, matrix)                      \
  ROW(alloca, "alloca", 1, move)                    \
  ROW(brkpt, "brkpt", 0, control)                   \
  ROW(brx, "brx", 0, control)                       \
  ROW(call, "call", 0, control)                     \
  ROW(stackrestore, "stackrestore", 0, move)        \
  ROW(stacksave, "stacksave", 1, move)              \
  ROW(xor_, "xor", 1, integer)

enum class Opcode : std::uint8_t {
#define WARPLENS_ENUMERATOR(enumerator, mnemonic, destinations, klass) enumerator,
  WARPLENS_OPCODE_TABLE(WARPLENS_ENUMERATOR)
#undef WARPLENS_ENUMERATOR
};

/// One row of the table.
struct OpcodeRow {
  Opcode opcode;
  std::string_view mnemonic;
  int destinations;
  InstructionClass instruction_class;
};

/// All rows, in the order of the enumeration.
std::span<const OpcodeRow> opcode_table();
const OpcodeRow& row(Opcode opcode);
/// Opcode by mnemonic ("and", not "and_"), or nothing.
std::optional<Opcode> opcode_named(std::string_view mnemonic);

}  // namespace warplens::ptx
