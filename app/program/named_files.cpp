#include "program/named_files.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <system_error>

#include "base/file.h"

namespace warplens::program {

std::optional<std::string> NamedFiles::text(const std::string& file, std::uintmax_t max_bytes) const {
  std::error_code code;
  const std::filesystem::path real = std::filesystem::canonical(file, code);
  if (code) return std::nullopt;
  const auto covers = [&](const std::filesystem::path& allowed) {
    const std::filesystem::path folder = std::filesystem::canonical(allowed, code);
    return !code && std::mismatch(folder.begin(), folder.end(), real.begin(), real.end()).first == folder.end();
  };
  if (!visible.empty() && std::ranges::none_of(visible, covers)) return std::nullopt;
  auto text = base::read_text(real, max_bytes, "a source");
  if (!text) return std::nullopt;
  return std::move(*text);
}

std::vector<std::string> NamedFiles::lines(const std::string& file) const {
  constexpr std::size_t max_line = 1000;
  std::vector<std::string> lines;
  std::istringstream stream(text(file).value_or(""));
  for (std::string line; std::getline(stream, line);) lines.push_back(line.size() <= max_line ? line : "");
  return lines;
}

}  // namespace warplens::program
