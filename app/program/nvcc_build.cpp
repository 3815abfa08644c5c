#include "program/nvcc_build.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "program/build.h"

namespace warplens::program {
namespace {

/// Whether nvcc says that a source would have to be compiled as relocatable code: by an error where a kernel launches a kernel,
/// by a warning where a variable is defined elsewhere.
bool needs_relocatable_code(const std::string& output) {
  constexpr std::array<std::string_view, 2> messages{"requires separate compilation mode", "is treated as a static definition"};
  return std::ranges::any_of(messages, [&](std::string_view message) { return output.find(message) != std::string::npos; });
}

/// The texts of PTX in an object, where nvcc puts them uncompressed.
std::vector<std::string> ptx_in(const std::string& object) {
  const std::string head = ".version ";
  std::vector<std::string> texts;
  for (std::size_t at = object.find(head); at != std::string::npos; at = object.find(head, at + texts.back().size()))
    texts.emplace_back(object, at, object.find('\0', at) - at);
  return texts;
}

struct Compiled {
  std::vector<std::string> objects;
  std::string said;             ///< by nvcc
  bool must_be_linked = false;  ///< they would have to be relocatable, and are not
};

base::Result<Compiled> compile(const std::filesystem::path& nvcc, const std::vector<std::filesystem::path>& sources,
                               const std::vector<std::string>& arguments, bool relocatable, const std::filesystem::path& folder,
                               const RunStep& run) {
  Compiled all;
  for (const std::filesystem::path& source : sources) {
    std::vector<std::string> words = arguments;
    if (relocatable) words.emplace_back("-rdc=true");
    all.objects.push_back(folder / (std::to_string(all.objects.size()) + ".o"));
    words.insert(words.end(), {"-c", "-o", all.objects.back(), base::whole_path(source).string()});
    const auto compiled = run(nvcc, words);
    if (!compiled) return compiled.error();
    all.must_be_linked = !relocatable && needs_relocatable_code(compiled->output);
    if (all.must_be_linked) return all;
    if (!compiled->succeeded) return error_of(compiled->output, nvcc);
    all.said += compiled->output;
  }
  if (relocatable || all.objects.size() == 1) return all;
  std::vector<std::string> texts;
  for (const std::string& object : all.objects) {
    const auto bytes = base::read_text(object);
    if (!bytes) return bytes.error();
    std::ranges::move(ptx_in(*bytes), std::back_inserter(texts));
  }
  all.must_be_linked = depend_on_each_other(texts);
  return all;
}

}  // namespace

base::Result<std::string> build_with_nvcc(const std::filesystem::path& nvcc, const std::vector<std::filesystem::path>& sources,
                                          const NvccOptions& options, const std::filesystem::path& output, const RunStep& run) {
  bool relocatable = options.relocatable;
  auto compiled = compile(nvcc, sources, options.arguments, relocatable, output.parent_path(), run);
  if (compiled && compiled->must_be_linked) {
    relocatable = true;
    compiled = compile(nvcc, sources, options.arguments, relocatable, output.parent_path(), run);
  }
  if (!compiled) return compiled.error();
  Linking linking{nvcc, options.arguments, std::move(compiled->objects), options.libraries, output};
  if (relocatable) {
    const auto together = write_linked_binaries(linking.objects, output);
    if (!together) return together.error();
    linking.objects.push_back(together->string());
  }
  std::erase(linking.before, "-g");  // what is compiled here is our own: its lines are not to be shown
  linking.before.emplace_back("--no-device-link");
  linking.libraries.insert(linking.libraries.end(), {"-cudart", "none", "-L", library_folder().string(), "-lcudart"});
  if (const base::Status linked = link(linking, run); !linked) return linked.error();
  return std::move(compiled->said);
}

}  // namespace warplens::program
