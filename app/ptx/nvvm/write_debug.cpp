#include "ptx/nvvm/write_debug.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "ptx/debug/debug_entries.h"
#include "ptx/nvvm/debug_info.h"
#include "ptx/nvvm/metadata.h"

namespace warplens::ptx::nvvm {
namespace {

using AttributeList = std::vector<DebugAttribute>;

constexpr int most_steps = 64;  // from a type to what it stands for

constexpr std::uint16_t tag_number(DebugTag tag) { return static_cast<std::uint16_t>(tag); }
constexpr std::uint16_t compile_unit_tag = 0x11;
// What cuda-gdb has to know of an address (LLVM, NVPTX's part of DwarfDebug).
constexpr std::uint64_t local_class = 6, parameter_class = 7;
constexpr char plus_operation = 0x23;                      // DW_OP_plus_uconst
constexpr char frame_operation = static_cast<char>(0x9c);  // DW_OP_call_frame_cfa

DebugAttribute text_attribute(DebugName attribute, std::string_view text) {
  return {attribute, DebugForm::string, 0, std::string(text), ""};
}
DebugAttribute label_attribute(DebugName attribute, std::string label) {
  return {attribute, DebugForm::address, 0, "", std::move(label)};
}
DebugAttribute number_attribute(DebugName attribute, std::uint64_t number, DebugForm form = DebugForm::unsigned_leb) {
  return {attribute, form, number, "", ""};
}
DebugAttribute block_attribute(DebugName attribute, std::string bytes, std::string symbol = "") {
  return {attribute, DebugForm::block1, 0, std::move(bytes), std::move(symbol)};
}

/// How the bits of a DIBasicType are read (DWARF 2, figure 36).
std::uint64_t encoding_of(std::string_view word) {
  constexpr std::pair<std::string_view, std::uint64_t> all[] = {
      {"DW_ATE_address", 1},     {"DW_ATE_boolean", 2},  {"DW_ATE_float", 4},         {"DW_ATE_signed", 5},
      {"DW_ATE_signed_char", 6}, {"DW_ATE_unsigned", 7}, {"DW_ATE_unsigned_char", 8}, {"DW_ATE_UTF", 0x10}};
  const auto found = std::ranges::find(all, word, &std::pair<std::string_view, std::uint64_t>::first);
  return found != std::end(all) ? found->second : 0;
}

/// The tag of a type's node; nothing for what is not written.
std::optional<DebugTag> type_tag(const Module& module, std::uint32_t node) {
  constexpr std::pair<std::string_view, DebugTag> all[] = {{"DW_TAG_array_type", DebugTag::array_type},
                                                           {"DW_TAG_class_type", DebugTag::class_type},
                                                           {"DW_TAG_enumeration_type", DebugTag::enumeration_type},
                                                           {"DW_TAG_pointer_type", DebugTag::pointer_type},
                                                           {"DW_TAG_reference_type", DebugTag::reference_type},
                                                           {"DW_TAG_structure_type", DebugTag::structure_type},
                                                           {"DW_TAG_typedef", DebugTag::typedef_},
                                                           {"DW_TAG_union_type", DebugTag::union_type},
                                                           {"DW_TAG_const_type", DebugTag::const_type},
                                                           {"DW_TAG_volatile_type", DebugTag::volatile_type},
                                                           {"DW_TAG_rvalue_reference_type", DebugTag::rvalue_reference_type}};
  const std::string_view tag = text_field(module, node, "tag");
  if (is_kind(module, node, "DIBasicType") && (tag.empty() || tag == "DW_TAG_base_type")) return DebugTag::base_type;
  if (!is_kind(module, node, "DIDerivedType") && !is_kind(module, node, "DICompositeType")) return std::nullopt;
  const auto found = std::ranges::find(all, tag, &std::pair<std::string_view, DebugTag>::first);
  return found != std::end(all) ? std::optional(found->second) : std::nullopt;
}

/// Bytes of a type or a member: a node tells bits.
std::uint64_t size_in_bytes(const Module& module, std::uint32_t node) {
  return (static_cast<std::uint64_t>(number_field(module, node, "size")) + 7) / 8;
}

/// A block of the source with variables of its own.
struct SourceBlock {
  std::vector<const DescribedVariable*> variables;
  std::vector<std::uint32_t> inner;               ///< such blocks directly in it
  std::size_t first = no_entry, last = no_entry;  ///< marks in it
};

class DebugWriter {
 public:
  DebugWriter(const Module& module, SourceLines& lines) : module_(module), lines_(lines) {}

  std::string write(std::span<const DescribedFunction> functions) {
    write_unit(functions);
    for (const DescribedFunction& function : functions) write_function(function);
    while (!types_.empty() && !info_.full()) {
      const std::uint32_t key = types_.front();
      types_.pop_front();
      const auto nodes = static_cast<std::uint32_t>(module_.metadata.size());
      write_type(key % nodes, key >= nodes);
    }
    info_.close();
    return info_.text() + "\t.section\t.debug_loc\t{\t}\n";  // as LLVM does
  }

 private:
  void write_unit(std::span<const DescribedFunction> functions) {
    const auto units = module_.named_metadata.find("llvm.dbg.cu");
    const std::uint32_t unit = units != module_.named_metadata.end() && !units->second.empty() ? units->second.front() : none;
    const std::uint32_t file = node_field(module_, unit, "file");
    constexpr std::uint64_t cpp = 4;  // DW_LANG_C_plus_plus
    info_.add(compile_unit_tag, true,
              {text_attribute(DebugName::producer, text_field(module_, unit, "producer")),
               number_attribute(DebugName::language, cpp),
               text_attribute(DebugName::name, text_field(module_, file, "filename")),
               {DebugName::statements, DebugForm::data4, 0, "", ".debug_line"},
               text_attribute(DebugName::folder, text_field(module_, file, "directory")),
               label_attribute(DebugName::low, functions.front().begin),
               label_attribute(DebugName::high, functions.back().end)});
  }

  void add_name(AttributeList& attributes, std::uint32_t node) {
    if (const std::string_view text = text_field(module_, node, "name"); !text.empty())
      attributes.push_back(text_attribute(DebugName::name, text));
  }
  void add_declaration(AttributeList& attributes, std::uint32_t node) {
    const std::uint32_t file = lines_.file(node);
    const std::int64_t line = number_field(module_, node, "line");
    if (file == 0 || line <= 0) return;
    attributes.push_back(number_attribute(DebugName::file, file));
    attributes.push_back(number_attribute(DebugName::line, static_cast<std::uint64_t>(line)));
  }
  std::uint32_t key_of(std::uint32_t type, bool whole) const {
    return whole ? type + static_cast<std::uint32_t>(module_.metadata.size()) : type;
  }
  /// Add a type, to be written later; none for void and for what is not written. `whole`: if it is a pointer, one of 64 bits.
  void add_type(AttributeList& attributes, std::uint32_t node, bool whole = false) {
    for (int k = 0; k < most_steps && node != none && !type_tag(module_, node); ++k) {
      const std::string_view tag = text_field(module_, node, "tag");
      // restrict is younger than DWARF 2.
      const bool same = tag == "DW_TAG_restrict_type" || tag == "DW_TAG_atomic_type";
      node = same ? node_field(module_, node, "baseType") : none;
    }
    if (!type_tag(module_, node)) return;
    const std::uint32_t key = key_of(node, whole);
    if (known_.insert(key).second) types_.push_back(key);
    attributes.push_back(number_attribute(DebugName::type, key, DebugForm::reference4));
  }

  void write_type(std::uint32_t node, bool whole) {
    const DebugTag tag = type_tag(module_, node).value_or(DebugTag::base_type);
    AttributeList attributes;
    add_name(attributes, node);
    const bool composite = is_kind(module_, node, "DICompositeType");
    const bool points =
        tag == DebugTag::pointer_type || tag == DebugTag::reference_type || tag == DebugTag::rvalue_reference_type;
    if (!composite || tag == DebugTag::array_type) add_type(attributes, node_field(module_, node, "baseType"), whole && !points);
    if (tag == DebugTag::base_type)
      attributes.push_back(number_attribute(DebugName::encoding, encoding_of(text_field(module_, node, "encoding"))));
    if (tag != DebugTag::array_type)
      if (const std::uint64_t bytes = whole && points ? 8 : size_in_bytes(module_, node); bytes != 0)
        attributes.push_back(number_attribute(DebugName::byte_size, bytes));
    if (composite && tag != DebugTag::array_type) add_declaration(attributes, node);
    info_.add(tag_number(tag), composite, attributes, key_of(node, whole));
    if (!composite) return;
    for (const std::uint32_t element : elements_field(module_, node, "elements")) write_element(tag, element);
    info_.close();
  }

  /// A dimension of an array or a member of a structure.
  void write_element(DebugTag tag, std::uint32_t node) {
    AttributeList attributes;
    if (tag == DebugTag::array_type) {
      if (!is_kind(module_, node, "DISubrange")) return;
      const std::int64_t elements = number_field(module_, node, "count");
      if (elements > 0) attributes.push_back(number_attribute(DebugName::count, static_cast<std::uint64_t>(elements)));
      return info_.add(tag_number(DebugTag::subrange_type), false, attributes);
    }
    add_name(attributes, node);
    const std::string_view flags = text_field(module_, node, "flags");
    const bool other = flags.find("DIFlagStaticMember") != flags.npos || flags.find("DIFlagBitField") != flags.npos;
    if (!is_kind(module_, node, "DIDerivedType") || text_field(module_, node, "tag") != "DW_TAG_member" || other) return;
    add_type(attributes, node_field(module_, node, "baseType"));
    const auto offset = static_cast<std::uint64_t>(number_field(module_, node, "offset"));
    attributes.push_back(block_attribute(DebugName::member_place, plus_operation + unsigned_leb(offset / 8)));
    info_.add(tag_number(DebugTag::member), false, attributes);
  }

  void write_function(const DescribedFunction& function) {
    if (!is_kind(module_, function.subprogram, "DISubprogram")) return;
    // ptxas makes addresses in .local relative to the frame.
    AttributeList attributes{label_attribute(DebugName::low, function.begin), label_attribute(DebugName::high, function.end),
                             block_attribute(DebugName::frame, std::string(1, frame_operation))};
    if (const std::string_view linked = text_field(module_, function.subprogram, "linkageName"); !linked.empty())
      attributes.push_back(text_attribute(DebugName::linked_name, linked));
    add_name(attributes, function.subprogram);
    add_declaration(attributes, function.subprogram);
    info_.add(tag_number(DebugTag::subprogram), true, attributes);
    std::map<std::uint32_t, SourceBlock> blocks = blocks_of(function);
    write_parameters(function, blocks[function.subprogram].variables);
    write_block(function, blocks, function.subprogram);
    info_.close();
  }

  /// The blocks with variables, and the function itself, by their nodes.
  std::map<std::uint32_t, SourceBlock> blocks_of(const DescribedFunction& function) const {
    std::map<std::uint32_t, SourceBlock> blocks{{function.subprogram, {}}};
    const auto scopes_in_function = [&](std::uint32_t scope) {
      std::vector<std::uint32_t> scopes = scopes_of(module_, scope);
      if (!scopes.empty() && scopes.back() != function.subprogram) scopes.clear();
      return scopes;
    };
    for (const DescribedVariable& each : function.variables) {
      if (!is_kind(module_, each.variable, "DILocalVariable") || !inlined_at(module_, each.location).empty()) continue;
      const std::vector<std::uint32_t> scopes = scopes_in_function(node_field(module_, each.variable, "scope"));
      if (!scopes.empty()) blocks[scopes.front()].variables.push_back(&each);
    }
    for (const auto& [node, block] : blocks) {
      const std::vector<std::uint32_t> scopes = scopes_in_function(node);
      const auto around =
          std::find_if(scopes.begin() + 1, scopes.end(), [&](std::uint32_t scope) { return blocks.contains(scope); });
      if (around != scopes.end()) blocks[*around].inner.push_back(node);
    }
    for (std::size_t k = 0; k < function.marks.size(); ++k) {
      // What was inlined is in the block of the outermost call.
      const std::vector<std::uint32_t> calls = inlined_at(module_, function.marks[k].location);
      const std::uint32_t outermost = calls.empty() ? function.marks[k].location : calls.back();
      for (const std::uint32_t scope : scopes_in_function(node_field(module_, outermost, "scope"))) {
        const auto block = blocks.find(scope);
        if (block == blocks.end()) continue;
        if (block->second.first == no_entry) block->second.first = k;
        block->second.last = k;
      }
    }
    return blocks;
  }

  /// Write the parameters, and remove them from `variables`. None may be missing: debug_variables() counts them to find an
  /// entry's arguments.
  void write_parameters(const DescribedFunction& function, std::vector<const DescribedVariable*>& variables) {
    const auto number = [&](const DescribedVariable* each) { return number_field(module_, each->variable, "arg"); };
    std::ranges::stable_sort(variables, {}, number);
    const auto end = std::ranges::upper_bound(variables, std::int64_t{0}, {}, number);
    const std::vector<std::uint32_t> types = elements_field(module_, node_field(module_, function.subprogram, "type"), "types");
    std::int64_t next = 1;
    for (auto each = end; each != variables.end(); ++each) {
      for (; next < std::min(number(*each), static_cast<std::int64_t>(types.size())); ++next) {
        AttributeList attributes;
        add_type(attributes, types[static_cast<std::size_t>(next)]);
        info_.add(tag_number(DebugTag::formal_parameter), false, attributes);
      }
      next = number(*each) + 1;
      write_variable(DebugTag::formal_parameter, **each);
    }
    variables.erase(end, variables.end());
  }

  /// Write the variables of a block, and the blocks in it. There are at most as many around each other as scopes_of() follows.
  void write_block(const DescribedFunction& function, const std::map<std::uint32_t, SourceBlock>& blocks, std::uint32_t node) {
    for (const DescribedVariable* each : blocks.at(node).variables) write_variable(DebugTag::variable, *each);
    for (const std::uint32_t inner : blocks.at(node).inner) {
      const SourceBlock& block = blocks.at(inner);
      if (block.first == no_entry) continue;
      // Instructions without a location belong to those before them.
      const auto after = function.marks.begin() + static_cast<std::ptrdiff_t>(block.last) + 1;
      const auto end = std::find_if(after, function.marks.end(),
                                    [&](const LocationMark& mark) { return is_kind(module_, mark.location, "DILocation"); });
      info_.add(tag_number(DebugTag::lexical_block), true,
                {label_attribute(DebugName::low, function.marks[block.first].label),
                 label_attribute(DebugName::high, end != function.marks.end() ? end->label : function.end)});
      write_block(function, blocks, inner);
      info_.close();
    }
  }

  void write_variable(DebugTag tag, const DescribedVariable& each) {
    AttributeList attributes;
    if (!each.symbol.empty()) {
      attributes.push_back(number_attribute(DebugName::address_class, each.in_parameter ? parameter_class : local_class));
      const std::string offset = each.offset != 0 ? plus_operation + unsigned_leb(each.offset) : "";
      attributes.push_back(block_attribute(DebugName::location, offset, each.symbol));
    }
    add_name(attributes, each.variable);
    add_declaration(attributes, each.variable);
    add_type(attributes, node_field(module_, each.variable, "type"), each.whole_pointer);
    info_.add(tag_number(tag), false, attributes);
  }

  const Module& module_;
  SourceLines& lines_;
  DebugInfo info_;
  // By their nodes; with the number of all nodes more where the pointer has 64 bits.
  std::deque<std::uint32_t> types_;  ///< to be written
  std::set<std::uint32_t> known_;    ///< types that are written or will be
};

}  // namespace

std::string debug_sections(const Module& module, std::span<const DescribedFunction> functions, SourceLines& lines) {
  const auto is_described = [&](const DescribedFunction& each) { return is_kind(module, each.subprogram, "DISubprogram"); };
  return std::ranges::any_of(functions, is_described) ? DebugWriter(module, lines).write(functions) : "";
}

}  // namespace warplens::ptx::nvvm
