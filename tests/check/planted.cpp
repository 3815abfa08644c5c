#include "tests/check/planted.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace warplens::simt {
namespace {

base::Dim3 extent(const std::string& text) {
  base::Dim3 extent;
  char comma = 0;
  std::istringstream in(text);
  in >> extent.x >> comma >> extent.y >> comma >> extent.z;
  return extent;
}

PlantedLaunch launch_in(const std::string& text) {
  PlantedLaunch launch;
  std::istringstream in(text);
  for (std::string word, value; in >> word;) {
    if (word == "arguments") break;
    in >> value;
    if (word == "grid") launch.grid = extent(value);
    if (word == "block") launch.block = extent(value);
    if (word == "shared") launch.shared = static_cast<std::uint32_t>(std::stoul(value));
    if (word == "steps") launch.steps = std::stoull(value);
  }
  for (std::string argument; in >> argument;) launch.arguments.push_back(argument);
  return launch;
}

/// Parses "[benign|harmless] KIND [SPACE BUFFER] [mark]…"; `marks` maps marks to lines.
Expectation expectation_in(const std::string& text, const std::map<std::string, std::uint32_t>& marks) {
  Expectation expectation;
  const std::size_t first_mark = text.find('[');
  std::istringstream in(text.substr(0, first_mark));
  in >> expectation.kind;
  expectation.harmless = expectation.kind == "harmless";
  expectation.benign = expectation.harmless || expectation.kind == "benign";
  if (expectation.benign) {
    in >> expectation.kind;
  }
  in >> expectation.space >> expectation.buffer;
  for (std::size_t at = first_mark; at != std::string::npos; at = text.find('[', at + 1)) {
    const std::string mark = text.substr(at + 1, text.find(']', at) - at - 1);
    if (!marks.contains(mark)) throw std::runtime_error("no line is marked [" + mark + "]");
    expectation.lines.push_back(marks.at(mark));
  }
  std::sort(expectation.lines.begin(), expectation.lines.end());
  return expectation;
}

std::vector<Planted> planted_in_file(const std::filesystem::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::map<std::string, std::uint32_t> marks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t at = lines[i].find("  // [");
    if (at == std::string::npos) continue;
    const std::string mark = lines[i].substr(at + 6, lines[i].find(']', at) - at - 6);
    if (!marks.emplace(mark, i + 1).second) throw std::runtime_error(file.string() + ": [" + mark + "] stands twice");
  }
  std::vector<Planted> all;
  Planted next;
  const auto after = [](const std::string& line, const std::string& start) { return line.substr(start.size()); };
  for (const std::string& line : lines) {
    if (line.starts_with("// launch: ")) next.launches.push_back(launch_in(after(line, "// launch: ")));
    if (line.starts_with("// not: ")) next.left_out = after(line, "// not: ");
    if (line == "// expect: clean") {
      next.clean = true;
    } else if (line.starts_with("// expect: ")) {
      next.expectations.push_back(expectation_in(after(line, "// expect: "), marks));
    } else if (line.starts_with("// may: ")) {
      next.expectations.push_back(expectation_in(after(line, "// may: "), marks));
      next.expectations.back().always = false;
    }
    if (!line.starts_with("__global__ void ")) continue;
    next.file = file.stem().string();
    next.entry = line.substr(16, line.find('(') - 16);
    if (next.launches.empty() || next.clean != next.expectations.empty())
      throw std::runtime_error(file.string() + ": nothing, or both, is expected of " + next.entry);
    all.push_back(std::move(next));
    next = {};
  }
  return all;
}

}  // namespace

std::vector<Planted> planted_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  std::vector<Planted> all;
  for (const auto& file : files) {
    for (Planted& planted : planted_in_file(file)) all.push_back(std::move(planted));
  }
  return all;
}

}  // namespace warplens::simt
