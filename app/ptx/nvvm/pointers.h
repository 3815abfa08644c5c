#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ptx/nvvm/ir.h"
#include "ptx/nvvm/layout.h"

namespace warplens::ptx::nvvm {

// What is known of pointers without running: the state space that they point into, and how they are made of a base and offsets.

/// Where each instruction's result comes from: per local of the function, its instruction, null for parameters.
std::vector<const Instruction*> definitions(const Function& function);

/// Infer the space that each of a function's pointers points into; generic where it may be any. A kernel's arguments point
/// into global memory, since the host can pass no other addresses (CUDA C++ Programming Guide, "Address Space Predicate
/// Functions"; LLVM: NVPTXLowerArgs), and so do the pointers in a kernel's structures; stack variables are local. A structure
/// that a kernel is given by value is read in parameter space if nothing but loads use it, and has else a copy on the stack.
std::vector<AddressSpace> pointer_spaces(const Module& module, const Function& function,
                                         const std::vector<const Instruction*>& definitions);

/// Whether nothing writes to what a pointer points to while the kernel runs: it is made from a parameter that is const and
/// __restrict__ (LLVM: NVPTXDAGToDAGISel, canLowerToLDG).
bool is_never_written(const Function& function, const std::vector<const Instruction*>& definitions, Value pointer);

/// A pointer as the sum of a base, of numbers of elements times their bytes, and of bytes.
struct AddressSum {
  Value base;
  std::vector<std::pair<Value, std::int64_t>> terms;  ///< an index that is not constant, and the bytes it counts
  std::int64_t offset = 0;
};

/// What a getelementptr, an instruction or a constant expression, adds to its first operand.
AddressSum sum_of(const Module& module, const Layout& layout, const Instruction& getelementptr);
AddressSum sum_of(const Module& module, const Layout& layout, const Constant& getelementptr);

/// The value of an integer constant of at most 64 bits, sign extended; nothing if the value is none.
std::optional<std::int64_t> constant_integer(const Module& module, const Value& value);

/// The space that a constant's address lies in, seen through casts; generic for null and numbers.
AddressSpace constant_space(const Module& module, std::uint32_t constant);

}  // namespace warplens::ptx::nvvm
