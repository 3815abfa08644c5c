#include "gpu/interop.h"

#include <cuda_gl_interop.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "base/number_format.h"
#include "gpu/errors.h"

namespace warplens::gpu {

/// Numbers the CUDA contexts of the process. A registration is used only while the context it belongs to exists.
class ContextLife {
 public:
  /// Call `work` if the context of that number still exists, and keep it alive meanwhile. Returns whether it existed.
  template <typename Work>
  bool while_alive(std::uint64_t number, const Work& work) {
    const std::lock_guard lock(mutex_);
    if (number != number_) return false;
    work();
    return true;
  }
  /// The same for the current context, with its number.
  template <typename Work>
  void in_current(const Work& work) {
    const std::lock_guard lock(mutex_);
    work(number_);
  }
  void end(bool still_written) {
    const std::lock_guard lock(mutex_);
    ++number_;
    still_written_ = still_written_ || still_written;
  }
  bool still_written() {
    const std::lock_guard lock(mutex_);
    return still_written_;
  }

 private:
  std::mutex mutex_;
  std::uint64_t number_ = 0;
  bool still_written_ = false;  ///< no further context is created then
};

namespace {

base::Error context_is_gone() { return base::error("what OpenGL shared with the GPU is lost since a kernel failed"); }

class RegisteredBuffer final : public launch::SharedBuffer {
 public:
  RegisteredBuffer(int ordinal, std::uint64_t bytes, cudaGraphicsResource_t resource, std::shared_ptr<ContextLife> life,
                   std::uint64_t context)
      : ordinal_(ordinal), bytes_(bytes), resource_(resource), life_(std::move(life)), context_(context) {}
  RegisteredBuffer(const RegisteredBuffer&) = delete;
  RegisteredBuffer& operator=(const RegisteredBuffer&) = delete;

  ~RegisteredBuffer() override {
    life_->while_alive(context_, [this] {
      cudaSetDevice(ordinal_);
      if (mapped_) cudaGraphicsUnmapResources(1, &resource_, nullptr);
      cudaGraphicsUnregisterResource(resource_);
      cudaGetLastError();
    });
  }

  base::Result<std::uint64_t> map() override {
    base::Result<std::uint64_t> mapped = context_is_gone();
    life_->while_alive(context_, [&] { mapped = map_now(); });
    return mapped;
  }

  base::Status unmap() override {
    base::Status unmapped = context_is_gone();
    life_->while_alive(context_, [&] {
      unmapped = base::Nothing{};
      if (!std::exchange(mapped_, false)) return;
      cudaSetDevice(ordinal_);
      const cudaError_t error = cudaGraphicsUnmapResources(1, &resource_, nullptr);
      if (error != cudaSuccess) unmapped = failed("cannot give a buffer back to OpenGL", error);
    });
    return unmapped;
  }

  bool lost() const override {
    return !life_->while_alive(context_, [] {});
  }

  bool may_be_written() const override { return mapped_ && life_->still_written(); }

 private:
  base::Result<std::uint64_t> map_now() {
    cudaError_t error = cudaSetDevice(ordinal_);
    if (error == cudaSuccess && !mapped_) error = cudaGraphicsMapResources(1, &resource_, nullptr);
    if (error != cudaSuccess) return failed("cannot take a buffer from OpenGL", error);
    mapped_ = true;
    void* address = nullptr;
    std::size_t size = 0;
    error = cudaGraphicsResourceGetMappedPointer(&address, &size, resource_);
    // Orders OpenGL's work on the buffer before this stream; kernels run in other streams.
    if (error == cudaSuccess) error = cudaStreamSynchronize(nullptr);
    if (error != cudaSuccess) return failed("cannot take a buffer from OpenGL", error);
    if (size < bytes_) return base::error("the buffer of OpenGL has only " + base::counted(std::uint64_t{size}, "byte"));
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address));
  }

  int ordinal_;
  std::uint64_t bytes_;
  cudaGraphicsResource_t resource_;
  std::shared_ptr<ContextLife> life_;
  std::uint64_t context_;
  bool mapped_ = false;
};

/// Whether the current OpenGL context renders on this GPU.
base::Status drawn_by(int ordinal) {
  std::array<int, 16> devices{};
  unsigned int count = 0;
  const cudaError_t error =
      cudaGLGetDevices(&count, devices.data(), static_cast<unsigned int>(devices.size()), cudaGLDeviceListAll);
  if (error != cudaSuccess) return failed("OpenGL does not draw on an NVIDIA GPU here", error);
  const auto known = std::span(devices).first(std::min<std::size_t>(count, devices.size()));
  if (std::ranges::find(known, ordinal) != known.end()) return base::Nothing{};
  if (known.empty()) return base::error("OpenGL does not draw on an NVIDIA GPU here");
  return base::error("OpenGL draws on GPU " + std::to_string(known.front()) + ", the kernel runs on GPU " +
                     std::to_string(ordinal));
}

base::Result<cudaGraphicsResource_t> register_buffer(int ordinal, std::uint32_t gl_buffer) {
  if (const cudaError_t error = cudaSetDevice(ordinal); error != cudaSuccess)
    return failed("cannot use GPU " + std::to_string(ordinal), error);
  if (const auto status = drawn_by(ordinal); !status) return status.error();
  cudaGraphicsResource_t resource = nullptr;
  const cudaError_t error = cudaGraphicsGLRegisterBuffer(&resource, gl_buffer, cudaGraphicsRegisterFlagsNone);
  if (error != cudaSuccess) return failed("the driver does not share OpenGL's buffers with CUDA", error);
  return resource;
}

}  // namespace

Interop::Interop() : life_(std::make_shared<ContextLife>()) {}

base::Result<std::unique_ptr<launch::SharedBuffer>> Interop::share(int ordinal, std::uint32_t gl_buffer, std::uint64_t bytes) {
  base::Result<std::unique_ptr<launch::SharedBuffer>> shared = context_is_gone();
  life_->in_current([&](std::uint64_t context) {
    const auto resource = register_buffer(ordinal, gl_buffer);
    if (!resource) {
      shared = resource.error();
      return;
    }
    shared = std::unique_ptr<launch::SharedBuffer>(std::make_unique<RegisteredBuffer>(ordinal, bytes, *resource, life_, context));
  });
  return shared;
}

void Interop::lose(bool still_written) { life_->end(still_written); }

}  // namespace warplens::gpu
