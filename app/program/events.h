#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "program/places.h"
#include "report/json.h"

namespace warplens::program {

/// What our CUDA runtime noted about a program that has ended (runtime/journal.h).
struct Events {
  std::vector<report::Json> all;  ///< in their order; "allocation 3" in texts is replaced by its name
  Places places;                  ///< of all calls
};

/// Read a journal. None, if the program has loaded no CUDA runtime of ours. Memory is called by the variable whose address the
/// allocating call was given. `files`: how the files are read that the journal names. Errors: the journal cannot be read, is no
/// regular file, has more than 1 GiB, or is damaged.
base::Result<Events> read_events(const std::filesystem::path& journal, const NamedFiles& files = {});

/// The error for a journal that is not as our runtime writes it.
base::Error overwritten();

}  // namespace warplens::program
