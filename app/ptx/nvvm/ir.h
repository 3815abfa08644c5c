#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// A module of NVVM IR, LLVM's intermediate language as compilers write it for NVIDIA GPUs, as plain structs (LLVM Language
// Reference Manual; User Guide for NVPTX Back-end; NVVM IR Specification). All references are indices, so that a module is a
// value.

namespace warplens::ptx::nvvm {

inline constexpr std::uint32_t none = 0xffffffffu;

enum class TypeKind : std::uint8_t {
  void_,
  integer,
  half,
  bfloat,
  float32,
  float64,
  pointer,
  vector,
  array,
  structure,
  function,
  label,
  metadata,
};

/// NVPTX's numbers of address spaces (User Guide for NVPTX Back-end, "Address Spaces").
enum class AddressSpace : std::uint32_t { generic = 0, global = 1, shared = 3, constant = 4, local = 5, parameter = 101 };

struct Type {
  TypeKind kind = TypeKind::void_;
  std::uint32_t bits = 0;                      ///< of an integer
  AddressSpace space = AddressSpace::generic;  ///< of a pointer; what it points to is not kept
  std::uint64_t count = 0;                     ///< elements of a vector or an array
  std::vector<std::uint32_t> members;  ///< types: the element of a vector or an array, a structure's members, a function's
                                       ///< result and then its parameters
  bool packed = false;                 ///< of a structure: without padding
  bool variadic = false;               ///< of a function
  bool opaque = false;                 ///< of a structure: nothing is known of it; no value has this type
};

enum class ValueKind : std::uint8_t { none, local, constant };

/// An operand.
struct Value {
  ValueKind kind = ValueKind::none;
  std::uint32_t index = none;  ///< in Function::locals or Module::constants
  std::uint32_t type = none;   ///< in Module::types
  bool operator==(const Value&) const = default;
};

enum class Opcode : std::uint8_t {
  // Ends of blocks.
  ret,
  br,
  switch_,
  unreachable,
  // Two operands.
  add,
  sub,
  mul,
  udiv,
  sdiv,
  urem,
  srem,
  shl,
  lshr,
  ashr,
  and_,
  or_,
  xor_,
  fadd,
  fsub,
  fmul,
  fdiv,
  frem,
  icmp,
  fcmp,
  // One operand.
  fneg,
  freeze,
  trunc,
  zext,
  sext,
  fptrunc,
  fpext,
  fptoui,
  fptosi,
  uitofp,
  sitofp,
  ptrtoint,
  inttoptr,
  bitcast,
  addrspacecast,
  // Parts of vectors, arrays and structures.
  extractelement,
  insertelement,
  shufflevector,
  extractvalue,
  insertvalue,
  // Memory.
  alloca,
  load,
  store,
  getelementptr,
  fence,
  cmpxchg,
  atomicrmw,
  // The rest.
  phi,
  select,
  call,
};

/// Of icmp, then of fcmp.
enum class Predicate : std::uint8_t {
  eq,
  ne,
  ugt,
  uge,
  ult,
  ule,
  sgt,
  sge,
  slt,
  sle,
  false_,
  oeq,
  ogt,
  oge,
  olt,
  ole,
  one,
  ord,
  ueq,
  fugt,
  fuge,
  fult,
  fule,
  une,
  uno,
  true_,
};

enum class AtomicOrder : std::uint8_t { none, unordered, monotonic, acquire, release, acq_rel, seq_cst };

enum class AtomicOperation : std::uint8_t {
  xchg,
  add,
  sub,
  and_,
  nand,
  or_,
  xor_,
  max,
  min,
  umax,
  umin,
  fadd,
  fsub,
  fmax,
  fmin,
  uinc_wrap,
  udec_wrap,
};

enum class ConstantKind : std::uint8_t {
  integer,     ///< `bits`
  floating,    ///< `bits`, in the format of its type
  zero,        ///< null, zeroinitializer, none
  undefined,   ///< undef, poison
  aggregate,   ///< `operands`: elements or members
  function,    ///< the address of a function: `symbol` in Module::functions
  global,      ///< the address of a global variable: `symbol` in Module::globals
  expression,  ///< `opcode` of `operands`
};

struct Constant {
  ConstantKind kind = ConstantKind::undefined;
  std::uint32_t type = none;
  std::vector<std::uint64_t> bits;      ///< 64 at a time, the lowest first; as many as the type needs, zero beyond its width
  std::vector<std::uint32_t> operands;  ///< in Module::constants
  std::uint32_t symbol = none;
  Opcode opcode = Opcode::ret;
  Predicate predicate = Predicate::eq;
  std::uint32_t element = none;  ///< of getelementptr: the type that its first index counts
};

/// Text of PTX in the source, with the constraints of its operands as LLVM writes them: "=r,r,~{memory}".
struct InlineAssembly {
  std::string text, constraints;
};

/// What matters here of an argument's or a parameter's attributes.
struct ParameterAttributes {
  std::uint32_t by_value = none;  ///< byval(type): the pointer is to a copy of its own
  std::uint32_t alignment = 0;    ///< bytes; 0: not told
  bool sign_extended = false;
  bool read_only = false, no_alias = false;  ///< as const and __restrict__ have it
};

/// Indices and texts of an instruction that few have: see each.
struct Instruction {
  Opcode opcode = Opcode::ret;
  std::uint32_t type = none;          ///< of the result, which may be void
  std::uint32_t result = none;        ///< in Function::locals; none if void
  std::vector<Value> operands;        ///< in the order of the text. br: the condition, if any; switch: the value, then the cases'
                                      ///< constants; phi: the values; alloca: the number of elements; store: value, pointer;
                                      ///< call: the arguments
  std::vector<std::uint32_t> blocks;  ///< in Function::blocks. br: targets; switch: default, then the cases'; phi: from where
  std::vector<std::uint32_t> indices;  ///< extractvalue, insertvalue; shufflevector: its mask, none for any element
  std::uint32_t element = none;  ///< type: alloca: of an element; load, store, cmpxchg, atomicrmw: moved; getelementptr: counted
                                 ///< by the first index
  std::uint32_t alignment = 0;   ///< bytes; 0: not told
  Predicate predicate = Predicate::eq;
  bool is_volatile = false;
  bool contract = false;                  ///< a fast-math flag: it may be fused with another
  bool invariant = false;                 ///< a load with !invariant.load
  AtomicOrder order = AtomicOrder::none;  ///< load, store, fence, cmpxchg (on success), atomicrmw
  AtomicOperation atomic = AtomicOperation::xchg;
  std::string scope;                            ///< syncscope: "" for the system, "device", "block", "singlethread", …
  Value callee;                                 ///< call: a constant for a function, a local for a pointer; none: assembly
  std::optional<InlineAssembly> assembly;       ///< call
  std::uint32_t callee_type = none;             ///< call: the function's type
  std::vector<ParameterAttributes> attributes;  ///< call: of its arguments
  std::uint32_t location = none;                ///< !dbg: a DILocation in Module::metadata
  std::uint32_t line = 0;                       ///< 1-based, in the text of the IR
};

/// A parameter of a function or an instruction's result.
struct Local {
  std::string name;  ///< without %; digits if it has none
  std::uint32_t type = none;
};

struct Block {
  std::string name;
  std::vector<Instruction> instructions;  ///< phis first, the last ends the block
};

/// A variable of the source, and the address of its memory: llvm.dbg.declare or #dbg_declare.
struct DeclaredVariable {
  Value address;
  std::uint32_t variable = none;    ///< a DILocalVariable in Module::metadata
  std::uint32_t location = none;    ///< a DILocation
  std::uint32_t expression = none;  ///< a DIExpression: how the variable's place comes from the address
};

struct Function {
  std::string name;
  std::uint32_t type = none;
  bool declaration = false;
  bool kernel = false;                          ///< calling convention ptx_kernel
  bool internal = false;                        ///< internal or private linkage
  bool weak = false;                            ///< weak, linkonce, …
  std::vector<ParameterAttributes> parameters;  ///< parameter i is locals[i]
  std::map<std::string, std::string>
      attributes;  ///< of the function, its groups included: "noreturn" → "", "target-cpu" → "sm_75"
  std::vector<Local> locals;
  std::vector<Block> blocks;  ///< the first is the entry
  std::vector<DeclaredVariable> variables;
  std::uint32_t subprogram = none;  ///< a DISubprogram in Module::metadata
  std::uint32_t line = 0;           ///< 1-based, in the text of the IR
};

struct Global {
  std::string name;
  std::uint32_t type = none;  ///< of its value
  AddressSpace space = AddressSpace::global;
  bool external = false;         ///< declared, without a value
  bool internal = false;         ///< internal or private linkage
  bool weak = false;             ///< weak, linkonce, common, …
  bool constant = false;         ///< never written
  std::uint32_t initial = none;  ///< in Module::constants
  std::uint32_t alignment = 0;   ///< bytes; 0: that of its type
  std::uint32_t line = 0;
};

enum class FieldKind : std::uint8_t { null, node, text, number, word, value };

/// A field of a metadata node: `line: 7`, `name: "x"`, `scope: !5`, `tag: DW_TAG_member`, or an element of a tuple.
struct MetadataField {
  std::string name;  ///< "" in a tuple
  FieldKind kind = FieldKind::null;
  std::uint32_t node = none;  ///< in Module::metadata
  std::int64_t number = 0;    ///< number; also i32 7 in a tuple
  std::string text;           ///< text or word
  Value value;                ///< value: a constant
};

struct MetadataNode {
  std::string kind;  ///< "DILocation"; "" for a tuple
  std::vector<MetadataField> fields;
};

struct Module {
  std::string path;    ///< of the text, for messages
  std::string target;  ///< the target's triple
  /// Pointers have 32 bits in memory, as for nvptx-nvidia-cuda. In registers they have 64 for all targets.
  bool narrow_pointers = false;
  std::vector<Type> types;
  std::vector<Constant> constants;
  std::vector<Global> globals;
  std::vector<Function> functions;
  std::vector<MetadataNode> metadata;                                ///< !7 is the element 7; nodes written in place follow
  std::map<std::string, std::vector<std::uint32_t>> named_metadata;  ///< "nvvm.annotations" → nodes
  std::map<std::string, std::uint32_t> aliases;  ///< other names of functions and globals → constants; no constant refers to one
  std::string assembly;                          ///< module asm
};

}  // namespace warplens::ptx::nvvm
