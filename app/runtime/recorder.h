#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/names.h"
#include "base/result.h"
#include "launch/launch.h"
#include "runtime/effect.h"
#include "runtime/journal.h"
#include "runtime/kept_contents.h"
#include "runtime/kernels.h"
#include "runtime/memory.h"
#include "runtime/status.h"
#include "runtime/streams.h"

namespace warplens::runtime {

/// Options for recording a program, so that it can be shown and its launches run again.
struct RecordingOptions {
  std::filesystem::path folder;                   ///< folder of the file `contents`; empty: nothing is kept
  std::uint64_t budget = std::uint64_t{1} << 30;  ///< bytes of memory's contents
  std::uint64_t max_calls = 100'000;              ///< nothing is kept after this many calls; not with last_launches
  std::uint64_t last_launches = 0;  ///< keep the memory of at least so many, as the budget allows; 0: of the first ones
};

/// Bytes of the budget for an allocation in a launch's list, and for each of the allocation's unwritten ranges.
inline constexpr std::uint64_t recorded_entry_bytes = 64, recorded_range_bytes = 128;

/// Names used in events.
inline constexpr base::Names<MemoryKind> memory_kind_names{
    {MemoryKind::device, "device"},         {MemoryKind::managed, "managed"},   {MemoryKind::pinned, "pinned"},
    {MemoryKind::registered, "registered"}, {MemoryKind::variable, "variable"}, {MemoryKind::heap, "heap"}};
using CopyDirection = launch::RecordedCall::Direction;
inline constexpr base::Names<CopyDirection> direction_names{{CopyDirection::none, "none"},
                                                            {CopyDirection::to_device, "to-device"},
                                                            {CopyDirection::to_host, "to-host"},
                                                            {CopyDirection::on_device, "on-device"},
                                                            {CopyDirection::on_host, "on-host"}};

/// Records a program: every call becomes an event in the journal, and every launch an event with the memory at its beginning. An
/// event's "in_call" is the number of its call. Contents of memory are in the file `contents` of the folder; an allocation's
/// content is added again only if it has changed. Events:
///   call       number, call, called_ms, returned_ms, stream, begin_ms, end_ms, error, direction, bytes, to, from, captured
///   memory     allocated: [{name, kind, address, bytes, by_call}], freed: [address], types: [[address, type]]
///   module     module, offset, bytes (its PTX in `contents`), variables: [[index, address]]
///   begin      a launch: call, name, kernel, entry, module, grid, block, shared, heap_bytes, parameters (hexadecimal), and
///              memory: [[address, offset in `contents`, unwritten: [[begin, end]]]] that has changed since the last such list,
///              or not_kept; textures, where there are some: as launch::Texture, with the address of their memory
///   kept       from: only launches from this `begin` on (the first is 0) have their memory, of which that one lists all
///   cut        reason: no more calls are kept
class Recorder {
 public:
  /// `effect`: of the current call; the other parts of Program write it.
  Recorder(const RecordingOptions& options, Journal& journal, Memory& memory, const Streams& streams, Effect& effect);

  /// Whether anything is kept (any more).
  bool active() const { return contents_.has_value(); }

  /// A call in progress. Calls can nest: a call may run a host function that makes calls itself.
  struct Made {
    std::optional<std::uint64_t> number;  ///< nothing if it is not kept
    double called_ms = 0;
    Effect outer{};  ///< effect of the enclosing call
    std::optional<std::uint64_t> outer_number{};
  };
  /// Begin a call: everything from now on belongs to it …
  Made call_begins();
  /// … until it returns `status` to the program, or to the host function that made it.
  void call_returns(const Made& made, const Call& call, Status status);
  /// Record that a kernel is about to run in the current call. Called before it runs, as the program may be ended meanwhile.
  void launch_begins(const Kernel& kernel, const launch::Launch& launch, const Call& call);

 private:
  /// What has been told of an allocation that is not freed.
  struct RecordedAllocation {
    std::size_t index = 0;  ///< in Memory::all()
    std::optional<launch::ElementType> type{};
    std::optional<std::uint64_t> offset{};  ///< offset of its content in the file
    launch::RangesOfBytes unwritten{};
  };

  void tell_memory();
  std::optional<std::uint32_t> tell_module(const Kernel& kernel);
  /// The content of an allocation for a launch's list.
  struct Listed {
    RecordedAllocation* told;
    std::span<const std::byte> content;
    launch::RangesOfBytes unwritten;
    std::optional<std::uint64_t> offset{};  ///< of a copy that exists
  };
  struct Listing {
    std::vector<Listed> contents{};
    std::uint64_t bytes = 0;  ///< of the budget
  };
  base::Result<Listing> memory_to_list();
  void begin_generation(const Listing& listing, std::size_t kept);
  base::Status keep_memory(report::Json& event);
  void cut(const std::string& reason);

  Journal& journal_;
  Memory& memory_;
  const Streams& streams_;
  Effect& effect_;
  std::optional<KeptContents> contents_;
  std::uint64_t max_calls_, last_launches_;
  std::uint64_t next_call_ = 0;
  std::size_t known_ = 0;  ///< of Memory::all()
  std::vector<RecordedAllocation> live_;
  std::map<const ptx::Module*, std::uint32_t> modules_;
  std::uint64_t begun_ = 0;                   ///< events `begin`
  std::deque<std::uint64_t> generations_{0};  ///< `begun_` at their beginnings
  std::uint64_t in_generation_ = 0;           ///< launches whose memory is kept
  bool list_all_ = false;                     ///< the next launch lists all memory
};

}  // namespace warplens::runtime
