#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "ptx/nvvm/function_writer.h"
#include "ptx/nvvm/metadata.h"
#include "ptx/nvvm/nvvm.h"
#include "ptx/nvvm/read_module.h"
#include "ptx/nvvm/write_globals.h"

namespace warplens::ptx::nvvm {
namespace {

/// What a kernel asks of its launches, from attributes or from !nvvm.annotations (NVVM IR Specification, "Global Property
/// Annotation").
struct KernelProperties {
  std::string max_threads, required_threads, min_blocks, max_registers, cluster;
};

/// "256" and "1" → "256, 1, 1".
std::string three(const std::string& x, const std::string& y, const std::string& z) {
  return fmt::format("{}, {}, {}", x.empty() ? "1" : x, y.empty() ? "1" : y, z.empty() ? "1" : z);
}

/// Only what is a number: the rest of the text would be read as PTX.
std::string digits_of(std::string_view text) {
  std::string all;
  for (const char c : text)
    if ((c >= '0' && c <= '9') || c == ',') all += c;
  return all;
}

std::string listed(const std::string& text) {
  const std::size_t first = text.find(','), second = first == text.npos ? first : text.find(',', first + 1);
  const auto part = [&](std::size_t from, std::size_t to) { return from > text.size() ? "" : text.substr(from, to - from); };
  return three(part(0, first), first == text.npos ? "" : part(first + 1, second),
               second == text.npos ? "" : part(second + 1, text.npos));
}

std::string property_text(const Function& function, const std::map<std::string, std::string>& annotations) {
  KernelProperties properties;
  const auto told = [&](const char* attribute, const char* x, const char* y, const char* z) -> std::string {
    const auto found = function.attributes.find(attribute);
    if (found != function.attributes.end() && !digits_of(found->second).empty()) return listed(digits_of(found->second));
    const auto of = [&](const char* key) {
      const auto value = annotations.find(key);
      return value == annotations.end() ? std::string() : value->second;
    };
    if (of(x).empty() && of(y).empty() && of(z).empty()) return "";
    return three(of(x), of(y), of(z));
  };
  const auto first = [](const std::string& text) { return text.substr(0, text.find(',')); };
  properties.max_threads = told("nvvm.maxntid", "maxntidx", "maxntidy", "maxntidz");
  properties.required_threads = told("nvvm.reqntid", "reqntidx", "reqntidy", "reqntidz");
  properties.min_blocks = first(told("nvvm.minctasm", "minctasm", "", ""));
  properties.max_registers = first(told("nvvm.maxnreg", "maxnreg", "", ""));
  properties.cluster = told("nvvm.cluster_dim", "cluster_dim_x", "cluster_dim_y", "cluster_dim_z");
  std::string text;
  if (!properties.max_threads.empty()) text += fmt::format(".maxntid {}\n", properties.max_threads);
  if (!properties.required_threads.empty()) text += fmt::format(".reqntid {}\n", properties.required_threads);
  if (!properties.min_blocks.empty()) text += fmt::format(".minnctapersm {}\n", properties.min_blocks);
  if (!properties.max_registers.empty()) text += fmt::format(".maxnreg {}\n", properties.max_registers);
  if (!properties.cluster.empty()) text += fmt::format(".explicitcluster\n.reqnctapercluster {}\n", properties.cluster);
  return text;
}

/// !nvvm.annotations of each function: names and numbers.
std::vector<std::map<std::string, std::string>> annotations_of(const Module& module) {
  std::vector<std::map<std::string, std::string>> all(module.functions.size());
  const auto named = module.named_metadata.find("nvvm.annotations");
  if (named == module.named_metadata.end()) return all;
  for (const std::uint32_t node : named->second) {
    if (node >= module.metadata.size()) continue;
    const std::vector<MetadataField>& fields = module.metadata[node].fields;
    if (fields.empty() || fields[0].value.kind != ValueKind::constant) continue;
    const Constant& constant = module.constants[fields[0].value.index];
    if (constant.kind != ConstantKind::function) continue;
    for (std::size_t i = 1; i + 1 < fields.size(); i += 2)
      if (fields[i].kind == FieldKind::text && fields[i + 1].kind == FieldKind::number)
        all[constant.symbol][fields[i].text] = std::to_string(fields[i + 1].number);
  }
  return all;
}

/// The version of PTX, times ten, and the architecture: those that the compiler was told, and at least what the architecture
/// needs (PTX ISA, "Release History").
struct PtxTarget {
  unsigned version = 63;
  std::string architecture = "sm_75";
};

/// sm_75, sm_90a
bool is_architecture(std::string_view name) {
  if (!name.starts_with("sm_")) return false;
  name.remove_prefix(3);
  if (name.ends_with('a') || name.ends_with('f')) name.remove_suffix(1);
  return (name.size() == 2 || name.size() == 3) && name.find_first_not_of("0123456789") == name.npos;
}

PtxTarget target_of(const Module& module) {
  PtxTarget target;
  for (const Function& function : module.functions) {
    const auto cpu = function.attributes.find("target-cpu"), features = function.attributes.find("target-features");
    if (cpu != function.attributes.end() && is_architecture(cpu->second)) target.architecture = cpu->second;
    if (features != function.attributes.end())
      if (const std::size_t at = features->second.find("+ptx"); at != features->second.npos)
        std::from_chars(features->second.data() + at + 4, features->second.data() + features->second.size(), target.version);
    if (cpu != function.attributes.end()) break;
  }
  unsigned number = 75;
  std::from_chars(target.architecture.data() + 3, target.architecture.data() + target.architecture.size(), number);
  struct Needs {
    unsigned architecture, version;
  };
  constexpr Needs needs[] = {{70, 60}, {75, 63}, {80, 70}, {86, 71}, {87, 74}, {89, 78}, {90, 78}, {100, 86}};
  for (const Needs& need : needs)
    if (number >= need.architecture) target.version = std::max(target.version, need.version);
  target.version = std::min(target.version, 99u);
  return target;
}

std::vector<std::string> unique_names(const std::vector<std::string_view>& names, std::set<std::string>& taken) {
  std::vector<std::string> all;
  std::map<std::string, int> numbers;  // given to names that became the same
  for (const std::string_view name : names) {
    const std::string wanted = symbol_name(name);
    std::string given = wanted;
    while (!taken.insert(given).second) given = fmt::format("{}_${}", wanted, ++numbers[wanted]);
    all.push_back(given);
  }
  return all;
}

std::string linkage(const Function& function) {
  return function.declaration ? ".extern " : function.internal ? "" : function.weak ? ".weak " : ".visible ";
}

bool is_intrinsic(const Function& function) { return function.name.starts_with("llvm."); }

}  // namespace

std::string symbol_name(std::string_view name) {
  std::string symbol;
  for (const char c : name) {
    const bool allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
    if (allowed)
      symbol += c;
    else
      symbol += "_$_";
  }
  if (symbol.empty() || (symbol[0] >= '0' && symbol[0] <= '9')) symbol = "_$_" + symbol;
  return symbol;
}

base::Result<std::string> write_module(Module module) {
  if (!module.target.empty() && !module.target.starts_with("nvptx"))
    return base::Error{module.path, 0, 0,
                       fmt::format("this is code for {}, not for a GPU: compile it for nvptx64-nvidia-cuda", module.target)};
  const auto annotations = annotations_of(module);
  for (std::size_t f = 0; f < module.functions.size(); ++f)
    if (const auto kernel = annotations[f].find("kernel"); kernel != annotations[f].end() && kernel->second != "0")
      module.functions[f].kernel = true;
  // LLVM: NVPTXGenericToNVVM.
  for (Global& global : module.globals)
    if (global.space == AddressSpace::generic) global.space = AddressSpace::global;

  const PtxTarget target = target_of(module);
  ModuleWriting writing{module,
                        Layout(module),
                        SourceLines(module, target.version >= 72),
                        {},
                        {},
                        {},
                        {},
                        {},
                        module.named_metadata.contains("llvm.dbg.cu"),
                        describes_variables(module)};
  // What functions call their own things would hide a symbol of the same name.
  std::set<std::string> taken{"retval0", "func_retval0", "WARP_SZ"};
  std::size_t most_arguments = 0;
  for (const Type& type : module.types)
    if (type.kind == TypeKind::function) most_arguments = std::max(most_arguments, type.members.size());
  for (std::size_t i = 0; i < most_arguments; ++i) taken.insert(fmt::format("param{}", i));
  for (std::size_t f = 0; f < module.functions.size(); ++f) taken.insert(fmt::format("__local_depot{}", f));
  if (module.narrow_pointers) taken.insert({std::string(widening_function), std::string(narrowing_function)});
  std::vector<std::string_view> names;
  for (const Function& function : module.functions) {
    names.push_back(machine_function(module, function));
    writing.kernels.push_back(function.kernel);
  }
  writing.function_names = unique_names(names, taken);
  for (std::size_t f = 0; f < module.functions.size(); ++f)
    for (std::size_t i = 0; i < module.functions[f].parameters.size(); ++i)
      taken.insert(fmt::format("{}_param_{}", writing.function_names[f], i));
  names.clear();
  for (const Global& global : module.globals) names.push_back(global.name);
  writing.global_names = unique_names(names, taken);
  writing.used_functions.resize(module.functions.size());
  writing.used_globals.resize(module.globals.size());

  std::string bodies = module.assembly;
  std::vector<DescribedFunction> described;
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[f];
    if (function.declaration || is_intrinsic(function)) continue;
    auto written = FunctionWriter(writing, f).write();
    if (!written) return written.error();
    const std::string_view kind = function.kernel ? ".entry " : ".func ";
    const std::string results =
        function.kernel ? "" : result_list(writing, module.types[function.type].members[0], "func_retval0");
    bodies +=
        fmt::format("\n{}{}{}{}{}\n{}{}", linkage(function), kind, results, writing.function_names[f], parameter_list(writing, f),
                    function.kernel ? property_text(function, annotations[f]) : "", written->text);
    writing.bytes = bodies.size();
    described.push_back(std::move(written->described));
  }
  // An address in an initial value uses its variable or function, too.
  for (const Constant& constant : module.constants) {
    if (constant.kind == ConstantKind::global) writing.used_globals[constant.symbol] = true;
    if (constant.kind == ConstantKind::function) writing.used_functions[constant.symbol] = true;
  }
  std::string declarations;
  const auto declare = [&](std::string_view result, std::string_view name, std::string_view parameter) {
    declarations +=
        fmt::format(".extern .func (.param .{} func_retval0) {} (.param .{} {}_param_0);\n", result, name, parameter, name);
  };
  if (writing.widens) declare("b64", widening_function, "b32");
  if (writing.narrows) declare("b32", narrowing_function, "b64");
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[f];
    if (function.kernel || is_intrinsic(function) || !writing.used_functions[f]) continue;
    if (module.types[function.type].variadic) {
      if (function.declaration) continue;
      return base::Error{module.path, static_cast<int>(function.line), 0,
                         fmt::format("{} has a variable number of arguments", function.name)};
    }
    declarations += fmt::format("{}.func {}{}{};\n", linkage(function),
                                result_list(writing, module.types[function.type].members[0], "func_retval0"),
                                writing.function_names[f], parameter_list(writing, f));
  }
  const auto globals = write_globals(writing);
  if (!globals) return globals.error();
  const std::string sections = writing.variables_described ? debug_sections(module, described, writing.lines) : "";
  return fmt::format(".version {}.{}\n.target {}{}\n.address_size 64\n\n{}{}{}{}{}", target.version / 10, target.version % 10,
                     target.architecture, sections.empty() ? "" : ", debug", declarations, *globals, bodies, writing.lines.end(),
                     sections);
}

base::Result<std::string> to_ptx(std::string_view text, const std::string& path) {
  auto module = read_module(text, path);
  if (!module) return module.error();
  return write_module(std::move(*module));
}

}  // namespace warplens::ptx::nvvm
