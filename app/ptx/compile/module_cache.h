#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ptx/compile/content_store.h"
#include "ptx/compile/options.h"
#include "ptx/compile/source_files.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// Counts of operations of a cache since its construction.
struct ModuleCacheStatistics {
  std::uint64_t from_memory = 0;   ///< loads that needed only a comparison of file stamps
  std::uint64_t reads = 0;         ///< loads that read the source and its includes
  std::uint64_t parses = 0;        ///< PTX texts parsed
  std::uint64_t compilations = 0;  ///< compiler runs
  std::uint64_t from_disk = 0;     ///< compilations avoided by PTX from the store
  bool operator==(const ModuleCacheStatistics&) const = default;
};

/// Parse PTX text, and add the resources of its entries from the notes in it. Errors: those of ptx::parse().
base::Result<std::shared_ptr<const Module>> parse_compiled(std::string text, const std::string& name);

/// Caches modules by content: an unchanged file is not read, compiled or parsed again, and gives the same module object, so that
/// the machines' caches of decoded or loaded modules hit as well. Compiled PTX is also kept in a ContentStore; its key covers the
/// source, its includes, the compilers and their options. May be used by several threads.
class ModuleCache {
 public:
  static constexpr std::uint64_t max_kept_bytes = std::uint64_t{512} << 20;

  /// `store`: keeps compiled PTX between runs of the program. If the user gives options, PTX built earlier is not used.
  /// Keeps at most `max_bytes` of modules in memory, the most recently used ones; a larger module is parsed again for each
  /// load.
  explicit ModuleCache(ContentStore store = ContentStore(user_cache_folder()), CompileOptions options = {},
                       std::uint64_t max_bytes = max_kept_bytes)
      : store_(std::move(store)), options_(std::move(options)), max_bytes_(max_bytes) {}

  const CompileOptions& options() const { return options_; }

  /// Load the module of a .cu, .ptx or .ll file. `built`: PTX built from the .cu file earlier; it is used unless it is more than
  /// two seconds older than the source or one of its includes, or there are options; "" if there is none. `special`: options of
  /// this source, merged() with the cache's. Errors: a file that cannot be read, a source that the compiler refuses, broken PTX;
  /// without a compiler: PTX older than its source or made with other options.
  base::Result<std::shared_ptr<const Module>> load(const std::filesystem::path& source, const std::filesystem::path& built = {},
                                                   const CompileOptions& special = {});

  ModuleCacheStatistics statistics() const;
  /// Bytes of the modules kept.
  std::uint64_t kept_bytes() const;

 private:
  using LoadedModule = base::Result<std::shared_ptr<const Module>>;

  /// The cached state of a source.
  struct Entry {
    std::vector<FileStamp> stamps;
    std::string compilers;  ///< CompilerSetup::identity at the compilation; "" if it was not compiled
    ContentKey key;
    LoadedModule module;
    std::int64_t read_ns = 0;  ///< time since the epoch when the stamps were last verified against the content
    std::uint64_t bytes = 0;   ///< size of the module
    std::uint64_t used = 0;    ///< number of the last load that used it
  };

  /// A file to load.
  struct Request {
    const std::filesystem::path &source, &built;
    const CompileOptions& options;
  };

  LoadedModule read(const Request& request, std::optional<Entry>& entry);
  LoadedModule parse(std::string text, const std::string& name);
  std::uint64_t sum_of_bytes() const;
  void forget_least_used();
  base::Result<std::string> compiled(const Request& request, const ContentKey& key, const SourceFiles& files);

  ContentStore store_;
  CompileOptions options_;
  std::uint64_t max_bytes_, loads_ = 0;
  mutable std::mutex mutex_;
  std::map<std::pair<std::filesystem::path, std::string>, std::optional<Entry>> entries_;  // by source and options
  ModuleCacheStatistics statistics_;
};

}  // namespace warplens::ptx
