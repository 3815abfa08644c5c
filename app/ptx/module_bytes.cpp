#include "ptx/module_bytes.h"

#include <string>
#include <vector>

namespace warplens::ptx {
namespace {

template <typename T>
std::uint64_t room_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

/// Short strings lie in the string itself, which is counted with what contains it.
std::uint64_t room_of(const std::string& text) {
  const auto *object = reinterpret_cast<const char*>(&text), *content = text.data();
  return content >= object && content < object + sizeof text ? 0 : text.capacity() + 1;
}

std::uint64_t bytes_of(const std::vector<Operand>& operands) {
  std::uint64_t sum = room_of(operands);
  for (const Operand& operand : operands) sum += bytes_of(operand.elements);
  return sum;
}

std::uint64_t bytes_of(const Function& function) {
  std::uint64_t sum = room_of(function.name) + room_of(function.demangled) + room_of(function.parameters) +
                      room_of(function.registers) + room_of(function.instructions) + room_of(function.locations);
  for (const Parameter& parameter : function.parameters) sum += room_of(parameter.name);
  for (const Register& one : function.registers) sum += room_of(one.name);
  for (const Instruction& instruction : function.instructions) sum += bytes_of(instruction.operands);
  if (function.refusal) sum += room_of(function.refusal->file) + room_of(function.refusal->message);
  return sum;
}

}  // namespace

std::uint64_t bytes_of(const Module& module) {
  std::uint64_t sum = sizeof module + room_of(module.path) + room_of(module.text) + room_of(module.target) +
                      room_of(module.files) + room_of(module.variables) + room_of(module.functions);
  for (const std::string& file : module.files) sum += room_of(file);
  for (const Variable& variable : module.variables)
    sum += room_of(variable.name) + room_of(variable.initial) + room_of(variable.addresses);
  for (const Function& function : module.functions) sum += bytes_of(function);
  return sum;
}

}  // namespace warplens::ptx
