#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "launch/placement.h"
#include "ptx/module.h"
#include "runtime/memory.h"

namespace warplens::runtime {

/// A kernel that a program has registered.
struct Kernel {
  std::shared_ptr<const ptx::Module> module;
  std::uint32_t entry = 0;
  const std::vector<launch::Placement::Variable>* variables = nullptr;  ///< variables of its module
  std::vector<launch::ElementType> pointees;  ///< per parameter: type of the elements it points to; u8 if unknown
  /// Registers per thread: the compiler's number, or live registers of the PTX.
  std::uint32_t registers = 0;
  std::uint32_t dynamic_shared_limit = 0;  ///< set by cudaFuncSetAttribute; 0: 48 KiB

  const ptx::Function& function() const { return module->functions[entry]; }
};

/// The name of modules that belong to a library of ours: what is wrong in their kernels is told at the program's call.
inline constexpr const char* library_ptx = "the library's PTX";

/// The types of a kernel's parameters, "float const*"; none if its name does not say them.
std::vector<std::string> parameter_types(const ptx::Function& function);

/// Element types behind a kernel's pointer parameters, from its demangled parameters, "float const*, int"; u8 for anything else.
std::vector<launch::ElementType> pointees_of(const ptx::Function& function);

/// A kernel's name with its parameter types, as in the source.
std::string signature(const ptx::Function& function);

/// The kernels and variables of a program: those of the fat binaries that it registers before main(), and those of modules that
/// it loads later.
class Kernels {
 public:
  explicit Kernels(Memory& memory) : memory_(memory) {}

  /// Add a fat binary, which must stay at its address. Returns its number.
  std::size_t add_image(const void* fat_binary);
  /// Add fat binaries of relocatable code. Their PTX is linked to one module, with the device's runtime where they use it.
  std::size_t add_relocatable_image(std::vector<const void*> fat_binaries);
  void add_kernel(std::size_t image, const void* host, const char* name);
  /// Add a variable. `host`: its shadow on the host; for a managed variable, the pointer to its memory, which is set here.
  void add_variable(std::size_t image, const void* host, const char* name, bool managed);

  /// Remember what is in the shadow of a variable when the program begins.
  void remember_shadow(std::span<const std::byte> shadow);
  /// Names of the variables that a kernel uses and that the host has changed only in its own copy, the shadow. Variables that the
  /// program has named in a call do not count.
  std::vector<std::string> variables_changed_on_the_host(const Kernel& kernel) const;

  /// Load a module from the program's memory, which is not needed afterwards: PTX, or a fat binary with PTX in it. `name`: stands
  /// for its file where it has no lines of a source. Returns its number.
  /// Errors: those of ptx_images(); PTX that cannot be parsed.
  base::Result<std::size_t> add_module(const void* data, const char* name = "the program's PTX");
  /// Forget a module of add_module(): its kernels are none any more, and its variables' memory is freed.
  void remove_module(std::size_t module, const Call& call);
  /// Find a kernel of a module by its name in PTX. Errors: there is none; it cannot be run.
  base::Result<Kernel*> kernel_named(std::size_t module, const std::string& name);
  /// The same by its demangled name: "cublas::axpy<float>".
  base::Result<Kernel*> kernel_called(std::size_t module, const std::string& demangled);
  /// Find another kernel of a kernel's module. `entry`: in ptx::Module::functions. Errors: as kernel_named().
  base::Result<Kernel*> kernel_beside(const Kernel& kernel, std::uint32_t entry);
  /// Find a variable of a module by its name in PTX; null if there is none.
  Allocation* variable_named(std::size_t module, const std::string& name);
  /// The handle by which kernel() finds a kernel of a module.
  static const void* handle_of(const Kernel& kernel) { return &kernel.function(); }
  /// Whether kernel() knows this handle, or can find it.
  bool is_kernel(const void* host) const { return kernels_.contains(host) || kernel_names_.contains(host); }

  /// Note that host variables in these bytes are managed variables themselves: they have no other memory.
  void add_managed_section(std::span<std::byte> section) { managed_sections_.push_back(section); }

  /// Find the kernel launched by the host function `host`. Errors: no kernel is registered, PTX that cannot be run.
  base::Result<Kernel*> kernel(const void* host);
  /// Find the memory of the variable with the shadow `host`, or of the managed variable at `host` itself.
  base::Result<Allocation*> variable(const void* host);
  /// Bytes of the program's `__constant__` variables in the kernel's module.
  std::uint64_t constant_bytes(const Kernel& kernel) const;
  /// Give managed variables their memory. Needed early, as the host uses it without a call.
  base::Status load_managed();

 private:
  struct Image {
    std::vector<const void*> fat_binaries;      ///< of a module: only while it is loaded
    bool relocatable = false;                   ///< their PTX must be linked
    const char* name = "the program's PTX";     ///< for messages
    std::shared_ptr<const ptx::Module> module;  ///< null until it is loaded
    base::Error error;                          ///< why it could not be loaded
    bool loaded = false;
    std::vector<launch::Placement::Variable> variables;
  };
  struct Named {
    std::size_t image = 0;
    std::string name;
    const void* host = nullptr;
    bool managed = false;
    bool asked_for = false;                    ///< by variable()
    std::span<const std::byte> shadow{};       ///< its first bytes …
    std::vector<std::byte> shadow_at_start{};  ///< … and what was there
  };

  base::Result<Image*> load(std::size_t image);
  /// The PTX of an image: the newest of its fat binary, or that of several, linked.
  static base::Result<std::string> ptx_of(const Image& image);
  /// Find a kernel of a loaded image by its name in PTX, and remember it under `host`, or under handle_of() if that is null.
  base::Result<Kernel*> kernel_of(const Image& image, const void* host, const std::string& name);
  /// The memory of a managed variable located at `host` itself, or null.
  std::byte* own_memory(const void* host) const;

  Memory& memory_;
  std::deque<Image> images_;
  std::unordered_map<const void*, Named> kernel_names_, variable_names_;
  std::unordered_map<const void*, Kernel> kernels_;
  std::vector<std::span<std::byte>> managed_sections_;
};

}  // namespace warplens::runtime
