#include "ptx/nvvm/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace warplens::ptx::nvvm {
namespace {

constexpr std::uint64_t largest_layout = std::uint64_t{1} << 62;

std::uint64_t times(std::uint64_t count, std::uint64_t bytes) {
  return bytes != 0 && count > largest_layout / bytes ? largest_layout : count * bytes;
}

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t alignment) {
  return bytes >= largest_layout ? largest_layout : (bytes + alignment - 1) / alignment * alignment;
}

std::uint32_t alignment_of_bytes(std::uint64_t bytes, std::uint32_t most) {
  return static_cast<std::uint32_t>(std::bit_ceil(std::clamp<std::uint64_t>(bytes, 1, most)));
}

/// Bits of an element of a vector: vectors of i1 or i4 are packed in memory.
std::uint64_t element_bits(const Module& module, std::uint32_t index) {
  const Type& type = module.types[index];
  switch (type.kind) {
    case TypeKind::pointer:
      return module.narrow_pointers ? 32 : 64;
    case TypeKind::integer:
      return type.bits;
    case TypeKind::half:
    case TypeKind::bfloat:
      return 16;
    case TypeKind::float32:
      return 32;
    default:
      return 64;
  }
}

}  // namespace

Layout::Layout(const Module& module) : module_(module), known_(module.types.size()) {
  for (std::uint32_t type = 0; type < known_.size(); ++type) find(type);
}

void Layout::find(std::uint32_t index) {
  if (known_[index].done) return;
  const Type& type = module_.types[index];
  for (const std::uint32_t member : type.members) find(member);
  Known known;
  known.done = true;
  switch (type.kind) {
    case TypeKind::integer:
      known.stored = (type.bits + 7) / 8;
      known.alignment = alignment_of_bytes(known.stored, 16);
      known.parts = (type.bits + 63) / 64;
      break;
    case TypeKind::vector:
      known.stored = (times(type.count, element_bits(module_, type.members[0])) + 7) / 8;
      known.in_bits = element_bits(module_, type.members[0]) % 8 != 0;
      known.alignment = alignment_of_bytes(known.stored, 128);
      known.parts =
          static_cast<std::size_t>(std::min<std::uint64_t>(times(type.count, known_[type.members[0]].parts), max_parts + 1));
      break;
    case TypeKind::array:
      known.stored = times(type.count, known_[type.members[0]].size);
      known.alignment = known_[type.members[0]].alignment;
      known.in_bits = known_[type.members[0]].in_bits;
      known.parts =
          static_cast<std::size_t>(std::min<std::uint64_t>(times(type.count, known_[type.members[0]].parts), max_parts + 1));
      break;
    case TypeKind::structure:
      for (const std::uint32_t member : type.members) {
        const Known& inner = known_[member];
        if (!type.packed) {
          known.alignment = std::max(known.alignment, inner.alignment);
          known.stored = rounded_up(known.stored, inner.alignment);
        }
        known.offsets.push_back(known.stored);
        known.stored = std::min(known.stored + inner.size, largest_layout);
        known.parts = std::min(known.parts + inner.parts, max_parts + 1);
        known.in_bits = known.in_bits || inner.in_bits;
      }
      known.stored = rounded_up(known.stored, known.alignment);
      break;
    case TypeKind::void_:
    case TypeKind::function:
    case TypeKind::label:
    case TypeKind::metadata:
      break;
    default:
      known.stored = element_bits(module_, index) / 8;
      known.alignment = static_cast<std::uint32_t>(known.stored);
      known.parts = 1;
  }
  known.size = rounded_up(known.stored, known.alignment);
  known_[index] = std::move(known);
}

void Layout::add_parts(std::uint32_t index, std::uint64_t offset, std::vector<Part>& parts) const {
  if (known_[index].parts == 0 || parts.size() >= max_parts) return;
  const Type& type = module_.types[index];
  const auto add = [&](RegisterKind kind, std::uint32_t bits) { parts.push_back({kind, bits, offset}); };
  switch (type.kind) {
    case TypeKind::integer:
      if (type.bits == 1) return add(RegisterKind::predicate, 1);
      if (type.bits <= 16) return add(RegisterKind::b16, type.bits);
      if (type.bits <= 32) return add(RegisterKind::b32, type.bits);
      for (std::uint32_t bit = 0; bit < type.bits; bit += 64)
        parts.push_back({RegisterKind::b64, std::min(type.bits - bit, 64u), offset + bit / 8});
      return;
    case TypeKind::half:
    case TypeKind::bfloat:
      return add(RegisterKind::b16, 16);
    case TypeKind::float32:
      return add(RegisterKind::f32, 32);
    case TypeKind::float64:
      return add(RegisterKind::f64, 64);
    case TypeKind::pointer:
      parts.push_back({RegisterKind::b64, 64, offset, module_.narrow_pointers, type.space});
      return;
    case TypeKind::vector:
    case TypeKind::array: {
      const std::uint32_t element = type.members[0];
      const std::uint64_t step = type.kind == TypeKind::array ? known_[element].size : element_bits(module_, element) / 8;
      for (std::uint64_t i = 0; i < type.count && parts.size() < max_parts; ++i) add_parts(element, offset + i * step, parts);
      return;
    }
    case TypeKind::structure:
      for (std::size_t i = 0; i < type.members.size(); ++i) add_parts(type.members[i], offset + member_offset(index, i), parts);
      return;
    default:
      return;
  }
}

std::vector<Part> Layout::parts(std::uint32_t type) const {
  std::vector<Part> parts;
  add_parts(type, 0, parts);
  return parts;
}

std::size_t Layout::first_part(std::uint32_t type, std::uint64_t index) const {
  const Type& whole = module_.types[type];
  if (whole.kind != TypeKind::structure) return index * known_[whole.members[0]].parts;
  std::size_t first = 0;
  for (std::uint64_t i = 0; i < index; ++i) first += known_[whole.members[i]].parts;
  return first;
}

std::uint64_t stored_bytes(const Part& part) { return part.narrow ? 4 : (part.bits + 7) / 8; }

unsigned register_bits(RegisterKind kind) {
  switch (kind) {
    case RegisterKind::predicate:
      return 1;
    case RegisterKind::b16:
      return 16;
    case RegisterKind::b32:
    case RegisterKind::f32:
      return 32;
    default:
      return 64;
  }
}

std::string_view type_name(RegisterKind kind) {
  constexpr std::string_view names[] = {"pred", "b16", "b32", "b64", "f32", "f64"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view register_prefix(RegisterKind kind) {
  constexpr std::string_view prefixes[] = {"%p", "%rs", "%r", "%rd", "%f", "%fd"};
  return prefixes[static_cast<std::size_t>(kind)];
}

std::string_view float_name(TypeKind kind) {
  switch (kind) {
    case TypeKind::half:
      return "f16";
    case TypeKind::bfloat:
      return "bf16";
    case TypeKind::float32:
      return "f32";
    default:
      return "f64";
  }
}

std::uint32_t scalar_type(const Module& module, std::uint32_t type) {
  return module.types[type].kind == TypeKind::vector ? module.types[type].members[0] : type;
}

std::string describe_type(const Module& module, std::uint32_t index) {
  const Type& type = module.types[index];
  switch (type.kind) {
    case TypeKind::void_:
      return "void";
    case TypeKind::integer:
      return fmt::format("i{}", type.bits);
    case TypeKind::half:
      return "half";
    case TypeKind::bfloat:
      return "bfloat";
    case TypeKind::float32:
      return "float";
    case TypeKind::float64:
      return "double";
    case TypeKind::pointer:
      return "ptr";
    case TypeKind::vector:
      return fmt::format("<{} x {}>", type.count, describe_type(module, type.members[0]));
    case TypeKind::array:
      return fmt::format("[{} x {}]", type.count, describe_type(module, type.members[0]));
    case TypeKind::structure:
      return "a structure";
    case TypeKind::function:
      return "a function";
    case TypeKind::label:
      return "label";
    case TypeKind::metadata:
      return "metadata";
  }
  return "";
}

}  // namespace warplens::ptx::nvvm
