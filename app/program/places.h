#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program/named_files.h"
#include "report/json.h"

namespace warplens::program {

/// Whether a source file is a header of the system, of the compiler, or of ours.
bool is_own_header(std::string_view file);

/// A place in a program's source, as debug information has it.
struct Place {
  std::string function, file;
  int line = 0;
};

/// {"file", "line"}, null where they are not known.
report::Json json_of(const Place& place);

/// The places of the return addresses of calls ("call" and "other" of a journal's events, and of all events at once, so that the
/// debug information is read once), innermost first; inlined calls are places of their own. Empty where there is no debug
/// information.
class Places {
 public:
  explicit Places(const std::vector<report::Json>& events, NamedFiles files = {});

  /// Where the program made the call: the innermost place in none of the compiler's own headers and in no code that the compiler
  /// has made for a launch. Without a file if it is not known.
  Place of(const report::Json& call) const;
  /// Whether an access of the host is atomic: it is made by std::atomic, cuda::atomic and the like, or its line names atomics or
  /// says volatile.
  bool is_atomic(const report::Json& access) const;
  /// How the files that they name are read.
  const NamedFiles& files() const { return files_; }

 private:
  NamedFiles files_;
  std::map<std::pair<std::string, std::uint64_t>, std::vector<Place>> places_;  ///< by executable or library, and offset
};

}  // namespace warplens::program
