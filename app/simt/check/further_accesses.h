#pragma once

#include <vector>

#include "simt/check/past_access.h"

namespace warplens::simt {

/// The remembered accesses that histories have no place for; most have none.
class FurtherAccesses {
 public:
  /// Accesses that are alike. Overtaken: each came before one in another block that is alike. They are kept as an access in that
  /// block whose scope is the block does not conflict with the later one. Of these, the last two of different blocks.
  struct Pair {
    AccessPair accesses;
    bool overtaken = false;
  };

  const std::vector<Pair>& of(const History& history) const { return lists_[history.further]; }
  /// The pair of the accesses like `one`; added, without an access, if there is none. Valid until the next call.
  AccessPair& pair(History& history, const PastAccess& one, bool overtaken) {
    if (history.further == 0) {
      history.further = static_cast<std::uint32_t>(lists_.size());
      lists_.emplace_back();
    }
    std::vector<Pair>& list = lists_[history.further];
    for (Pair& pair : list) {
      if (pair.overtaken == overtaken && pair.accesses[0].alike(one)) return pair.accesses;
    }
    return list.emplace_back(Pair{{}, overtaken}).accesses;
  }
  void forget(const History& history) { lists_[history.further].clear(); }

 private:
  std::vector<std::vector<Pair>> lists_{1};  ///< by History::further; the first stays empty
};

}  // namespace warplens::simt
