#include "simt/code/execute/matrix.h"

// mov with its packing and unpacking forms, cvta, isspacep, createpolicy, and loads of kernel parameters at a constant offset.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::OperandKind;
using ptx::Type;

struct Copy {
  template <typename T>
  static T apply(T a) {
    return a;
  }
};

void copy_predicate(const Frame& frame, const Decoded& instruction, u32 active) {
  frame.set_predicate(instruction.operands[0], frame.predicate(instruction.operands[1]), active);
}

/// {a, b, …} → d, element 0 in the low bits.
template <typename D, typename S, int count>
void pack(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* sources[count];
  for (int i = 0; i < count; ++i) sources[i] = frame.source(instruction.operands[static_cast<std::size_t>(1 + i)]);
  fill<D>(frame.destination(instruction.operands[0]), active, [&](int lane) {
    D packed = 0;
    for (int i = 0; i < count; ++i)
      packed |= static_cast<D>(get<S>(sources[i], lane)) << (8 * sizeof(S) * static_cast<std::size_t>(i));
    return packed;
  });
}

/// a → {d, e, …}; a destination may be absent (_). The source is read whole first: a destination may be a part of nothing else.
template <typename D, typename S, int count>
void unpack(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* source = frame.source(instruction.operands[count]);
  for (int i = 0; i < count; ++i) {
    const Row row = instruction.operands[static_cast<std::size_t>(i)];
    if (row == no_row) continue;
    fill<D>(frame.destination(row), active,
            [&](int lane) { return static_cast<D>(get<S>(source, lane) >> (8 * sizeof(D) * static_cast<std::size_t>(i))); });
  }
}

template <typename Whole, typename Part, int count>
Operation packing(bool packs) {
  Operation operation{packs ? &pack<Whole, Part, count> : &unpack<Part, Whole, count>};
  for (std::size_t i = 0; i <= count; ++i) operation.bytes[i] = sizeof(Cell<Part>);
  operation.bytes[packs ? 0 : count] = sizeof(Cell<Whole>);
  return operation;
}

/// mov.b128, of registers of 64 bits (two) or of 32 (four) to such registers.
template <int from, int to>
void move_wide(const Frame& frame, const Decoded& instruction, u32 active) {
  each_lane(active, [&](std::size_t at) {
    const auto lane = static_cast<int>(at);
    u64 halves[2];
    for (int i = 0; i < 2; ++i) {
      const auto source = [&](int k) { return frame.source(instruction.operands[static_cast<std::size_t>(to + k)]); };
      if constexpr (from == 2)
        halves[i] = get<u64>(source(i), lane);
      else
        halves[i] = get<u32>(source(2 * i), lane) | u64{get<u32>(source(2 * i + 1), lane)} << 32;
    }
    for (int i = 0; i < to; ++i) {
      const Row row = instruction.operands[static_cast<std::size_t>(i)];
      if (row == no_row) continue;
      if constexpr (to == 2)
        put<u64>(frame.destination(row), lane, halves[i]);
      else
        put<u32>(frame.destination(row), lane, static_cast<u32>(halves[i / 2] >> (32 * (i % 2))));
    }
  });
}

template <int from, int to>
Operation wide_move() {
  Operation operation{&move_wide<from, to>};
  for (std::size_t i = 0; i < from + to; ++i) operation.bytes[i] = (i < to ? to : from) == 2 ? 8 : 4;
  return operation;
}

Operation move_128(std::size_t from, std::size_t to) {
  if (from == 2 && to == 2) return wide_move<2, 2>();
  if (from == 2 && to == 4) return wide_move<2, 4>();
  return from == 4 && to == 2 ? wide_move<4, 2>() : Operation{};
}

/// mov.v2, mov.v4: all sources are read before a destination is written. Rows: destinations, then sources.
template <typename T, int count>
void move_elements(const Frame& frame, const Decoded& instruction, u32 active) {
  const Listed listed(frame, instruction);
  each_lane(active, [&](std::size_t at) {
    const auto lane = static_cast<int>(at);
    T values[count];
    for (int i = 0; i < count; ++i) values[i] = get<T>(frame.source(listed.row(count + i)), lane);
    for (int i = 0; i < count; ++i) put<T>(frame.destination(listed.row(i)), lane, values[i]);
  });
}

Operation elements(int width, int count) {
  const u8 cell = width == 64 ? 8 : 4;
  Operation operation;
  if (cell == 8)
    operation.execute = count == 2 ? &move_elements<u64, 2> : nullptr;
  else
    operation.execute = count == 2 ? &move_elements<u32, 2> : &move_elements<u32, 4>;
  operation.listed = cell;
  return operation;
}

Operation move(const ptx::Instruction& instruction) {
  const auto& operands = instruction.operands;
  if (operands.size() != 2) return {};
  if (instruction.vector > 1) return elements(ptx::bits(instruction.type), instruction.vector);
  if (instruction.type == Type::b128) return move_128(operands[1].elements.size(), operands[0].elements.size());
  const int width = ptx::bits(instruction.type);
  const bool packs = operands[1].kind == OperandKind::vector, unpacks = operands[0].kind == OperandKind::vector;
  if (packs || unpacks) {
    const std::size_t count = operands[packs ? 1 : 0].elements.size();
    if (width == 64 && count == 2) return packing<u64, u32, 2>(packs);
    if (width == 64 && count == 4) return packing<u64, u16, 4>(packs);
    if (width == 32 && count == 2) return packing<u32, u16, 2>(packs);
    if (width == 32 && count == 4) return packing<u32, u8, 4>(packs);
    if (width == 16 && count == 2) return packing<u16, u8, 2>(packs);
    return {};
  }
  if (instruction.type == Type::pred) return {&copy_predicate, {predicate_bytes, predicate_bytes}};
  if (width == 64) return mapped<Copy, u64, u64>();
  return width == 16 || width == 32 ? mapped<Copy, u32, u32>() : Operation{};
}

/// Between generic and window addresses: adds or subtracts the window's base, which the machine puts in `immediate`.
void shift_address(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* source = frame.source(instruction.operands[1]);
  fill<u64>(frame.destination(instruction.operands[0]), active,
            [&](int lane) { return get<u64>(source, lane) + instruction.immediate; });
}

/// isspacep: whether an address is in a window; the decoder puts its start in `immediate` and its size in `offset`.
void test_space(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* source = frame.source(instruction.operands[1]);
  const u64 size = static_cast<u64>(instruction.offset);
  frame.set_predicate(instruction.operands[0],
                      gather_bits([&](int lane) { return get<u64>(source, lane) - instruction.immediate < size; }), active);
}

/// createpolicy: cache policies have no effect here; every policy is 0.
void make_policy(const Frame& frame, const Decoded& instruction, u32 active) {
  fill<u64>(frame.destination(instruction.operands[0]), active, [](int) { return u64{0}; });
}

/// Load one parameter for every lane: `offset` in the parameter block, `vector` elements.
template <typename D, typename S>
void load_parameter(const Frame& frame, const Decoded& instruction, u32 active) {
  for (u8 i = 0; i < instruction.vector; ++i) {
    const Row row = instruction.operands[i];
    if (row == no_row) continue;
    S value;
    std::memcpy(&value, frame.parameters + instruction.offset + i * sizeof(S), sizeof(S));
    fill<D>(frame.destination(row), active, [&](int) { return static_cast<D>(value); });
  }
}

template <typename S>
Operation parameter_as(int register_bytes) {
  const u8 cell = static_cast<u8>(register_bytes);
  using Narrow = std::conditional_t<std::is_signed_v<S>, s32, u32>;
  using Broad = std::conditional_t<std::is_signed_v<S>, s64, u64>;
  return {register_bytes == 8 ? &load_parameter<Broad, S> : &load_parameter<Narrow, S>, {cell, cell, cell, cell}};
}

Operation parameter(Type type, int register_bytes) {
  switch (type) {
    case Type::b8:
    case Type::u8:
      return parameter_as<u8>(register_bytes);
    case Type::s8:
      return parameter_as<s8>(register_bytes);
    case Type::b16:
    case Type::u16:
      return parameter_as<u16>(register_bytes);
    case Type::s16:
      return parameter_as<s16>(register_bytes);
    case Type::b32:
    case Type::f32:
    case Type::u32:
      return parameter_as<u32>(register_bytes);
    case Type::s32:
      return parameter_as<s32>(register_bytes);
    case Type::b64:
    case Type::b128:
    case Type::f64:
    case Type::u64:
    case Type::s64:
      return register_bytes == 8 ? parameter_as<u64>(register_bytes) : Operation{};
    default:
      return {};
  }
}

/// Bytes per lane in the row of a register operand (or of a vector's first element).
int row_bytes(const ptx::Operand& operand, const ptx::Function& function) {
  const ptx::Operand* first =
      operand.kind == OperandKind::vector && !operand.elements.empty() ? &operand.elements.front() : &operand;
  return first->kind == OperandKind::reg && ptx::bits(function.registers[first->index].type) == 64 ? 8 : 4;
}

}  // namespace

Operation select_mov(const ptx::Instruction& instruction, const ptx::Function&) { return move(instruction); }

Operation select_isspacep(const ptx::Instruction&, const ptx::Function&) { return {&test_space, {predicate_bytes, 8}}; }

Operation select_createpolicy(const ptx::Instruction&, const ptx::Function&) { return {&make_policy, {8}}; }

Operation select_cvta(const ptx::Instruction& instruction, const ptx::Function&) {
  return ptx::bits(instruction.type) == 64 ? Operation{&shift_address, {8, 8}} : Operation{};
}

Operation select_ld(const ptx::Instruction& instruction, const ptx::Function& function) {
  return parameter(instruction.type, row_bytes(instruction.operands[0], function));
}

}  // namespace warplens::simt::WARPLENS_ISA
