#include "launch/findings/finding_sentence.h"

#include "base/dim3.h"
#include "base/number_format.h"
#include "launch/python/python_words.h"

namespace warplens::launch {
namespace {

using trace::AccessKind;

constexpr std::string_view no_barrier_between = "no barrier (__syncthreads, or __syncwarp in one warp) stands between ";

std::string text(const base::Dim3& at, bool one_dimension) {
  if (one_dimension) return std::to_string(at.x);
  return "(" + std::to_string(at.x) + "," + std::to_string(at.y) + "," + std::to_string(at.z) + ")";
}

std::string verb(const Witness& witness) {
  const std::optional<AccessKind> access = witness.access;
  if (witness.asynchronous) return "started an asynchronous copy to";
  return access == AccessKind::write ? "wrote" : access == AccessKind::atomic ? "atomically updated" : "read";
}

std::string noun(const Witness& witness) {
  return witness.access ? std::string(access_names.name_of(*witness.access)) : "access";
}

std::string file_name(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

bool of_block(const Witness& witness) { return witness.access == AccessKind::atomic && witness.block_scope; }

/// Possible consequence of a race between the two accesses.
std::string consequence(const Finding& finding) {
  const Witness &first = finding.first, &second = *finding.second;
  if (finding.benign_looking && first.access != second.access)
    return "the value read is only the first guess of a compare-and-swap loop; if it is out of date, the swap fails and the loop "
           "tries again";
  if (finding.harmless) return "both write a value that is the same for every thread, so the order does not matter";
  if (finding.benign_looking) return "both wrote the same value, so it looks harmless, but nothing promises that it stays so";
  if (first.access == AccessKind::atomic && second.access == AccessKind::atomic && (of_block(first) || of_block(second)))
    return "an atomic of block scope (atomicAdd_block and the like) is one only among the threads of its own block, atomicAdd "
           "among all";
  if (first.access == AccessKind::atomic || second.access == AccessKind::atomic)
    return "an atomic is safe only from other atomics";
  if (first.access == second.access) return "either value can be the one that stays";
  if (finding.of_update) return "one update can be lost, which an atomic (atomicAdd and the like) prevents";
  return "the read can give the value from before or after the write";
}

/// Possible consequence of two unordered volatile accesses.
std::string either_value(const Finding& finding) {
  if (finding.of_update) return "one update can be lost, which an atomic (atomicAdd and the like) prevents";
  if (finding.first.access == finding.second->access) return "either value can be the one that stays";
  return "the read can give the value from before or after the write";
}

/// "Thread 17 of block 3".
std::string beginning(std::string who) {
  who.front() = 'T';
  return who;
}

SentenceWords words_of(const Finding& finding, bool one_dimension) {
  const std::string who = thread_text(finding.first, one_dimension);
  SentenceWords words{
      {"first", who},
      {"First", beginning(who)},
      {"first-did", verb(finding.first)},
      {"first-at", place_text(finding.first, finding)},
      {"place", place_text(finding)},
      {"element", std::to_string(finding.element)},
      {"nobody", finding.space == "shared" ? "no thread of its block has written it in this launch, and nothing stays "
                                             "in shared memory from one before"
                                           : "nothing has written it"},
      {"fence", finding.space == "shared" ? "__threadfence_block()" : "__threadfence()"}};
  if (!finding.second) return words;
  const std::string other = thread_text(*finding.second, one_dimension);
  words.insert({{"second", other},
                {"Second", beginning(other)},
                {"second-did", verb(*finding.second)},
                {"second-at", place_text(*finding.second, finding)},
                {"remedy", remedy(finding)},
                {"consequence", consequence(finding)},
                {"either", either_value(finding)},
                {"of-scope", finding.first.block == finding.second->block ? "" : " of device scope"}});
  return words;
}

}  // namespace

std::string thread_text(const Witness& witness, bool one_dimension) {
  return "thread " + text(witness.thread, one_dimension) + " of block " + text(witness.block, one_dimension);
}

std::string place_text(const Witness& witness, const Finding& finding) {
  const bool two_files = finding.second && finding.first.file != finding.second->file;
  return "at line " + std::to_string(witness.line) + (two_files ? " of " + file_name(witness.file) : "");
}

std::string remedy(const Finding& finding) {
  const Witness &first = finding.first, &second = *finding.second;
  if (first.asynchronous || second.asynchronous)
    return "a copy has written once its thread has waited for it, by cp.async.wait_group or __pipeline_wait_prior or the like; "
           "other threads need a barrier after that wait";
  const bool blocks_differ = !(first.block == second.block);
  if (finding.space == "shared" || !blocks_differ) return std::string(no_barrier_between) + "them";
  return "blocks run in any order, and __syncthreads is for the threads of one: what a block writes, others can read in a later "
         "launch";
}

std::string remedy_between(const Finding& finding, const RoundsOfLoop& rounds) {
  const std::string one = std::string(no_barrier_between) + "the " + noun(finding.first);
  const std::string other = " and the " + noun(*finding.second);
  if (rounds.line == 0) return one + " of one round" + other + " of another round of their loop";
  return one + " of round " + base::grouped(rounds.first) + other + " of round " + base::grouped(rounds.second) +
         " of the loop in line " + std::to_string(rounds.line);
}

std::string fill(std::string_view sentence, const Finding& finding, bool one_dimension, const SentenceWords& more) {
  SentenceWords words = more;
  words.merge(words_of(finding, one_dimension));
  std::string text;
  for (std::size_t open = sentence.find('{'); open != std::string_view::npos; open = sentence.find('{')) {
    const std::size_t close = sentence.find('}', open);
    const auto word = words.find(sentence.substr(open + 1, close - open - 1));
    text += sentence.substr(0, open);
    text += word != words.end() ? word->second : sentence.substr(open, close + 1 - open);
    sentence.remove_prefix(close + 1);
  }
  return text.append(sentence);
}

std::string sentence(const Finding& finding, bool one_dimension, const SentenceWords& more) {
  const FindingRow& row = row_of(finding.kind);
  std::string text = fill(finding.of_warp ? row.of_warp : row.sentence, finding, one_dimension, more);
  return is_python_source(finding.first.file) ? in_words_of_python(std::move(text)) : text;
}

}  // namespace warplens::launch
