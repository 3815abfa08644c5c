#include "launch/arguments/symbol.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/number_format.h"
#include "launch/arguments/argument.h"
#include "ptx/find_variable.h"
#include "ptx/parse/demangle.h"

namespace warplens::launch {
namespace {

Buffer one_element(const Scalar& scalar) {
  Bytes content(bytes(scalar.type));
  std::memcpy(content.data(), &scalar.bits, content.size());
  return {{}, scalar.type, 1, std::make_shared<const Bytes>(std::move(content))};
}

bool same_kind(ElementType type, ptx::Type wanted) {
  const ptx::TypeKind kind = ptx::kind(wanted);
  if (kind == ptx::TypeKind::bits) return true;
  return ptx::bits(wanted) == static_cast<int>(8 * bytes(type)) && is_floating(type) == (kind == ptx::TypeKind::floating);
}

/// Why `buffer` cannot be assigned to `variable`; empty if it can.
std::string misfit(const Buffer& buffer, const ptx::Variable& variable) {
  const std::string called = "variable '" + ptx::demangled_name(variable.name) + "'";
  const std::string type(name(buffer.type));
  if (!same_kind(buffer.type, variable.type))
    return called + " holds ." + std::string(ptx::name(variable.type)) + ", not " + type;
  const std::uint64_t given = buffer.size * bytes(buffer.type);
  if (given > variable.size)
    return called + " has " + base::counted(variable.size, "byte") + "; " + base::counted(buffer.size, "element") + " of " +
           type + " are " + base::grouped(given);
  return "";
}

const ptx::Variable* variable_named(const ptx::Module& module, const std::string& name) {
  const auto found = std::find_if(module.variables.begin(), module.variables.end(), [&](const ptx::Variable& variable) {
    return variable.name == name && ptx::is_symbol(variable);
  });
  return found != module.variables.end() ? &*found : nullptr;
}

}  // namespace

base::Result<Buffer> parse_symbol(const ptx::Module& module, std::string_view text, std::uint64_t seed,
                                  const std::filesystem::path& folder) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return base::Error{std::string(text), 0, 0, "a symbol is NAME=ARG, like scale=f32=0.5 or table=f32[16]=iota"};
  const auto found = ptx::find_variable(module, std::string(text.substr(0, equals)));
  if (!found) return found.error();
  const ptx::Variable& variable = module.variables[*found];
  auto argument = parse_argument(text.substr(equals + 1), seed, folder);
  if (!argument) return argument.error();
  const auto* scalar = std::get_if<Scalar>(&*argument);
  Buffer buffer = scalar != nullptr ? one_element(*scalar) : std::get<Buffer>(std::move(*argument));
  if (const std::string problem = misfit(buffer, variable); !problem.empty()) return base::error(problem);
  buffer.name = variable.name;
  return buffer;
}

ElementType element_type_of(const ptx::Variable& variable) {
  const bool sized = ptx::kind(variable.type) != ptx::TypeKind::bits && ptx::kind(variable.type) != ptx::TypeKind::none;
  const bool is_signed = ptx::kind(variable.type) == ptx::TypeKind::signed_integer;
  const std::string width = std::to_string(sized ? ptx::bits(variable.type) : 8);
  if (variable.type == ptx::Type::f32 || variable.type == ptx::Type::f64) return *element_type_named("f" + width);
  return element_type_named((is_signed ? "i" : "u") + width).value_or(ElementType::u8);
}

base::Status check_symbols(const Launch& launch) {
  const auto unknown = [](const std::string& name) { return base::error("there is no variable '" + name + "' to set or read"); };
  for (const Buffer& symbol : launch.symbols) {
    const ptx::Variable* variable = variable_named(*launch.module, symbol.name);
    if (variable == nullptr) return unknown(symbol.name);
    if (!symbol.initial || symbol.initial->size() != symbol.size * bytes(symbol.type))
      return base::error("variable '" + symbol.name + "' has a value of another size than it says");
    if (const std::string problem = misfit(symbol, *variable); !problem.empty()) return base::error(problem);
  }
  for (const std::string& name : launch.saved_symbols) {
    if (variable_named(*launch.module, name) == nullptr) return unknown(name);
  }
  return base::Nothing{};
}

}  // namespace warplens::launch
