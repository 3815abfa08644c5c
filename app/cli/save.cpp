#include "cli/save.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <variant>

#include "base/number_format.h"
#include "launch/arguments/element_type.h"
#include "launch/arguments/npy.h"
#include "launch/arguments/symbol.h"
#include "ptx/find_variable.h"
#include "ptx/parse/demangle.h"

namespace warplens::cli {
namespace {

/// Splits `NAME:TYPE`; a `::` of a namespace is part of the name.
struct SavedName {
  std::string name;
  std::optional<launch::ElementType> type;
};
SavedName split_type(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || text[colon - 1] == ':') return {text, std::nullopt};
  const auto type = launch::element_type_written(std::string_view(text).substr(colon + 1));
  return type ? SavedName{text.substr(0, colon), type} : SavedName{text, std::nullopt};
}

/// Index of an argument given as a number or by its buffer's name ("argument 3"); npos if neither.
std::size_t argument_named(const launch::Launch& launch, const std::string& name) {
  std::size_t index = 0;
  const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (code != std::errc::invalid_argument && end == name.data() + name.size())
    return code == std::errc{} ? index : launch.arguments.size();
  for (index = 0; index < launch.arguments.size(); ++index) {
    const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[index]);
    if (buffer != nullptr && buffer->name == name) return index;
  }
  return std::string::npos;
}

base::Result<Save> save_of_argument(const launch::Launch& launch, std::size_t argument) {
  if (argument >= launch.arguments.size())
    return base::error("there is no such argument: the kernel has " + std::to_string(launch.arguments.size()) +
                       ", numbered from 0");
  const std::string called = "argument " + std::to_string(argument);
  const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[argument]);
  if (buffer == nullptr) return base::error(called + " is a number, not a buffer");
  const auto first = launch.arguments.begin();
  const auto before = std::count_if(first, first + static_cast<std::ptrdiff_t>(argument),
                                    [](const auto& each) { return std::holds_alternative<launch::Buffer>(each); });
  return Save{false, static_cast<std::size_t>(before), buffer->type, called, {}};
}

base::Result<Save> save_of_variable(launch::Launch& launch, const SavedName& wanted) {
  const auto found = ptx::find_variable(*launch.module, wanted.name);
  if (!found) return found.error();
  const ptx::Variable& variable = launch.module->variables[*found];
  Save save{true, launch.saved_symbols.size(), launch::element_type_of(variable), ptx::demangled_name(variable.name), {}};
  for (const launch::Buffer& symbol : launch.symbols) {
    if (symbol.name == variable.name) save.type = symbol.type;
  }
  save.type = wanted.type.value_or(save.type);
  if (variable.size % launch::bytes(save.type) != 0)
    return base::error("variable '" + save.called + "' has " + base::counted(variable.size, "byte") +
                       ", which is not a whole number of " + std::string(launch::name(save.type)));
  launch.saved_symbols.push_back(variable.name);
  return save;
}

}  // namespace

base::Result<std::vector<Save>> parse_saves(const std::vector<std::string>& options, launch::Launch& launch) {
  std::vector<Save> saves;
  for (const std::string& text : options) {
    const auto wrong = [&](const std::string& message) { return base::Error{"--save " + text, 0, 0, message}; };
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      return wrong("the form is INDEX=FILE.npy or NAME=FILE.npy");
    const SavedName wanted = split_type(text.substr(0, equals));
    const std::size_t argument = argument_named(launch, wanted.name);
    if (argument != std::string::npos && wanted.type)
      return wrong("an argument has its type already; a variable may be given one");
    auto save = argument != std::string::npos ? save_of_argument(launch, argument) : save_of_variable(launch, wanted);
    if (!save) return wrong(save.error().message);
    save->file = text.substr(equals + 1);
    saves.push_back(std::move(*save));
  }
  return saves;
}

base::Status write(const std::vector<Save>& saves, const launch::LaunchResult& result) {
  for (const Save& save : saves) {
    const std::vector<launch::Bytes>& contents = save.variable ? result.symbols : result.outputs;
    if (save.index >= contents.size() || contents[save.index].empty())
      return base::Error{save.file.string(), 0, 0,
                         "not written: the content of " + save.called + " was lost when the kernel failed"};
    if (const base::Status written = launch::write_npy(save.file, save.type, contents[save.index]); !written) return written;
  }
  return base::Nothing{};
}

}  // namespace warplens::cli
