#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/result.h"
#include "program/places.h"
#include "report/json.h"

namespace warplens::program {

/// The notes of our CUDA runtime on a program that has ended (runtime/journal.h).
struct Events {
  std::vector<report::Json> all;     ///< in order; texts have the allocation's name for "allocation 3"
  Places places;                     ///< source places of all calls
  std::size_t earlier_launches = 0;  ///< launches that were not read
};

/// What to read of a journal.
struct JournalPart {
  bool for_recording = true;                   ///< also what only recordings need; launches whose memory is dropped are left out
  std::optional<std::size_t> last_launches{};  ///< leave out all launches but so many
};

/// Read a journal. No events if the program has not loaded our CUDA runtime. Memory gets the name of the variable whose address
/// was passed to the allocating call. `files`: reads the files named in the journal. Errors: the journal cannot be read, is no
/// regular file, has more than 1 GiB, or is damaged.
base::Result<Events> read_events(const std::filesystem::path& journal, const NamedFiles& files = {}, JournalPart part = {});

/// The error for a journal that is not in the format of our runtime.
base::Error overwritten();

}  // namespace warplens::program
