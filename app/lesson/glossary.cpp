#include "lesson/glossary.h"

#include <cctype>

#include "lesson/markdown.h"

namespace warplens::lesson {
namespace {

constexpr std::string_view guide = "Guide: ", place = "glossary.md#";

}  // namespace

const Term* find(const Glossary& glossary, const std::string& anchor) {
  for (const Term& term : glossary.terms) {
    if (term.anchor == anchor) return &term;
  }
  return nullptr;
}

const Term* linked_term(const Glossary& glossary, const std::string& link) {
  return link.starts_with(place) ? find(glossary, link.substr(place.size())) : nullptr;
}

std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0 || c == '-' || c == '_' || letter >= 0x80) {
      anchor += static_cast<char>(std::tolower(letter));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

base::Result<Glossary> parse_glossary(const std::string& text, const std::string& path) {
  const auto blocks = parse_markdown(text, path);
  if (!blocks) return blocks.error();
  Glossary glossary;
  const auto incomplete = [&]() -> std::string {
    if (glossary.terms.empty()) return "";
    const Term& term = glossary.terms.back();
    if (term.definition.empty()) return "the term “" + term.name + "” has no definition";
    return term.section.empty() ? "the term “" + term.name + "” names no section: “Guide: …”" : "";
  };
  for (const Block& block : *blocks) {
    const auto wrong = [&](std::string why) { return base::Error{path, block.line, 0, std::move(why)}; };
    if (block.kind == BlockKind::heading && block.level == 2) {
      if (const std::string why = incomplete(); !why.empty()) return wrong(why);
      Term term;
      term.name = plain(block);
      term.anchor = anchor_of(term.name);
      if (find(glossary, term.anchor) != nullptr) return wrong("“" + term.name + "” is there already");
      glossary.terms.push_back(std::move(term));
    } else if (block.kind == BlockKind::heading && block.level == 1) {
      if (!glossary.terms.empty()) return wrong("a title comes first");
    } else if (!glossary.terms.empty()) {
      Term& term = glossary.terms.back();
      const std::string words = plain(block);
      if (block.kind != BlockKind::paragraph) return wrong("a term is explained by paragraphs");
      if (!term.section.empty()) return wrong("“Guide: …” is the last that is said of a term");
      if (words.starts_with(guide)) {
        term.section = words.substr(guide.size());
      } else {
        term.definition += (term.definition.empty() ? "" : " ") + words;
      }
    }
  }
  if (const std::string why = incomplete(); !why.empty()) return base::Error{path, blocks->back().line, 0, why};
  return glossary;
}

base::Result<Glossary> load_glossary(const std::filesystem::path& file) {
  const auto text = read_lesson_text(file);
  if (!text) return text.error();
  return parse_glossary(*text, file.string());
}

}  // namespace warplens::lesson
