#include "program/places.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <sstream>
#include <utility>

#include "program/debug_places.h"

namespace warplens::program {
namespace {

using Addresses = std::set<std::uint64_t>;

void add_addresses(const report::Json& call, std::map<std::string, Addresses>& by_file) {
  for (const report::Json& frame : call.value("frames", report::Json::array()))
    by_file[frame.at(0).get<std::string>()].insert(frame.at(1).get<std::uint64_t>());
}

/// The compiler's code between `kernel<<<…>>>(…)` and the runtime, seen from the inside: the stub of the kernel, and with nvcc
/// the kernel's own function on the host, which calls that.
class LaunchCode {
 public:
  /// Whether the next place belongs to it.
  bool has(const Place& place) {
    const std::size_t stub = place.function.find("__device_stub__");
    if (stub != std::string::npos) {
      mangled_ = place.function.substr(stub + std::string_view("__device_stub__").size());
      return true;
    }
    const bool kernel = mangled_.starts_with("_Z") || mangled_.starts_with("Z");
    mangled_.clear();
    return kernel;
  }

 private:
  std::string mangled_;  ///< name of the kernel as the stub before has it: "Z3addPf" with nvcc, "add(float*)" with clang
};

/// Whether an executable or library is the CUDA runtime that programs run with here.
bool is_our_runtime(const std::string& file) {
  return std::filesystem::path(file).filename().string().starts_with("libcudart.so");
}

}  // namespace

bool is_own_header(std::string_view file) {
  return file.starts_with("/usr/") || file.starts_with("/lib/") || file.starts_with("/lib64/") ||
         file.find("/site-packages/") != std::string_view::npos || file.find("/dist-packages/") != std::string_view::npos ||
         file.find("/targets/x86_64-linux/include/") != std::string_view::npos || file.starts_with("/tmp/tmpxft_") ||
         is_compilers_header(file);
}

report::Json json_of(const Place& place) {
  return {{"file", place.file.empty() ? report::Json() : report::Json(place.file)},
          {"line", place.line == 0 ? report::Json() : report::Json(place.line)}};
}

Places::Places(const std::vector<report::Json>& events, NamedFiles files) : files_(std::move(files)) {
  std::map<std::string, Addresses> by_file;
  for (const report::Json& event : events) {
    for (const char* key : {"call", "other"})
      if (event.contains(key)) add_addresses(event[key], by_file);
  }
  for (const auto& [file, addresses] : by_file) {
    if (is_own_header(file) || is_our_runtime(file)) continue;
    for (auto& [address, found] : debug_places(file, addresses, files_)) places_[{file, address}] = std::move(found);
  }
}

Place Places::of(const report::Json& call) const {
  const std::vector<Place> places = from(call);
  return places.empty() ? Place{} : places.front();
}

std::vector<Place> Places::from(const report::Json& call) const {
  std::vector<Place> all;
  if (const auto python = call.find("python"); python != call.end()) {
    for (const report::Json& frame : *python) all.push_back({frame.at(2), frame.at(0), frame.at(1)});
    return all;
  }
  LaunchCode launch;
  const report::Json frames = call.value("frames", report::Json::array());
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const auto found = places_.find({frames[k].at(0).get<std::string>(), frames[k].at(1).get<std::uint64_t>()});
    if (found == places_.end()) continue;
    for (const Place& place : found->second) {
      if (launch.has(place) || place.file.empty() || is_own_header(place.file)) continue;
      all.push_back(place);
      all.back().frame = k;
    }
  }
  return all;
}

bool Places::is_atomic(const report::Json& access) const {
  const auto has_any = [](const std::string& text, std::initializer_list<const char*> words) {
    return std::ranges::any_of(words, [&](const char* word) { return text.find(word) != std::string::npos; });
  };
  for (const report::Json& frame : access.value("frames", report::Json::array())) {
    const auto found = places_.find({frame.at(0).get<std::string>(), frame.at(1).get<std::uint64_t>()});
    if (found == places_.end()) return false;
    for (const Place& place : found->second) {
      if (!place.file.empty() && is_own_header(place.file)) {
        if (has_any(place.function, {"atomic"})) return true;
        continue;
      }
      std::istringstream lines(files_.text(place.file).value_or(""));
      std::string line;
      for (int number = 0; number < place.line && std::getline(lines, line);) ++number;
      return has_any(line, {"atomic", "__sync_", "volatile"});
    }
  }
  return false;
}

}  // namespace warplens::program
