#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warplens::simt {

/// Subject of a vector clock entry, in one number: a thread, a warp, a block, a release log up to a position, or the releasing
/// writes to a place in memory up to a number of them.
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
  /// Whether one of `keys` is known beyond `time`, by itself: without the logs referred to.
  bool has(const std::vector<std::uint64_t>& keys, std::uint32_t time) const;
  /// False if already known.
  bool learn(std::uint64_t key, std::uint32_t time);
  void join(const Knowledge& other);

 private:
  std::vector<Entry> entries_;  ///< by key
};

/// The releases into one synchronising variable, in order. A thread that has read it at some position knows everything released
/// up to there; so a lock taken by thousands of threads costs each of them one entry.
class ReleaseLog {
 public:
  std::uint32_t position() const { return position_; }
  /// Start a new release at time `now`; subsequent add() calls belong to it.
  void begin_release(std::uint32_t now);
  /// The time of the release that made `position`, or of a later one where steps have become coarser.
  std::uint32_t released_at(std::uint32_t position) const { return at(releases_, position); }
  /// A time up to which the release that made `position` had not taken place yet.
  std::uint32_t not_released_at(std::uint32_t position) const;
  void add(std::uint64_t key, std::uint32_t time);
  /// The release is a write to the variable itself, of which `key` counts them.
  void add_write(std::uint64_t key, std::uint32_t count) {
    written_ = key;
    add(key, count);
  }
  /// The key of add_write; 0: none yet.
  std::uint64_t written() const { return written_; }
  /// Steps kept per key: of more, the older ones become coarser.
  static constexpr std::size_t max_steps = 256;
  /// Time up to which `key` was known after `position` releases; 0 if unknown. A little later where steps have become coarser.
  std::uint32_t time_of(std::uint64_t key, std::uint32_t position) const;
  /// Other logs known to the releasing threads.
  const std::vector<std::uint64_t>& other_logs() const { return other_logs_; }
  /// What was known after the last release: visit(key, time).
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
  /// The number of an empty log.
  std::uint32_t create();
  ReleaseLog& operator[](std::uint32_t number) { return logs_[number].log; }
  const ReleaseLog& operator[](std::uint32_t number) const { return logs_[number].log; }
  /// Someone's knowledge refers to it: it stays even when no variable has it any more.
  void refer_to(std::uint32_t number) { logs_[number].referred_to = true; }
  /// No variable has it any more.
  void drop(std::uint32_t number);
  /// Whether `knowledge`, including the logs it refers to transitively, contains one of `keys` beyond `time`. Of what was
  /// released up to the time `since`, the caller knows that it does not: `time` itself, unless the keys count something else.
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
