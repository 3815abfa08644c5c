#include "runtime/kernels.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/split_list.h"
#include "launch/address_space.h"
#include "launch/arguments/element_type.h"
#include "launch/python/python_source.h"
#include "ptx/flow/cfg.h"
#include "ptx/flow/liveness.h"
#include "ptx/listing.h"
#include "ptx/parse/demangle.h"
#include "ptx/parse/parser.h"
#include "runtime/device_runtime.h"
#include "runtime/fat_binary.h"
#include "runtime/host_pages.h"
#include "runtime/ptx_link.h"
#include "runtime/ptx_symbols.h"

namespace warplens::runtime {
namespace {

constexpr std::uint32_t max_registers = 255;  ///< per thread

/// The parameters of PTX, of which only the pointers to the arrays' data have a type that matters.
std::vector<std::string> types_in_c(const ptx::NumbaKernel& kernel) {
  std::vector<std::string> types;
  for (const ptx::PythonParameter& parameter : kernel.parameters) {
    types.resize(parameter.first + parameter.count);
    if (parameter.is_array()) types[parameter.data()] = parameter.in_c + "*";
  }
  return types;
}

std::uint32_t registers_of(const ptx::Function& function) {
  if (function.assembled) return function.assembled->registers;
  const std::uint32_t most = function.max_registers == 0 ? max_registers : std::min(function.max_registers, max_registers);
  return std::clamp(ptx::liveness(function, ptx::control_flow(function)).max_registers, 1u, std::max(most, 1u));
}

}  // namespace

std::vector<std::string> parameter_types(const ptx::Function& function) {
  if (const auto numba = ptx::numba_kernel_named(function.name)) return types_in_c(*numba);
  const auto text = ptx::demangled_parameters(function.name);
  if (!text) return {};
  return base::split_list(*text, "<>()");
}

std::vector<launch::ElementType> pointees_of(const ptx::Function& function) {
  std::vector<launch::ElementType> types(function.parameters.size(), launch::ElementType::u8);
  const std::vector<std::string> parts = parameter_types(function);
  for (std::size_t p = 0; p < std::min(parts.size(), types.size()); ++p) {
    const std::size_t star = parts[p].find('*');
    if (star == std::string::npos || parts[p].find('*', star + 1) != std::string::npos) continue;
    std::string type = parts[p].substr(0, star);
    for (const std::string word : {"const", "volatile"}) {
      if (const std::size_t at = type.find(word); at != std::string::npos) type.erase(at, word.size());
    }
    types[p] = launch::element_type_in_c(type).value_or(launch::ElementType::u8);
  }
  return types;
}

std::string signature(const ptx::Function& function) {
  if (const auto numba = ptx::numba_kernel_named(function.name)) return text_of(*numba);
  const auto parameters = ptx::demangled_parameters(function.name);
  return parameters ? function.demangled + "(" + *parameters + ")" : function.demangled;
}

std::size_t Kernels::add_image(const void* fat_binary) {
  images_.emplace_back().fat_binaries = {fat_binary};
  return images_.size() - 1;
}

std::size_t Kernels::add_relocatable_image(std::vector<const void*> fat_binaries) {
  Image& image = images_.emplace_back();
  image.fat_binaries = std::move(fat_binaries);
  image.relocatable = true;
  return images_.size() - 1;
}

void Kernels::add_kernel(std::size_t image, const void* host, const char* name) {
  kernel_names_[host] = {image, name, host, false};
}

void Kernels::add_variable(std::size_t image, const void* host, const char* name, bool managed) {
  variable_names_[host] = {image, name, host, managed};
}

void Kernels::remember_shadow(std::span<const std::byte> shadow) {
  constexpr std::size_t max_remembered = 1 << 16;
  Named& named = variable_names_[shadow.data()];
  named.shadow = shadow.first(std::min(shadow.size(), max_remembered));
  named.shadow_at_start.assign(named.shadow.begin(), named.shadow.end());
}

std::vector<std::string> Kernels::variables_changed_on_the_host(const Kernel& kernel) const {
  std::vector<std::string> names;
  std::vector<bool> used;  // per variable of the module
  for (const auto& [host, named] : variable_names_) {
    if (named.asked_for || images_[named.image].module != kernel.module) continue;
    if (std::ranges::equal(named.shadow, named.shadow_at_start)) continue;
    if (used.empty()) used = ptx::reached_variables(*kernel.module, kernel.entry);
    const auto& variables = kernel.module->variables;
    const auto found = std::ranges::find(variables, named.name, &ptx::Variable::name);
    if (found != variables.end() && used[static_cast<std::size_t>(found - variables.begin())])
      names.push_back(ptx::demangled_name(named.name));
  }
  std::ranges::sort(names);
  return names;
}

std::byte* Kernels::own_memory(const void* host) const {
  auto* const memory = static_cast<std::byte*>(const_cast<void*>(host));
  const bool inside = std::ranges::any_of(managed_sections_, [memory](std::span<std::byte> section) {
    return memory >= section.data() && memory < section.data() + section.size();
  });
  return inside ? memory : nullptr;
}

base::Result<std::string> Kernels::ptx_of(const Image& image) {
  std::vector<std::string> parts;
  for (const void* const fat_binary : image.fat_binaries) {
    auto texts = ptx_images(fat_binary);
    if (!texts) return texts.error();
    // The SIMT machine runs PTX of every architecture.
    parts.push_back(std::move(std::ranges::max_element(*texts, {}, &PtxImage::architecture)->text));
  }
  if (!image.relocatable) return std::move(parts.front());
  const bool uses_device_runtime = std::ranges::any_of(
      parts, [](const std::string& part) { return std::ranges::any_of(symbols_of(part).declared, &is_of_device_runtime); });
  if (uses_device_runtime) parts.push_back(device_runtime_ptx());
  return linked(parts);
}

base::Result<Kernels::Image*> Kernels::load(std::size_t number) {
  Image& image = images_[number];
  const auto fail = [&](base::Error error) -> base::Result<Image*> {
    image.error = error;
    return error;
  };
  if (image.module) return &image;
  if (std::exchange(image.loaded, true)) return image.error;
  const auto text = ptx_of(image);
  if (!text) return fail(text.error());
  auto module = ptx::parse(launch::with_names_of_python(*text), image.name);
  if (!module) return fail(module.error());
  for (std::uint32_t v = 0; v < module->variables.size(); ++v) {
    const ptx::Variable& variable = module->variables[v];
    const bool constant = variable.space == ptx::Space::constant;
    if ((!constant && variable.space != ptx::Space::global) || variable.external) continue;
    const auto named = std::ranges::find_if(
        variable_names_, [&](const auto& entry) { return entry.second.image == number && entry.second.name == variable.name; });
    const bool known = named != variable_names_.end();
    const Allocation* allocation =
        memory_.add_variable(ptx::demangled_name(variable.name), variable.size, constant, known && named->second.managed,
                             variable.initial, known ? own_memory(named->first) : nullptr);
    if (allocation == nullptr) return fail(base::error("there is no memory for the variable " + variable.name));
    image.variables.push_back({v, allocation->address, allocation->memory});
  }
  launch::store_addresses(*module, image.variables, memory_.pointers().empty() ? nullptr : &memory_.pointers());
  image.module = std::make_shared<const ptx::Module>(std::move(*module));
  return &image;
}

base::Result<std::size_t> Kernels::add_module(const void* data, const char* name) {
  const std::size_t number = add_image(data);
  images_[number].name = name;
  const auto loaded = load(number);
  images_[number].fat_binaries.clear();
  if (loaded) return number;
  images_.pop_back();
  return loaded.error();
}

void Kernels::remove_module(std::size_t module, const Call& call) {
  Image& image = images_[module];
  for (const ptx::Function& function : image.module->functions) kernels_.erase(&function);
  for (const launch::Placement::Variable& variable : image.variables)
    if (Allocation* const allocation = memory_.find(variable.address)) memory_.free(*allocation, call);
  image.variables.clear();
}

base::Result<Kernel*> Kernels::kernel_named(std::size_t module, const std::string& name) {
  return kernel_of(images_[module], nullptr, name);
}

base::Result<Kernel*> Kernels::kernel_beside(const Kernel& kernel, std::uint32_t entry) {
  const auto image = std::ranges::find(images_, kernel.module, &Image::module);
  if (image == images_.end()) return base::error("the kernel's module was unloaded");
  return kernel_of(*image, nullptr, kernel.module->functions[entry].name);
}

base::Result<Kernel*> Kernels::kernel_called(std::size_t module, const std::string& demangled) {
  const auto& functions = images_[module].module->functions;
  const auto found = std::ranges::find_if(
      functions, [&](const ptx::Function& function) { return function.entry && function.demangled == demangled; });
  return kernel_of(images_[module], nullptr, found != functions.end() ? found->name : demangled);
}

Allocation* Kernels::variable_named(std::size_t module, const std::string& name) {
  const Image& image = images_[module];
  for (const launch::Placement::Variable& variable : image.variables)
    if (image.module->variables[variable.index].name == name) return memory_.find(variable.address);
  return nullptr;
}

base::Result<Kernel*> Kernels::kernel_of(const Image& image, const void* host, const std::string& name) {
  const auto& functions = image.module->functions;
  const auto found =
      std::ranges::find_if(functions, [&](const ptx::Function& function) { return function.entry && function.name == name; });
  if (found == functions.end()) return base::error("the program's PTX has no kernel " + name);
  if (found->refusal) return *found->refusal;
  Kernel kernel{image.module, static_cast<std::uint32_t>(found - functions.begin()), &image.variables, pointees_of(*found),
                registers_of(*found)};
  return &kernels_.try_emplace(host != nullptr ? host : handle_of(kernel), std::move(kernel)).first->second;
}

base::Result<Kernel*> Kernels::kernel(const void* host) {
  if (const auto known = kernels_.find(host); known != kernels_.end()) return &known->second;
  const auto named = kernel_names_.find(host);
  if (named == kernel_names_.end()) return base::error("this is no kernel of the program");
  auto image = load(named->second.image);
  if (!image) return image.error();
  return kernel_of(**image, host, named->second.name);
}

base::Result<Allocation*> Kernels::variable(const void* host) {
  // nvcc puts a managed variable's address in place of its name.
  Allocation* const there = memory_.find(memory_.address_of(host));
  if (there != nullptr && there->number == 0 && there->kind == MemoryKind::managed) return there;
  const auto named = variable_names_.find(host);
  if (named == variable_names_.end()) {
    // Before CUDA 5, programs passed a variable's name as a string. And a local variable of the same name hides the variable.
    const auto is_text_of = [host](const auto& each) {
      const std::string name = ptx::demangled_name(each.second.name);
      return is_mapped(host, name.size() + 1) && std::memcmp(host, name.c_str(), name.size() + 1) == 0;
    };
    const auto text = std::ranges::find_if(variable_names_, is_text_of);
    if (text != variable_names_.end())
      return base::error("it was given the name of a variable as a text; it needs the variable itself, " +
                         ptx::demangled_name(text->second.name) + " without quotation marks");
    return base::error(
        "it needs a __device__ or __constant__ variable itself, and was given another address: is a local variable "
        "or a parameter of the same name in between?");
  }
  named->second.asked_for = true;
  auto image = load(named->second.image);
  if (!image) return image.error();
  for (const launch::Placement::Variable& variable : (*image)->variables)
    if ((*image)->module->variables[variable.index].name == named->second.name) return memory_.find(variable.address);
  return base::error("the program's PTX has no variable " + named->second.name);
}

std::uint64_t Kernels::constant_bytes(const Kernel& kernel) const {
  std::uint64_t bytes = 0;
  for (const auto& [host, named] : variable_names_) {
    const Image& image = images_[named.image];
    if (image.module != kernel.module) continue;
    const auto& variables = image.module->variables;
    const auto found = std::ranges::find(variables, named.name, &ptx::Variable::name);
    if (found != variables.end() && found->space == ptx::Space::constant) bytes += found->size;
  }
  return bytes;
}

base::Status Kernels::load_managed() {
  for (const auto& [host, named] : variable_names_) {
    if (!named.managed && own_memory(host) == nullptr) continue;
    auto allocation = variable(host);
    if (!allocation) return allocation.error();
    if (named.managed) *static_cast<void**>(const_cast<void*>(host)) = (*allocation)->pointer;
  }
  return base::Nothing{};
}

}  // namespace warplens::runtime
