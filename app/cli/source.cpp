#include "cli/source.h"

#include <filesystem>
#include <string_view>

#include "ptx/compile/module_cache.h"
#include "ptx/parse/parser.h"

namespace warplens::cli {

SourceName split_source(const std::string& text) {
  for (const std::string_view extension : {".cu:", ".ptx:"}) {
    const std::size_t at = text.find(extension);
    if (at == std::string::npos) continue;
    const std::size_t colon = at + extension.size() - 1;
    return {text.substr(0, colon), text.substr(colon + 1)};
  }
  return {text, ""};
}

std::string as_seen_from_here(const std::string& file) {
  std::error_code code;
  const std::filesystem::path here = std::filesystem::current_path(code), path(file);
  if (code || !path.is_absolute()) return file;
  const std::filesystem::path relative = path.lexically_relative(here);
  return relative.empty() || *relative.begin() == ".." ? file : relative.string();
}

base::Result<KernelSource> load_kernel(const std::string& source, const ptx::CompileOptions& options) {
  const SourceName name = split_source(source);
  const std::filesystem::path path = name.path;
  if (path.extension() != ".cu" && path.extension() != ".ptx")
    return base::Error{source, 0, 0, "not a .cu or .ptx file; the form is SOURCE[:ENTRY]"};
  auto module = ptx::ModuleCache(ptx::ContentStore(ptx::user_cache_folder()), options).load(path);
  if (!module) return module.error();
  const auto entry = ptx::find_entry(**module, name.entry);
  if (!entry) return base::Error{name.path, 0, 0, entry.error().message};
  return KernelSource{std::move(*module), *entry};
}

}  // namespace warplens::cli
