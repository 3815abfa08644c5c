#include "nvvm_compiler/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "nvvm_compiler/dialect.h"
#include "nvvm_compiler/kernel_lines.h"
#include "nvvm_compiler/llvm.h"

namespace warplens::nvvm_compiler {
namespace {

// Values of enumerations of LLVM's C interface.
constexpr int internal_linkage = 8, return_status = 2, assembly_file = 0, error_severity = 0, default_relocation = 0,
              default_code_model = 0, no_optimisation = 0, full_optimisation = 3;
constexpr const char* triple = "nvptx64-nvidia-cuda";

/// Architectures that LLVM names (NVPTX.td).
constexpr unsigned architectures[] = {20, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 90, 100, 120};

/// The oldest PTX ISA that has the instructions of an architecture (PTX ISA, "Release History"); at least 7.2, in which .loc says
/// where a function was inlined.
unsigned isa_of(unsigned architecture) { return architecture >= 100 ? 86 : architecture >= 90 ? 78 : 72; }

/// What was read from the modules: the first has what is compiled, the second what it may call.
struct Read {
  LlvmModule* program = nullptr;
  LlvmModule* library = nullptr;
};

/// Compiling with one LLVM.
class Compilation {
 public:
  Compilation(const Llvm& llvm, const Options& options) : llvm_(llvm), options_(options), context_(llvm.LLVMContextCreate()) {
    llvm.LLVMContextSetDiagnosticHandler(context_, &heard, this);
  }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  base::Status create_machine();
  base::Result<Read> read(std::vector<IrModule> modules);
  base::Result<std::string> compile(const Read& read);

 private:
  static void heard(LlvmDiagnostic* diagnostic, void* state);
  base::Result<LlvmModule*> parse(const IrModule& module) const;
  base::Status verified(LlvmModule* module) const;
  base::Status join(LlvmModule* to, LlvmModule* from);
  base::Status run_passes(LlvmModule* module, const char* passes);
  void rename(LlvmValue* function, const std::string& name) const;
  void choose_functions(LlvmModule* library) const;
  base::Status take_from_library(const Read& read);
  void prepare_functions(LlvmModule* module) const;

  const Llvm& llvm_;
  const Options& options_;
  LlvmContext* context_;
  LlvmMachine* machine_ = nullptr;
  std::string first_error_;  ///< LLVM's, from linking or from its back end
};

void Compilation::heard(LlvmDiagnostic* diagnostic, void* state) {
  auto& self = *static_cast<Compilation*>(state);
  if (self.llvm_.LLVMGetDiagInfoSeverity(diagnostic) != error_severity || !self.first_error_.empty()) return;
  self.first_error_ = self.llvm_.LLVMGetDiagInfoDescription(diagnostic);
}

base::Status Compilation::create_machine() {
  llvm_.LLVMInitializeNVPTXTargetInfo();
  llvm_.LLVMInitializeNVPTXTarget();
  llvm_.LLVMInitializeNVPTXTargetMC();
  llvm_.LLVMInitializeNVPTXAsmPrinter();
  const std::string fma = fmt::format("-nvptx-fma-level={}", options_.contracts && options_.optimised ? 2 : 0),
                    division = fmt::format("-nvptx-prec-divf32={}", options_.exact_division ? 2 : 1);
  // As NVIDIA's compiler does, everything is inlined.
  const char* const words[] = {"nvvm", fma.c_str(), division.c_str(), "-inline-threshold=100000"};
  llvm_.LLVMParseCommandLineOptions(static_cast<int>(std::size(words)), words, nullptr);
  LlvmTarget* target = nullptr;
  char* message = nullptr;
  if (llvm_.LLVMGetTargetFromTriple(triple, &target, &message) != 0) return base::error(message);
  const unsigned wanted = std::min(options_.architecture, llvm_.newest_architecture);
  const unsigned architecture = *std::prev(std::ranges::upper_bound(architectures, wanted));
  machine_ = llvm_.LLVMCreateTargetMachine(
      target, triple, fmt::format("sm_{}", architecture).c_str(), fmt::format("+ptx{}", isa_of(architecture)).c_str(),
      options_.optimised ? full_optimisation : no_optimisation, default_relocation, default_code_model);
  return base::Nothing{};
}

base::Result<LlvmModule*> Compilation::parse(const IrModule& module) const {
  LlvmBuffer* const buffer =
      llvm_.LLVMCreateMemoryBufferWithMemoryRangeCopy(module.content.data(), module.content.size(), module.name.c_str());
  LlvmModule* parsed = nullptr;
  char* message = nullptr;
  if (llvm_.LLVMParseIRInContext(context_, buffer, &parsed, &message) != 0) return base::error(message);
  // The target's own, which NVVM's is compatible with: modules that are joined must agree.
  llvm_.LLVMSetTarget(parsed, triple);
  llvm_.LLVMSetModuleDataLayout(parsed, llvm_.LLVMCreateTargetDataLayout(machine_));
  return parsed;
}

base::Status Compilation::verified(LlvmModule* module) const {
  char* message = nullptr;
  if (llvm_.LLVMVerifyModule(module, return_status, &message) != 0) return base::error(message);
  return base::Nothing{};
}

base::Status Compilation::join(LlvmModule* to, LlvmModule* from) {
  if (llvm_.LLVMLinkModules2(to, from) != 0) return base::error(first_error_.empty() ? "linking failed" : first_error_);
  return base::Nothing{};
}

base::Result<Read> Compilation::read(std::vector<IrModule> modules) {
  modules.push_back({functions_of_dialect(), "the dialect's functions", true});
  Read read;
  for (const bool lazy : {false, true}) {
    for (const IrModule& module : modules) {
      if (module.lazy != lazy) continue;
      const auto parsed = parse(module);
      if (!parsed) return parsed.error();
      translate_dialect(llvm_, context_, *parsed);
      if (const auto correct = verified(*parsed); !correct) return correct.error();
      LlvmModule*& joined = lazy ? read.library : read.program;
      if (joined == nullptr)
        joined = *parsed;
      else if (const auto done = join(joined, *parsed); !done)
        return done.error();
    }
  }
  return read;
}

base::Status Compilation::run_passes(LlvmModule* module, const char* passes) {
  LlvmError* const failed = llvm_.LLVMRunPasses(module, passes, machine_, llvm_.LLVMCreatePassBuilderOptions());
  if (failed != nullptr) return base::error(llvm_.LLVMGetErrorMessage(failed));
  return base::Nothing{};
}

void Compilation::rename(LlvmValue* function, const std::string& name) const {
  llvm_.LLVMSetValueName2(function, name.data(), name.size());
}

/// The library is compiled once, for exact results: what else is asked for is chosen by names. "llvm.nvvm.sin.approx.ftz.f" is
/// what "llvm.nvvm.sin.approx.f" is, with flushing.
void Compilation::choose_functions(LlvmModule* library) const {
  LlvmValue* const exact = llvm_.LLVMGetNamedFunction(library, "__nv_sqrtf");
  LlvmValue* const approximate = llvm_.LLVMGetNamedFunction(library, "__nv_approximate_sqrtf");
  if (!options_.exact_square_root && exact != nullptr && approximate != nullptr) {
    rename(exact, "__nv_exact_sqrtf");
    rename(approximate, "__nv_sqrtf");
  }
  if (!options_.flushes_subnormals) return;
  for (LlvmValue* const function : functions_of(llvm_, library)) {
    const std::string name = name_of(llvm_, function);
    if (name.starts_with("llvm.nvvm.") && name.ends_with(".f") && !name.ends_with(".ftz.f"))
      rename(function, name.substr(0, name.size() - 1) + "ftz.f");
  }
}

/// What the program lacks is taken from the library, and is then the program's own.
base::Status Compilation::take_from_library(const Read& read) {
  std::set<std::string> lacking;
  for (LlvmValue* const function : functions_of(llvm_, read.program))
    if (llvm_.LLVMIsDeclaration(function)) lacking.insert(name_of(llvm_, function));
  choose_functions(read.library);
  std::vector<std::string> taken;
  for (LlvmValue* const function : functions_of(llvm_, read.library)) {
    if (llvm_.LLVMIsDeclaration(function)) continue;
    if (lacking.contains(name_of(llvm_, function)))
      taken.push_back(name_of(llvm_, function));
    else
      llvm_.LLVMSetLinkage(function, internal_linkage);
  }
  for (LlvmValue* const variable : variables_of(llvm_, read.library))
    if (!llvm_.LLVMIsDeclaration(variable)) llvm_.LLVMSetLinkage(variable, internal_linkage);
  if (const auto reduced = run_passes(read.library, "globaldce"); !reduced) return reduced;
  if (const auto joined = join(read.program, read.library); !joined) return joined;
  for (const std::string& name : taken)
    llvm_.LLVMSetLinkage(llvm_.LLVMGetNamedFunction(read.program, name.c_str()), internal_linkage);
  return base::Nothing{};
}

void Compilation::prepare_functions(LlvmModule* module) const {
  constexpr std::string_view flushing = "denormal-fp-math-f32", flushes = "preserve-sign,preserve-sign";
  LlvmAttribute* const attribute =
      llvm_.LLVMCreateStringAttribute(context_, flushing.data(), flushing.size(), flushes.data(), flushes.size());
  for (LlvmValue* const function : functions_of(llvm_, module)) {
    // A function is inlined only into one for the same processor, which here is the one that is compiled for.
    for (const std::string_view key : {"target-cpu", "target-features"})
      llvm_.LLVMRemoveStringAttributeAtIndex(function, function_index, key.data(), static_cast<unsigned>(key.size()));
    if (options_.flushes_subnormals) llvm_.LLVMAddAttributeAtIndex(function, function_index, attribute);
  }
}

base::Result<std::string> Compilation::compile(const Read& read) {
  if (const auto taken = take_from_library(read); !taken) return taken.error();
  prepare_functions(read.program);
  if (options_.lines && !options_.debug) {
    if (const auto stripped = run_passes(read.program, "strip-nonlinetable-debuginfo"); !stripped) return stripped.error();
    if (options_.optimised) give_lines_to_kernels(llvm_, read.program);
  }
  if (const auto run = run_passes(read.program, options_.optimised ? "default<O3>" : "default<O0>"); !run) return run.error();
  remove_unused_variables(llvm_, read.program);
  char* message = nullptr;
  LlvmBuffer* output = nullptr;
  if (llvm_.LLVMTargetMachineEmitToMemoryBuffer(machine_, read.program, assembly_file, &message, &output) != 0)
    return base::error(message);
  if (!first_error_.empty()) return base::error(first_error_);
  return std::string(llvm_.LLVMGetBufferStart(output), llvm_.LLVMGetBufferSize(output));
}

/// use(compilation, what it read) with the first LLVM that reads the modules.
template <typename Use>
auto with_llvm(const std::vector<IrModule>& modules, const Options& options, Use use)
    -> decltype(use(std::declval<Compilation&>(), Read{})) {
  std::optional<base::Error> refusal;
  for (const LlvmLibrary& library : llvm_libraries()) {
    const auto llvm = load(library);
    if (!llvm) continue;
    Compilation compilation(*llvm, options);
    if (const auto created = compilation.create_machine(); !created) return created.error();
    const auto read = compilation.read(modules);
    if (read) return use(compilation, *read);
    if (!refusal) refusal = base::error(read.error().message + " (" + llvm->name + ")");
  }
  return refusal.value_or(
      base::error("there is no LLVM that compiles for NVIDIA's GPUs: install Debian's package libllvm14 (LLVM 14 "
                  "to 20 will do)"));
}

}  // namespace

base::Result<std::string> compile(const std::vector<IrModule>& modules, const Options& options) {
  return with_llvm(modules, options, [](Compilation& compilation, const Read& read) { return compilation.compile(read); });
}

base::Status verify(const std::vector<IrModule>& modules) {
  return with_llvm(modules, {}, [](Compilation&, const Read&) -> base::Status { return base::Nothing{}; });
}

}  // namespace warplens::nvvm_compiler
