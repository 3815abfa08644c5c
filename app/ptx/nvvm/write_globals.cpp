#include "ptx/nvvm/write_globals.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace warplens::ptx::nvvm {
namespace {

constexpr std::uint64_t most_initial_bytes = 16u << 20;
constexpr std::uint64_t most_text = std::uint64_t{64} << 20;  // bytes of PTX

/// The address of a variable or a function in an initial value.
struct InitialAddress {
  std::uint64_t offset = 0;  ///< bytes from the start of the value
  std::uint32_t global = none;
  std::string text;  ///< "generic(x)+4"
};

std::uint64_t pointer_bytes(const Module& module) { return module.narrow_pointers ? 4 : 8; }

/// An initial value as bytes and addresses.
class InitialValue {
 public:
  InitialValue(const ModuleWriting& writing) : writing_(writing), module_(writing.module) {}

  std::vector<std::uint8_t> bytes;  ///< without zeros at the end
  std::vector<InitialAddress> addresses;
  std::string problem;

  void add(std::uint32_t index, std::uint64_t offset) {
    const Constant& constant = module_.constants[index];
    const Type& type = module_.types[constant.type];
    switch (constant.kind) {
      case ConstantKind::zero:
      case ConstantKind::undefined:
        return;
      case ConstantKind::integer:
      case ConstantKind::floating:
        return put(constant.bits, writing_.layout.stored_size(constant.type), offset);
      case ConstantKind::aggregate: {
        if (type.kind == TypeKind::vector && writing_.layout.lies_in_bits(constant.type)) {
          problem = "an initial value of a vector of single bits";
          return;
        }
        for (std::size_t i = 0; i < constant.operands.size() && problem.empty(); ++i) {
          const std::uint32_t operand = constant.operands[i];
          std::uint64_t at = 0;
          if (type.kind == TypeKind::structure)
            at = writing_.layout.member_offset(constant.type, i);
          else if (type.kind == TypeKind::array)
            at = i * writing_.layout.size(type.members[0]);
          else
            at = i * writing_.layout.stored_size(type.members[0]);
          add(operand, offset + at);
        }
        return;
      }
      default:
        return add_address(index, offset);
    }
  }

 private:
  void put(const std::vector<std::uint64_t>& words, std::uint64_t size, std::uint64_t offset) {
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t word = i / 8 < words.size() ? words[i / 8] : 0;
      const auto byte = static_cast<std::uint8_t>(word >> (8 * (i % 8)));
      if (byte == 0) continue;
      if (offset + i >= most_initial_bytes) {
        problem = "an initial value of more than 16 MiB";
        return;
      }
      if (bytes.size() <= offset + i) bytes.resize(offset + i + 1);
      bytes[offset + i] = byte;
    }
  }

  void add_address(std::uint32_t index, std::uint64_t offset) {
    const std::uint32_t whole_type = module_.constants[index].type;
    std::uint64_t addend = 0;
    for (;;) {
      const Constant& constant = module_.constants[index];
      if (constant.kind == ConstantKind::integer) return put(constant.bits, writing_.layout.stored_size(whole_type), offset);
      if (constant.kind == ConstantKind::zero) return;
      if (constant.kind == ConstantKind::global || constant.kind == ConstantKind::function) {
        const bool function = constant.kind == ConstantKind::function;
        const std::string& name = (function ? writing_.function_names : writing_.global_names)[constant.symbol];
        const Type& type = module_.types[whole_type];
        const bool generic = !function && !(type.kind == TypeKind::pointer && type.space != AddressSpace::generic);
        std::string text = generic ? fmt::format("generic({})", name) : name;
        if (addend != 0) text += fmt::format("{:+}", static_cast<std::int64_t>(addend));
        addresses.push_back({offset, function ? none : constant.symbol, std::move(text)});
        return;
      }
      const bool casts = constant.opcode == Opcode::bitcast || constant.opcode == Opcode::addrspacecast ||
                         constant.opcode == Opcode::inttoptr || constant.opcode == Opcode::ptrtoint;
      if (constant.kind != ConstantKind::expression || (!casts && constant.opcode != Opcode::getelementptr) ||
          writing_.layout.stored_size(constant.type) != pointer_bytes(module_)) {
        problem = "an initial value that is computed from addresses";
        return;
      }
      if (!casts) {
        const AddressSum sum = sum_of(module_, writing_.layout, constant);
        if (!sum.terms.empty()) {
          problem = "an initial value that is computed from addresses";
          return;
        }
        addend += static_cast<std::uint64_t>(sum.offset);
      }
      index = constant.operands[0];
    }
  }

  const ModuleWriting& writing_;
  const Module& module_;
};

/// "u32" for a variable of one number; nothing for arrays and structures.
std::optional<std::string> single_type(const ModuleWriting& writing, std::uint32_t index) {
  const Type& type = writing.module.types[index];
  switch (type.kind) {
    case TypeKind::integer:
      if (type.bits != 8 && type.bits != 16 && type.bits != 32 && type.bits != 64) return std::nullopt;
      return fmt::format("u{}", type.bits);
    case TypeKind::pointer:
      return writing.module.narrow_pointers ? "u32" : "u64";
    case TypeKind::float32:
      return "f32";
    case TypeKind::float64:
      return "f64";
    default:
      return std::nullopt;
  }
}

class GlobalsWriter {
 public:
  explicit GlobalsWriter(const ModuleWriting& writing)
      : writing_(writing), module_(writing.module), state_(module_.globals.size()) {}

  base::Result<std::string> write() {
    for (std::uint32_t global = 0; global < module_.globals.size() && problem_.empty(); ++global) write_after_its_own(global);
    if (!problem_.empty()) return base::Error{module_.path, static_cast<int>(line_), 0, problem_};
    return text_;
  }

 private:
  enum class State : std::uint8_t { waiting, open, written };

  void fail(const Global& global, const std::string& problem) {
    if (!problem_.empty()) return;
    problem_ = fmt::format("{}: {}", global.name, problem);
    line_ = global.line;
  }

  /// Write a variable, and before it those that its initial value needs; without recursion, since the chain may be long.
  void write_after_its_own(std::uint32_t first) {
    std::vector<std::uint32_t> chain{first};
    while (!chain.empty()) {
      const std::uint32_t index = chain.back();
      const Global& global = module_.globals[index];
      if (state_[index] == State::written) {
        chain.pop_back();
        continue;
      }
      const bool special = global.name.starts_with("llvm.") || global.name.starts_with("nvvm.");
      if (special && global.name == "llvm.global_ctors" && global.initial != none &&
          module_.constants[global.initial].kind == ConstantKind::aggregate)
        return fail(global, "constructors that run before a kernel are not possible on a GPU");
      if (special || (global.external && !writing_.used_globals[index])) {
        state_[index] = State::written;
        continue;
      }
      InitialValue value(writing_);
      if (global.initial != none) value.add(global.initial, 0);
      if (!value.problem.empty()) return fail(global, value.problem);
      const bool was_open = state_[index] == State::open;
      state_[index] = State::open;
      const std::size_t before = chain.size();
      for (const InitialAddress& address : value.addresses) {
        if (address.global == none || state_[address.global] == State::written || address.global == index) continue;
        if (state_[address.global] == State::open || was_open)
          return fail(global, "its initial value and another's hold each other's address");
        chain.push_back(address.global);
      }
      if (chain.size() != before) continue;
      write_global(global, index, value);
      state_[index] = State::written;
    }
  }

  void write_global(const Global& global, std::uint32_t index, const InitialValue& value) {
    const std::string_view space = space_suffix(global.space);
    if (global.space == AddressSpace::local || space.empty()) return fail(global, "a variable in this address space");
    std::string line = global.external ? ".extern " : global.internal ? "" : global.weak ? ".weak " : ".visible ";
    const std::uint32_t alignment = std::max(global.alignment, writing_.layout.alignment(global.type));
    line += fmt::format("{} .align {} ", space.substr(0), alignment);
    const std::string& name = writing_.global_names[index];
    const std::uint64_t size = writing_.layout.size(global.type);
    const bool initialised = global.space != AddressSpace::shared && (!value.bytes.empty() || !value.addresses.empty());
    const auto single = single_type(writing_, global.type);
    if (global.space == AddressSpace::shared && !value.addresses.empty())
      return fail(global, "shared memory has no initial values");
    if (!value.addresses.empty() && size > most_initial_bytes) return fail(global, "an initial value of more than 16 MiB");
    if (text_.size() > most_text) return fail(global, "the initial values are too large");
    if (single) {
      line += fmt::format(".{} {}", *single, name);
      if (initialised) line += " = " + (value.addresses.empty() ? number(value.bytes, size, *single) : value.addresses[0].text);
    } else if (value.addresses.empty() || !initialised) {
      line += fmt::format(".b8 {}[{}]", name, global.external && size == 0 ? "" : std::to_string(size));
      if (initialised) line += fmt::format(" = {{{}}}", fmt::join(value.bytes, ", "));
    } else {
      const std::uint64_t each = pointer_bytes(module_);
      std::vector<std::string> words((size + each - 1) / each);
      for (std::size_t i = 0; i < words.size(); ++i) {
        std::uint64_t word = 0;
        for (std::size_t byte = 0; byte < each && each * i + byte < value.bytes.size(); ++byte)
          word |= std::uint64_t{value.bytes[each * i + byte]} << (8 * byte);
        words[i] = std::to_string(word);
      }
      for (const InitialAddress& address : value.addresses) {
        if (address.offset % each != 0 || size % each != 0)
          return fail(global, fmt::format("an address at a place that is no multiple of {} bytes", each));
        words[address.offset / each] = address.text;
      }
      line += fmt::format(".u{} {}[{}] = {{{}}}", 8 * each, name, words.size(), fmt::join(words, ", "));
    }
    text_ += line + ";\n";
  }

  static std::string number(const std::vector<std::uint8_t>& bytes, std::uint64_t size, std::string_view type) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < bytes.size() && i < size; ++i) bits |= std::uint64_t{bytes[i]} << (8 * i);
    if (type == "f32") return immediate(RegisterKind::f32, bits, 32);
    if (type == "f64") return immediate(RegisterKind::f64, bits, 64);
    return std::to_string(bits);
  }

  const ModuleWriting& writing_;
  const Module& module_;
  std::vector<State> state_;
  std::string text_, problem_;
  std::uint32_t line_ = 0;
};

}  // namespace

base::Result<std::string> write_globals(const ModuleWriting& writing) { return GlobalsWriter(writing).write(); }

}  // namespace warplens::ptx::nvvm
