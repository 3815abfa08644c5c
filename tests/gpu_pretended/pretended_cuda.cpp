#include "pretended_cuda.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <vector>

#include "launch/device.h"
#include "pretended_time.h"
#include "ptx/listing.h"
#include "ptx/parse/parser.h"
#include "simt/code/memory/global_memory.h"
#include "simt/simt_device.h"

using namespace warplens;

/// A loaded module and the current values of its variables.
struct CUlib_st {
  std::string text;
  ptx::Module module;
  std::map<std::string, std::vector<std::byte>> variables;
};
struct CUkern_st {
  CUlib_st* library = nullptr;
  std::string entry;
};
struct CUevent_st {
  double at = 0;
};

namespace {

/// The only context: allocations by slot of the SIMT machine, and the sticky error.
struct Context {
  std::map<std::uint64_t, std::vector<std::byte>> memory;  // by slot
  std::vector<std::unique_ptr<CUkern_st>> kernels;
  CUkern_st* current = nullptr;  // its variables occupy the first slots
  cudaError_t error = cudaSuccess, last = cudaSuccess;
};
Context& context() {
  static Context context;
  return context;
}

/// Commands that need no GPU must not initialise CUDA, which starts with the device count: record that it was called.
void note_that_cuda_was_asked() {
  if (const char* const path = std::getenv("WARPLENS_PRETENDED_ASKED")) std::ofstream(path, std::ios::app) << "asked\n";
}

cudaError_t answer(cudaError_t error) {
  if (error != cudaSuccess) context().last = error;
  return error;
}

std::uint32_t index_of(const CUkern_st& kernel) {
  const auto& functions = kernel.library->module.functions;
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const auto& each) { return each.name == kernel.entry; });
  return static_cast<std::uint32_t>(found - functions.begin());
}

simt::VariableLayout layout_of(const CUkern_st& kernel) {
  const ptx::Module& module = kernel.library->module;
  return *simt::lay_out(module, ptx::reached_functions(module, index_of(kernel)), nullptr);
}

/// Pointer to `size` bytes at `place`, in a variable of the current kernel's module or in an allocation; null if there are none.
/// (Allocations made before the module was loaded may share slots with its variables and are then unreachable.)
std::byte* bytes_at(const void* place, std::size_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  const auto within = [&](std::uint64_t base, std::vector<std::byte>& bytes) {
    const bool inside = address >= base && address - base + size <= bytes.size();
    return inside ? bytes.data() + (address - base) : nullptr;
  };
  if (context().current != nullptr) {
    const simt::VariableLayout layout = layout_of(*context().current);
    CUlib_st& library = *context().current->library;
    for (std::size_t v = 0; v < library.module.variables.size(); ++v) {
      const auto found = library.variables.find(library.module.variables[v].name);
      if (found == library.variables.end() || layout.address[v] == 0) continue;
      if (std::byte* const bytes = within(layout.address[v], found->second)) return bytes;
    }
  }
  for (auto& [slot, bytes] : context().memory) {
    if (std::byte* const found = within(simt::slot_base(simt::first_global_slot + slot), bytes)) return found;
  }
  return nullptr;
}

launch::Buffer buffer_of(const std::string& name, const std::vector<std::byte>& bytes) {
  return {name, launch::ElementType::u8, bytes.size(), std::make_shared<const launch::Bytes>(bytes)};
}

/// The entry with one extra parameter per slot of memory, so that the SIMT machine places each slot at its pretended address.
std::string with_slots(const CUkern_st& kernel, std::size_t slots) {
  std::string text = kernel.library->text;
  const std::size_t name = text.find(".entry " + kernel.entry), open = text.find('(', name), close = text.find(')', open);
  const bool none = text.find(".param", open) > close;
  std::string more;
  for (std::size_t k = 0; k < slots; ++k) more += (none && k == 0 ? "" : ", ") + (".param .u64 slot_" + std::to_string(k));
  return text.insert(close, more);
}

cudaError_t error_of(const launch::Fault& fault) {
  if (fault.kind == launch::FaultKind::out_of_bounds) return cudaErrorIllegalAddress;
  return fault.kind == launch::FaultKind::misaligned ? cudaErrorMisalignedAddress : cudaErrorLaunchFailure;
}

cudaError_t run(const CUkern_st& kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared) {
  const std::uint64_t first = layout_of(kernel).global.size();
  auto& memory = context().memory;
  const std::uint64_t end = memory.empty() ? 0 : memory.rbegin()->first + 1;
  auto module = ptx::parse(with_slots(kernel, end > first ? end - first : 0), "pretended.ptx");
  if (!module) return cudaErrorUnknown;
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(*module));
  launch.entry = index_of(kernel);
  launch.grid = {grid.x, grid.y, grid.z};
  launch.block = {block.x, block.y, block.z};
  launch.dynamic_shared = static_cast<std::uint32_t>(shared);
  std::size_t p = 0;
  for (const ptx::Parameter& parameter : kernel.library->module.functions[launch.entry].parameters) {
    const bool floating = parameter.type == ptx::Type::f32 || parameter.type == ptx::Type::f64, wide = parameter.size == 8;
    launch::Scalar scalar{floating ? (wide ? launch::ElementType::f64 : launch::ElementType::f32)
                                   : (wide ? launch::ElementType::u64 : launch::ElementType::u32),
                          0};
    std::memcpy(&scalar.bits, arguments[p++], parameter.size);
    launch.arguments.push_back(scalar);
  }
  for (std::uint64_t slot = first; slot < end; ++slot) launch.arguments.push_back(buffer_of("", memory[slot]));
  for (const ptx::Variable& variable : kernel.library->module.variables) {
    const auto found = kernel.library->variables.find(variable.name);
    if (found == kernel.library->variables.end() || variable.size == 0) continue;
    launch::Buffer symbol = buffer_of(variable.name, found->second);
    const int width = ptx::bits(variable.type);
    symbol.type = width == 64 ? launch::ElementType::u64 : width == 32 ? launch::ElementType::u32 : launch::ElementType::u8;
    symbol.size /= launch::bytes(symbol.type);
    launch.symbols.push_back(std::move(symbol));
    launch.saved_symbols.push_back(variable.name);
  }
  launch::Progress progress;
  auto result = simt::make_device()->run(launch, progress);
  if (!result) return cudaErrorInvalidValue;
  if (result->fault) return error_of(*result->fault);
  for (std::uint64_t slot = first; slot < end; ++slot) memory[slot] = result->outputs[slot - first];
  for (std::size_t s = 0; s < launch.saved_symbols.size(); ++s)
    kernel.library->variables[launch.saved_symbols[s]] = result->symbols[s];
  return cudaSuccess;
}

}  // namespace

namespace warplens::gpu {
PretendedGpu& pretended_gpu() {
  // Set by environment variables in the complete program, where no test can set it.
  static const bool draws = std::getenv("WARPLENS_PRETENDED_GRAPHICS") != nullptr;
  static const char* const count = std::getenv("WARPLENS_PRETENDED_GPUS");
  static PretendedGpu gpu{.devices = count != nullptr ? std::atoi(count) : 1,
                          .graphics = draws ? PretendedGpu::Graphics::granted : PretendedGpu::Graphics::refused};
  return gpu;
}

void restart_pretended_gpu() {
  pretended_gpu() = {};
  context().error = cudaSuccess;
  cudaDeviceReset();
}

void* lend_to_pretended_gpu(std::vector<std::byte> content) {
  std::uint64_t slot = 16;  // beyond the variables of any module in these tests
  while (context().memory.contains(slot)) ++slot;
  context().memory[slot] = std::move(content);
  return reinterpret_cast<void*>(simt::slot_base(simt::first_global_slot + slot));
}

std::vector<std::byte> take_from_pretended_gpu(void* address) {
  for (auto& [slot, bytes] : context().memory) {
    if (reinterpret_cast<void*>(simt::slot_base(simt::first_global_slot + slot)) != address) continue;
    std::vector<std::byte> content = std::move(bytes);
    context().memory.erase(slot);
    return content;
  }
  return {};
}
}  // namespace warplens::gpu

using namespace warplens::gpu;

// --- devices ---

cudaError_t cudaGetDeviceCount(int* count) {
  note_that_cuda_was_asked();
  *count = pretended_gpu().devices;
  return *count > 0 ? cudaSuccess : answer(cudaErrorNoDevice);
}
cudaError_t cudaSetDevice(int) { return answer(context().error); }
cudaError_t cudaDeviceSynchronize() {
  wait_for_all();
  return answer(context().error);
}
cudaError_t cudaDeviceReset() {
  ++pretended_gpu().contexts;
  context().memory.clear();
  context().kernels.clear();
  context().current = nullptr;
  if (context().error != cudaSuccess) context().error = cudaErrorDevicesUnavailable;  // as after a fault on an H200
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) { return *version = 13000, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = 13000, cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) { return *value = 0, cudaSuccess; }
cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int) {
  std::strncpy(text, "0000:00:00.0", static_cast<std::size_t>(size) - 1);
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* device, int) {
  *device = {};
  std::strcpy(device->name, "Pretended GPU");
  device->major = 9;
  device->multiProcessorCount = 2;
  device->warpSize = 32;
  device->maxThreadsPerBlock = 1024;
  std::copy_n(std::array{1024, 1024, 64}.begin(), 3, device->maxThreadsDim);
  std::copy_n(std::array{2147483647, 65535, 65535}.begin(), 3, device->maxGridSize);
  device->maxThreadsPerMultiProcessor = 2048;
  device->maxBlocksPerMultiProcessor = 32;
  device->regsPerMultiprocessor = 65536;
  device->sharedMemPerBlock = 49152;
  device->sharedMemPerBlockOptin = 101376;
  device->sharedMemPerMultiprocessor = 102400;
  device->totalGlobalMem = std::size_t{1} << 30;
  return cudaSuccess;
}

// --- errors ---

const char* cudaGetErrorName(cudaError_t error) {
  return error == cudaErrorIllegalAddress ? "cudaErrorIllegalAddress" : error == cudaSuccess ? "cudaSuccess" : "cudaErrorOther";
}
const char* cudaGetErrorString(cudaError_t) { return "pretended"; }
cudaError_t cudaGetLastError() { return std::exchange(context().last, context().error); }

// --- memory ---

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = pretended_gpu().free_bytes;
  *total = std::size_t{1} << 30;
  return cudaSuccess;
}
cudaError_t cudaMalloc(void** address, std::size_t size) {
  if (context().error != cudaSuccess) return answer(context().error);
  if (size > pretended_gpu().free_bytes) return answer(cudaErrorMemoryAllocation);
  std::uint64_t slot = context().current == nullptr ? 0 : layout_of(*context().current).global.size();
  while (context().memory.contains(slot)) ++slot;
  context().memory[slot].resize(size, std::byte{0xa5});
  *address = reinterpret_cast<void*>(simt::slot_base(simt::first_global_slot + slot));
  return cudaSuccess;
}
cudaError_t cudaFree(void* address) {
  std::erase_if(context().memory, [&](const auto& entry) {
    return reinterpret_cast<void*>(simt::slot_base(simt::first_global_slot + entry.first)) == address;
  });
  return answer(context().error);
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind) {
  if (context().error != cudaSuccess) return answer(context().error);
  void* const target = kind == cudaMemcpyHostToDevice ? bytes_at(to, size) : to;
  const void* const source = kind == cudaMemcpyDeviceToHost ? bytes_at(from, size) : from;
  if (target == nullptr || source == nullptr) return answer(cudaErrorInvalidValue);
  if (size > 0) std::memcpy(target, source, size);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t size, cudaMemcpyKind kind, cudaStream_t stream) {
  queue_copy(stream, kind, size);
  return cudaMemcpy(to, from, size, kind);
}
cudaError_t cudaHostAlloc(void** address, std::size_t size, unsigned int) {
  *address = std::make_unique<std::byte[]>(size).release();
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* address) {
  std::unique_ptr<std::byte[]>{static_cast<std::byte*>(address)};
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t size, cudaStream_t) {
  std::byte* const bytes = bytes_at(to, size);
  if (bytes == nullptr) return answer(cudaErrorInvalidValue);
  std::memset(bytes, value, size);
  return cudaSuccess;
}

// --- streams and events ---

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  if (context().error != cudaSuccess) return answer(context().error);
  *stream = make_stream(flags != cudaStreamNonBlocking);
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  destroy_stream(stream);
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  wait_for(stream);
  return answer(context().error);
}
cudaError_t cudaStreamQuery(cudaStream_t) { return pretended_gpu().hangs ? cudaErrorNotReady : answer(context().error); }
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = std::make_unique<CUevent_st>().release();
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  std::unique_ptr<CUevent_st>{event};
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  event->at = reached(stream);
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  *milliseconds = static_cast<float>(to->at - from->at);
  return cudaSuccess;
}

// --- modules and kernels ---

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*, void**, unsigned int,
                                cudaLibraryOption*, void**, unsigned int) {
  if (context().error != cudaSuccess) return answer(context().error);
  const std::string text(static_cast<const char*>(code));
  auto module = ptx::parse(text, "pretended.ptx");
  if (!module) return answer(cudaErrorInvalidPtx);
  ++pretended_gpu().loads;
  auto loaded = std::make_unique<CUlib_st>();
  loaded->text = text;
  loaded->module = std::move(*module);
  for (const ptx::Variable& variable : loaded->module.variables) {
    const bool there = variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
    if (!there || !variable.addresses.empty()) continue;
    auto& bytes = loaded->variables[variable.name] = variable.initial;
    bytes.resize(variable.size);
  }
  *library = loaded.release();
  return cudaSuccess;
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  if (context().current != nullptr && context().current->library == library) context().current = nullptr;
  std::erase_if(context().kernels, [&](const auto& kernel) { return kernel->library == library; });
  std::unique_ptr<CUlib_st>{library};
  return cudaSuccess;
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  CUkern_st wanted{library, name};
  if (index_of(wanted) == library->module.functions.size()) return answer(cudaErrorSymbolNotFound);
  context().kernels.push_back(std::make_unique<CUkern_st>(wanted));
  *kernel = context().current = context().kernels.back().get();
  return cudaSuccess;
}
cudaError_t cudaLibraryGetGlobal(void** address, std::size_t* size, cudaLibrary_t library, const char* name) {
  const auto& variables = library->module.variables;
  const auto found = std::find_if(variables.begin(), variables.end(), [&](const auto& each) { return each.name == name; });
  if (found == variables.end() || context().current == nullptr) return answer(cudaErrorSymbolNotFound);
  *address = reinterpret_cast<void*>(layout_of(*context().current).address[static_cast<std::size_t>(found - variables.begin())]);
  *size = found->size;
  return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
  *attributes = {};
  attributes->numRegs = 32;
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return cudaSuccess; }
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                             cudaStream_t stream) {
  ++pretended_gpu().launches;
  queue(stream, Engine::kernels, pretended_pace().kernel);
  context().current = static_cast<CUkern_st*>(const_cast<void*>(kernel));
  if (!pretended_gpu().hangs) context().error = run(*context().current, grid, block, arguments, shared);
  return cudaSuccess;
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                        cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
