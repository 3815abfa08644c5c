#include "program/recorded_sources.h"

#include <cstdint>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "program/places.h"
#include "ptx/parse/parser.h"

namespace warplens::program {
namespace {

constexpr std::uintmax_t most_bytes = 16u << 20;

}  // namespace

void add_sources(launch::ProgramRecording& recording, const std::vector<std::filesystem::path>& given) {
  std::set<std::string> seen;
  std::uintmax_t bytes = 0;
  const auto add = [&](const std::string& file) {
    std::error_code code;  // the name comes from the program
    if (file.empty() || is_own_header(file) || !seen.insert(file).second) return;
    if (!std::filesystem::is_regular_file(file, code) || std::filesystem::file_size(file, code) > most_bytes - bytes) return;
    auto text = base::read_text(file);
    if (!text) return;
    bytes += text->size();
    recording.sources.push_back({file, std::move(*text)});
  };
  for (const std::filesystem::path& file : given) add(base::whole_path(file).string());
  for (const launch::RecordedCall& call : recording.calls) add(call.place.file);
  for (const launch::RecordedFinding& finding : recording.findings) {
    add(finding.place.file);
    add(finding.other.file);
  }
  for (const std::string& ptx : recording.modules) {
    const auto module = ptx::parse(ptx, "the program's PTX");
    if (!module) continue;
    for (const std::string& file : module->files) add(file);
  }
}

}  // namespace warplens::program
