#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warplens::simt {

/// Subject of a vector clock entry, in one number: a thread, a warp, a block, a release log (known up to a position), or the
/// releasing writes to a variable (known up to a count).
struct KnowledgeKey {
  enum class Kind : std::uint8_t { thread, warp, block, log, writes };
  static constexpr std::uint64_t of(Kind kind, std::uint32_t number) {
    return std::uint64_t{static_cast<std::uint8_t>(kind)} << 32 | number;
  }
  static constexpr Kind kind(std::uint64_t key) { return static_cast<Kind>(key >> 32); }
  static constexpr bool is_log(std::uint64_t key) { return key >> 32 == static_cast<std::uint8_t>(Kind::log); }
  static constexpr std::uint32_t number(std::uint64_t key) { return static_cast<std::uint32_t>(key); }
};

/// A sparse vector clock: all operations of `key` before `time` have happened before now.
class Knowledge {
 public:
  struct Entry {
    std::uint64_t key;
    std::uint32_t time;
  };

  bool empty() const { return entries_.empty(); }
  void clear() { entries_.clear(); }
  const std::vector<Entry>& entries() const { return entries_; }
  /// Time up to which `key` is known; 0 if unknown.
  std::uint32_t time_of(std::uint64_t key) const;
  /// Whether one of `keys` is known beyond `time` directly: does not look into the logs referred to.
  bool has(const std::vector<std::uint64_t>& keys, std::uint32_t time) const;
  /// Add an entry; false if it is already known.
  bool learn(std::uint64_t key, std::uint32_t time);
  void join(const Knowledge& other);

 private:
  std::vector<Entry> entries_;  ///< by key
};

/// The releases into one synchronising variable, in order. A thread that has read the variable at some position knows everything
/// released up to there; so a lock taken by thousands of threads costs each of them one entry.
class ReleaseLog {
 public:
  std::uint32_t position() const { return position_; }
  /// Start a new release at time `now`; subsequent add() calls belong to it.
  void begin_release(std::uint32_t now);
  /// Time of the release that made `position`, or, where steps have been merged, of a later release.
  std::uint32_t released_at(std::uint32_t position) const { return at(releases_, position); }
  /// A time at which the release that made `position` had not yet taken place.
  std::uint32_t not_released_at(std::uint32_t position) const;
  void add(std::uint64_t key, std::uint32_t time);
  /// Note that the release is a write to the variable itself: `key` counts these writes, and this is number `count`.
  void add_write(std::uint64_t key, std::uint32_t count) {
    written_ = key;
    add(key, count);
  }
  /// The `key` of add_write(); 0: none yet.
  std::uint64_t written() const { return written_; }
  /// Steps kept per key: when there are more, older steps are merged.
  static constexpr std::size_t max_steps = 256;
  /// Time up to which `key` was known after `position` releases; 0 if unknown. A little later where steps have been merged.
  std::uint32_t time_of(std::uint64_t key, std::uint32_t position) const;
  /// Other logs known to the releasing threads.
  const std::vector<std::uint64_t>& other_logs() const { return other_logs_; }
  /// Call visit(key, time) for everything known after the last release.
  template <typename Visit>
  void each(Visit visit) const {
    for (const auto& [key, steps] : known_) visit(key, steps.back().time);
  }

 private:
  struct Step {
    std::uint32_t position, time;
  };
  using Steps = std::vector<Step>;
  static void append(Steps& steps, const Step& step);
  static std::uint32_t at(const Steps& steps, std::uint32_t position);

  std::uint32_t position_ = 0;
  std::uint64_t written_ = 0;
  Steps releases_;
  std::unordered_map<std::uint64_t, Steps> known_;  ///< per key, both increasing
  std::vector<std::uint64_t> other_logs_;
};

/// All release logs of a launch.
class ReleaseLogs {
 public:
  /// Create an empty log, and return its number.
  std::uint32_t create();
  ReleaseLog& operator[](std::uint32_t number) { return logs_[number].log; }
  const ReleaseLog& operator[](std::uint32_t number) const { return logs_[number].log; }
  /// Note that someone's knowledge refers to the log: it stays even after drop().
  void refer_to(std::uint32_t number) { logs_[number].referred_to = true; }
  /// Note that no variable uses the log any more.
  void drop(std::uint32_t number);
  /// Whether `knowledge`, including the logs it refers to transitively, contains one of `keys` beyond `time`. `since`: the caller
  /// knows that releases up to this time do not contain one; equal to `time`, unless the keys count something other than time.
  bool reach(const Knowledge& knowledge, const std::vector<std::uint64_t>& keys, std::uint32_t time, std::uint32_t since) const;

 private:
  struct Slot {
    ReleaseLog log;
    bool referred_to = false;
  };
  std::deque<Slot> logs_;
  std::vector<std::uint32_t> free_;
};

}  // namespace warplens::simt
