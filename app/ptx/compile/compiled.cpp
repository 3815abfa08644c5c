#include "ptx/compile/compiled.h"

#include <algorithm>
#include <utility>

#include "base/file.h"
#include "ptx/compile/diagnostic.h"

namespace warplens::ptx {

base::Result<Compiled> in_words_of(const std::filesystem::path& source, base::Result<Compiled> result) {
  const auto rename = [whole = base::whole_path(source).string(), given = source.string()](base::Error& error) {
    if (error.file == whole) error.file = given;
  };
  if (result) {
    std::ranges::for_each(result->warnings, rename);
    return result;
  }
  base::Error error = result.error();
  rename(error);
  return error;
}

base::Result<Compiled> compiled_by(const std::string& compiler, const std::filesystem::path& source,
                                   std::optional<std::string> made, const std::string& said) {
  if (made) return in_words_of(source, Compiled{std::move(*made), warnings_in(said)});
  if (auto error = first_diagnostic(said)) return in_words_of(source, *error);
  return base::Error{source.string(), 0, 0, compiler + " failed: " + first_line(said)};
}

}  // namespace warplens::ptx
