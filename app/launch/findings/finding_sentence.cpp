#include "launch/findings/finding_sentence.h"

#include "base/dim3.h"

namespace warplens::launch {
namespace {

std::string text(const base::Dim3& at, bool one_dimension) {
  if (one_dimension) return std::to_string(at.x);
  return "(" + std::to_string(at.x) + "," + std::to_string(at.y) + "," + std::to_string(at.z) + ")";
}

std::string verb(const std::string& access) {
  return access == "write" ? "wrote" : access == "atomic" ? "atomically updated" : "read";
}

std::string file_name(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string place(const Witness& witness, bool with_file) {
  return "at line " + std::to_string(witness.line) + (with_file ? " of " + file_name(witness.file) : "");
}

bool of_block(const Witness& witness) { return witness.access == "atomic" && witness.block_scope; }

/// Possible consequence of a race between the two accesses.
std::string consequence(const Finding& finding) {
  const Witness &first = finding.first, &second = *finding.second;
  if (finding.benign_looking && first.access != second.access)
    return "the value read is only the first guess of a compare-and-swap loop; if it is out of date, the swap fails and the loop "
           "tries again";
  if (finding.benign_looking) return "both wrote the same value, so it looks harmless, but nothing promises that it stays so";
  if (finding.kind == FindingKind::unordered_volatile) return "the read can give the value from before or after the write";
  if (first.access == "atomic" && second.access == "atomic" && (of_block(first) || of_block(second)))
    return "an atomic of block scope (atomicAdd_block and the like) is one only among the threads of its own block, atomicAdd "
           "among "
           "all";
  if (first.access == "atomic" || second.access == "atomic") return "an atomic is safe only from other atomics";
  if (first.access == second.access) return "either value can be the one that stays";
  if (first.line == second.line && first.file == second.file) return "one update can be lost";
  return "the read can give the value from before or after the write";
}

/// What would order the accesses: depends on whether the threads share a warp, a block or only the grid.
std::string remedy(const Finding& finding) {
  const Witness &first = finding.first, &second = *finding.second;
  const bool blocks_differ = !(first.block == second.block);
  if (finding.space == "shared" || !blocks_differ)
    return "no barrier (__syncthreads, or __syncwarp in one warp) stands between them";
  return "blocks run in any order";
}

}  // namespace

std::string thread_text(const Witness& witness, bool one_dimension) {
  return "thread " + text(witness.thread, one_dimension) + " of block " + text(witness.block, one_dimension);
}

std::string missing_release_sentence(const Finding& finding, const Witness& set, const Witness& seen, bool one_dimension) {
  std::string who = thread_text(finding.first, one_dimension);
  who.front() = 'T';
  const bool with_files = finding.first.file != finding.second->file;
  const std::string fence = finding.space == "shared" ? "__threadfence_block()" : "__threadfence()";
  return who + " " + verb(finding.first.access) + " " + place_text(finding) + " " + place(finding.first, with_files) +
         " before a flag or lock was set " + place(set, with_files) + "; " + thread_text(*finding.second, one_dimension) +
         " saw that " + place(seen, with_files) + " and " + verb(finding.second->access) + " " + place_text(finding) + " " +
         place(*finding.second, with_files) + ". No release stands between: without " + fence +
         " before the flag is set, or memory_order_release, others may see the flag before what it announces.";
}

std::string missing_acquire_sentence(const Finding& finding, const Witness& lock, bool one_dimension) {
  std::string who = thread_text(*finding.second, one_dimension);
  who.front() = 'T';
  const bool with_files = finding.first.file != finding.second->file;
  const std::string fence = finding.space == "shared" ? "__threadfence_block()" : "__threadfence()";
  return who + " took a lock " + place(lock, with_files) + " and " + verb(finding.second->access) + " " + place_text(finding) +
         " " + place(*finding.second, with_files) + ", which " + thread_text(finding.first, one_dimension) + " " +
         verb(finding.first.access) + " " + place(finding.first, with_files) + ". No acquire stands between: without " + fence +
         " after the lock is taken, or memory_order_acquire, it may work with values from before.";
}

std::string left_before_barrier_sentence(const Finding& finding, bool one_dimension) {
  std::string who = thread_text(finding.first, one_dimension);
  who.front() = 'T';
  const bool with_files = finding.first.file != finding.second->file;
  return who + " waited for its block at the barrier " + place(finding.first, with_files) + ", which " +
         thread_text(*finding.second, one_dimension) + " never reached: it left the kernel " +
         place(*finding.second, with_files) +
         ". The barrier does not wait for threads that have left, but all threads that work together have to come to the same " +
         "__syncthreads().";
}

std::string inactive_lane_sentence(const Finding& finding, const std::string& why, const std::string& how, bool one_dimension) {
  std::string who = thread_text(finding.first, one_dimension);
  who.front() = 'T';
  const bool with_files = finding.first.file != finding.second->file;
  return who + " read the value of lane " + std::to_string(finding.element) + " of its warp " + place(finding.first, with_files) +
         ", but that lane takes no part there: " + why + ". What comes back is undefined, and it " + how + " " +
         place(*finding.second, with_files) + ".";
}

std::string sentence(const Finding& finding, bool one_dimension) {
  std::string who = thread_text(finding.first, one_dimension);
  who.front() = 'T';
  if (!finding.second) {
    return who + " read " + place_text(finding) + " " + place(finding.first, false) +
           ", which is uninitialised: nothing has written it, and the value is whatever was there.";
  }
  const bool with_files = finding.first.file != finding.second->file;
  if (finding.kind == FindingKind::barrier_divergence && finding.of_warp) {
    return who + " waited " + place(finding.first, with_files) + " for all lanes of the mask, " +
           thread_text(*finding.second, one_dimension) + " had passed by and was " + place(*finding.second, with_files) +
           ": every lane that a mask names has to execute the instruction, or have left.";
  }
  if (finding.kind == FindingKind::barrier_divergence) {
    return who + " waited for its block at the barrier " + place(finding.first, with_files) + ", " +
           thread_text(*finding.second, one_dimension) + " at the one " + place(*finding.second, with_files) +
           ": all threads of a block have to come to the same __syncthreads().";
  }
  const std::string what = who + " " + verb(finding.first.access) + " " + place_text(finding) + " " +
                           place(finding.first, with_files) + ", " + thread_text(*finding.second, one_dimension) + " " +
                           verb(finding.second->access) + " it " + place(*finding.second, with_files) +
                           ", and nothing orders the two (" + remedy(finding) + "): " + consequence(finding) + ".";
  if (finding.kind != FindingKind::unordered_volatile) return what;
  return what + " Volatile makes every access go to memory; it makes no thread wait for another.";
}

}  // namespace warplens::launch
