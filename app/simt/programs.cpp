#include "simt/programs.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "launch/placement.h"
#include "ptx/module_bytes.h"
#include "simt/code/decode/program.h"

namespace warplens::simt {
namespace {

/// Machine code of one instruction for 32 lanes, with what the compiler notes of it. Most take less.
constexpr std::uint64_t code_bytes = 128;

template <typename T>
std::uint64_t room_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

/// Estimate the memory of a decoded program, in bytes, including machine code that may be compiled from it.
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

constexpr std::size_t max_programs = 16;

}  // namespace

base::Result<std::shared_ptr<DecodedProgram>> Programs::of(const launch::Launch& launch, const DeviceSpec& spec) {
  Key key{launch.module, launch.entry, has_time(launch), launch.as_hardware, {}};
  if (launch.placement) {
    for (const launch::Placement::Variable& variable : launch.placement->variables)
      key.variables.emplace_back(variable.index, variable.address);
  }
  const auto found = std::ranges::find(recent_, key, &Recent::key);
  if (found != recent_.end()) {
    recent_.splice(recent_.begin(), recent_, found);
    return recent_.front().program;
  }
  auto decoded = decode(*launch.module, launch.entry, spec, launch.as_hardware, launch.placement.get());
  if (!decoded) return decoded.error();
  // A module that several programs share counts for each of them: the last of them keeps it.
  const std::uint64_t bytes = ptx::bytes_of(*launch.module) + bytes_of(*decoded);
  auto program = std::make_shared<DecodedProgram>(DecodedProgram{std::move(*decoded)});
  if (bytes > max_bytes_) return program;
  recent_.push_front({std::move(key), program, bytes});
  bytes_ += bytes;
  while (recent_.size() > max_programs || bytes_ > max_bytes_) {
    bytes_ -= recent_.back().bytes;
    recent_.pop_back();
  }
  return program;
}

}  // namespace warplens::simt
