#include "program/build_inputs.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "base/file.h"
#include "base/process.h"
#include "ptx/compile/compile.h"

namespace warplens::program {
namespace {

namespace fs = std::filesystem;

// Of what a compiler sees in a sandbox. More is built each time.
constexpr std::size_t max_files = 1000;
constexpr std::uintmax_t max_input_bytes = std::uintmax_t{64} << 20;

/// Words in a source whose effect is in no file that it includes.
constexpr std::string_view time_words[] = {"__DATE__", "__TIME__", "__TIMESTAMP__"};
constexpr std::string_view other_inputs[] = {".incbin", "#embed"};

bool has_any(const std::string& text, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

void add(BuildInputs& inputs, const ptx::SourceFile& file) {
  inputs.key.add(file.path.string());  // debug information has it
  inputs.key.add(file.text);
}

/// The sources and what they include. False where that cannot be told.
bool add_sources(BuildInputs& inputs, const std::vector<fs::path>& sources, const ptx::CompileOptions& options) {
  std::vector<fs::path> whole;
  for (const fs::path& source : sources) whole.push_back(base::whole_path(source));
  auto files = ptx::read_sources(whole, options.include_folders);
  if (!files || !files->complete) return false;
  for (const ptx::SourceFile& file : files->files) {
    if (has_any(file.text, time_words) || has_any(file.text, other_inputs)) return false;
    add(inputs, file);
  }
  inputs.stamps = std::move(files->stamps);
  return true;
}

/// All files below the paths that a compiler sees. Links lead to others of them, or to nothing. False if there are too many.
bool add_visible(BuildInputs& inputs, const std::vector<fs::path>& visible) {
  std::vector<fs::path> paths;
  std::error_code code;
  for (const fs::path& path : visible) {
    const fs::path whole = base::whole_path(path);
    paths.push_back(whole);
    if (!fs::is_directory(whole, code)) continue;
    for (fs::recursive_directory_iterator at(whole, code), end; !code && at != end; at.increment(code)) {
      paths.push_back(at->path());
      if (paths.size() > max_files) return false;
    }
    if (code) return false;
  }
  std::ranges::sort(paths);
  std::uintmax_t bytes = 0;
  for (const fs::path& path : paths) {
    const fs::file_status status = fs::symlink_status(path, code);
    std::string text = fs::is_symlink(status) ? fs::read_symlink(path, code).string() : "";
    if (fs::is_regular_file(status)) {
      bytes += fs::file_size(path, code);
      const auto read = bytes <= max_input_bytes ? base::read_text(path) : base::Result<std::string>(base::error("too large"));
      if (!read || has_any(*read, time_words)) return false;
      text = *read;
      inputs.stamps.push_back(ptx::stamp_of(path));
    }
    inputs.key.add(std::to_string(static_cast<int>(status.type())));
    add(inputs, {path, std::move(text)});
  }
  return true;
}

}  // namespace

std::optional<BuildInputs> inputs_of(const std::vector<fs::path>& sources, const ptx::CompileOptions& options,
                                     const BuildLimits& limits, const std::vector<std::string>& arguments) {
  BuildInputs inputs;
  inputs.key.add(limits.wrapper.empty() ? "all files" : "visible files");
  for (const fs::path& source : sources) inputs.key.add(base::whole_path(source).string());
  if (!(limits.wrapper.empty() ? add_sources(inputs, sources, options) : add_visible(inputs, limits.visible)))
    return std::nullopt;
  const ptx::CompilerSetup setup = ptx::compiler_setup(options);
  inputs.key.add(setup.identity);
  for (const std::string& argument : arguments) inputs.key.add(argument);
  inputs.key.add(library_folder().string());
  for (const char* name : {"g++", "ld"}) {
    const ptx::FileStamp stamp = ptx::stamp_of(base::find_program(name));
    inputs.key.add(stamp.path.string() + ' ' + std::to_string(stamp.size) + ' ' + std::to_string(stamp.modified_ns));
  }
  if (setup.sources.empty()) return inputs;
  const auto headers = ptx::read_sources(setup.sources);
  if (!headers) return std::nullopt;
  for (const ptx::SourceFile& file : headers->files) add(inputs, file);
  return inputs;
}

bool are_as_read(const BuildInputs& inputs) {
  return std::ranges::all_of(inputs.stamps, [](const ptx::FileStamp& stamp) { return ptx::stamp_of(stamp.path) == stamp; });
}

}  // namespace warplens::program
