#include "simt/code/decode/program_bytes.h"

#include <vector>

namespace warplens::simt {
namespace {

/// Machine code of one instruction for 32 lanes, with what the compiler notes of it. Most take less.
constexpr std::uint64_t code_bytes = 128;

template <typename T>
std::uint64_t room_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

}  // namespace

std::uint64_t bytes_of(const Program& program) {
  const VariableLayout& variables = program.variables;
  std::uint64_t sum = sizeof program + program.code.size() * code_bytes + room_of(program.code) + room_of(program.units_before) +
                      room_of(program.functions) + room_of(program.function_at) + room_of(program.calls) +
                      room_of(program.targets) + room_of(program.constants) + room_of(program.waits) + room_of(program.pieces) +
                      room_of(program.vectors) + room_of(program.specials) + room_of(program.read_at_start) +
                      room_of(variables.address) + room_of(variables.global) + room_of(variables.shared) +
                      room_of(variables.passed);
  for (const FunctionCode& function : program.functions)
    sum += room_of(function.registers) + room_of(function.parameters) + room_of(function.results);
  for (const CallSite& call : program.calls) sum += room_of(call.arguments) + room_of(call.results) + room_of(call.saved);
  return sum;
}

}  // namespace warplens::simt
