#include "ptx/nvvm/debug_info.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::ptx::nvvm {
namespace {

constexpr char address_operation = 0x03;    // DW_OP_addr
constexpr std::size_t longest_text = 1000;  // characters of a name

/// .b8 directives of some bytes.
std::string byte_directives(std::string_view bytes) {
  constexpr std::size_t per_line = 64;
  std::string text;
  for (std::size_t k = 0; k < bytes.size(); ++k)
    text += fmt::format("{}{}", k % per_line != 0 ? "," : k == 0 ? ".b8 " : "\n.b8 ", static_cast<unsigned char>(bytes[k]));
  return text.empty() ? text : text + '\n';
}

}  // namespace

std::string unsigned_leb(std::uint64_t number) {
  std::string bytes;
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>((number & 0x7f) | 0x80);
  return bytes + static_cast<char>(number);
}

void DebugInfo::put(std::string_view bytes) {
  bytes_ += bytes;
  size_ += bytes.size();
}

void DebugInfo::end_bytes() {
  text_ += byte_directives(bytes_);
  bytes_.clear();
}

void DebugInfo::put_word(int bytes, std::string_view value) {
  end_bytes();
  text_ += fmt::format(".b{} {}\n", 8 * bytes, value);
  size_ += static_cast<std::uint64_t>(bytes);
}

void DebugInfo::put_value(const DebugAttribute& attribute) {
  switch (attribute.form) {
    case DebugForm::address:
      return put_word(8, attribute.symbol);
    case DebugForm::data4:
      return put_word(4, attribute.symbol.empty() ? fmt::format("{}", attribute.number & 0xffffffff) : attribute.symbol);
    case DebugForm::string:
      // A byte 0 would end it.
      return put(attribute.text.substr(0, std::min(longest_text, attribute.text.find('\0'))) + '\0');
    case DebugForm::block1:
      put(std::string(1, static_cast<char>(attribute.text.size() + (attribute.symbol.empty() ? 0 : 9))));
      if (!attribute.symbol.empty()) {
        put(std::string(1, address_operation));
        put_word(8, attribute.symbol);
      }
      return put(attribute.text);
    case DebugForm::unsigned_leb:
      return put(unsigned_leb(attribute.number));
    case DebugForm::reference4:
      put_word(4, "");
      references_.emplace_back(text_.size() - 1, static_cast<std::uint32_t>(attribute.number));
      return;
  }
}

void DebugInfo::add(std::uint16_t tag, bool children, const std::vector<DebugAttribute>& attributes, std::uint32_t key) {
  if (full()) return;
  places_.emplace(key, size_);
  std::string form = unsigned_leb(tag) + (children ? '\1' : '\0');
  for (const DebugAttribute& attribute : attributes)
    form += unsigned_leb(static_cast<std::uint64_t>(attribute.name)) + static_cast<char>(attribute.form);
  const auto [code, fresh] = codes_.try_emplace(std::move(form), codes_.size() + 1);
  if (fresh) abbreviations_.push_back(unsigned_leb(code->second) + code->first + std::string(2, '\0'));
  put(unsigned_leb(code->second));
  for (const DebugAttribute& attribute : attributes) put_value(attribute);
}

std::string DebugInfo::text() const {
  constexpr int version = 2, address_bytes = 8;
  std::string text = "\t.section\t.debug_abbrev\n\t{\n";
  for (const std::string& each : abbreviations_) text += byte_directives(each);
  text += ".b8 0\n\t}\n\t.section\t.debug_info\n\t{\n";
  text += fmt::format(".b32 {}\n.b8 {},0\n.b32 .debug_abbrev\n.b8 {}\n", size_ - 4, version, address_bytes);
  std::size_t done = 0;
  for (const auto& [place, key] : references_) {
    const auto entry = places_.find(key);
    text += std::string_view(text_).substr(done, place - done);
    text += fmt::format("{}", entry != places_.end() ? entry->second : 0);
    done = place;
  }
  text += std::string_view(text_).substr(done);
  return text + byte_directives(bytes_) + "\t}\n";
}

}  // namespace warplens::ptx::nvvm
