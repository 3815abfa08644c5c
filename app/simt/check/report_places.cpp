#include <algorithm>

#include "base/number_format.h"
#include "launch/arguments/variable_shape.h"
#include "ptx/flow/value_flow.h"
#include "ptx/parse/demangle.h"
#include "simt/check/report.h"

// Where in memory an access took place, and what of a shared array has been written.

namespace warplens::simt {

/// Names the element that begins at byte `start` of the access's window.
void Report::set_place(launch::Finding& finding, const CheckedAccess& access, std::uint64_t start) const {
  if (access.space != trace::MemorySpace::global)
    return set_place_in_variable(finding, access.space == trace::MemorySpace::shared, start, access.instruction.bytes);
  finding.space = "global";
  finding.buffer = ptx::variable_name(access.allocation->name);
  finding.element = static_cast<std::int64_t>(start / access.allocation->element_bytes);
  // Without an element type, as for structures, `start` counts bytes: the place says so, lest it be read as an index.
  if (access.allocation->element_bytes == 1 && access.instruction.bytes > 1)
    finding.place = "byte " + base::grouped(start) + " of " + finding.buffer;
  if (access.allocation->buffer != trace::no_buffer) return name_as_written(finding);  // an argument
  name_element(finding, access.window.size, start, access.instruction.bytes);
}

void Report::name_as_written(launch::Finding& finding) const {
  if (finding.space != "global") return;
  for (const launch::Buffer* const buffer : launch::buffers_of(launch_))
    if (buffer->name == finding.buffer && buffer->indexing != launch::Indexing{})
      finding.place = launch::element_name(finding.buffer, finding.element, buffer->indexing);
}

/// The variable in shared or else local memory that contains byte `start`; its name is empty if none does.
Report::Variable Report::variable_at(bool shared, std::uint64_t start) const {
  Variable found;
  const auto& variables = launch_.module->variables;
  for (std::uint32_t v = 0; v < variables.size(); ++v) {
    if (variables[v].space != (shared ? ptx::Space::shared : ptx::Space::local)) continue;
    const std::uint64_t address = program_.variables.address[v];
    const bool used = !shared || std::find(program_.variables.shared.begin(), program_.variables.shared.end(), v) !=
                                     program_.variables.shared.end();
    const bool dynamic = variables[v].size == 0;
    if (!used || start < address || (!dynamic && start - address >= variables[v].size)) continue;
    if (!shared && variables[v].name.starts_with("__local_depot")) continue;
    found = {ptx::variable_name(variables[v].name), address, variables[v].size};
  }
  return found;
}

/// The same for shared memory, or else local memory, in which a variable may be; the element has `bytes` bytes.
void Report::set_place_in_variable(launch::Finding& finding, bool shared, std::uint64_t start, std::uint32_t bytes) const {
  finding.space = shared ? "shared" : "local";
  const Variable variable = variable_at(shared, start);
  finding.buffer = variable.name.empty() ? finding.space + " memory" : variable.name;
  finding.element = static_cast<std::int64_t>((start - variable.begin) / bytes);
  name_element(finding, variable.bytes, start - variable.begin, bytes);
}

/// Names the element of `bytes` bytes at byte `start` of the finding's buffer, a variable of `size` bytes, as the source declares
/// it.
void Report::name_element(launch::Finding& finding, std::uint64_t size, std::uint64_t start, std::uint32_t bytes) const {
  const auto place = launch::place_in_variable(launch_.shapes, finding.buffer, size, start, bytes);
  if (!place) return;
  finding.element = place->element;
  finding.place = place->text;
}

/// What of an array in shared memory the block has written when a lane reads an element of it at byte `start` that nobody has;
/// "" if that is nothing.
std::string Report::who_has_written(const Present& present, std::uint64_t start) const {
  constexpr std::uint64_t most = 1 << 14;
  const Variable variable = variable_at(true, start);
  const std::uint64_t size = variable.bytes != 0 ? variable.bytes : present.access.window.size - variable.begin;
  const std::uint64_t bytes = present.access.instruction.bytes, elements = size / bytes;
  if (variable.name.empty() || elements < 2 || elements > most || (start - variable.begin) % bytes != 0) return "";
  std::uint64_t count = 0, first = 0, last = 0;
  for (std::uint64_t element = 0; element < elements; ++element) {
    if (!present.races->has_written(present.access.slot, present.block, variable.begin + element * bytes)) continue;
    if (count++ == 0) first = element;
    last = element;
  }
  if (count == 0) return "";
  std::string text = "its block had written only ";
  if (last - first + 1 != count)
    text +=
        base::grouped(count) + " of the " + base::counted(elements, "element") + " of " + variable.name + ", and not this one";
  else if (count == 1)
    text += "element " + base::grouped(first) + " of " + variable.name + ", which has " + base::grouped(elements);
  else
    text += "elements " + base::grouped(first) + " to " + base::grouped(last) + " of " + variable.name + ", which has " +
            base::grouped(elements);
  if (present.block.exited != 0) text += ", and " + base::counted(present.block.exited, "thread") + " of it had left the kernel";
  return text;
}

/// The type of the values that an instruction reads or writes, if it is a floating one.
std::optional<launch::ElementType> Report::type_of(std::uint32_t pc) const {
  const ptx::Instruction* const instruction = listing_.instruction(*launch_.module, pc);
  if (instruction == nullptr) return std::nullopt;
  if (instruction->type == ptx::Type::f32) return launch::ElementType::f32;
  if (instruction->type == ptx::Type::f64) return launch::ElementType::f64;
  return std::nullopt;
}

/// Whether the value that a load reads flows into what a store writes, both in the kernel itself.
bool Report::computes_in_place(std::uint32_t load, std::uint32_t store) const {
  const ptx::Listing::Position from = listing_.place(load), to = listing_.place(store);
  if (from.function != to.function) return false;
  const ptx::Function& function = launch_.module->functions[from.function];
  if (from.instruction >= function.instructions.size() || to.instruction >= function.instructions.size()) return false;
  const bool pair = function.instructions[from.instruction].opcode == ptx::Opcode::ld &&
                    function.instructions[to.instruction].opcode == ptx::Opcode::st;
  return pair && ptx::flows_into_store(function, from.instruction, to.instruction);
}

}  // namespace warplens::simt
