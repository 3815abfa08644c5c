#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::lesson {

/// A term and its definition.
struct Term {
  std::string anchor;      ///< as links write it: "shared-memory"
  std::string name;        ///< "shared memory"
  std::string definition;  ///< a sentence or a few
  std::string section;     ///< section of the CUDA C++ Programming Guide that explains it in full
};

/// The terms that lessons link to, in the order of the file.
struct Glossary {
  std::vector<Term> terms;
};
const Term* find(const Glossary& glossary, const std::string& anchor);

/// The term that a link of a lesson leads to: "glossary.md#warp"; null where it leads elsewhere.
const Term* linked_term(const Glossary& glossary, const std::string& link);

/// The anchor that a code host makes of a heading: lower case, blanks as hyphens, only letters, digits, hyphens and underscores.
std::string anchor_of(const std::string& heading);

/// Parse Markdown in which every heading of the second level is a term, its first paragraph the definition, and its last
/// paragraph, "Guide: SECTION.", the section of the guide. Errors name the line.
base::Result<Glossary> parse_glossary(const std::string& text, const std::string& path);
base::Result<Glossary> load_glossary(const std::filesystem::path& file);

}  // namespace warplens::lesson
