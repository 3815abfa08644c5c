#include "simt/check/join_alike.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "base/number_format.h"

namespace warplens::simt {
namespace {

/// As many are told one by one.
constexpr std::size_t most_apart = 6;

auto kind_of(const launch::Finding& finding) {
  return std::tuple(finding.kind, finding.benign_looking, finding.harmless, finding.buffer, finding.first.file);
}

bool may_join(const launch::Finding& finding) {
  const bool race = finding.kind == launch::FindingKind::data_race || finding.kind == launch::FindingKind::unordered_volatile;
  return race && finding.space == "shared" && finding.second && finding.second->file == finding.first.file;
}

}  // namespace

void join_alike(std::vector<launch::Finding>& findings) {
  struct Alike {
    std::size_t first = 0, count = 0;
    std::uint32_t from = 0, to = 0;  ///< lines
    std::uint64_t occurrences = 0;
  };
  std::map<decltype(kind_of(findings.front())), Alike> groups;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    const launch::Finding& finding = findings[k];
    if (!may_join(finding)) continue;
    const auto [from, to] = std::minmax(finding.first.line, finding.second->line);
    Alike& group = groups.try_emplace(kind_of(finding), Alike{k, 0, from, to}).first->second;
    ++group.count;
    group.from = std::min(group.from, from);
    group.to = std::max(group.to, to);
    group.occurrences += finding.count;
  }
  std::vector<launch::Finding> left;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    launch::Finding& finding = findings[k];
    const auto found = may_join(finding) ? groups.find(kind_of(finding)) : groups.end();
    if (found != groups.end() && found->second.count > most_apart) {
      const Alike& group = found->second;
      if (group.first != k) continue;
      finding.count = group.occurrences;
      finding.message += " The same is so for " + base::counted(group.count - 1, "more pair") + " of lines between " +
                         std::to_string(group.from) + " and " + std::to_string(group.to) + ".";
    }
    left.push_back(std::move(finding));
  }
  findings = std::move(left);
}

}  // namespace warplens::simt
