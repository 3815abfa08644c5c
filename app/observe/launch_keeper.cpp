#include "observe/launch_keeper.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

#include "base/number_format.h"
#include "observe/real_runtime.h"
#include "ptx/parse/parser.h"
#include "runtime/fat_binary.h"
#include "runtime/kernels.h"
#include "runtime/recorder.h"

namespace warplens::observe {
namespace {

constexpr std::uint64_t chunk_bytes = std::uint64_t{16} << 20;  // copied at a time

}  // namespace

LaunchKeeper::LaunchKeeper(const runtime::Observation& observation, runtime::Journal& journal)
    : journal_(journal), launch_(observation.launch) {
  if (!observation.folder.empty()) contents_.emplace(observation.folder / "contents", observation.budget);
}

void LaunchKeeper::add_handle(const void* handle, const void* host) {
  if (const auto known = kernels_.find(host); known != kernels_.end()) kernels_[handle] = Named(known->second);
}

void LaunchKeeper::add_variable(void** image, const void* host, const std::string& name, std::uint64_t bytes) {
  variables_[host] = {{image, name}, bytes};
}

std::uint64_t LaunchKeeper::allocated(std::uint64_t address, std::uint64_t bytes) {
  allocations_[address] = bytes;
  return ++allocated_;
}

std::optional<std::uint64_t> LaunchKeeper::start_of(std::uint64_t address) const {
  const auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return std::nullopt;
  const auto& [start, bytes] = *std::prev(after);
  return address - start < bytes ? std::optional(start) : std::nullopt;
}

void LaunchKeeper::launch_begins(report::Json event, const void* function, void** arguments, cudaStream_t stream) {
  const std::string not_kept = is_captured(stream) ? "its stream is captured into a graph" : keep(event, function, arguments);
  if (!not_kept.empty()) event = {{"event", "not kept"}, {"launch", launch_}, {"reason", not_kept}};
  journal_.write(std::move(event));
}

/// A copy of device memory in the file: where it begins.
std::optional<std::uint64_t> LaunchKeeper::copy(std::uint64_t address, std::uint64_t bytes) {
  std::vector<std::byte> chunk(std::min(bytes, chunk_bytes));
  std::optional<std::uint64_t> begin = contents_->add({});
  for (std::uint64_t done = 0; done < bytes; done += chunk.size()) {
    const auto part = std::span(chunk).first(std::min<std::uint64_t>(chunk.size(), bytes - done));
    if (real<cudaMemcpy>(part.data(), reinterpret_cast<const void*>(address + done), part.size(), cudaMemcpyDefault) !=
            cudaSuccess ||
        !contents_->add(part))
      return std::nullopt;
  }
  return begin;
}

/// The kernel's PTX and its parameters. What is wrong, or nothing.
std::string LaunchKeeper::keep_kernel(report::Json& event, const Named& kernel, void** arguments) {
  const auto image = images_.find(kernel.image);
  if (image == images_.end()) return "its kernel is in no part of the program that is known";
  auto texts = runtime::ptx_images(image->second);
  if (!texts) return texts.error().message;
  const std::string text = std::ranges::max_element(*texts, {}, &runtime::PtxImage::architecture)->text;
  const auto module = ptx::parse(text, "the program's PTX");
  if (!module) return base::describe(module.error());
  const auto function =
      std::ranges::find_if(module->functions, [&](const ptx::Function& each) { return each.entry && each.name == kernel.name; });
  if (function == module->functions.end()) return "the program's PTX has no kernel " + kernel.name;
  std::vector<std::byte> parameters(function->parameter_bytes);
  for (std::size_t p = 0; p < function->parameters.size(); ++p) {
    const ptx::Parameter& parameter = function->parameters[p];
    const auto* const argument = static_cast<const std::byte*>(arguments[p]);
    std::copy_n(argument, parameter.size, parameters.begin() + static_cast<std::ptrdiff_t>(parameter.offset));
  }
  const auto offset = contents_->add(std::as_bytes(std::span(text)));
  if (!offset) return "it could not be written: " + contents_->why_not();
  journal_.write(
      {{"event", "module"}, {"module", 0}, {"offset", *offset}, {"bytes", text.size()}, {"variables", report::Json::array()}});
  event["kernel"] = runtime::signature(*function);
  event["entry"] = kernel.name;
  event["module"] = 0;
  event["parameters"] = runtime::in_hexadecimal(parameters);
  return {};
}

/// What is wrong, a sentence, or nothing.
std::string LaunchKeeper::keep(report::Json& event, const void* function, void** arguments) {
  const KeptError kept;
  const auto kernel = kernels_.find(function);
  if (kernel == kernels_.end()) return "its kernel is not of this program";
  std::uint64_t bytes = 0;
  for (const auto& [address, size] : allocations_) bytes += size;
  if (!contents_->spend(bytes + allocated_ * runtime::recorded_entry_bytes))
    return "the program has " + base::grouped(bytes >> 20) + " MiB of memory on the GPU, and a recording has at most " +
           base::grouped(contents_->budget() >> 20) + " MiB";
  if (const cudaError_t error = real<cudaDeviceSynchronize>(); error != cudaSuccess)
    return std::string("the GPU has stopped with ") + real<cudaGetErrorName>(error);
  if (std::string wrong = keep_kernel(event, kernel->second, arguments); !wrong.empty()) return wrong;
  event["memory"] = event["variables"] = report::Json::array();
  const auto refused = [this] {
    return "its memory could not be copied" + (contents_->why_not().empty() ? "" : ": " + contents_->why_not());
  };
  for (const auto& [address, size] : allocations_) {
    const auto offset = copy(address, size);
    if (!offset) return refused();
    event["memory"].push_back({address, *offset, report::Json::array()});
  }
  for (const auto& [host, variable] : variables_) {
    if (variable.named.image != kernel->second.image) continue;
    void* place = nullptr;
    if (real<cudaGetSymbolAddress>(&place, host) != cudaSuccess) continue;  // one that no kernel uses may be left out
    const auto address = reinterpret_cast<std::uint64_t>(place);
    const auto offset = copy(address, variable.bytes);
    if (!offset) return refused();
    event["variables"].push_back({variable.named.name, address, variable.bytes, *offset});
  }
  return {};
}

}  // namespace warplens::observe
