#pragma once

#include <algorithm>
#include <vector>

#include "simt/check/past_access.h"

namespace warplens::simt {

/// Properties of a program for which more accesses must be remembered.
struct ProgramTraits {
  bool scopes = false;      ///< strong accesses of block scope
  bool some_order = false;  ///< instructions for which orders_some() is true
};

/// Remembered accesses that do not fit in their History; most histories have none.
class FurtherAccesses {
 public:
  /// Accesses that are alike. `overtaken`: each is ordered before a like access in another block. They are kept because an access
  /// of block scope in that block conflicts with them, but not with the later access. Only the last two of different blocks are
  /// kept.
  struct Pair {
    AccessPair accesses;
    bool overtaken = false;
  };
  /// The further accesses of one history. `unordered`: reads and strong writes without an order to the two accesses of a pair,
  /// which has no room for a third. A message, or a barrier of some warps, may order a later write after the pair but not after
  /// these. Of accesses of one thread that differ only in time, only the last is kept.
  struct List {
    std::vector<Pair> pairs;
    std::vector<PastAccess> unordered;
  };
  /// Limits on unordered accesses: a race with one beyond them may be missed. Each costs a comparison at later accesses.
  static constexpr std::size_t max_unordered = 32, max_unordered_in_all = std::size_t{1} << 22;

  const List& of(const History& history) const { return lists_[history.further]; }
  /// The pair for accesses like `one`; if there is none, an empty pair is added. Valid until the next call.
  AccessPair& pair(History& history, const PastAccess& one, bool overtaken) {
    std::vector<Pair>& pairs = list(history).pairs;
    for (Pair& pair : pairs) {
      if (pair.overtaken == overtaken && pair.accesses[0].alike(one)) return pair.accesses;
    }
    return pairs.emplace_back(Pair{{}, overtaken}).accesses;
  }
  /// Add `one` to List::unordered. Removes like accesses for which represents(past): a kept access stands for them.
  template <typename Represents>
  void add_unordered(History& history, const PastAccess& one, Represents represents) {
    if (history.further == 0 && unordered_ == max_unordered_in_all) return;
    std::vector<PastAccess>& all = list(history).unordered;
    const auto is_of_same_thread = [&](const PastAccess& past) { return past.alike(one) && past.same_thread(one); };
    if (const auto found = std::ranges::find_if(all, is_of_same_thread); found != all.end()) {
      *found = one;
      return;
    }
    unordered_ -= std::erase_if(all, [&](const PastAccess& past) { return past.alike(one) && represents(past); });
    if (all.size() == max_unordered || unordered_ == max_unordered_in_all) return;
    all.push_back(one);
    ++unordered_;
  }
  /// Whether the list is full of accesses like `one`: it would not be kept, and the caller may skip it.
  bool is_full_of(const History& history, const PastAccess& one) const {
    const List& list = of(history);
    if (!list.pairs.empty() || !std::ranges::all_of(list.unordered, [&](const PastAccess& past) { return past.alike(one); }))
      return false;
    return list.unordered.size() == max_unordered || unordered_ == max_unordered_in_all;
  }
  /// Give a copied history its own list: a copy of the original's list, with change(access) applied to each access.
  template <typename Change>
  void copy(History& history, Change change) {
    if (history.further == 0) return;
    List copied = lists_[history.further];
    for (Pair& pair : copied.pairs) std::ranges::for_each(pair.accesses, change);
    std::ranges::for_each(copied.unordered, change);
    unordered_ += copied.unordered.size();
    history.further = static_cast<std::uint32_t>(lists_.size());
    lists_.push_back(std::move(copied));
  }
  void forget(const History& history) {
    List& list = lists_[history.further];
    unordered_ -= list.unordered.size();
    list.pairs.clear();
    list.unordered.clear();
  }

 private:
  List& list(History& history) {
    if (history.further == 0) {
      history.further = static_cast<std::uint32_t>(lists_.size());
      lists_.emplace_back();
    }
    return lists_[history.further];
  }

  std::vector<List> lists_{1};  ///< by History::further; the first stays empty
  std::size_t unordered_ = 0;   ///< of all lists
};

}  // namespace warplens::simt
