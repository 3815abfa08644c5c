#include "program/recorded_sources.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "base/file.h"
#include "program/places.h"
#include "ptx/parse/parser.h"

namespace warplens::program {
namespace {

constexpr std::uintmax_t max_source_bytes = 16u << 20;

}  // namespace

void add_sources(launch::ProgramRecording& recording, const std::vector<std::filesystem::path>& given, const NamedFiles& files) {
  std::set<std::string> seen;
  std::uintmax_t bytes = 0;
  const auto add = [&](const std::string& file) {
    if (file.empty() || is_own_header(file) || !seen.insert(file).second) return;
    auto text = files.text(file, max_source_bytes - bytes);
    if (!text) return;
    bytes += text->size();
    recording.sources.push_back({file, std::move(*text)});
  };
  for (const std::filesystem::path& file : given) add(base::whole_path(file).string());
  for (const launch::RecordedCall& call : recording.calls) add(call.place.file);
  for (const auto* findings : {&recording.findings, &recording.notes}) {
    for (const launch::RecordedFinding& finding : *findings) {
      add(finding.place.file);
      add(finding.other.file);
    }
  }
  for (const std::string& ptx : recording.modules) {
    const auto module = ptx::parse(ptx, "the program's PTX");
    if (!module) continue;
    for (const std::string& file : module->files) add(file);
  }
}

}  // namespace warplens::program
