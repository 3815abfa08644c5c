#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace warplens::analysis {

/// One sentence of an answer to "Why …?", the place that it speaks of, and its own causes.
struct Cause {
  std::string sentence;
  std::string file;        ///< CUDA source, or the PTX if there is no line information; empty: the sentence has no place
  std::uint32_t line = 0;  ///< 1-based; 0: none
  std::uint64_t thread = no_thread_at_all;  ///< linear in the grid
  std::uint32_t step = trace::no_row;       ///< row of Trace::steps
  std::string element;                      ///< "c[17]"; empty: none
  std::vector<Cause> because{};
  static constexpr std::uint64_t no_thread_at_all = ~std::uint64_t{0};
  bool operator==(const Cause&) const = default;
};

/// The answer to a question about a run: at most `max_sentences` sentences, the most important ones first.
struct Answer {
  static constexpr std::size_t max_sentences = 7;
  std::string question;  ///< "Why is c[17] 12?"
  std::vector<Cause> answers;
  std::string missing;  ///< what the answer does not know, and why; empty: it is complete
  bool operator==(const Answer&) const = default;
};

/// Words as the beginning of a sentence: "Thread 17 of block 3". They begin with a letter of ASCII, or a figure.
std::string capitalised(std::string words);

}  // namespace warplens::analysis
