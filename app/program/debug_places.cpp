#include "program/debug_places.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <sstream>

#include "base/process.h"

namespace warplens::program {
namespace {

constexpr std::chrono::seconds reading_limit{60};
constexpr std::size_t max_addresses = 1000;  // of one command line

/// "file:line" or "file:line (discriminator 3)"; unknown parts are "??".
Place place_of(const std::string& function, const std::string& text) {
  Place place{function, "", 0};
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || text.starts_with("??")) return place;
  place.line = std::atoi(text.c_str() + colon + 1);
  if (place.line > 0) place.file = text.substr(0, colon);
  return place;
}

}  // namespace

std::map<std::uint64_t, std::vector<Place>> debug_places(const std::string& file, const std::set<std::uint64_t>& addresses,
                                                         const NamedFiles& files) {
  const std::filesystem::path addr2line = base::find_program("addr2line");
  if (addr2line.empty()) return {};
  std::vector<std::string> arguments = files.wrapper;
  arguments.push_back(addr2line.string());
  const std::string reader = arguments.front();
  arguments.erase(arguments.begin());
  const std::size_t most = arguments.size() + max_addresses;
  arguments.insert(arguments.end(), {"-e", file, "-a", "-f", "-C", "-i"});
  for (const std::uint64_t address : addresses) {
    if (arguments.size() > most) break;
    arguments.push_back(fmt::format("{:#x}", address - 1));  // the call is before its return address
  }
  const auto result = base::run_process(reader, arguments, reading_limit);
  if (!result || result->exit_status != 0) return {};
  std::map<std::uint64_t, std::vector<Place>> places;
  std::istringstream lines(result->output);
  std::string line, place;
  std::vector<Place>* at = nullptr;
  while (std::getline(lines, line)) {
    if (line.starts_with("0x")) {
      at = &places[std::stoull(line, nullptr, 16) + 1];
    } else if (at != nullptr && std::getline(lines, place)) {
      at->push_back(place_of(line, place));
    }
  }
  return places;
}

bool is_compilers_header(std::string_view file) {
  return file.find("/resources/app/ptx/compile/clang/") != std::string_view::npos;
}

}  // namespace warplens::program
