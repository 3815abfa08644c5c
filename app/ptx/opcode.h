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
/// that are written, which come first), class, and the PTX ISA version and the target that introduced it ("PTX ISA Notes" and
/// "Target ISA Notes" of its page; 0: all targets). Types and suffixes of an instruction may be younger.
#define WARPLENS_OPCODE_TABLE(ROW)                             \
  ROW(abs, "abs", 1, integer, "1.0", 0)                        \
  ROW(activemask, "activemask", 1, warp, "6.2", 30)            \
  ROW(add, "add", 1, integer, "1.0", 0)                        \
  ROW(addc, "addc", 1, integer, "1.2", 0)                      \
  ROW(and_, "and", 1, integer, "1.0", 0)                       \
  ROW(applypriority, "applypriority", 0, memory, "7.4", 80)    \
  ROW(atom, "atom", 1, atomic, "1.1", 11)                      \
  ROW(bar, "bar", 0, barrier, "1.0", 0)                        \
  ROW(barrier, "barrier", 0, barrier, "6.0", 30)               \
  ROW(bfe, "bfe", 1, integer, "2.0", 20)                       \
  ROW(bfi, "bfi", 1, integer, "2.0", 20)                       \
  ROW(bfind, "bfind", 1, integer, "2.0", 20)                   \
  ROW(bmsk, "bmsk", 1, integer, "7.6", 70)                     \
  ROW(bra, "bra", 0, control, "1.0", 0)                        \
  ROW(brev, "brev", 1, integer, "2.0", 20)                     \
  ROW(clz, "clz", 1, integer, "2.0", 20)                       \
  ROW(cnot, "cnot", 1, integer, "1.0", 0)                      \
  ROW(copysign, "copysign", 1, floating, "2.0", 20)            \
  ROW(cos, "cos", 1, special_function, "1.0", 0)               \
  ROW(cp, "cp", 0, memory, "7.0", 80)                          \
  ROW(createpolicy, "createpolicy", 1, move, "7.4", 80)        \
  ROW(cvt, "cvt", 1, convert, "1.0", 0)                        \
  ROW(cvta, "cvta", 1, convert, "2.0", 20)                     \
  ROW(discard, "discard", 0, memory, "7.4", 80)                \
  ROW(div, "div", 1, special_function, "1.0", 0)               \
  ROW(dp2a, "dp2a", 1, integer, "5.0", 61)                     \
  ROW(dp4a, "dp4a", 1, integer, "5.0", 61)                     \
  ROW(elect, "elect", 1, warp, "8.0", 90)                      \
  ROW(ex2, "ex2", 1, special_function, "1.0", 0)               \
  ROW(exit, "exit", 0, control, "1.0", 0)                      \
  ROW(fence, "fence", 0, memory, "6.0", 70)                    \
  ROW(fma, "fma", 1, floating, "1.4", 13)                      \
  ROW(fns, "fns", 1, integer, "6.0", 30)                       \
  ROW(griddepcontrol, "griddepcontrol", 0, control, "7.8", 90) \
  ROW(isspacep, "isspacep", 1, integer, "2.0", 20)             \
  ROW(ld, "ld", 1, memory, "1.0", 0)                           \
  ROW(ldmatrix, "ldmatrix", 1, memory, "6.5", 75)              \
  ROW(ldu, "ldu", 1, memory, "2.0", 20)                        \
  ROW(lg2, "lg2", 1, special_function, "1.0", 0)               \
  ROW(lop3, "lop3", 1, integer, "4.3", 50)                     \
  ROW(mad, "mad", 1, integer, "1.0", 0)                        \
  ROW(mad24, "mad24", 1, integer, "1.0", 0)                    \
  ROW(madc, "madc", 1, integer, "3.0", 20)                     \
  ROW(match, "match", 1, warp, "6.0", 70)                      \
  ROW(max, "max", 1, integer, "1.0", 0)                        \
  ROW(mbarrier, "mbarrier", 0, barrier, "7.0", 80)             \
  ROW(membar, "membar", 0, memory, "1.4", 0)                   \
  ROW(min, "min", 1, integer, "1.0", 0)                        \
  ROW(mma, "mma", 1, matrix, "6.4", 70)                        \
  ROW(mov, "mov", 1, move, "1.0", 0)                           \
  ROW(movmatrix, "movmatrix", 1, warp, "7.8", 75)              \
  ROW(mul, "mul", 1, integer, "1.0", 0)                        \
  ROW(mul24, "mul24", 1, integer, "1.0", 0)                    \
  ROW(nanosleep, "nanosleep", 0, control, "6.3", 70)           \
  ROW(neg, "neg", 1, integer, "1.0", 0)                        \
  ROW(not_, "not", 1, integer, "1.0", 0)                       \
  ROW(or_, "or", 1, integer, "1.0", 0)                         \
  ROW(pmevent, "pmevent", 0, control, "1.4", 0)                \
  ROW(popc, "popc", 1, integer, "2.0", 20)                     \
  ROW(prefetch, "prefetch", 0, memory, "2.0", 20)              \
  ROW(prefetchu, "prefetchu", 0, memory, "2.0", 20)            \
  ROW(prmt, "prmt", 1, integer, "2.0", 20)                     \
  ROW(rcp, "rcp", 1, special_function, "1.0", 0)               \
  ROW(red, "red", 0, atomic, "1.2", 11)                        \
  ROW(redux, "redux", 1, warp, "7.0", 80)                      \
  ROW(rem, "rem", 1, special_function, "1.0", 0)               \
  ROW(ret, "ret", 0, control, "1.0", 0)                        \
  ROW(rsqrt, "rsqrt", 1, special_function, "1.0", 0)           \
  ROW(sad, "sad", 1, integer, "1.0", 0)                        \
  ROW(selp, "selp", 1, move, "1.0", 0)                         \
  ROW(set, "set", 1, integer, "1.0", 0)                        \
  ROW(setp, "setp", 1, integer, "1.0", 0)                      \
  ROW(shf, "shf", 1, integer, "3.1", 32)                       \
  ROW(shfl, "shfl", 1, warp, "3.0", 30)                        \
  ROW(shl, "shl", 1, integer, "1.0", 0)                        \
  ROW(shr, "shr", 1, integer, "1.0", 0)                        \
  ROW(sin, "sin", 1, special_function, "1.0", 0)               \
  ROW(slct, "slct", 1, move, "1.0", 0)                         \
  ROW(sqrt, "sqrt", 1, special_function, "1.0", 0)             \
  ROW(st, "st", 0, memory, "1.0", 0)                           \
  ROW(stmatrix, "stmatrix", 0, memory, "7.8", 90)              \
  ROW(sub, "sub", 1, integer, "1.0", 0)                        \
  ROW(subc, "subc", 1, integer, "1.3", 0)                      \
  ROW(szext, "szext", 1, integer, "7.6", 70)                   \
  ROW(tanh, "tanh", 1, special_function, "7.0", 75)            \
  ROW(testp, "testp", 1, floating, "2.0", 20)                  \
  ROW(trap, "trap", 0, control, "1.0", 0)                      \
  ROW(vabsdiff, "vabsdiff", 1, integer, "2.0", 20)             \
  ROW(vabsdiff2, "vabsdiff2", 1, integer, "3.0", 30)           \
  ROW(vabsdiff4, "vabsdiff4", 1, integer, "3.0", 30)           \
  ROW(vadd, "vadd", 1, integer, "2.0", 20)                     \
  ROW(vadd2, "vadd2", 1, integer, "3.0", 30)                   \
  ROW(vadd4, "vadd4", 1, integer, "3.0", 30)                   \
  ROW(vavrg2, "vavrg2", 1, integer, "3.0", 30)                 \
  ROW(vavrg4, "vavrg4", 1, integer, "3.0", 30)                 \
  ROW(vmad, "vmad", 1, integer, "2.0", 20)                     \
  ROW(vmax, "vmax", 1, integer, "2.0", 20)                     \
  ROW(vmax2, "vmax2", 1, integer, "3.0", 30)                   \
  ROW(vmax4, "vmax4", 1, integer, "3.0", 30)                   \
  ROW(vmin, "vmin", 1, integer, "2.0", 20)                     \
  ROW(vmin2, "vmin2", 1, integer, "3.0", 30)                   \
  ROW(vmin4, "vmin4", 1, integer, "3.0", 30)                   \
  ROW(vset, "vset", 1, integer, "2.0", 20)                     \
  ROW(vset2, "vset2", 1, integer, "3.0", 30)                   \
  ROW(vset4, "vset4", 1, integer, "3.0", 30)                   \
  ROW(vshl, "vshl", 1, integer, "2.0", 20)                     \
  ROW(vshr, "vshr", 1, integer, "2.0", 20)                     \
  ROW(vsub, "vsub", 1, integer, "2.0", 20)                     \
  ROW(vsub2, "vsub2", 1, integer, "3.0", 30)                   \
  ROW(vsub4, "vsub4", 1, integer, "3.0", 30)                   \
  ROW(vote, "vote", 1, warp, "1.2", 12)                        \
  ROW(wmma, "wmma", 0, matrix, "6.0", 70)                      \
  ROW(alloca, "alloca", 1, move, "7.3", 52)                    \
  ROW(brkpt, "brkpt", 0, control, "1.0", 11)                   \
  ROW(brx, "brx", 0, control, "6.0", 30)                       \
  ROW(call, "call", 0, control, "1.0", 0)                      \
  ROW(stackrestore, "stackrestore", 0, move, "7.3", 52)        \
  ROW(stacksave, "stacksave", 1, move, "7.3", 52)              \
  ROW(xor_, "xor", 1, integer, "1.0", 0)

enum class Opcode : std::uint8_t {
#define WARPLENS_ENUMERATOR(enumerator, mnemonic, destinations, klass, since, target) enumerator,
  WARPLENS_OPCODE_TABLE(WARPLENS_ENUMERATOR)
#undef WARPLENS_ENUMERATOR
};

/// One row of the table.
struct OpcodeRow {
  Opcode opcode;
  std::string_view mnemonic;
  int destinations;
  InstructionClass instruction_class;
  std::string_view since;  ///< version of the PTX ISA: "7.0"
  int target;              ///< 80 for sm_80; 0: all targets
};

/// Whether it is a video instruction, whose operands may be parts of registers; and one that does the same with all parts.
constexpr bool is_video(Opcode opcode) { return opcode >= Opcode::vabsdiff && opcode <= Opcode::vsub4; }
bool is_simd_video(Opcode opcode);

/// All rows, in the order of the enumeration.
std::span<const OpcodeRow> opcode_table();
const OpcodeRow& row(Opcode opcode);
/// Opcode by mnemonic ("and", not "and_"), or nothing.
std::optional<Opcode> opcode_named(std::string_view mnemonic);

}  // namespace warplens::ptx
