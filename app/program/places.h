#pragma once

#include <cstddef>
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

/// A place in a program's source, from debug information.
struct Place {
  std::string function, file;
  int line = 0;
  std::size_t frame = 0;  ///< of Places::from: index of the return address in the call's frames
};

/// {"file", "line"}, null where unknown.
report::Json json_of(const Place& place);

/// The source places of calls, found by their return addresses ("call" and "other" of a journal's events; all events at once, so
/// that the debug information is read once). Innermost first; each inlined call has its own place. Empty without debug
/// information.
class Places {
 public:
  explicit Places(const std::vector<report::Json>& events, NamedFiles files = {});

  /// Where the program made the call: the innermost place outside of the compiler's headers and of code generated for launches.
  /// Without a file if unknown.
  Place of(const report::Json& call) const;
  /// The same, and outwards from there: the places of the calls in which it is.
  std::vector<Place> from(const report::Json& call) const;
  /// Whether an access of the host is atomic: made by std::atomic, cuda::atomic and the like, or on a line that mentions atomics
  /// or volatile.
  bool is_atomic(const report::Json& access) const;
  /// The reader of the files that the places name.
  const NamedFiles& files() const { return files_; }

 private:
  NamedFiles files_;
  std::map<std::pair<std::string, std::uint64_t>, std::vector<Place>> places_;  ///< by executable or library, and offset
};

}  // namespace warplens::program
