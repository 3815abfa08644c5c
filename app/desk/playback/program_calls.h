#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "desk/choices/choices.h"
#include "desk/playback/playback.h"
#include "launch/recording/recording.h"

namespace warplens::desk {

// Move through the calls of a recorded program. A place is the number of calls done; the session stores it
// (Session::program_scrub).

/// Count the calls of the chosen program; 0 if none is chosen.
std::uint64_t calls_of(const Choices& choices);
/// Return the place stored in the session.
std::uint64_t call_place(const Choices& choices);
/// Go to a place, keep it in the session, and end playing.
void go_to_call(Playback& playback, Choices& choices, std::uint64_t place);
/// Return the calls as a path: "call 4 of 12", "start", "end · 12 calls". The arguments must outlive it.
std::unique_ptr<Path> call_path(Playback& playback, Choices& choices);

/// Go to just after a call and, if it launched a kernel, open the launch. Error: why it cannot be opened.
base::Status choose_call(Playback& playback, Choices& choices, std::uint64_t call);
/// Open the next launch that can be opened, or with -1 the one before. Errors: as choose_entry().
base::Status move_entry(Choices& choices, int by);

/// Entries [begin, end) of the chosen experiment.
struct EntryRange {
  std::uint32_t begin = 0, end = 0;
};
/// Return the entries for a list: all, or of more than `most` those around the chosen one.
EntryRange listed_entries(const Choices& choices, std::uint32_t most);

/// Return the source place of the program view: of the call `pointed`, if there is such a call, else of the last call done.
/// Before the first call the place has no file.
launch::ProgramPlace host_place(const Choices& choices, std::uint64_t pointed);
/// Return the recorded source to show next to the picture: in the program view the file of host_place(), else that of the chosen
/// kernel.
std::string recorded_file(const Choices& choices, std::uint64_t pointed);

}  // namespace warplens::desk
