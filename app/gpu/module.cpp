#include "gpu/module.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "gpu/errors.h"

namespace warplens::gpu {

/// Options of the driver's assembler, and the buffer for its messages.
struct Module::AssemblerLog {
  std::array<char, 8192> text{};
  std::array<cudaJitOption, 3> options{cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes, cudaJitThreadsPerBlock};
  std::array<void*, 3> values{text.data(), reinterpret_cast<void*>(std::uintptr_t{8192}), nullptr};
};

Module::Module(std::string path) : path_(std::move(path)), log_(std::make_shared<AssemblerLog>()) {}

base::Error Module::refused(cudaError_t error) const {
  base::Error reason = failed("the driver cannot load this PTX", error);
  reason.file = path_;
  log_->text.back() = '\0';
  const std::string_view log(log_->text.data());
  // The assembler writes "ptxas application ptx input, line 24; error   : Unknown symbol 'x'".
  const std::size_t place = log.find(", line ");
  if (place == std::string_view::npos) return reason;
  reason.line = std::atoi(log.data() + place + std::string_view(", line ").size());
  const std::size_t colon = log.find(": ", place);
  if (colon == std::string_view::npos) return reason;
  const std::size_t end = log.find('\n', colon);
  reason.message += ": " + std::string(log.substr(colon + 2, end == std::string_view::npos ? end : end - colon - 2));
  return reason;
}

base::Result<Module> Module::load(const std::string& text, const std::string& path, std::uint32_t threads) {
  Module module(path);
  module.log_->values[2] = reinterpret_cast<void*>(std::uintptr_t{threads});
  const unsigned int options = threads > 0 ? 3 : 2;
  cudaLibrary_t library = nullptr;
  const cudaError_t error = cudaLibraryLoadData(&library, text.c_str(), module.log_->options.data(), module.log_->values.data(),
                                                options, nullptr, nullptr, 0);
  if (error != cudaSuccess) return module.refused(error);
  module.library_.reset(library);
  return module;
}

void Module::abandon(std::optional<Module>& module) {
  if (module) static_cast<void>(std::make_unique<Module>(std::move(*module)).release());
  module.reset();
}

base::Result<cudaKernel_t> Module::kernel(const std::string& name, std::uint32_t dynamic_shared) const {
  cudaKernel_t kernel = nullptr;
  cudaError_t error = cudaLibraryGetKernel(&kernel, library_.get(), name.c_str());
  if (error == cudaErrorSymbolNotFound) return failed("no kernel " + name + " in the loaded PTX", error);
  if (error != cudaSuccess) return refused(error);
  cudaFuncAttributes attributes{};  // asking for them makes the driver compile and load the kernel
  error = cudaFuncGetAttributes(&attributes, kernel);
  if (error != cudaSuccess) return refused(error);
  if (dynamic_shared == 0) return kernel;
  error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(dynamic_shared));
  if (error != cudaSuccess) return failed("the GPU refuses that much shared memory per block", error);
  return kernel;
}

base::Result<Module::DeviceVariable> Module::variable(const std::string& name) const {
  DeviceVariable place;
  const cudaError_t error = cudaLibraryGetGlobal(&place.address, &place.size, library_.get(), name.c_str());
  if (error != cudaSuccess) return failed("no variable " + name + " in the loaded PTX", error);
  return place;
}

base::Status Module::set_variable(const std::string& name, std::span<const std::byte> content, const Stream& stream) const {
  const auto place = variable(name);
  if (!place) return place.error();
  if (content.size() > place->size)
    return base::error("variable " + name + " has only " + std::to_string(place->size) + " bytes");
  const cudaError_t error = cudaMemcpyAsync(place->address, content.data(), content.size(), cudaMemcpyHostToDevice, stream.get());
  if (error != cudaSuccess) return failed("cannot set variable " + name, error);
  return base::Nothing{};
}

base::Status Module::read_variable(const std::string& name, std::vector<std::byte>& content, const Stream& stream) const {
  const auto place = variable(name);
  if (!place) return place.error();
  content.resize(place->size);
  const cudaError_t error = cudaMemcpyAsync(content.data(), place->address, content.size(), cudaMemcpyDeviceToHost, stream.get());
  if (error != cudaSuccess) return failed("cannot read variable " + name, error);
  return base::Nothing{};
}

}  // namespace warplens::gpu
