#include "ptx/compile/module_cache.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/file.h"
#include "ptx/compile/assembler.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/source_kind.h"
#include "ptx/module_bytes.h"
#include "ptx/parse/parser.h"

namespace warplens::ptx {
namespace {

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Copying a folder may give PTX and source close times in any order.
constexpr std::int64_t copied_together_ns = 2'000'000'000;

/// Whether PTX that was made before is what the options give.
bool was_made_with(const CompileOptions& options, const std::filesystem::path& built) {
  const auto text = base::read_text(built);
  return options_text(options) == (text ? notes_of(*text).options : std::string());
}

bool is_older(const FileStamp& built, const SourceFiles& sources) {
  return std::ranges::any_of(sources.stamps, [&](const FileStamp& stamp) {
    return stamp.exists && stamp.modified_ns > built.modified_ns + copied_together_ns;
  });
}

/// Whether no file has changed since it was read: compilers read the files again, so the PTX may otherwise not match the key.
bool is_as_read(const SourceFiles& files) {
  return std::ranges::all_of(files.stamps, [](const FileStamp& stamp) { return stamp_of(stamp.path) == stamp; });
}

void add_to(ContentKey& key, const SourceFiles& files) {
  for (const SourceFile& file : files.files) {
    key.add(file.path.string());  // PTX contains the path of its source
    key.add(file.text);
  }
}

void append(SourceFiles& files, SourceFiles more) {
  std::ranges::move(more.files, std::back_inserter(files.files));
  std::ranges::move(more.stamps, std::back_inserter(files.stamps));
  std::ranges::move(more.by_macro, std::back_inserter(files.by_macro));
  files.complete = files.complete && more.complete;
}

}  // namespace

base::Result<std::shared_ptr<const Module>> ModuleCache::load(const std::filesystem::path& source,
                                                              const std::filesystem::path& built, const CompileOptions& special) {
  const std::lock_guard lock(mutex_);
  const CompileOptions options = merged(options_, special);
  std::string words = std::to_string(options.architecture);
  for (const std::string& argument : arguments_of(options)) words += '\n' + argument;
  std::optional<Entry>& entry = entries_[{base::whole_path(source), words}];
  ++loads_;
  if (entry) entry->used = loads_;
  if (entry && unchanged(entry->stamps, entry->read_ns) &&
      (entry->compilers.empty() || entry->compilers == compiler_setup(options).identity)) {
    ++statistics_.from_memory;
    return entry->module;
  }
  LoadedModule module = read({source, built, options}, entry);
  forget_least_used();
  return module;
}

/// Drop the modules used least recently, until the others take little enough.
void ModuleCache::forget_least_used() {
  std::erase_if(entries_, [](const auto& each) { return !each.second; });
  while (sum_of_bytes() > max_bytes_)
    entries_.erase(std::min_element(entries_.begin(), entries_.end(),
                                    [](const auto& a, const auto& b) { return a.second->used < b.second->used; }));
}

std::uint64_t ModuleCache::sum_of_bytes() const {
  std::uint64_t sum = 0;
  for (const auto& [key, entry] : entries_) sum += entry ? entry->bytes : 0;
  return sum;
}

std::uint64_t ModuleCache::kept_bytes() const {
  const std::lock_guard lock(mutex_);
  return sum_of_bytes();
}

ModuleCacheStatistics ModuleCache::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

base::Result<std::shared_ptr<const Module>> ModuleCache::read(const Request& request, std::optional<Entry>& entry) {
  ++statistics_.reads;
  const std::int64_t begin = now_ns();
  const std::filesystem::path& source = request.source;
  const bool usable = request.built.empty() || was_made_with(request.options, request.built);
  const std::filesystem::path ptx = is_compiled_source(source) ? source : usable ? request.built : std::filesystem::path();
  auto files = read_sources({base::whole_path(source)}, request.options.include_folders);
  // Without its source, the PTX of the build is used alone.
  const bool alone = !files && ptx != source && !ptx.empty();
  if (!files && !alone) return base::Error{source.string(), 0, 0, files.error().message};
  bool from_ptx = !ptx.empty();
  SourceFiles all = alone ? SourceFiles{{}, {stamp_of(base::whole_path(source))}, true, {}} : std::move(*files);
  if (from_ptx && ptx != source) {
    const FileStamp stamp = stamp_of(ptx);
    from_ptx = alone || !is_older(stamp, all);
    if (from_ptx) {
      auto text = read_sources({ptx});
      if (!text) return text.error();
      // The first file is the one that is parsed.
      append(*text, std::move(all));
      all = std::move(*text);
    } else {
      all.stamps.push_back(stamp);
    }
  }

  ContentKey key;
  std::string compilers;
  if (!from_ptx) {
    CompilerSetup setup = compiler_setup(request.options);
    if (setup.compilers == 0 && !ptx.empty()) {
      return base::Error{ptx.string(), 0, 0,
                         "older than " + source.string() + ", and there is no compiler here that could make it again"};
    }
    compilers = std::move(setup.identity);
    key.add(compilers);
    if (!setup.sources.empty()) {
      if (auto more = read_sources(setup.sources)) append(all, std::move(*more));
    }
  }
  add_to(key, all);
  if (entry && entry->key == key && all.complete) {
    entry->stamps = std::move(all.stamps);
    entry->read_ns = begin;
    return entry->module;
  }

  auto text = from_ptx ? ptx_of(ptx, std::move(all.files.front().text)) : compiled(request, key, all);
  // Errors in the source are cached, failures of the compiler itself are not.
  const bool lasting = (text || text.error().line > 0) && is_as_read(all);
  LoadedModule module =
      text ? parse(std::move(*text), ptx.extension() == ".ptx" && from_ptx ? ptx.string() : "PTX of " + source.string())
           : LoadedModule(text.error());
  entry.reset();
  const std::uint64_t bytes = module ? bytes_of(**module) : 0;
  if (all.complete && lasting && bytes <= max_bytes_)
    entry.emplace(Entry{std::move(all.stamps), std::move(compilers), key, module, begin, bytes, loads_});
  return module;
}

base::Result<std::shared_ptr<const Module>> ModuleCache::parse(std::string text, const std::string& name) {
  ++statistics_.parses;
  return parse_compiled(std::move(text), name);
}

base::Result<std::string> ModuleCache::compiled(const Request& request, const ContentKey& key, const SourceFiles& files) {
  if (files.complete) {
    if (auto kept = store_.find(key)) {
      ++statistics_.from_disk;
      return std::move(*kept);
    }
  }
  ++statistics_.compilations;
  auto text = compile(request.source, request.options);
  if (text && files.complete && is_as_read(files)) store_.keep(key, *text);
  return text;
}

base::Result<std::shared_ptr<const Module>> parse_compiled(std::string text, const std::string& name) {
  auto module = ptx::parse(std::move(text), name);
  if (!module) return module.error();
  for (const EntryResources& one : resources_in(notes_of(module->text).assembler)) {
    const auto entry = std::ranges::find_if(
        module->functions, [&](const Function& function) { return function.entry && function.name == one.entry; });
    if (entry != module->functions.end()) entry->assembled = one.resources;
  }
  return std::make_shared<const Module>(std::move(*module));
}

}  // namespace warplens::ptx
