// First: CUDA's header would otherwise include the system's OpenGL declarations.
#include <glad/gl.h>

#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <utility>

#include "pretended_cuda.h"

// Mock of CUDA's OpenGL interop: mapping copies the buffer's content out, unmapping copies it back, in the current OpenGL
// context.

using warplens::gpu::pretended_gpu;
using warplens::gpu::PretendedGpu;

struct cudaGraphicsResource {
  GLuint buffer = 0;
  std::size_t size = 0;
  void* address = nullptr;     ///< while it is mapped
  std::uint32_t contexts = 0;  ///< contexts destroyed before its registration
};

namespace {

bool has_context() { return glad_glGetString != nullptr && glGetString(GL_VERSION) != nullptr; }

cudaError_t misused(cudaError_t error) {
  ++pretended_gpu().misused;
  return error;
}

/// Resources lost with their context are kept until the end.
std::map<cudaGraphicsResource*, std::unique_ptr<cudaGraphicsResource>>& resources() {
  static std::map<cudaGraphicsResource*, std::unique_ptr<cudaGraphicsResource>> all;
  return all;
}

bool is_registered(cudaGraphicsResource* resource) {
  return resources().contains(resource) && resource->contexts == pretended_gpu().contexts;
}

}  // namespace

cudaError_t cudaGLGetDevices(unsigned int* count, int* devices, unsigned int, cudaGLDeviceList) {
  *count = 0;
  if (!has_context()) return misused(cudaErrorInvalidGraphicsContext);
  if (pretended_gpu().graphics == PretendedGpu::Graphics::refused) return cudaErrorNoDevice;
  *count = 1;
  devices[0] = pretended_gpu().graphics == PretendedGpu::Graphics::granted ? 0 : 1;
  return cudaSuccess;
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, GLuint buffer, unsigned int) {
  if (!has_context()) return misused(cudaErrorInvalidGraphicsContext);
  if (glIsBuffer(buffer) == GL_FALSE) return misused(cudaErrorInvalidValue);
  GLint size = 0;
  glBindBuffer(GL_COPY_READ_BUFFER, buffer);
  glGetBufferParameteriv(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &size);
  ++pretended_gpu().registered;
  cudaGraphicsResource made{buffer, static_cast<std::size_t>(size), nullptr, pretended_gpu().contexts};
  auto kept = std::make_unique<cudaGraphicsResource>(made);
  *resource = kept.get();
  resources()[*resource] = std::move(kept);
  return cudaSuccess;
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
  if (!is_registered(resource)) return misused(cudaErrorInvalidResourceHandle);
  if (!has_context() || glIsBuffer(resource->buffer) == GL_FALSE || resource->address != nullptr) misused(cudaSuccess);
  ++pretended_gpu().unregistered;
  resources().erase(resource);
  return cudaSuccess;
}

cudaError_t cudaGraphicsMapResources(int, cudaGraphicsResource_t* which, cudaStream_t) {
  cudaGraphicsResource& resource = **which;
  if (!is_registered(&resource) || !has_context() || resource.address != nullptr) return misused(cudaErrorUnknown);
  ++pretended_gpu().mapped;
  std::vector<std::byte> content(resource.size);
  glBindBuffer(GL_COPY_READ_BUFFER, resource.buffer);
  glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(content.size()), content.data());
  resource.address = warplens::gpu::lend_to_pretended_gpu(std::move(content));
  return cudaSuccess;
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void** address, std::size_t* size, cudaGraphicsResource_t resource) {
  if (!is_registered(resource) || resource->address == nullptr) return misused(cudaErrorNotMapped);
  *address = resource->address;
  *size = resource->size;
  return cudaSuccess;
}

cudaError_t cudaGraphicsUnmapResources(int, cudaGraphicsResource_t* which, cudaStream_t) {
  cudaGraphicsResource& resource = **which;
  if (!is_registered(&resource) || !has_context() || resource.address == nullptr) return misused(cudaErrorNotMapped);
  ++pretended_gpu().unmapped;
  const std::vector<std::byte> content = warplens::gpu::take_from_pretended_gpu(resource.address);
  resource.address = nullptr;
  if (pretended_gpu().writes_elsewhere) return cudaSuccess;
  glBindBuffer(GL_COPY_WRITE_BUFFER, resource.buffer);
  glBufferSubData(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(content.size()), content.data());
  return cudaSuccess;
}
