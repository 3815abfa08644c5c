#include "launch/python/python_words.h"

#include <string_view>

namespace warplens::launch {
namespace {

struct Word {
  std::string_view cuda, python;
};

/// Longer words before those that they begin with; Python's words that end like CUDA's stay as they are.
constexpr Word words[] = {
    {"cuda.threadIdx.", "cuda.threadIdx."},
    {"cuda.blockIdx.", "cuda.blockIdx."},
    {"__syncthreads()", "cuda.syncthreads()"},
    {"__syncthreads", "cuda.syncthreads()"},
    {"__syncwarp()", "cuda.syncwarp()"},
    {"__syncwarp", "cuda.syncwarp()"},
    {"__threadfence()", "cuda.threadfence()"},
    {"__threadfence", "cuda.threadfence()"},
    {"atomicAdd", "cuda.atomic.add"},
    {"atomicCAS", "cuda.atomic.cas"},
    {"atomicMax", "cuda.atomic.max"},
    {"atomicMin", "cuda.atomic.min"},
    {"atomicExch", "cuda.atomic.exch"},
    {"cudaDeviceSynchronize()", "cuda.synchronize()"},
    {"cudaDeviceSynchronize", "cuda.synchronize()"},
    {"cudaStreamSynchronize", "stream.synchronize()"},
    {"cuMemcpyDtoHAsync", "copy_to_host"},
    {"cuMemcpyDtoH", "copy_to_host"},
    {"cuMemcpyHtoDAsync", "to_device"},
    {"cuMemcpyHtoD", "to_device"},
    {"if (i < n)", "if i < n:"},
    {"threadIdx.", "cuda.threadIdx."},
    {"blockIdx.", "cuda.blockIdx."},
};

}  // namespace

bool is_python_source(std::string_view file) {
  return file.ends_with(".py") || file.starts_with('<') || file.find("/<") != std::string_view::npos ||
         file.find(".ipynb/") != std::string_view::npos || file.find("/ipykernel_") != std::string_view::npos;
}

std::optional<std::string> cell_name(const std::filesystem::path& file) {
  if (file.parent_path().extension() != ".ipynb") return std::nullopt;
  return file.parent_path().filename().string() + ", " + file.filename().string();
}

std::string in_words_of_python(std::string message) {
  for (std::size_t at = 0; at < message.size(); ++at) {
    for (const auto& [cuda, python] : words) {
      if (message.compare(at, cuda.size(), cuda) != 0) continue;
      message.replace(at, cuda.size(), python);
      at += python.size() - 1;
      break;
    }
  }
  return message;
}

}  // namespace warplens::launch
