#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/opcode.h"
#include "ptx/type.h"

// A PTX module as plain structs. All references are indices, so that a module is a value.

namespace warplens::ptx {

inline constexpr std::uint32_t no_index = 0xffffffffu;

/// A position in CUDA C++ source, from `.loc`. `file` is an index in Module::files.
struct SourceLocation {
  std::uint32_t file = no_index;
  std::uint32_t line = 0;               ///< 1-based; 0 if unknown
  std::uint32_t column = 0;             ///< 1-based; 0 if unknown
  std::uint32_t inlined_at = no_index;  ///< index in Function::locations: the call at which this was inlined
  std::uint32_t inlined = no_index;     ///< index in Module::inlined_functions: what was inlined there
  bool operator==(const SourceLocation&) const = default;
};

/// Read-only special registers (PTX ISA, "Special Registers").
enum class SpecialRegister : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  smid,
  nsmid,
  clock,
  clock_hi,
  clock64,
  globaltimer,
  globaltimer_lo,
  globaltimer_hi,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  dynamic_smem_size,
  total_smem_size,
  envreg1,  ///< upper half of the address of a cooperative launch's grid barrier …
  envreg2,  ///< … and lower half
};

/// Kinds of operands.
enum class OperandKind : std::uint8_t {
  none,
  reg,        ///< register: `index` in Function::registers; `negated` for !%p
  immediate,  ///< literal: `bits`, in the representation of the operand's type
  special,    ///< special register: `index` is a SpecialRegister
  variable,   ///< address of a variable: `index` in Module::variables, plus `offset`
  parameter,  ///< parameter of the function: `index` in Function::parameters, plus `offset`
  function,   ///< function: `index` in Module::functions; the callee of a call, or its address
  label,      ///< branch target: `index` in Function::instructions (may equal their number: the end of the function)
  address,    ///< [register + offset], [variable + offset], [parameter + offset] or [offset]: `base` says which
  vector,     ///< {a, b, …}: `elements`
  sink,       ///< _ : a discarded destination
};

struct Operand {
  OperandKind kind = OperandKind::none;
  OperandKind base = OperandKind::none;  ///< for address: reg, variable, parameter, or none for an absolute address
  bool negated = false;                  ///< !%p
  std::uint32_t index = no_index;        ///< see OperandKind
  std::int64_t offset = 0;               ///< bytes, for address, variable and parameter
  std::uint64_t bits = 0;                ///< for immediate: zero-extended to 64 bits from the operand's type width
  std::vector<Operand> elements;         ///< for vector
};

enum class Comparison : std::uint8_t { none, eq, ne, lt, le, gt, ge, lo, ls, hi, hs, equ, neu, ltu, leu, gtu, geu, num, nan };
enum class BooleanOp : std::uint8_t { none, and_, or_, xor_ };
/// Rounding: the first four for floating results, the `i` forms to an integral value (PTX ISA, "Rounding Modifiers").
enum class Rounding : std::uint8_t { none, rn, rz, rm, rp, rna, rs, rni, rzi, rmi, rpi };
enum class MultiplyPart : std::uint8_t { none, lo, hi, wide };
enum class AtomicOp : std::uint8_t { none, add, min, max, inc, dec, and_, or_, xor_, exch, cas };
enum class ShuffleMode : std::uint8_t { none, up, down, bfly, idx };
enum class ShiftMode : std::uint8_t { none, clamp, wrap };
enum class VoteMode : std::uint8_t { none, all, any, uni, ballot };
enum class TestProperty : std::uint8_t { none, finite, infinite, number, notanumber, normal, subnormal };
/// Memory ordering of ld, st, atom, red and fence. `weak` is the default.
enum class Ordering : std::uint8_t { weak, volatile_, relaxed, acquire, release, acq_rel, sc };
/// Threads that observe an ordering, fence or atomic.
enum class Scope : std::uint8_t { none, cta, cluster, gpu, sys };
/// Form of createpolicy.
enum class PolicySource : std::uint8_t { none, fraction, range, property };
/// Operations on asynchronous copies: cp.async itself (.ca, or .cg, which copies 16 bytes), commit and wait for groups, an
/// arrival at an mbarrier when the copies are done, and cp.async.bulk to shared memory and st.async, which complete at an
/// mbarrier.
enum class CopyStep : std::uint8_t { none, copy, copy_by_16, commit_group, wait_group, wait_all, mbarrier_arrive, bulk, store };
/// Operations on an mbarrier object (PTX ISA, "mbarrier").
enum class MbarrierOp : std::uint8_t {
  none,
  init,
  inval,
  expect_tx,
  complete_tx,
  arrive,
  arrive_drop,
  test_wait,
  try_wait,
  pending_count,
  copies_arrive,  ///< cp.async.mbarrier.arrive
};
/// Proxies that a fence.proxy orders; in the machine, all are the same. `unnamed`: a fence.proxy without a named proxy.
enum class Proxy : std::uint8_t { none, unnamed, alias, async, tensormap };
enum class BarrierMode : std::uint8_t { none, sync, arrive, red, warp_sync };
/// Shapes of textures and surfaces (PTX ISA, "tex"): lines, planes, volumes; arrays of lines and of planes, of which the first
/// coordinate is the layer.
enum class TextureShape : std::uint8_t { none, line, plane, volume, lines, planes };
/// What tex takes besides coordinates, to choose among mipmaps.
enum class MipmapChoice : std::uint8_t { none, level, gradient };
/// What a surface access outside of the surface does.
enum class OutsideSurface : std::uint8_t { none, trap, clamp, zero };
/// What txq and suq ask for.
enum class TextureQuery : std::uint8_t { none, width, height, depth };
/// PRMT modes (PTX ISA, "prmt").
enum class PermuteMode : std::uint8_t { none, f4e, b4e, rc8, ecl, ecr, rc16 };

/// Bytes or half-words of an operand of a video instruction, selected by its suffix: %r.h0, %r.b3210 (PTX ISA, "Video
/// Instructions").
struct Parts {
  std::uint8_t bits = 0;                 ///< per part: 8 or 16; 0 if the operand has no such suffix
  std::uint8_t count = 0;                ///< 1 to 4
  std::array<std::uint8_t, 4> number{};  ///< from left to right, the most significant first
  bool operator==(const Parts&) const = default;
};

/// Rows of A, columns of B, and columns of A (PTX ISA, "Matrix Shape").
struct MatrixShape {
  std::uint8_t m = 0, n = 0, k = 0;
  bool operator==(const MatrixShape&) const = default;
};

/// The matrices of D = A·B + C.
enum class Matrix : std::uint8_t { d, a, b, c };
/// Forms of wmma.
enum class MatrixStep : std::uint8_t { none, load, store, multiply };

/// The suffixes of an instruction as fields. The opcode determines which of them are meaningful.
struct Modifiers {
  Comparison comparison = Comparison::none;
  BooleanOp boolean = BooleanOp::none;
  Rounding rounding = Rounding::none;
  MultiplyPart part = MultiplyPart::none;
  AtomicOp atomic = AtomicOp::none;
  ShuffleMode shuffle = ShuffleMode::none;
  ShiftMode shift = ShiftMode::none;
  bool shift_left = false, shift_right = false;  ///< shf.l, shf.r
  VoteMode vote = VoteMode::none;
  TestProperty test = TestProperty::none;
  Ordering ordering = Ordering::weak;
  Scope scope = Scope::none;
  BarrierMode barrier = BarrierMode::none;
  PermuteMode permute = PermuteMode::none;
  PolicySource policy = PolicySource::none;
  CopyStep copy = CopyStep::none;
  MbarrierOp mbarrier = MbarrierOp::none;
  bool approx = false, full = false, ftz = false, sat = false, relu = false;
  bool finite = false;                              ///< .satfinite: the largest finite value instead of an infinite result
  bool cc = false;                                  ///< add.cc, …: writes the carry
  bool uniform = false;                             ///< bra.uni, ret.uni
  bool sync = false;                                ///< shfl.sync, vote.sync
  AtomicOp secondary = AtomicOp::none;              ///< vadd.….add, .min, .max: operation that combines the result with c
  std::array<Parts, 3> parts;                       ///< video instructions: parts of d, a and b
  std::array<bool, 4> negative{};                   ///< vmad: negation of d (never), a, b and c
  std::uint8_t scale = 0;                           ///< vmad.shr7, .shr15: places to the right
  bool plus_one = false;                            ///< vmad.po
  Proxy proxy = Proxy::none;                        ///< fence.proxy, prefetch.tensormap
  bool as_hardware = false;                         ///< follow GPUs where they are known to depart from the ISA's text
  bool noftz = false;                               ///< atom.add.noftz
  bool cache_hint = false;                          ///< a cache policy is the last operand
  bool memory_mapped = false;                       ///< ld.mmio, st.mmio
  bool past_l1 = false;                             ///< ld.cg, ld.cv, prefetch.L2: from or to L2
  bool pack = false;                                ///< cvt.pack
  bool expects = false;                             ///< mbarrier.arrive.expect_tx: more bytes are expected before it arrives
  bool no_complete = false;                         ///< mbarrier.arrive.noComplete: it may not complete the phase
  bool parity = false;                              ///< mbarrier.test_wait.parity: the phase is given by its parity
  bool completes_bytes = false;                     ///< cp.async.bulk, st.async: .mbarrier::complete_tx::bytes
  bool no_increment = false;                        ///< cp.async.mbarrier.arrive.noinc: the arrival counts as an expected one
  bool to = false;                                  ///< cvta.to
  bool aligned = false;                             ///< barrier.sync.aligned; bar.sync is always aligned
  bool shift_amount = false;                        ///< bfind.shiftamt
  bool xorsign = false, nan = false;                ///< min, max, redux
  bool magnitudes = false;                          ///< .abs of min, max and redux
  MatrixShape shape;                                ///< mma, ldmatrix, stmatrix, movmatrix: shape of the matrices
  bool a_by_columns = false, b_by_columns = false;  ///< mma: .col instead of .row
  MatrixStep step = MatrixStep::none;               ///< wmma
  Matrix matrix = Matrix::d;                        ///< wmma.load, wmma.store
  std::uint8_t matrices = 1;                        ///< ldmatrix, stmatrix: .x1, .x2, .x4
  bool transposed = false;                          ///< .trans
  TextureShape texture = TextureShape::none;        ///< tex, tld4, suld, sust
  MipmapChoice mipmap = MipmapChoice::none;         ///< tex
  OutsideSurface outside = OutsideSurface::none;    ///< suld, sust
  TextureQuery query = TextureQuery::none;          ///< txq, suq
  std::uint8_t component = 0;                       ///< tld4.r, .g, .b, .a: 0 to 3
};

struct Instruction {
  Opcode opcode = Opcode::ret;
  Type type = Type::none;         ///< the instruction's type; the destination type if it names two (mul.wide: the source type)
  Type source_type = Type::none;  ///< second type if it names two (cvt, set, slct), else none
  Type third_type = Type::none;   ///< third type if it names three (cvt.pack), else none
  Type fourth_type = Type::none;  ///< fourth type if it names four (mma), else none
  Space space = Space::generic;   ///< ld, st, atom, red, cvta
  std::uint8_t vector = 1;        ///< elements moved: 1, 2, 4 or 8
  Modifiers modifiers;
  std::uint32_t guard = no_index;     ///< predicate register (index in Function::registers) of @%p, or none
  bool guard_negated = false;         ///< @!%p
  std::vector<Operand> operands;      ///< in source order, destinations first
  std::uint8_t destinations = 0;      ///< number of operands written: 2 for `setp p|q` and `shfl d|p`
  std::uint32_t location = no_index;  ///< index in Function::locations: the CUDA source line
  std::uint32_t ptx_line = 0;         ///< 1-based line in the PTX text
  std::uint32_t ptx_column = 0;       ///< 1-based column in the PTX text
};

struct Register {
  std::string name;  ///< with %, as written
  Type type = Type::none;
};

/// A parameter of a kernel or function, or a value that a function returns.
struct Parameter {
  std::string name;
  Type type = Type::none;          ///< element type
  std::uint64_t offset = 0;        ///< bytes from the start of the parameter block, by the ABI's alignment
  std::uint64_t size = 0;          ///< bytes; larger than the type for an array (a struct passed by value)
  std::uint32_t alignment = 1;     ///< bytes
  bool pointer_attribute = false;  ///< declared with .ptr: an address
  bool result = false;             ///< a function's return value; these follow the parameters
  bool in_register = false;        ///< parameter of a function, declared as .reg
  std::uint32_t reg = no_index;    ///< index in Function::registers, if declared as .reg
  std::uint8_t lanes = 1;          ///< of a .reg .v2 or .v4 each element is a parameter: the first has their number, the others 0
};

/// The address of another variable or of a function, in the initial value of a variable.
struct AddressInitialiser {
  std::uint64_t offset = 0;
  std::uint32_t variable = no_index;  ///< index in Module::variables
  std::uint32_t function = no_index;  ///< index in Module::functions, for a function's address
  std::int64_t addend = 0;
  bool generic = false;    ///< generic(symbol) rather than the address in its own space
  std::uint8_t bytes = 8;  ///< store so many bytes of the address here …
  std::uint8_t byte = 0;   ///< … from this one on: 0xff00(symbol) is byte 1
};

/// A .global, .const, .shared or .local variable, of the module or of one function; or a .param variable in a function's body,
/// for an argument or result of a call.
struct Variable {
  std::string name;
  Space space = Space::global;
  Type type = Type::none;
  std::uint64_t size = 0;             ///< bytes; 0 for `extern .shared x[]`, whose size is the launch's dynamic shared memory
  std::uint32_t alignment = 1;        ///< bytes
  std::uint32_t function = no_index;  ///< index in Module::functions for a function's own variable
  std::vector<std::byte> initial;     ///< initial bytes; shorter than size if the rest is zero
  std::vector<AddressInitialiser> addresses;
  bool external = false;
};

/// Resources that ptxas assigned to an entry of this PTX (`ptxas -v`).
struct AssembledResources {
  std::uint32_t registers = 0;                                ///< per thread, 1 to 255
  std::uint32_t spill_store_bytes = 0, spill_load_bytes = 0;  ///< per thread; each spilling instruction counts once
};

/// An .entry or .func with its body.
struct Function {
  std::string name;       ///< as in the PTX, mangled for C++
  std::string demangled;  ///< name without parameters, for people: "increment"
  bool entry = false;
  bool external = false;  ///< declared without a body
  std::vector<Parameter> parameters;
  std::uint64_t parameter_bytes = 0;  ///< entries: size of the parameter block
  std::vector<Register> registers;    ///< registers used by the body, in the order of their first use
  std::vector<Instruction> instructions;
  std::vector<SourceLocation> locations;
  std::array<std::uint32_t, 3> max_threads{0, 0, 0};       ///< .maxntid; 0 if absent
  std::array<std::uint32_t, 3> required_threads{0, 0, 0};  ///< .reqntid; 0 if absent
  std::uint32_t min_blocks = 0;                 ///< .minnctapersm: blocks that a multiprocessor shall hold at once; 0 if absent
  std::uint32_t max_registers = 0;              ///< .maxnreg: per thread; 0 if absent
  std::optional<AssembledResources> assembled;  ///< entries: from the notes of the PTX, if they have it
  std::uint32_t ptx_line = 0, ptx_column = 0;   ///< 1-based place of its name in the PTX text
  /// The first error in this function or, for an entry, in a function that it reaches. Such a function has no instructions,
  /// and find_entry() returns this error for an entry; the other entries of the module can run.
  std::optional<base::Error> refusal;
};

struct Module {
  std::string path;  ///< file the text came from, for messages
  std::string text;  ///< the PTX itself, shown next to the source
  int version_major = 0, version_minor = 0;
  std::string target;  ///< "sm_75"
  int address_size = 64;
  std::vector<std::string> files;  ///< CUDA source paths of .file; "" for an unused number
  std::vector<std::string> inlined_functions;  ///< mangled names; "" where the module's debug information lacks it
  std::vector<Variable> variables;
  std::vector<Function> functions;
};

}  // namespace warplens::ptx
