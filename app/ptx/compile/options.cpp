#include "ptx/compile/options.h"

#include <cctype>
#include <charconv>

namespace warplens::ptx {
namespace {

bool begins_with_name(const std::string& definition) {
  const std::string name = definition.substr(0, definition.find('='));
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) return false;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  return true;
}

}  // namespace

std::vector<std::string> arguments_of(const CompileOptions& options) {
  std::vector<std::string> arguments{"-std=" + options.standard};
  for (const std::filesystem::path& folder : options.include_folders) arguments.push_back("-I" + folder.string());
  for (const std::string& definition : options.definitions) arguments.push_back("-D" + definition);
  return arguments;
}

base::Result<CompileOptions> make_compile_options(std::vector<std::filesystem::path> include_folders,
                                                  std::vector<std::string> definitions, const std::string& architecture,
                                                  const std::string& standard) {
  CompileOptions options{{}, std::move(definitions), 0, standard.empty() ? CompileOptions{}.standard : standard};
  for (const std::filesystem::path& folder : include_folders) {
    std::error_code code;
    if (!std::filesystem::is_directory(folder, code)) return base::Error{"-I " + folder.string(), 0, 0, "not a folder"};
    options.include_folders.push_back(std::filesystem::absolute(folder, code).lexically_normal());
  }
  for (const std::string& definition : options.definitions)
    if (!begins_with_name(definition)) return base::Error{"-D " + definition, 0, 0, "a definition is NAME or NAME=VALUE"};
  if (standard != "" && standard != "c++14" && standard != "c++17" && standard != "c++20")
    return base::Error{"--std " + standard, 0, 0, "there are c++14, c++17 and c++20"};
  if (architecture.empty()) return options;
  constexpr unsigned oldest = 50, newest = 121;
  const char *from = architecture.data() + 3, *to = architecture.data() + architecture.size();
  const bool prefixed = architecture.starts_with("sm_");
  if (prefixed) {
    const auto [end, code] = std::from_chars(from, to, options.architecture);
    if (code == std::errc() && end == to && options.architecture >= oldest && options.architecture <= newest) return options;
  }
  return base::Error{"--arch " + architecture, 0, 0, "an architecture is sm_75, sm_80, sm_90 and the like"};
}

}  // namespace warplens::ptx
