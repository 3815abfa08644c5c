#include "program/build_step.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/file.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/diagnostic.h"
#include "ptx/compile/link_errors.h"
#include "runtime/ptx_symbols.h"

namespace warplens::program {
namespace {

/// `text` as a C++ file beside `output`.
base::Result<std::filesystem::path> write_source(const std::filesystem::path& output, const char* name, const std::string& text) {
  std::filesystem::path file = output.parent_path() / name;
  if (const base::Status written = base::write_file(file, text); !written) return written.error();
  return file;
}

/// A definition of each function, which hands its name to the runtime (app/cudart/missing.cpp).
std::string definitions_of(const std::vector<std::string>& functions) {
  std::string text = "extern \"C\" {\n[[noreturn]] void __cudaMissingFunction(const char* name);\n";
  for (const std::string& name : functions) text += "void " + name + "() { __cudaMissingFunction(\"" + name + "\"); }\n";
  return text + "}\n";
}

base::Result<StepResult> run_linker(const Linking& linking, const RunStep& run, const std::vector<std::string>& further = {}) {
  std::vector<std::string> arguments = linking.before;
  arguments.insert(arguments.end(), linking.objects.begin(), linking.objects.end());
  arguments.insert(arguments.end(), further.begin(), further.end());
  arguments.insert(arguments.end(), {"-o", linking.output.string()});
  arguments.insert(arguments.end(), linking.libraries.begin(), linking.libraries.end());
  return run(linking.compiler, arguments);
}

}  // namespace

base::Error error_of(const std::string& output, const std::filesystem::path& compiler) {
  if (auto error = ptx::missing_function_error(output, ptx::not_in_our_runtime)) return *error;
  if (auto error = ptx::first_diagnostic(output)) return *error;
  return base::error(compiler.filename().string() + " failed: " + ptx::first_line(output));
}

base::Status must_run(const RunStep& run, const std::filesystem::path& compiler, const std::vector<std::string>& arguments) {
  const auto ran = run(compiler, arguments);
  if (!ran) return ran.error();
  if (!ran->succeeded) return error_of(ran->output, compiler);
  return base::Nothing{};
}

base::Status link(const Linking& linking, const RunStep& run) {
  auto linked = run_linker(linking, run);
  if (!linked) return linked.error();
  const std::vector<std::string> missing =
      linked->succeeded ? std::vector<std::string>() : ptx::missing_cuda_functions(linked->output);
  if (!missing.empty()) {
    const auto source = write_source(linking.output, "missing_functions.cpp", definitions_of(missing));
    if (!source) return source.error();
    linked = run_linker(linking, run, {source->string()});
    if (!linked) return linked.error();
  }
  if (!linked->succeeded) return error_of(linked->output, linking.compiler);
  return base::Nothing{};
}

bool depend_on_each_other(const std::vector<std::string>& ptx) {
  std::vector<runtime::PtxSymbols> all;
  for (const std::string& text : ptx) all.push_back(runtime::symbols_of(text));
  return std::ranges::any_of(all, [&](const runtime::PtxSymbols& user) {
    return std::ranges::any_of(user.declared, [&](const std::string& name) {
      return std::ranges::any_of(all, [&](const runtime::PtxSymbols& other) { return other.visible.contains(name); });
    });
  });
}

base::Result<std::filesystem::path> write_linked_binaries(const std::vector<std::string>& objects,
                                                          const std::filesystem::path& output) {
  // An object refers to the function that its kernels are registered by, whose name ends in the number of its module.
  const std::string prefix = "__cudaRegisterLinkedBinary";
  std::set<std::string> names;
  for (const std::string& object : objects) {
    const auto bytes = base::read_text(object);
    if (!bytes) return bytes.error();
    for (std::size_t at = bytes->find(prefix); at != std::string::npos; at = bytes->find(prefix, at + 1)) {
      const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
      const auto begin = bytes->begin() + static_cast<std::ptrdiff_t>(at);
      const std::string name(begin, std::find_if_not(begin, bytes->end(), is_letter));
      if (name.size() > prefix.size() && (at == 0 || (*bytes)[at - 1] == '\0')) names.insert(name);
    }
  }
  std::string text = "extern \"C\" {\nvoid __cudaAddLinkedBinary(unsigned of, void* binary, void (*registers)(void**));\n";
  for (const std::string& name : names)
    text += "void " + name + "(void (*registers)(void**), void* binary, void*, void (*)(void*)) { __cudaAddLinkedBinary(" +
            std::to_string(names.size()) + ", binary, registers); }\n";
  return write_source(output, "linked_binaries.cpp", text + "}\n");
}

}  // namespace warplens::program
