#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "desk/choices/choices.h"
#include "desk/playback/playback.h"
#include "launch/recording/recording.h"

namespace warplens::desk {

// Moving through the calls of a recorded program. A place is the number of calls that have happened; the session keeps it
// (Session::program_scrub).

/// Number of calls of the chosen program; 0 where none is chosen.
std::uint64_t calls_of(const Choices& choices);
std::uint64_t call_place(const Choices& choices);
/// Go to a place; playing ends.
void go_to_call(Playback& playback, Choices& choices, std::uint64_t place);
/// "call 4 of 12", "start", "end · 12 calls".
std::string call_label(const Choices& choices);

/// Go to just after a call and, if it launched a kernel, open the launch. Error: why it cannot be opened.
base::Status choose_call(Playback& playback, Choices& choices, std::uint64_t call);
/// Open the next launch that can be opened, or with -1 the one before. Errors: as choose_entry().
base::Status move_entry(Choices& choices, int by);

/// The entries that a list of them has: all, but of more than `most` those around the chosen one. The end is not among them.
struct EntryRange {
  std::uint32_t begin = 0, end = 0;
};
EntryRange listed_entries(const Choices& choices, std::uint32_t most);

/// Where the program view stands in the source: the place of the call `pointed`, if there is such a call, else of the last that
/// has happened. No file where nothing has.
launch::ProgramPlace host_place(const Choices& choices, std::uint64_t pointed);
/// The recorded source to show beside a picture of the program: in the program view that of host_place(), else that of the
/// chosen kernel.
std::string recorded_file(const Choices& choices, std::uint64_t pointed);

}  // namespace warplens::desk
