#include "ptx/compile/options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>
#include <sstream>

#include "ptx/compile/makefile_flags.h"

namespace warplens::ptx {
namespace {

bool begins_with_name(const std::string& definition) {
  const std::string name = definition.substr(0, definition.find('='));
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) return false;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  return true;
}

/// Separated by spaces, but for those between quotation marks, which are removed. Nothing: a quotation that does not end.
std::optional<std::vector<std::string>> words_of(const std::string& text) {
  std::vector<std::string> words;
  bool quoted = false, inside = false;
  for (const char c : text) {
    const bool space = !quoted && std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space && !inside) words.emplace_back();
    inside = !space;
    if (c == '"')
      quoted = !quoted;
    else if (!space)
      words.back() += c;
  }
  return quoted ? std::nullopt : std::optional(std::move(words));
}

/// A way to write an option that has a value.
struct OptionForm {
  std::string_view form;
  bool joined;  ///< the value may follow at once
};
constexpr OptionForm forms[] = {{"-I", true}, {"-D", true}, {"-O", true}, {"--arch", false}, {"--std", false}};

/// The option's value, from `words[at]` or the word after it, which `at` then points to; nothing: it is not there.
std::optional<std::string> value_of(const OptionForm& option, const std::vector<std::string>& words, std::size_t& at) {
  const std::string rest = words[at].substr(option.form.size());
  if (!option.joined && rest.starts_with('=')) return rest.substr(1);
  if (!rest.empty()) return rest;
  if (at + 1 == words.size()) return std::nullopt;
  return words[++at];
}

struct Feature {
  std::string_view word;
  unsigned architecture;
};
constexpr std::array features{
    Feature{"__reduce_", 80},     Feature{"redux.sync", 80},      Feature{"cp.async", 80},       Feature{"__pipeline_", 80},
    Feature{"mbarrier", 80},      Feature{"createpolicy", 80},    Feature{"__hmax", 80},         Feature{"__hmin", 80},
    Feature{"cuda_bf16.h", 80},   Feature{"memcpy_async", 80},    Feature{"cuda/barrier", 80},   Feature{"cuda/pipeline", 80},
    Feature{"cp.async.bulk", 90}, Feature{"cluster_dims", 90},    Feature{"__block_size__", 90}, Feature{"this_cluster", 90},
    Feature{"cluster_group", 90}, Feature{"barrier.cluster", 90}, Feature{"mapa.", 90},          Feature{"fence.proxy", 90},
    Feature{"elect.sync", 90},    Feature{"stmatrix", 90}};

}  // namespace

base::Result<CompileOptions> parse_compile_options(const std::string& text, const std::filesystem::path& folder) {
  auto typed = words_of(text);
  if (!typed) return base::error("compiler options: a quotation mark \" has no end");
  auto flags = take_makefile_flags(*typed);
  if (!flags) return flags.error();
  const std::vector<std::string>& words = flags->rest;
  std::vector<std::filesystem::path> folders;
  std::vector<std::string> definitions;
  std::string architecture, standard, level;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const auto option = std::ranges::find_if(forms, [&](const OptionForm& each) {
      return word.starts_with(each.form) && (each.joined || word.size() == each.form.size() || word[each.form.size()] == '=');
    });
    if (option == std::end(forms))
      return base::error("compiler options: '" + word +
                         "' is not one of -I DIR, -D NAME=VALUE, --arch sm_NN, --std c++NN and -O0");
    const auto value = value_of(*option, words, at);
    if (!value) return base::error("compiler options: " + word + " has no value");
    if (option->form == "-I")
      folders.push_back(folder / *value);
    else if (option->form == "-D")
      definitions.push_back(*value);
    else if (option->form == "-O")
      level = *value;
    else
      (option->form == "--arch" ? architecture : standard) = *value;
  }
  auto options = make_compile_options(std::move(folders), std::move(definitions), architecture, standard, level);
  if (options) add(*options, std::move(*flags));
  return options;
}

CompileOptions merged(const CompileOptions& general, const CompileOptions& special) {
  CompileOptions both = general;
  std::ranges::copy(special.include_folders, std::back_inserter(both.include_folders));
  std::ranges::copy(special.definitions, std::back_inserter(both.definitions));
  if (special.architecture != 0) both.architecture = special.architecture;
  if (special.standard != CompileOptions{}.standard) both.standard = special.standard;
  both.optimised = general.optimised && special.optimised;
  std::ranges::copy(special.host_options, std::back_inserter(both.host_options));
  std::ranges::copy(special.libraries, std::back_inserter(both.libraries));
  both.relocatable = general.relocatable || special.relocatable;
  return both;
}

std::vector<std::string> flags_in(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<std::string> arguments_of(const CompileOptions& options) {
  std::vector<std::string> arguments{"-std=" + options.standard};
  for (const std::filesystem::path& folder : options.include_folders) arguments.push_back("-I" + folder.string());
  for (const std::string& definition : options.definitions) arguments.push_back("-D" + definition);
  return arguments;
}

base::Result<CompileOptions> make_compile_options(std::vector<std::filesystem::path> include_folders,
                                                  std::vector<std::string> definitions, const std::string& architecture,
                                                  const std::string& standard, const std::string& level) {
  CompileOptions options{{}, std::move(definitions), 0, standard.empty() ? CompileOptions{}.standard : standard, level != "0"};
  if (!level.empty() && level != "0" && level != "3") return base::Error{"-O" + level, 0, 0, "there are -O0 and -O3"};
  for (const std::filesystem::path& folder : include_folders) {
    std::error_code code;
    if (!std::filesystem::is_directory(folder, code)) return base::Error{"-I " + folder.string(), 0, 0, "not a folder"};
    options.include_folders.push_back(std::filesystem::absolute(folder, code).lexically_normal());
  }
  for (const std::string& definition : options.definitions)
    if (!begins_with_name(definition)) return base::Error{"-D " + definition, 0, 0, "a definition is NAME or NAME=VALUE"};
  if (standard != "" && standard != "c++11" && standard != "c++14" && standard != "c++17" && standard != "c++20")
    return base::Error{"--std " + standard, 0, 0, "there are c++11, c++14, c++17 and c++20"};
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

unsigned needed_architecture(std::string_view source) {
  unsigned needed = oldest_architecture;
  for (const Feature& feature : features)
    if (feature.architecture > needed && source.find(feature.word) != std::string_view::npos) needed = feature.architecture;
  return needed;
}

}  // namespace warplens::ptx
