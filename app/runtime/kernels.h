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

/// A kernel, by the function on the host that launches it.
struct Kernel {
  std::shared_ptr<const ptx::Module> module;
  std::uint32_t entry = 0;
  const std::vector<launch::Placement::Variable>* variables = nullptr;  ///< of its module
  std::vector<launch::ElementType> pointees;  ///< per parameter: what it points to; u8 for anything else
  /// Per thread: the compiler's number, or live registers of the PTX.
  std::uint32_t registers = 0;
  std::uint32_t dynamic_shared_limit = 0;  ///< set by cudaFuncSetAttribute; 0: 48 KiB

  const ptx::Function& function() const { return module->functions[entry]; }
};

/// What the parameters of a kernel point to, by its demangled parameters, "float const*, int"; u8 for anything else.
std::vector<launch::ElementType> pointees_of(const ptx::Function& function);

/// A kernel's name with the types of its parameters, as the source has it.
std::string signature(const ptx::Function& function);

/// Store the addresses that variables are initialised with in their memory: of functions, and of each other.
void store_addresses(const ptx::Module& module, const std::vector<launch::Placement::Variable>& placed);

/// The code of a program: fat binaries, and the kernels and variables in them, as the program registers them before main().
class Kernels {
 public:
  explicit Kernels(Memory& memory) : memory_(memory) {}

  /// A fat binary that stays where it is. Returns its number.
  std::size_t add_image(const void* fat_binary);
  void add_kernel(std::size_t image, const void* host, const char* name);
  /// `host`: the variable's shadow on the host; of a managed variable the pointer to its memory, which is set here.
  void add_variable(std::size_t image, const void* host, const char* name, bool managed);

  /// The host's variables in these bytes are managed variables themselves, and have no other memory.
  void add_managed_section(std::span<std::byte> section) { managed_sections_.push_back(section); }

  /// The kernel that `host` launches. Errors: none is registered, PTX that cannot be run.
  base::Result<Kernel*> kernel(const void* host);
  /// The memory of the variable with the shadow `host`, or of the managed one that stands there.
  base::Result<Allocation*> variable(const void* host);
  /// Of the program's `__constant__` variables in the kernel's module.
  std::uint64_t constant_bytes(const Kernel& kernel) const;
  /// Give managed variables their memory, which the host uses without a call.
  base::Status load_managed();

 private:
  struct Image {
    const void* fat_binary = nullptr;
    std::shared_ptr<const ptx::Module> module;  ///< once it is loaded
    base::Error error;                          ///< why it could not be
    bool loaded = false;
    std::vector<launch::Placement::Variable> variables;
  };
  struct Named {
    std::size_t image = 0;
    std::string name;
    const void* host = nullptr;
    bool managed = false;
  };

  base::Result<Image*> load(std::size_t image);
  /// The memory of a managed variable that stands at `host` itself, or null.
  std::byte* own_memory(const void* host) const;

  Memory& memory_;
  std::deque<Image> images_;
  std::unordered_map<const void*, Named> kernel_names_, variable_names_;
  std::unordered_map<const void*, Kernel> kernels_;
  std::vector<std::span<std::byte>> managed_sections_;
};

}  // namespace warplens::runtime
