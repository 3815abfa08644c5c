#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "launch/findings/finding.h"

namespace warplens::launch {

/// "thread 17 of block 3", or "thread (17,0,0) of block (3,1,0)" if the launch has more than one dimension.
std::string thread_text(const Witness& witness, bool one_dimension);

/// "at line 7", or "at line 7 of k.cu" where the finding is one of two files.
std::string place_text(const Witness& witness, const Finding& finding);

/// What stands for words in braces, by the word.
using SentenceWords = std::map<std::string_view, std::string>;

/// Two accesses of a race took place in these rounds of a loop, which differ.
struct RoundsOfLoop {
  std::uint32_t line = 0;               ///< of its head; 0: the loop is unrolled, and the rounds' numbers are not known
  std::uint32_t first = 0, second = 0;  ///< the rounds, from 1 on
};

/// One of the sentences of a kind's row (FindingRow) on a finding. SentenceWords in braces stand for:
///   first, first-at, first-did     thread_text() and place_text() of the first witness, and "wrote", "read", …; so do second, …
///   First, Second                  the same at the beginning of a sentence
///   place, element                 where
///   remedy, consequence            of a race: what would order the accesses, and what can happen
///   fence                          "__threadfence()", or that of a block
///   nobody                         of a read of what nothing has written: who has not
/// and for what `more` has, which comes first. Requires every field of the finding except `message`.
std::string fill(std::string_view sentence, const Finding& finding, bool one_dimension, const SentenceWords& more = {});

/// The sentence on a finding of this kind, filled.
std::string sentence(const Finding& finding, bool one_dimension, const SentenceWords& more = {});

/// What would order the accesses of a race: depends on whether the threads share a warp, a block or only the grid.
std::string remedy(const Finding& finding);

/// The remedy of a race between two rounds of a loop, of threads of one block.
std::string remedy_between(const Finding& finding, const RoundsOfLoop& rounds);

}  // namespace warplens::launch
