#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "launch/costs/streams.h"
#include "runtime/effect.h"

namespace warplens::runtime {

/// An operation in a stream: the `number`-th one, from 1.
struct Operation {
  std::uint32_t stream = 0;
  std::uint64_t number = 0;
  bool operator==(const Operation&) const = default;
};

/// A set of operations together with all operations ordered before them: per stream, how many of its first operations it contains
/// (a vector clock).
class Past {
 public:
  bool has(const Operation& operation) const {
    return operation.stream < counts_.size() && counts_[operation.stream] >= operation.number;
  }
  void add(const Operation& operation);
  void add(const Past& other);

 private:
  std::vector<std::uint64_t> counts_;
};

/// Unit of the card that carries out an operation; each does one operation at a time.
enum class Unit : std::uint8_t { copy_in, kernels, copy_out, none };

/// Who puts an operation into a stream. It takes the host time, and none where a kernel or a graph that was launched does.
enum class Issuer : std::uint8_t { host, kernel, graph };

/// Streams and events of a program: the order of operations (CUDA C++ Programming Guide, "Asynchronous Concurrent Execution"),
/// and their times in the timing model. In the model, computation on the host takes no time. Stream 0 is the legacy default
/// stream.
class Streams {
 public:
  /// `effect`: receives the work put into a stream, and the stream that the host waits for.
  Streams(const launch::CopyCosts& costs, Effect& effect) : costs_(costs), effect_(effect), streams_(1) {}

  std::uint32_t create(bool non_blocking);
  /// Create the stream of a branch of a graph: only follow() orders it with others.
  std::uint32_t create_branch();
  bool is_branch(std::uint32_t stream) const { return streams_[stream].branch; }
  void destroy(std::uint32_t stream) { streams_[stream].alive = false; }
  bool exists(std::uint32_t stream) const { return stream < streams_.size() && streams_[stream].alive; }
  bool is_non_blocking(std::uint32_t stream) const { return streams_[stream].non_blocking; }
  /// Whether the program has created a stream, so that operations may be unordered.
  bool several() const { return streams_.size() > 1; }

  /// An operation as it was put into a stream.
  struct Issued {
    Operation operation;
    Past before;  ///< operations that have certainly ended when it begins
    double begin_ms = 0, end_ms = 0;
  };
  /// Put an operation into a stream. `ms`: its duration; for a copy, copy_ms().
  Issued issue(std::uint32_t stream, Unit unit, double ms, Issuer issuer = Issuer::host);
  /// All that is in a stream so far, as its last operation with those before it.
  Issued end_of(std::uint32_t stream) const;
  /// Let what is put into the stream from now on begin after `issued`.
  void follow(std::uint32_t stream, const Issued& issued);
  double copy_ms(std::uint64_t bytes) const { return costs_.start_ms + static_cast<double>(bytes) / costs_.bytes_per_ms; }

  /// Make the host wait for an operation, a stream, or everything.
  void wait(const Issued& issued);
  void wait(std::uint32_t stream);
  void wait_for_all();
  /// Note that the host may know of an operation's end from a host function that ran in a stream. The host's time
  /// stays.
  void tell_host(const Issued& issued);
  /// Whether the host knows that all work of the stream has ended.
  bool idle(std::uint32_t stream) const { return host_.has({stream, streams_[stream].issued}); }
  /// Operations that the host has waited for.
  const Past& host() const { return host_; }
  double now_ms() const { return now_ms_; }

  std::uint32_t create_event(bool timed);
  void destroy_event(std::uint32_t event) { events_[event].alive = false; }
  bool event_exists(std::uint32_t event) const { return event < events_.size() && events_[event].alive; }
  bool is_recorded(std::uint32_t event) const { return events_[event].recorded; }
  bool is_timed(std::uint32_t event) const { return events_[event].timed; }
  /// Whether the host knows that the event's last recording has been reached; true if it was never recorded.
  bool is_done(std::uint32_t event) const { return !events_[event].recorded || host_.has(events_[event].last); }
  void record(std::uint32_t event, std::uint32_t stream, Issuer issuer = Issuer::host);
  void make_wait(std::uint32_t stream, std::uint32_t event);
  /// Whether the stream has waited for an event before the event was recorded. Such a wait ends at once.
  bool waited_in_vain(std::uint32_t stream) const { return streams_[stream].waited_in_vain; }
  /// Whether the stream has waited for an event that was recorded after `operation`, and then recorded again. A wait is for the
  /// last recording only, so that it missed the operation.
  bool missed(std::uint32_t stream, const Operation& operation) const { return streams_[stream].missed.has(operation); }
  void wait_for_event(std::uint32_t event);
  /// Modelled time between two recorded events.
  double elapsed_ms(std::uint32_t first, std::uint32_t second) const { return events_[second].ms - events_[first].ms; }

 private:
  struct Stream {
    bool alive = true, non_blocking = false, branch = false;
    std::uint64_t issued = 0;
    Past past;            ///< operations before its next one
    Past missed;          ///< operations before earlier recordings of events that it has waited for
    bool waited_in_vain = false;
    double ready_ms = 0;  ///< when its last operation ends
  };
  struct Event {
    bool alive = true, timed = true, recorded = false;
    Past past, earlier;  ///< before the last recording, and before those before
    Operation last;  ///< the recording itself
    double ms = 0;
  };

  launch::CopyCosts costs_;
  Effect& effect_;
  std::vector<Stream> streams_;
  std::vector<Event> events_;
  std::array<double, 3> unit_free_ms_{};
  Past host_;
  double now_ms_ = 0;
};

}  // namespace warplens::runtime
