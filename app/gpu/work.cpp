#include "gpu/work.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <variant>

#include "gpu/errors.h"
#include "launch/arguments/argument.h"
#include "launch/arguments/parameters.h"
#include "launch/placement.h"
#include "launch/relocation.h"
#include "ptx/listing.h"

namespace warplens::gpu {
namespace {

using Clock = std::chrono::steady_clock;

/// Prepares a launch with a Placement for a GPU, where its memory has other addresses: translates pointers in contents and
/// parameters to addresses on the GPU, and translates the kernel's outputs back.
class PlacedMemory {
 public:
  /// `buffers`: the launch's buffers, allocated on the GPU. `module`: the loaded module. Skips variables that the module lacks
  /// because no kernel uses them.
  PlacedMemory(const launch::Launch& launch, const std::vector<Buffer>& buffers, const Module& module);

  /// Translated initial content, per buffer of the launch.
  const std::vector<launch::Bytes>& inputs() const { return inputs_; }
  const std::vector<std::byte>& parameters() const { return parameters_; }
  /// Queue copies of the known contents to variables; this object must live until the stream is synchronised.
  base::Status set_variables(const Module& module, const Stream& stream) const;
  /// Translate the addresses in memory written by the kernel back to addresses of the placement.
  void move_back(launch::Bytes& content) const { from_gpu_.apply(content); }

 private:
  struct Variable {
    std::string name;
    launch::Bytes content;
  };
  launch::Relocation to_gpu_, from_gpu_;
  std::vector<launch::Bytes> inputs_;
  std::vector<Variable> variables_;
  std::vector<std::byte> parameters_;
};

PlacedMemory::PlacedMemory(const launch::Launch& launch, const std::vector<Buffer>& buffers, const Module& module)
    : parameters_(launch.placement->parameters) {
  const launch::Placement& placement = *launch.placement;
  const auto lies_at = [&](std::uint64_t address, std::uint64_t bytes, const void* on_gpu) {
    if (bytes == 0) return;
    const auto there = reinterpret_cast<std::uintptr_t>(on_gpu);
    to_gpu_.add(address, bytes, there);
    from_gpu_.add(there, bytes, address);
  };
  for (std::size_t k = 0; k < buffers.size(); ++k) lies_at(placement.blocks[k].address, buffers[k].size(), buffers[k].address());
  for (const launch::Placement::Variable& variable : placement.variables) {
    const std::string& name = launch.module->variables[variable.index].name;
    const auto place = module.variable(name);
    if (!place) continue;
    lies_at(variable.address, place->size, place->address);
    if (variable.initial) variables_.push_back({name, *variable.initial});
  }
  for (const launch::Buffer* buffer : launch::buffers_of(launch)) to_gpu_.apply(inputs_.emplace_back(*buffer->initial));
  for (Variable& variable : variables_) to_gpu_.apply(variable.content);
  to_gpu_.apply(parameters_);
}

base::Status PlacedMemory::set_variables(const Module& module, const Stream& stream) const {
  for (const Variable& variable : variables_) {
    if (const auto status = module.set_variable(variable.name, variable.content, stream); !status) return status.error();
  }
  return base::Nothing{};
}

/// Wait until the stream is done or the launch is cancelled. Returns the stream's result, nothing if cancelled. Polls, because a
/// cancellation cannot wake a thread that blocks in the driver: continuously at first, so that short kernels are timed correctly,
/// then every 0.2 ms.
std::optional<cudaError_t> wait(const Stream& stream, const launch::Progress& progress) {
  constexpr auto busy = std::chrono::milliseconds(5);
  constexpr auto pause = std::chrono::microseconds(200);
  const auto start = Clock::now();
  while (true) {
    const cudaError_t error = cudaStreamQuery(stream.get());
    if (error != cudaErrorNotReady) return error;
    if (progress.cancel) return std::nullopt;
    if (Clock::now() - start > busy) std::this_thread::sleep_for(pause);
  }
}

/// Memory for the `number`-th buffer: lent or newly allocated.
base::Result<Buffer> place_for(const launch::Launch& launch, std::size_t number, std::uint64_t size) {
  if (!fills_in_place(launch) || launch.in_place->buffer != number) return Buffer::allocate(size);
  return Buffer::borrow(reinterpret_cast<void*>(launch.in_place->memory->address), size);
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

bool fills_in_place(const launch::Launch& launch) {
  if (!launch.in_place || launch.placement) return false;
  const auto buffers = launch::buffers_of(launch);
  if (launch.in_place->buffer >= buffers.size()) return false;
  const launch::Buffer& buffer = *buffers[launch.in_place->buffer];
  return buffer.size > 0 && buffer.size * launch::bytes(buffer.type) <= launch.in_place->memory->bytes;
}

Work::Work(Stream stream, Event begin, Event copied, Event kernel_begin, Event kernel_end, Event end)
    : stream_(std::move(stream)),
      begin_(std::move(begin)),
      copied_(std::move(copied)),
      kernel_begin_(std::move(kernel_begin)),
      kernel_end_(std::move(kernel_end)),
      end_(std::move(end)) {}

base::Result<Work> Work::prepare(const launch::Launch& launch) {
  auto stream = Stream::create();
  if (!stream) return stream.error();
  auto begin = Event::create(), copied = Event::create(), kernel_begin = Event::create(), kernel_end = Event::create(),
       end = Event::create();
  for (const auto* event : {&begin, &copied, &kernel_begin, &kernel_end, &end}) {
    if (!event->ok()) return event->error();
  }
  Work work(std::move(*stream), std::move(*begin), std::move(*copied), std::move(*kernel_begin), std::move(*kernel_end),
            std::move(*end));
  std::vector<std::uint64_t> addresses;
  for (const launch::Argument& argument : launch.arguments) {
    const auto* wanted = std::get_if<launch::Buffer>(&argument);
    if (wanted == nullptr) continue;
    auto buffer = place_for(launch, work.buffers_.size(), wanted->size * launch::bytes(wanted->type));
    if (!buffer) return buffer.error();
    addresses.push_back(reinterpret_cast<std::uintptr_t>(buffer->address()));
    work.buffers_.push_back(std::move(*buffer));
  }
  if (!launch.placement) work.parameters_ = launch::parameter_block(launch, addresses);
  return work;
}

void Work::give_up() {
  // Freeing would wait for the kernel: leak the memory that it may still write, until the program ends.
  static_cast<void>(std::make_unique<Work>(std::move(*this)).release());
}

base::Result<RunOutcome> Work::run(const launch::Launch& launch, const Module& module, cudaKernel_t kernel,
                                   const launch::Progress& progress, const Delay* delay) {
  RunOutcome outcome;
  for (const Buffer& buffer : buffers_) outcome.outputs.emplace_back(buffer.size());  // before anything is timed
  std::optional<PlacedMemory> placed;
  if (launch.placement) placed.emplace(launch, buffers_, module);
  if (placed) parameters_ = placed->parameters();
  if (const auto status = begin_.record(stream_); !status) return status.error();
  std::size_t k = 0;
  for (const launch::Argument& argument : launch.arguments) {
    const auto* input = std::get_if<launch::Buffer>(&argument);
    if (input == nullptr) continue;
    const launch::Bytes& content = placed ? placed->inputs()[k] : *input->initial;
    if (const auto status = buffers_[k++].copy_in(content, stream_); !status) return status.error();
  }
  if (placed) {
    if (const auto status = placed->set_variables(module, stream_); !status) return status.error();
  }
  for (const launch::Buffer& symbol : launch.symbols) {
    if (const auto status = module.set_variable(symbol.name, *symbol.initial, stream_); !status) return status.error();
  }
  if (const auto status = copied_.record(stream_); !status) return status.error();
  if (delay == nullptr) {
    if (const cudaError_t error = stream_.wait(); error != cudaSuccess) return failed("cannot copy the inputs to the GPU", error);
  }

  std::vector<void*> parameters;
  for (const ptx::Parameter& parameter : launch.module->functions[launch.entry].parameters)
    parameters.push_back(parameters_.data() + parameter.offset);
  const auto start_kernel = ptx::is_cooperative(*launch.module, launch.entry) ? &cudaLaunchCooperativeKernel : &cudaLaunchKernel;
  // Only timed calls from here on.
  if (delay != nullptr) {
    if (const auto status = delay->queue(stream_); !status) return status.error();
  }
  if (const auto status = kernel_begin_.record(stream_); !status) return status.error();
  const auto start = Clock::now();
  cudaError_t error =
      start_kernel(kernel, dim3(launch.grid.x, launch.grid.y, launch.grid.z),
                   dim3(launch.block.x, launch.block.y, launch.block.z), parameters.data(), launch.dynamic_shared, stream_.get());
  if (error != cudaSuccess) return failed("the GPU refuses the launch", error);
  if (const auto status = kernel_end_.record(stream_); !status) return status.error();
  const std::optional<cudaError_t> ended = wait(stream_, progress);
  outcome.host_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  if (!ended) {
    outcome.cancelled = true;
    give_up();
    return outcome;
  }
  outcome.error = *ended;
  if (outcome.error != cudaSuccess) return outcome;

  for (std::size_t b = 0; b < buffers_.size(); ++b) {
    if (const auto status = buffers_[b].copy_out(outcome.outputs[b], stream_); !status) return status.error();
  }
  for (const std::string& name : launch.saved_symbols) {
    if (const auto status = module.read_variable(name, outcome.symbols.emplace_back(), stream_); !status) return status.error();
  }
  if (const auto status = end_.record(stream_); !status) return status.error();
  error = stream_.wait();
  if (error != cudaSuccess) return failed("cannot copy the outputs from the GPU", error);
  if (placed) {
    for (launch::Bytes& output : outcome.outputs) placed->move_back(output);
    for (launch::Bytes& symbol : outcome.symbols) placed->move_back(symbol);
  }
  const auto kernel_ms = milliseconds(kernel_begin_, kernel_end_);
  if (!kernel_ms) return kernel_ms.error();
  const auto in_ms = milliseconds(begin_, copied_), rest_ms = milliseconds(kernel_begin_, end_);
  if (!in_ms) return in_ms.error();
  if (!rest_ms) return rest_ms.error();
  outcome.kernel_ms = *kernel_ms;
  outcome.copies_ms = *in_ms + *rest_ms;
  return outcome;
}

std::string printed_during(const ptx::Module& module, const std::function<void()>& work) {
  const bool prints = std::any_of(module.functions.begin(), module.functions.end(),
                                  [](const ptx::Function& function) { return function.name == "vprintf"; });
  const std::unique_ptr<std::FILE, CloseFile> caught(prints ? std::tmpfile() : nullptr);
  std::fflush(stdout);
  const int own = caught ? ::dup(STDOUT_FILENO) : -1;
  if (own < 0) {
    work();
    return "";
  }
  ::dup2(::fileno(caught.get()), STDOUT_FILENO);
  work();
  std::fflush(stdout);
  ::dup2(own, STDOUT_FILENO);
  ::close(own);

  std::fseek(caught.get(), 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::max(0L, std::ftell(caught.get()))), '\0');
  std::rewind(caught.get());
  text.resize(std::fread(text.data(), 1, text.size(), caught.get()));
  return text;
}

}  // namespace warplens::gpu
