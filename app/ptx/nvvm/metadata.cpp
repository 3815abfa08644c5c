#include "ptx/nvvm/metadata.h"

#include <algorithm>

namespace warplens::ptx::nvvm {
namespace {

constexpr std::size_t most_fields = 64;  // of a node with names
constexpr int longest_chain = 64;        // of scopes or of calls

const MetadataNode* node_at(const Module& module, std::uint32_t node) {
  return node < module.metadata.size() ? &module.metadata[node] : nullptr;
}

const MetadataField* field_of(const Module& module, std::uint32_t node, std::string_view name) {
  const MetadataNode* const of = node_at(module, node);
  if (of == nullptr) return nullptr;
  const auto end = of->fields.begin() + static_cast<std::ptrdiff_t>(std::min(of->fields.size(), most_fields));
  const auto found = std::find_if(of->fields.begin(), end, [&](const MetadataField& field) { return field.name == name; });
  return found != end ? &*found : nullptr;
}

/// The DIFile of a location, or of what a scope is in.
std::uint32_t file_of(const Module& module, std::uint32_t node) {
  for (int k = 0; k < longest_chain && node != none; ++k) {
    if (is_kind(module, node, "DIFile")) return node;
    const std::uint32_t file = node_field(module, node, "file");
    node = file != none ? file : node_field(module, node, "scope");
  }
  return none;
}

}  // namespace

bool is_kind(const Module& module, std::uint32_t node, std::string_view kind) {
  const MetadataNode* const of = node_at(module, node);
  return of != nullptr && of->kind == kind;
}

std::uint32_t node_field(const Module& module, std::uint32_t node, std::string_view name) {
  const MetadataField* const field = field_of(module, node, name);
  return field != nullptr && field->kind == FieldKind::node && field->node < module.metadata.size() ? field->node : none;
}

std::string_view text_field(const Module& module, std::uint32_t node, std::string_view name) {
  const MetadataField* const field = field_of(module, node, name);
  const bool has_text = field != nullptr && (field->kind == FieldKind::text || field->kind == FieldKind::word);
  return has_text ? std::string_view(field->text) : std::string_view();
}

std::int64_t number_field(const Module& module, std::uint32_t node, std::string_view name) {
  const MetadataField* const field = field_of(module, node, name);
  if (field == nullptr) return 0;
  if (field->kind == FieldKind::number) return field->number;
  if (field->kind != FieldKind::value || field->value.kind != ValueKind::constant) return 0;
  if (field->value.index >= module.constants.size()) return 0;
  const Constant& constant = module.constants[field->value.index];
  return constant.kind == ConstantKind::integer && !constant.bits.empty() ? static_cast<std::int64_t>(constant.bits[0]) : 0;
}

std::vector<std::uint32_t> elements_field(const Module& module, std::uint32_t node, std::string_view name) {
  std::vector<std::uint32_t> elements;
  const std::uint32_t tuple = node_field(module, node, name);
  if (!is_kind(module, tuple, "")) return elements;
  for (const MetadataField& field : module.metadata[tuple].fields)
    elements.push_back(field.kind == FieldKind::node && field.node < module.metadata.size() ? field.node : none);
  return elements;
}

std::string path_of(const Module& module, std::uint32_t node) {
  const std::uint32_t file = file_of(module, node);
  const std::string_view name = text_field(module, file, "filename"), folder = text_field(module, file, "directory");
  if (name.empty() || name.front() == '/' || folder.empty()) return std::string(name);
  return std::string(folder) + (folder.back() == '/' ? "" : "/") + std::string(name);
}

std::vector<std::uint32_t> scopes_of(const Module& module, std::uint32_t scope) {
  std::vector<std::uint32_t> scopes;
  for (int k = 0; k < longest_chain && scope != none; ++k) {
    if (!is_kind(module, scope, "DILexicalBlockFile")) scopes.push_back(scope);
    if (is_kind(module, scope, "DISubprogram")) return scopes;
    scope = node_field(module, scope, "scope");
  }
  return {};
}

std::string_view linkage_name(const Module& module, std::uint32_t subprogram) {
  const std::string_view linked = text_field(module, subprogram, "linkageName");
  return linked.empty() ? text_field(module, subprogram, "name") : linked;
}

std::vector<std::uint32_t> inlined_at(const Module& module, std::uint32_t location) {
  std::vector<std::uint32_t> calls;
  for (int k = 0; k < longest_chain; ++k) {
    location = node_field(module, location, "inlinedAt");
    if (!is_kind(module, location, "DILocation")) break;
    calls.push_back(location);
  }
  return calls;
}

bool describes_variables(const Module& module) {
  const auto units = module.named_metadata.find("llvm.dbg.cu");
  return units != module.named_metadata.end() && std::ranges::any_of(units->second, [&](std::uint32_t unit) {
           return text_field(module, unit, "emissionKind") == "FullDebug";
         });
}

}  // namespace warplens::ptx::nvvm
