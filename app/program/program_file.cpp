#include "program/program_file.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

#include "base/number_format.h"

namespace warplens::program {
namespace {

constexpr std::size_t head_bytes = 64;
static_assert(sizeof(Elf64_Ehdr) == head_bytes);

std::string head_of(const std::filesystem::path& file) {
  std::string head(head_bytes, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(head.data(), head_bytes);
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  return head;
}

bool is_elf(std::string_view head) { return head.starts_with(ELFMAG); }

bool is_web_page(std::string_view head) {
  std::string words(head.substr(std::min(head.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), head.size())));
  std::ranges::transform(words, words.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return words.starts_with("<!doctype") || words.starts_with("<html");
}

}  // namespace

base::Status check_source(const std::filesystem::path& file) {
  const std::string head = head_of(file);
  if (is_elf(head))
    return base::Error{
        file.string(), 0, 0,
        "an executable, not a source: rename it so that its name does not end in " + file.extension().string() + ", to run it"};
  if (is_web_page(head))
    return base::Error{file.string(), 0, 0, "a web page, not a source: download the file itself (on GitHub by the button Raw)"};
  return base::Nothing{};
}

base::Status check_executable(const std::filesystem::path& file) {
  const std::string head = head_of(file);
  Elf64_Ehdr header{};
  if (!is_elf(head) || head.size() < sizeof header || head[EI_CLASS] != ELFCLASS64) return base::Nothing{};
  std::memcpy(&header, head.data(), sizeof header);
  std::error_code code;
  const std::uint64_t bytes = std::filesystem::file_size(file, code);
  const std::uint64_t segments = std::uint64_t{header.e_phnum} * header.e_phentsize,
                      sections = std::uint64_t{header.e_shnum} * header.e_shentsize;
  const auto ends_after = [bytes](std::uint64_t offset, std::uint64_t table) {
    return table > 0 && (table > bytes || offset > bytes - table);
  };
  if (code || (!ends_after(header.e_phoff, segments) && !ends_after(header.e_shoff, sections))) return base::Nothing{};
  return base::Error{
      file.string(), 0, 0,
      fmt::format("the executable is incomplete: its {} are not all that its header speaks of, as after a download "
                  "that was cut off",
                  base::counted(bytes, "byte"))};
}

}  // namespace warplens::program
