#include "experiment/kernel_file/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "experiment/captions/caption.h"
#include "experiment/expression.h"
#include "experiment/kernel_file/kernel_source.h"
#include "experiment/recording/recorded_program.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/module_cache.h"
#include "ptx/compile/source_kind.h"
#include "ptx/parse/demangle.h"

namespace warplens::experiment {
namespace {

constexpr std::uintmax_t max_text_bytes = 16 << 20;

/// An argument of the kernel: a parameter, or a field of a structure.
struct KernelArgument {
  std::string name;      ///< "n", "p.origin.x"
  std::string own_name;  ///< without the structures: "x"
  std::string variable;  ///< in expressions: "p_origin_x"
  Field field;
};

/// Parameters whose names mean something in expressions already, such as `i`, are varied under another name.
std::string varied_name(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return c == '.' || c == '['; }, '_');
  std::erase(name, ']');
  return is_parameter_name(name) ? name : name + "_";
}

std::vector<KernelArgument> arguments_of(const KernelSignature& signature) {
  std::vector<KernelArgument> arguments;
  for (const KernelParameter& parameter : signature.parameters) {
    for (const Field& field : parameter.fields) {
      const std::string name = field.name.empty() ? parameter.name : parameter.name + "." + field.name;
      arguments.push_back({name, name.substr(name.rfind('.') + 1), varied_name(name), field});
    }
  }
  return arguments;
}

bool is_integer(const KernelArgument& argument) { return !argument.field.pointer && !launch::is_floating(argument.field.type); }

/// The argument that is the number of elements: an integer with one of the usual names, else the first integer; null if the
/// kernel takes no integer.
const KernelArgument* size_argument(const std::vector<KernelArgument>& arguments) {
  constexpr std::array usual{"n", "N",    "size",    "count", "length", "len",  "num", "elements", "num_elements", "width", "w",
                             "W", "cols", "columns", "nx",    "size_x", "dimx", "m",   "M"};
  for (const char* name : usual)
    for (const KernelArgument& each : arguments)
      if (is_integer(each) && each.own_name == name) return &each;
  const auto first = std::ranges::find_if(arguments, is_integer);
  return first == arguments.end() ? nullptr : &*first;
}

/// The argument that is the other extent of data with two dimensions, where one is called `name`; null if there is none.
const KernelArgument* other_extent(const std::vector<KernelArgument>& arguments, const std::string& name) {
  constexpr std::array<std::pair<const char*, const char*>, 8> pairs{{{"width", "height"},
                                                                      {"w", "h"},
                                                                      {"W", "H"},
                                                                      {"cols", "rows"},
                                                                      {"columns", "rows"},
                                                                      {"nx", "ny"},
                                                                      {"size_x", "size_y"},
                                                                      {"dimx", "dimy"}}};
  for (const auto& [row, column] : pairs)
    for (const KernelArgument& each : arguments)
      if (name == row && each.own_name == column && is_integer(each)) return &each;
  return nullptr;
}

/// Whether a kernel reads what a pointer's buffer begins with, as far as its signature says: where no pointer is const, all but
/// the last are taken for inputs.
bool is_input(const std::vector<KernelArgument>& arguments, const KernelArgument& pointer) {
  const auto is_const = [](const KernelArgument& each) { return each.field.pointer && each.field.read_only; };
  if (pointer.field.read_only || std::ranges::any_of(arguments, is_const)) return pointer.field.read_only;
  const auto is_pointer = [](const KernelArgument& each) { return each.field.pointer; };
  const auto last = std::find_if(arguments.rbegin(), arguments.rend(), is_pointer);
  return &*last != &pointer || std::ranges::count_if(arguments, is_pointer) == 1;
}

/// What a buffer begins with: numbers that its type can hold, however long it is; bytes in two dimensions are a picture.
const char* content_of(const Field& pointer, bool input, bool two_dimensional) {
  if (!input) return "zeros";
  if (two_dimensional && pointer.type == launch::ElementType::u8)
    return pointer.components == 3 ? "rgb" : pointer.components == 4 ? "rgba" : "image";
  if (launch::is_floating(pointer.type)) return "random";
  return launch::bytes(pointer.type) < 4 ? "digits" : "iota";
}

/// A string of TOML.
std::string toml_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + '"';
}

std::string parameter_text(const std::string& name, const std::string& label, bool whole, double value, double minimum,
                           double maximum, bool logarithmic) {
  return fmt::format(
      "[parameters.{}]\nlabel = {}\nvalue = {}\nminimum = {}\nmaximum = {}\n"
      "integer = {}\nlogarithmic = {}\n"
      "any_value = true\n\n",
      name, toml_string(label), value, minimum, maximum, whole, logarithmic);
}

/// A parameter in the entry's list of arguments: a name, or the list of a structure's fields. Where launch::parameter_places()
/// would place a field too early, because the type's alignment is larger than the field, `tables` gets numbers that fill the gap.
std::string names_of(const KernelParameter& parameter, std::string& tables) {
  if (parameter.fields.size() == 1 && parameter.fields.front().name.empty()) return toml_string(parameter.name);
  std::string names;
  std::uint64_t end = 0;
  const auto add = [&](const std::string& name) {
    names += (names.empty() ? "" : ", ") + toml_string(parameter.name + "." + name);
  };
  const auto next_place = [&](std::uint64_t bytes) { return (end + bytes - 1) / bytes * bytes; };
  for (const Field& field : parameter.fields) {
    const std::uint64_t bytes = field.pointer ? sizeof(std::uint64_t) : launch::bytes(field.type);
    while (next_place(bytes) < field.offset) {
      std::uint64_t gap = sizeof(std::uint64_t);
      while (end % gap != 0 || end + gap > field.offset) gap /= 2;
      const std::string name = fmt::format("unused {}", end);
      tables += fmt::format("[[arguments]]\nname = {}\ntype = \"u{}\"\nvalue = \"0\"\n\n",
                            toml_string(parameter.name + "." + name), 8 * gap);
      add(name);
      end += gap;
    }
    end = field.offset + bytes;
    add(field.name);
  }
  return "[" + names + "]";
}

base::Error unfit(const KernelSignature& signature, const std::filesystem::path& source, const std::string& why) {
  return {source.string(), static_cast<int>(signature.line), 0, "kernel '" + signature.kernel + "' " + why};
}

/// The kernels of PTX, whose mangled names have the types of the parameters but not their names.
std::vector<KernelSignature> signatures_in(const ptx::Module& module) {
  std::vector<KernelSignature> signatures;
  for (const ptx::Function& function : module.functions) {
    if (!function.entry) continue;
    KernelSignature signature;
    signature.kernel = function.demangled;
    signature.line = function.ptx_line;
    if (const auto list = ptx::demangled_parameters(function.name)) signature.parameters = parameters_of(*list);
    // Without types, as of extern "C": a parameter of 8 bytes is most likely a pointer to floats.
    if (signature.parameters.size() != function.parameters.size()) {
      signature.parameters.clear();
      for (const ptx::Parameter& parameter : function.parameters) {
        KernelParameter& each = signature.parameters.emplace_back();
        each.name = "argument_" + std::to_string(signature.parameters.size());
        each.declared = std::to_string(parameter.size) + " bytes";
        const bool pointer = parameter.size == 8;
        if (pointer || parameter.type == ptx::Type::f32)
          each.fields = {{"", launch::ElementType::f32, 1, pointer, false, 0}};
        else if (parameter.size == 4)
          each.fields = {{"", launch::ElementType::i32, 1, false, false, 0}};
      }
    }
    signatures.push_back(std::move(signature));
  }
  return signatures;
}

base::Error no_kernel_in(const std::filesystem::path& file, const std::string& text) {
  const std::vector<std::string> instances = suggested_instantiations(text);
  if (instances.empty()) return {file.string(), 0, 0, "there is no kernel: no __global__ function is defined here"};
  return {file.string(), 0, 0,
          "the kernels here are templates, which run for chosen types only: add a line such as " + instances.front()};
}

/// Read the names of the kernels' parameters from the source, as far as it has them.
void name_parameters(Experiment& experiment) {
  const auto source = read_kernel(experiment.source);
  if (!source) return;
  for (const KernelSignature& signature : signatures_of(*source, headers_of(experiment.source))) {
    std::vector<std::string> names;
    for (const KernelArgument& argument : arguments_of(signature)) names.push_back(argument.name);
    for (Entry& entry : experiment.entries)
      if (entry.kernel == signature.kernel && entry.arguments.size() == names.size()) entry.parameter_names = names;
  }
}

/// The kernels of a .cu, .ptx or .ll file. Errors: an unreadable file, broken PTX or IR, no kernel.
base::Result<std::vector<KernelSignature>> signatures_in(const std::filesystem::path& file, ptx::ModuleCache& modules) {
  const base::Result<std::string> text = read_kernel(file);
  if (!text) return text.error();
  std::vector<KernelSignature> signatures;
  if (ptx::is_compiled_source(file)) {
    const auto module = modules.load(file);
    if (!module) return module.error();
    signatures = signatures_in(**module);
    // Their lines are those of the PTX.
    if (file.extension() != ".ptx") std::ranges::for_each(signatures, [](KernelSignature& each) { each.line = 0; });
  } else {
    signatures = signatures_of(*text, headers_of(file));
  }
  if (signatures.empty()) return no_kernel_in(file, *text);
  return signatures;
}

/// Names of kernels, for messages.
std::string listed(const std::vector<std::string>& kernels) {
  std::string list;
  for (const std::string& kernel : kernels) list += (list.empty() ? "" : " ") + kernel;
  return list;
}

/// Why none of the file's experiments is of that kernel.
base::Error not_described(const std::filesystem::path& file, const std::string& kernel, const std::vector<std::string>& described,
                          ptx::ModuleCache& modules) {
  const auto signatures = signatures_in(file, modules);
  std::vector<std::string> all;
  for (const KernelSignature& each : signatures ? *signatures : std::vector<KernelSignature>()) all.push_back(each.kernel);
  for (const std::size_t k : ptx::called(all, kernel))
    if (const auto text = experiment_text((*signatures)[k], file); !text) return text.error();
  return {file.string(), 0, 0, "there is no kernel '" + kernel + "' here; there are: " + listed(described)};
}

/// The experiment of a .toml file, under the file's path; `described` is the file's text.
base::Result<std::vector<Experiment>> described_by(const std::filesystem::path& file, ViewNames views,
                                                   const std::shared_ptr<ptx::ModuleCache>& modules) {
  auto text = base::read_text(file, max_text_bytes, "an experiment");
  if (!text) return text.error();
  auto experiment = load_experiment(file, views);
  if (!experiment) return experiment.error();
  experiment->id = file.string();
  experiment->title += " · " + file.filename().string();  // a copy is told from its original
  experiment->described = std::move(*text);
  if (modules) experiment->modules = modules;
  if (experiment->sequence) name_parameters(*experiment);
  return std::vector{std::move(*experiment)};
}

base::Result<std::vector<Experiment>> recorded_in(const std::filesystem::path& file) {
  auto experiment = open_recording(file);
  if (!experiment) return experiment.error();
  return std::vector{std::move(*experiment)};
}

}  // namespace

base::Result<std::string> experiment_text(const KernelSignature& signature, const std::filesystem::path& source) {
  // Sizes at which mistakes show: the last block is not full, and a matrix is not square. Without an argument for its size, a
  // kernel cannot know where the data ends.
  constexpr double some_elements = 1000, whole_elements = 1024, max_elements = 16'777'216, side = 60, other_side = 45,
                   max_side = 4096;
  for (const KernelParameter& each : signature.parameters)
    if (each.fields.empty())
      return unfit(signature, source,
                   fmt::format("takes '{}' of type '{}', which is neither a number nor a structure or pointer of numbers defined "
                               "in this file or in what it includes",
                               each.name, each.declared));
  const std::vector<KernelArgument> arguments = arguments_of(signature);
  const KernelArgument* size = size_argument(arguments);
  const std::string n = size != nullptr ? size->variable : "elements";
  const bool square = signature.two_dimensional;
  const KernelArgument* height = size != nullptr && square ? other_extent(arguments, size->own_name) : nullptr;
  const std::string rows = height != nullptr ? height->variable : n;
  const double value = square            ? (size != nullptr ? side : 64)
                       : size != nullptr ? some_elements
                                         : whole_elements,
               most = square ? max_side : max_elements;
  const std::string label =
      size == nullptr ? "Elements" : (height != nullptr ? size->name : (square ? "Side " : "Elements ") + size->name);
  std::string parameters = parameter_text(n, label, true, value, 1, most, true), tables;
  std::string output, input;
  for (const KernelArgument& each : arguments) {
    tables += fmt::format("[[arguments]]\nname = {}\ntype = {}\n", toml_string(each.name),
                          toml_string(std::string(launch::name(each.field.type))));
    if (each.field.pointer) {
      std::string count = square ? n + " * " + rows : n;
      if (each.field.components > 1) count += fmt::format(" * {}", each.field.components);
      tables += fmt::format("size = {}\ninput = {}\noutput = {}\n", toml_string(count),
                            toml_string(content_of(each.field, is_input(arguments, each), square)), !each.field.read_only);
      const std::uint32_t components = each.field.components;
      if (square)
        tables += fmt::format("columns = {}\n", toml_string(components > 1 ? fmt::format("{} * {}", n, components) : n));
      if (!each.field.element_names.empty()) {
        std::string fields;
        for (const std::string& name : each.field.element_names) fields += (fields.empty() ? "" : ", ") + toml_string(name);
        tables += fmt::format("fields = [{}]\n", fields);
      }
      (each.field.read_only ? input : output) = each.name;
    } else {
      tables += fmt::format("value = {}\n", toml_string(each.variable));
      const bool whole = is_integer(each);
      const bool extent = square && whole;  // the sides of the matrices
      if (each.variable != n)
        parameters += parameter_text(each.variable, each.name, whole, extent ? other_side : 1, whole ? 0 : -1000,
                                     extent ? max_side : 1000, false);
    }
    tables += "\n";
  }
  if (output.empty() && input.empty()) return unfit(signature, source, "takes no pointer: it has no data to show");
  std::string names;
  for (const KernelParameter& each : signature.parameters) names += (names.empty() ? "" : ", ") + names_of(each, tables);
  const std::string grid = square ? fmt::format("[\"({} + bx - 1) / bx\", \"({} + by - 1) / by\"]", n, rows)
                                  : fmt::format("[\"({} + bx - 1) / bx\"]", n);
  return fmt::format("title = {}\ntext = {}\nview = \"mapping\"\nshown = {}\n\n",
                     toml_string(signature.kernel + " · " + source.filename().string()),
                     toml_string("A kernel of " + escape_placeholders(source.filename().string()) +
                                 ". Its arguments are guessed from its signature."),
                     toml_string(output.empty() ? input : output)) +
         parameters + tables +
         fmt::format("[[entries]]\nkernel = {0}\nlabel = {0}\nshows = {1}\ngrid = {2}\nblock = {3}\narguments = [{4}]\n",
                     toml_string(signature.kernel),
                     toml_string("As the file defines it" +
                                 (signature.line > 0 ? ", in line " + std::to_string(signature.line) : std::string()) + "."),
                     grid, square ? "[\"16\", \"16\"]" : "[\"256\"]", names) +
         (signature.dynamic_shared == 0 ? std::string()
                                        : fmt::format("dynamic_shared = \"{} * bx * by * bz\"\n", signature.dynamic_shared));
}

bool is_kernel_file(const std::filesystem::path& file) { return ptx::is_kernel_source(file); }

base::Result<std::vector<Experiment>> describe_kernels(const std::filesystem::path& file,
                                                       std::shared_ptr<ptx::ModuleCache> modules) {
  if (!modules) modules = std::make_shared<ptx::ModuleCache>();
  const auto signatures = signatures_in(file, *modules);
  if (!signatures) return signatures.error();
  // PTX next to a source may be anything: it is used where nothing can compile the source.
  std::filesystem::path ptx = std::filesystem::path(file).replace_extension(".ptx");
  std::error_code code;
  if (ptx == file || !std::filesystem::exists(ptx, code) || ptx::compiler_setup().compilers > 0) ptx.clear();
  std::vector<Experiment> experiments;
  std::optional<base::Error> first_error;
  for (const KernelSignature& signature : *signatures) {
    const auto described = experiment_text(signature, file);
    auto experiment = described ? parse_experiment(*described, file) : base::Result<Experiment>(described.error());
    if (!experiment) {
      if (!first_error) first_error = experiment.error();
      continue;
    }
    experiment->id = signatures->size() == 1 ? file.string() : file.string() + ":" + signature.kernel;
    experiment->source = file;
    experiment->ptx = ptx;
    experiment->modules = modules;
    experiment->described = *described;
    experiment->entries.front().line = static_cast<int>(signature.line);
    experiments.push_back(std::move(*experiment));
  }
  if (experiments.empty()) return *first_error;
  return experiments;
}

bool is_experiment_file(const std::filesystem::path& file) {
  return is_kernel_file(file) || file.extension() == ".toml" || is_recording_file(file);
}

std::optional<NamedKernel> kernel_named(const std::string& id) {
  if (is_experiment_file(id)) return NamedKernel{id, ""};
  for (std::size_t colon = id.find(':'); colon != std::string::npos; colon = id.find(':', colon + 1))
    if (is_kernel_file(id.substr(0, colon))) return NamedKernel{id.substr(0, colon), id.substr(colon + 1)};
  return std::nullopt;
}

base::Status add_file(Catalogue& catalogue, const std::filesystem::path& file, ViewNames views) {
  auto described = is_kernel_file(file)      ? describe_kernels(file, catalogue.modules)
                   : is_recording_file(file) ? recorded_in(file)
                                             : described_by(file, views, catalogue.modules);
  if (!described) return described.error();
  const auto same = [](const Experiment& a, const Experiment& b) { return a.id == b.id && a.described == b.described; };
  for (Experiment& old : catalogue.experiments) {
    const bool kept = std::ranges::any_of(*described, [&](const Experiment& each) { return same(each, old); });
    const auto named = kernel_named(old.id);
    if (named && named->file == file && !kept) old.replaced = true;
  }
  for (Experiment& each : *described) {
    const Experiment* now = find(catalogue, each.id);
    if (now == nullptr || !same(each, *now)) catalogue.experiments.push_back(std::move(each));
  }
  return base::Nothing{};
}

base::Result<const Experiment*> find_or_add(Catalogue& catalogue, const std::string& id, ViewNames views) {
  if (const Experiment* found = find(catalogue, id)) return found;
  const auto named = kernel_named(id);
  if (!named) return base::error("there is no experiment '" + id + "'");
  const auto& [file, kernel] = *named;
  if (const base::Status added = add_file(catalogue, file, views); !added) return added.error();
  std::vector<const Experiment*> described;
  std::vector<std::string> kernels;
  for (const Experiment& each : catalogue.experiments) {
    const auto of = kernel_named(each.id);
    if (!of || of->file != file || each.replaced) continue;
    if (kernel.empty()) return &each;
    described.push_back(&each);
    kernels.push_back(each.entries.front().kernel);
  }
  const std::vector<std::size_t> meant = ptx::called(kernels, kernel);
  if (meant.size() == 1) return described[meant.front()];
  ptx::ModuleCache own;
  if (meant.empty()) return not_described(file, kernel, kernels, catalogue.modules ? *catalogue.modules : own);
  std::vector<std::string> full;
  for (const std::size_t k : meant) full.push_back(kernels[k]);
  return base::Error{file.string(), 0, 0, "'" + kernel + "' is more than one kernel; say which: " + listed(full)};
}

}  // namespace warplens::experiment
