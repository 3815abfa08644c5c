#include <algorithm>
#include <deque>

#include "ptx/listing.h"
#include "simt/code/builtins/builtin.h"
#include "simt/code/decode/decoder.h"

namespace warplens::simt {
namespace {

/// Whether the program allocates local memory dynamically.
bool allocates(const Linking& linking) {
  if (linking.frames.recursive) return true;
  for (const std::uint32_t function : linking.functions) {
    for (const ptx::Instruction& instruction : linking.module.functions[function].instructions) {
      using enum ptx::Opcode;
      if (instruction.opcode == alloca || instruction.opcode == stacksave || instruction.opcode == stackrestore) return true;
    }
  }
  return false;
}

/// The bytes to which calls write parameters, for functions with fixed frames (VariableLayout::passed).
std::vector<std::uint8_t> passed_bytes(const Linking& linking) {
  std::vector<std::uint8_t> passed(linking.frames.fixed_bytes);
  const auto mark = [&](std::uint64_t offset, std::uint64_t size) {
    if (offset <= passed.size() && size <= passed.size() - offset)
      std::fill_n(passed.begin() + static_cast<std::ptrdiff_t>(offset), size, std::uint8_t{1});
  };
  for (std::size_t k = 0; k < linking.functions.size(); ++k) {
    const ptx::Function& function = linking.module.functions[linking.functions[k]];
    const FunctionFrame& frame = linking.frames.functions[k];
    if (frame.recursive) continue;
    for (std::size_t i = 0; i < function.parameters.size() && !function.entry; ++i)
      mark(frame.parameters[i], function.parameters[i].size);
  }
  for (std::size_t v = 0; v < linking.module.variables.size(); ++v) {
    const ptx::Variable& variable = linking.module.variables[v];
    if (variable.space != ptx::Space::param || variable.function >= linking.program.function_at.size()) continue;
    const std::uint32_t k = linking.program.function_at[variable.function];
    if (k != ptx::no_index && !linking.frames.functions[k].recursive) mark(linking.program.variables.address[v], variable.size);
  }
  return passed;
}

}  // namespace

Decoder::Decoder(Linking& linking, std::uint32_t place)
    : linking_(linking),
      module_(linking.module),
      function_(linking.module.functions[linking.functions[place]]),
      spec_(linking.spec),
      frame_(linking.frames.functions[place]),
      program_(linking.program),
      place_(place),
      first_(linking.program.functions[place].first) {}

base::Result<Program> decode(const ptx::Module& module, std::uint32_t entry, const DeviceSpec& spec, bool as_hardware,
                             const launch::Placement* placement) {
  const ptx::Listing listing(module, entry);
  Linking linking{.module = module, .spec = spec, .as_hardware = as_hardware, .functions = listing.functions()};
  auto layout = lay_out(module, linking.functions, placement);
  if (!layout) return layout.error();
  auto frames = lay_out_frames(module, linking.functions, layout->address);
  if (!frames) return frames.error();
  layout->local_bytes = frames->fixed_bytes;
  linking.frames = std::move(*frames);

  Program& program = linking.program;
  program.variables = std::move(*layout);
  program.functions.resize(linking.functions.size());
  program.function_at.assign(module.functions.size(), ptx::no_index);
  if (allocates(linking)) {
    program.stack_pointer = program.register_bytes;
    program.register_bytes += 2 * row_alignment;
  }
  std::deque<Decoder> decoders;
  for (std::uint32_t k = 0; k < linking.functions.size(); ++k) {
    const std::uint32_t function = linking.functions[k];
    program.functions[k].function = function;
    program.functions[k].first = listing.first(k);
    program.function_at[function] = k;
    if (module.functions[function].external) program.functions[k].builtin = builtin_named(module.functions[function].name);
    decoders.emplace_back(linking, k);
    if (const auto placed = decoders.back().place_function(); !placed) return placed.error();
  }
  program.variables.passed = passed_bytes(linking);
  for (Decoder& decoder : decoders) {
    if (const auto decoded = decoder.run(); !decoded) return decoded.error();
  }
  return std::move(program);
}

}  // namespace warplens::simt
