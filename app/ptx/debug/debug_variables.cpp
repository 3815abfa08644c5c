#include "ptx/debug/debug_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "ptx/debug/debug_entries.h"
#include "ptx/debug/written_before.h"

namespace warplens::ptx {
namespace {

constexpr std::uint64_t most_elements = 16;
constexpr std::size_t most_variables = 256;
constexpr int deepest = 16;  // types within types

/// DWARF 4, figure 36: how the bits of a base type are read.
Type type_of(std::uint64_t encoding, std::uint64_t bytes) {
  constexpr std::uint64_t boolean = 2, floating = 4, is_signed = 5, signed_char = 6;
  if (encoding == boolean) return bytes == 1 ? Type::pred : Type::none;
  const bool negative = encoding == is_signed || encoding == signed_char;
  switch (bytes) {
    case 1:
      return negative ? Type::s8 : Type::u8;
    case 2:
      return encoding == floating ? Type::f16 : negative ? Type::s16 : Type::u16;
    case 4:
      return encoding == floating ? Type::f32 : negative ? Type::s32 : Type::u32;
    case 8:
      return encoding == floating ? Type::f64 : negative ? Type::s64 : Type::u64;
    default:
      return Type::none;
  }
}

/// The variables of one function.
class FunctionVariables {
 public:
  FunctionVariables(const Module& module, std::uint32_t function)
      : module_(module),
        index_(function),
        function_(module.functions[function]),
        text_(read_debug_text(module.text)),
        entries_(read_debug_entries(text_)),
        children_(entries_.size()) {
    for (std::size_t k = 0; k < entries_.size(); ++k)
      if (entries_[k].parent != no_entry) children_[entries_[k].parent].push_back(k);
  }

  std::vector<DebugVariable> find() {
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      if (entries_[k].tag != DebugTag::subprogram || !entries_[k].low) continue;
      const std::uint32_t line = line_of(*entries_[k].low);
      if (line <= function_.ptx_line || function_.instructions.empty() || line > function_.instructions.back().ptx_line) continue;
      add_scope(k, 0, static_cast<std::uint32_t>(function_.instructions.size()), 0);
      break;
    }
    std::ranges::stable_sort(found_, [](const auto& a, const auto& b) {
      return std::pair(!a.parameter, a.parameter ? 0 : a.line) < std::pair(!b.parameter, b.parameter ? 0 : b.line);
    });
    WrittenBefore written(module_, index_);
    for (DebugVariable& variable : found_)
      for (VariableHome& home : variable.homes) written.find(home, std::max(bits(variable.value) / 8, 1));
    return std::move(found_);
  }

 private:
  /// Line of a label; 0: not known.
  std::uint32_t line_of(const DebugAddress& address) const {
    const auto label = text_.labels.find(address.symbol);
    return label != text_.labels.end() ? label->second : 0;
  }
  /// First instruction after a label of the function.
  std::uint32_t instruction_at(const std::optional<DebugAddress>& address, std::uint32_t otherwise) const {
    const std::uint32_t line = address ? line_of(*address) : 0;
    if (line == 0) return otherwise;
    const auto after = std::ranges::upper_bound(function_.instructions, line, {}, &Instruction::ptx_line);
    return static_cast<std::uint32_t>(after - function_.instructions.begin());
  }

  void add_scope(std::size_t scope, std::uint32_t first, std::uint32_t last, int depth) {
    if (depth > deepest) return;
    std::uint32_t arguments = 0;
    for (const std::size_t k : children_[scope]) {
      const DebugEntry& entry = entries_[k];
      if (entry.tag == DebugTag::lexical_block)
        add_scope(k, instruction_at(entry.low, first), instruction_at(entry.high, last), depth + 1);
      if (entry.tag != DebugTag::variable && entry.tag != DebugTag::formal_parameter) continue;
      DebugVariable variable;
      variable.name = entry.name;
      variable.line = static_cast<std::uint32_t>(entry.line);
      variable.first = first;
      variable.last = last;
      variable.parameter = entry.tag == DebugTag::formal_parameter;
      if (variable.parameter && function_.entry && arguments < function_.parameters.size()) {
        variable.argument.emplace().kind = VariableHome::Kind::parameter;
        variable.argument->index = arguments++;
      }
      variable.homes = homes_of(entry, first, last);
      for (VariableHome& home : variable.homes) {
        home.whole_offset = home.offset;
        home.whole_bytes = bytes_of(entry.type, 0);
      }
      if (!entry.name.empty() && (!variable.homes.empty() || !is_elsewhere(entry))) add(variable, entry.type, 0, 0);
    }
  }

  /// Whether a variable has a place, but in no thread's own memory.
  static bool is_elsewhere(const DebugEntry& entry) { return entry.expression.has_value(); }

  std::vector<VariableHome> homes_of(const DebugEntry& entry, std::uint32_t first, std::uint32_t last) const {
    std::vector<VariableHome> homes;
    const auto add = [&](std::optional<VariableHome> home, std::uint32_t from, std::uint32_t to) {
      if (!home || from >= to) return;
      home->first = from;
      home->last = to;
      homes.push_back(std::move(*home));
    };
    if (entry.expression)
      add(home_of(text_.info, entry.expression->first, entry.expression->first + entry.expression->size), first, last);
    if (!entry.locations) return homes;
    // DWARF 4, section 2.6.2: begin, end, length, expression; 0, 0 ends the list.
    constexpr std::size_t most = 1000;
    DebugReader list(text_.locations, *entry.locations);
    while (list.left() >= 18 && homes.size() < most) {
      const auto begin = list.address(8), end = list.address(8);
      if (!begin || !end) break;
      const std::uint64_t size = list.number(2), at = list.at();
      list.skip(size);
      if (list.ok()) add(home_of(text_.locations, at, at + size), instruction_at(begin, last), instruction_at(end, last));
    }
    return homes;
  }

  /// The place that an expression means (DWARF 4, section 7.7.1). NVIDIA's and LLVM's compilers give a register's number as the
  /// characters of its name (LLVM, NVPTXRegisterInfo::encodeRegisterForDwarf).
  std::optional<VariableHome> home_of(const DebugSection& section, std::uint64_t first, std::uint64_t end) const {
    constexpr std::uint64_t address = 0x03, regx = 0x90, plus_uconst = 0x23;
    DebugReader reader(section, first, end);
    const std::uint64_t operation = reader.number(1);
    if (operation == regx) {
      std::string name;
      for (std::uint64_t number = reader.unsigned_leb(); number != 0; number >>= 8)
        name.insert(name.begin(), static_cast<char>(number & 0xff));
      const auto found = std::ranges::find(function_.registers, name, &Register::name);
      if (found == function_.registers.end() || reader.left() > 0) return std::nullopt;
      VariableHome home;
      home.index = static_cast<std::uint32_t>(found - function_.registers.begin());
      return home;
    }
    const auto symbol = operation == address ? reader.address(8) : std::nullopt;
    if (!symbol) return std::nullopt;
    VariableHome home;
    home.offset = symbol->addend;
    if (reader.left() > 0) {
      if (reader.number(1) != plus_uconst) return std::nullopt;
      home.offset += reader.unsigned_leb();
    }
    const auto parameter = std::ranges::find(function_.parameters, symbol->symbol, &Parameter::name);
    if (parameter != function_.parameters.end()) {
      home.kind = VariableHome::Kind::parameter;
      home.index = static_cast<std::uint32_t>(parameter - function_.parameters.begin());
      return home;
    }
    home.kind = VariableHome::Kind::local;
    for (std::uint32_t v = 0; v < module_.variables.size(); ++v) {
      const Variable& variable = module_.variables[v];
      if (variable.function != index_ || variable.space != Space::local || variable.name != symbol->symbol) continue;
      home.index = v;
      return home;
    }
    return std::nullopt;
  }

  /// The type without const, volatile and names that stand for it.
  std::size_t bare(std::size_t type) const {
    for (int k = 0; k < deepest && type != no_entry; ++k) {
      const DebugTag tag = entries_[type].tag;
      if (tag != DebugTag::const_type && tag != DebugTag::volatile_type && tag != DebugTag::typedef_) break;
      type = entries_[type].type;
    }
    return type;
  }

  std::string name_of(std::size_t type, int depth = 0) const {
    if (type == no_entry) return "void";
    if (depth > deepest) return "…";
    const DebugEntry& entry = entries_[type];
    const std::string inner = entry.name.empty() ? name_of(entry.type, depth + 1) : "";
    switch (entry.tag) {
      case DebugTag::pointer_type:
        return inner + "*";
      case DebugTag::reference_type:
        return inner + "&";
      case DebugTag::rvalue_reference_type:
        return inner + "&&";
      case DebugTag::const_type:
        return inner.ends_with('*') ? inner + " const" : "const " + inner;
      case DebugTag::volatile_type:
        return "volatile " + inner;
      case DebugTag::array_type:
        return inner + "[]";
      default:
        return entry.name;
    }
  }

  /// Add a variable of a type, or the numbers that it is made of.
  void add(const DebugVariable& variable, std::size_t type, std::uint64_t offset, int depth) {
    const std::size_t is = bare(type);
    if (is == no_entry || depth > deepest || found_.size() >= most_variables) return;
    const DebugEntry& entry = entries_[is];
    const auto part = [&](const std::string& name, std::size_t of, std::uint64_t at) {
      DebugVariable one = variable;
      one.name = variable.name + name;
      add(one, of, offset + at, depth + 1);
    };
    switch (entry.tag) {
      case DebugTag::structure_type:
      case DebugTag::class_type:
      case DebugTag::union_type:
        for (const std::size_t k : children_[is])
          if (entries_[k].tag == DebugTag::member && !entries_[k].bit_field)
            part("." + entries_[k].name, entries_[k].type, entries_[k].member_offset);
        return;
      case DebugTag::array_type:
        return add_elements(is, part);
      default:
        break;
    }
    DebugVariable one = variable;
    one.type = name_of(type);
    const bool points = entry.tag == DebugTag::pointer_type || entry.tag == DebugTag::reference_type ||
                        entry.tag == DebugTag::rvalue_reference_type;
    const bool narrow = points && entry.bytes == 4;
    one.value = narrow   ? Type::b32
                : points ? Type::b64
                         : type_of(entry.tag == DebugTag::enumeration_type ? 5 : entry.encoding, entry.bytes);
    if (one.value == Type::none) return;
    // The runtime has made a whole address of such an argument.
    if (narrow && one.argument && function_.parameters[one.argument->index].pointer_attribute) one.argument.reset();
    // A register holds all of a number.
    std::erase_if(one.homes, [&](const VariableHome& home) { return home.kind == VariableHome::Kind::reg && offset != 0; });
    for (VariableHome& home : one.homes) home.offset += offset;
    if (one.argument) one.argument->offset += offset;
    found_.push_back(std::move(one));
  }

  template <typename Part>
  void add_elements(std::size_t array, const Part& part) {
    // The dimensions are the children, the last one the closest in memory.
    std::uint64_t count = 1;
    std::vector<std::uint64_t> dimensions;
    for (const std::size_t k : children_[array])
      if (entries_[k].tag == DebugTag::subrange_type) dimensions.push_back(entries_[k].count.value_or(0));
    for (const std::uint64_t dimension : dimensions) count = std::min(count, most_elements) * std::min(dimension, most_elements);
    const std::uint64_t bytes = bytes_of(entries_[array].type, 0);
    for (std::uint64_t k = 0; k < std::min(count, most_elements); ++k) {
      std::string name;
      std::uint64_t rest = k;
      for (std::size_t d = dimensions.size(); d-- > 0; rest /= dimensions[d])
        name.insert(0, fmt::format("[{}]", d == 0 ? rest : rest % dimensions[d]));
      part(name, entries_[array].type, k * bytes);
    }
  }

  std::uint64_t bytes_of(std::size_t type, int depth) const {
    const std::size_t is = bare(type);
    if (is == no_entry || depth > deepest) return 0;
    if (entries_[is].tag != DebugTag::array_type) {
      const bool unsized = entries_[is].tag == DebugTag::pointer_type && entries_[is].bytes == 0;
      return unsized ? 8 : entries_[is].bytes;
    }
    std::uint64_t bytes = bytes_of(entries_[is].type, depth + 1);
    for (const std::size_t k : children_[is])
      if (entries_[k].tag == DebugTag::subrange_type) bytes *= entries_[k].count.value_or(0);
    return bytes;
  }

  const Module& module_;
  const std::uint32_t index_;
  const Function& function_;
  const DebugText text_;
  const std::vector<DebugEntry> entries_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<DebugVariable> found_;
};

}  // namespace

HomeAt home_at(const DebugVariable& variable, std::uint32_t instruction) {
  const auto covers = [&](const VariableHome& home) { return home.first <= instruction && instruction < home.last; };
  const auto found = std::ranges::find_if(variable.homes, covers);
  const bool never = std::ranges::none_of(variable.homes, [&](const VariableHome& each) { return each.is_set(instruction); });
  if (never && variable.argument) return {&*variable.argument, false};
  if (found == variable.homes.end()) return {nullptr, never && !variable.homes.empty()};
  return found->is_set(instruction) ? HomeAt{&*found, false} : HomeAt{nullptr, true};
}

std::vector<DebugVariable> debug_variables(const Module& module, std::uint32_t function) {
  if (function >= module.functions.size() || module.text.find(".debug_info") == module.text.npos) return {};
  return FunctionVariables(module, function).find();
}

}  // namespace warplens::ptx
