#include "ptx/compile/makefile_flags.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>

namespace warplens::ptx {
namespace {

/// What is done with a flag.
enum class Meaning {
  drop,
  drop_with_value,
  host,
  host_value,
  library,
  folder,
  relocatable,
  relocatable_value,
  architecture,
  code,
  standard
};

struct FlagRow {
  std::string_view name;
  Meaning meaning;
};

constexpr FlagRow flag_rows[] = {
    {"-g", Meaning::drop},
    {"-G", Meaning::drop},
    {"--device-debug", Meaning::drop},
    {"-lineinfo", Meaning::drop},
    {"--generate-line-info", Meaning::drop},
    {"-m64", Meaning::drop},
    {"-O1", Meaning::drop},
    {"-O2", Meaning::drop},
    {"-w", Meaning::drop},
    {"-use_fast_math", Meaning::drop},
    {"--use_fast_math", Meaning::drop},
    {"-Wno-deprecated-gpu-targets", Meaning::drop},
    {"-expt-relaxed-constexpr", Meaning::drop},
    {"--expt-relaxed-constexpr", Meaning::drop},
    {"-extended-lambda", Meaning::drop},
    {"--extended-lambda", Meaning::drop},
    {"-expt-extended-lambda", Meaning::drop},
    {"--expt-extended-lambda", Meaning::drop},
    {"-Xptxas", Meaning::drop_with_value},
    {"--ptxas-options", Meaning::drop_with_value},
    {"-Xlinker", Meaning::drop_with_value},
    {"--linker-options", Meaning::drop_with_value},
    {"-maxrregcount", Meaning::drop_with_value},
    {"--maxrregcount", Meaning::drop_with_value},
    {"-ccbin", Meaning::drop_with_value},
    {"--compiler-bindir", Meaning::drop_with_value},
    {"-cudart", Meaning::drop_with_value},
    {"--cudart", Meaning::drop_with_value},
    {"-fopenmp", Meaning::host},
    {"-pthread", Meaning::host},
    {"-Xcompiler", Meaning::host_value},
    {"--compiler-options", Meaning::host_value},
    {"-l", Meaning::library},
    {"-L", Meaning::folder},
    {"-dc", Meaning::relocatable},
    {"--device-c", Meaning::relocatable},
    {"-rdc", Meaning::relocatable_value},
    {"--relocatable-device-code", Meaning::relocatable_value},
    {"-arch", Meaning::architecture},
    {"--gpu-architecture", Meaning::architecture},
    {"-gencode", Meaning::code},
    {"--generate-code", Meaning::code},
    {"-std", Meaning::standard},
};

constexpr bool has_value(Meaning meaning) {
  return meaning != Meaning::drop && meaning != Meaning::host && meaning != Meaning::relocatable;
}

/// Whether the flag's value may follow at once: -lm.
constexpr bool is_joined(Meaning meaning) { return meaning == Meaning::library || meaning == Meaning::folder; }

/// The flag that a word is or begins with, or null.
const FlagRow* flag_of(std::string_view word) {
  const auto whole = std::ranges::find(flag_rows, word.substr(0, word.find('=')), &FlagRow::name);
  if (whole != std::end(flag_rows) && (has_value(whole->meaning) || whole->name == word)) return whole;
  const auto joined =
      std::ranges::find_if(flag_rows, [&](const FlagRow& row) { return is_joined(row.meaning) && word.starts_with(row.name); });
  return joined != std::end(flag_rows) ? joined : nullptr;
}

/// 86 of "sm_86", "compute_86" and "arch=compute_86,code=sm_86"; nothing for "native" and the like.
std::optional<int> number_of_architecture(std::string_view value) {
  for (const std::string_view before : {"sm_", "compute_"}) {
    const std::size_t at = value.find(before);
    if (at != std::string_view::npos) return std::atoi(std::string(value.substr(at + before.size())).c_str());
  }
  return std::nullopt;
}

/// Host flags that are separated by commas, as nvcc has them, or by spaces.
std::vector<std::string> separated(std::string value) {
  std::ranges::replace(value, ',', ' ');
  return flags_in(value);
}

}  // namespace

base::Result<MakefileFlags> take_makefile_flags(const std::vector<std::string>& words) {
  MakefileFlags flags;
  int architecture = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const FlagRow* const row = flag_of(word);
    if (row == nullptr) {
      flags.rest.push_back(word);
      continue;
    }
    std::string value = word.substr(row->name.size());
    if (value.starts_with('=')) value.erase(0, 1);
    if (has_value(row->meaning) && value.empty()) {
      if (++at == words.size()) return base::error("compiler options: " + word + " has no value");
      value = words[at];
    }
    switch (row->meaning) {
      case Meaning::drop:
      case Meaning::drop_with_value:
        break;
      case Meaning::host:
        flags.host.push_back(word);
        break;
      case Meaning::host_value:
        std::ranges::move(separated(std::move(value)), std::back_inserter(flags.host));
        break;
      case Meaning::library:
        flags.libraries.push_back("-l" + value);
        break;
      case Meaning::folder:
        flags.libraries.push_back("-L" + value);
        break;
      case Meaning::relocatable:
        flags.relocatable = true;
        break;
      case Meaning::relocatable_value:
        flags.relocatable = value == "true";
        break;
      case Meaning::architecture:
      case Meaning::code:
        architecture = std::max(architecture, number_of_architecture(value).value_or(0));
        break;
      case Meaning::standard:
        flags.rest.insert(flags.rest.end(), {"--std", value});
        break;
    }
  }
  if (architecture >= static_cast<int>(oldest_architecture))
    flags.rest.insert(flags.rest.end(), {"--arch", "sm_" + std::to_string(architecture)});
  return flags;
}

void add(CompileOptions& options, MakefileFlags flags) {
  std::ranges::move(flags.host, std::back_inserter(options.host_options));
  std::ranges::move(flags.libraries, std::back_inserter(options.libraries));
  options.relocatable = options.relocatable || flags.relocatable;
}

}  // namespace warplens::ptx
