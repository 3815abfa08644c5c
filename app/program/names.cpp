#include "program/names.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <regex>
#include <vector>

#include "launch/python/python_source.h"

namespace warplens::program {
namespace {

constexpr std::string_view word = "allocation ";

/// The first groups of all matches.
std::vector<std::string> all_matches(const std::string& line, const std::regex& pattern) {
  std::vector<std::string> names;
  for (std::sregex_iterator match(line.begin(), line.end(), pattern), end; match != end; ++match) {
    const auto group = std::find_if(match->begin() + 1, match->end(), [](const auto& each) { return each.matched; });
    if (group != match->end()) names.push_back(*group);
  }
  return names;
}

const std::string cast = R"((?:\(\s*void\s*\*\s*\*\s*\)|reinterpret_cast<\s*void\s*\*\s*\*\s*>\s*\()?)";
const std::string variable = R"(([A-Za-z_][\w.]*(?:(?:->|\.)\w+|\[\w+\])*))";

/// The calls at one place in the source, by their return addresses, with their order.
using Calls = std::map<std::string, std::size_t>;

/// A place that allocates.
struct Site {
  Calls calls;    ///< of the CUDA function
  Calls through;  ///< the same with the call of the function in which that is
};

/// An allocation. `call`: index of its call among those of its line; `caller`: the same for the function that made the call.
struct Allocated {
  unsigned number = 0;
  std::vector<Place> from;  ///< Places::from
  std::size_t call = 0, caller = 0;
};

std::string key_of(const Place& place) { return place.file + ":" + std::to_string(place.line); }

/// The index of a call in `calls`, to which it is added if it is new. `frames`: return addresses, of which the first `count`
/// matter.
std::size_t index_in(Calls& calls, const report::Json& frames, std::size_t count) {
  std::string key;
  for (std::size_t k = 0; k < count; ++k) key += frames.at(k).dump();
  return calls.try_emplace(std::move(key), calls.size()).first->second;
}

/// The name of call `index`; of a line that names only one, that one.
std::string name_at(const std::vector<std::string>& names, std::size_t index) {
  if (names.size() == 1) return names.front();
  return index < names.size() ? names[index] : std::string();
}

/// "alloc" of "float* Grid<float>::alloc<int>(int)".
std::string function_name(const std::string& demangled) {
  std::string name = demangled.substr(0, demangled.find('('));
  for (int depth = 0; name.ends_with('>') || depth > 0; name.pop_back()) {
    if (name.empty()) return {};
    depth += name.back() == '>' ? 1 : name.back() == '<' ? -1 : 0;
  }
  const auto begin = std::find_if(name.rbegin(), name.rend(), [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
  return {begin.base(), name.end()};
}

/// Names of what Python's lines allocate: the variables that a line gives to what it makes, in order, again and again where it is
/// executed several times; and the arguments of launches for which Numba allocates.
std::map<unsigned, std::string> python_names(const std::vector<report::Json>& events, const Places& places) {
  std::map<unsigned, std::string> names;
  std::map<std::string, std::size_t> made_by;                            // allocations so far, by place
  std::map<std::string, std::vector<std::string>> variables, arguments;  // by place: a program may allocate in a loop
  for (const report::Json& event : events) {
    const bool is_argument = event.at("event") == "argument";
    if ((!is_argument && event.at("event") != "allocation") || !event.at("call").contains("python")) continue;
    const Place place = places.of(event["call"]);
    const auto [at, is_new] = (is_argument ? arguments : variables).try_emplace(key_of(place));
    if (is_new) {
      const std::vector<std::string> lines = places.files().lines(place.file);
      const auto line = static_cast<std::size_t>(std::max(place.line, 0));
      at->second = is_argument ? launch::launch_arguments(lines, line) : launch::assigned_names(lines, line);
    }
    const std::vector<std::string>& all = at->second;
    const std::size_t index = is_argument ? event.at("index").get<std::size_t>() : made_by[key_of(place)]++;
    if (all.empty() || (is_argument && index >= all.size())) continue;
    names[event.at("number")] = all[index % all.size()];
  }
  return names;
}

}  // namespace

std::vector<std::string> allocated_variables(const Place& place, const NamedFiles& files) {
  static const std::regex call(R"((?:cudaMalloc\w*|cudaHostAlloc|cuMem(?:Host)?Alloc\w*)\s*(?:<[^>]*>)?\s*\(\s*)" + cast +
                               R"(\s*&?\s*)" + variable);
  static const std::regex macro(R"(\b(?:[A-Z_0-9]*ALLOC[A-Z_0-9]*\s*\(\s*)" + cast + R"(\s*&?|\w*[Aa]lloc\w*\s*\(\s*)" + cast +
                                R"(\s*&)\s*)" + variable);
  const std::vector<std::string> lines = files.lines(place.file);
  const auto line_at = [&](int distance) -> std::string {
    const auto at = static_cast<std::size_t>(place.line - 1 + distance);
    return place.line + distance >= 1 && at < lines.size() ? lines[at] : "";
  };
  if (auto names = all_matches(line_at(0), call); !names.empty()) return names;
  if (auto names = all_matches(line_at(0), macro); !names.empty()) return names;
  // A call of several lines has the line of any of them.
  for (const int distance : {-1, 1, -2}) {
    if (line_at(distance < 0 ? distance : 0).find(';') != std::string::npos) continue;
    if (auto names = all_matches(line_at(distance), call); !names.empty()) return {names.front()};
  }
  return {};
}

std::vector<std::string> variables_from(const std::string& helper, const Place& place, const NamedFiles& files) {
  const std::vector<std::string> lines = files.lines(place.file);
  const auto at = static_cast<std::size_t>(place.line - 1);
  if (helper.empty() || place.line < 1 || at >= lines.size()) return {};
  if (!std::ranges::all_of(helper, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; })) return {};
  const std::string called = R"(\b)" + helper + R"(\s*(?:<[^>]*>)?\s*\(\s*)";
  return all_matches(lines[at], std::regex(variable + R"(\s*=\s*(?:\([^()]*\)\s*)?(?:\w+::)*)" + called + "|" + called + cast +
                                           R"(\s*&\s*)" + variable));
}

std::map<unsigned, std::string> names_in(const std::vector<report::Json>& events, const Places& places) {
  std::map<std::string, Site> sites;
  std::map<std::string, Calls> callers;
  std::vector<Allocated> all;
  for (const report::Json& event : events) {
    if (event.at("event") != "allocation" || event.at("call").contains("python")) continue;
    Allocated made{event.at("number").get<unsigned>(), places.from(event.at("call"))};
    if (made.from.empty()) continue;
    const report::Json frames = event.at("call").value("frames", report::Json::array());
    Site& site = sites[key_of(made.from[0])];
    made.call = index_in(site.calls, frames, made.from[0].frame + 1);
    if (made.from.size() > 1) {
      index_in(site.through, frames, made.from[1].frame + 1);
      made.caller = index_in(callers[key_of(made.from[1])], frames, made.from[1].frame + 1);
    }
    all.push_back(std::move(made));
  }
  std::map<unsigned, std::string> names = python_names(events, places);
  std::map<std::string, std::vector<std::string>> here_of, from_of;  // by place: a program may allocate in a loop
  for (const Allocated& made : all) {
    const Site& site = sites[key_of(made.from[0])];
    const auto [here, is_new] = here_of.try_emplace(key_of(made.from[0]));
    if (is_new) here->second = allocated_variables(made.from[0], places.files());
    // Calls that were inlined have addresses of their own.
    const bool helps = site.through.size() > site.calls.size() || site.calls.size() > here->second.size();
    std::string name;
    if (helps && made.from.size() > 1) {
      const std::string helper = function_name(made.from[0].function);
      const auto [from, is_first] = from_of.try_emplace(helper + " " + key_of(made.from[1]));
      if (is_first) from->second = variables_from(helper, made.from[1], places.files());
      name = name_at(from->second, made.caller);
    }
    if (name.empty()) name = name_at(here->second, made.call);
    if (!name.empty()) names[made.number] = std::move(name);
  }
  return names;
}

std::string with_names(const std::string& text, const std::map<unsigned, std::string>& names) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
    const std::size_t digits = at + word.size();
    std::size_t end = digits;
    while (end < text.size() && end - digits < 9 && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (!begins || end == digits) continue;
    const auto name = names.find(static_cast<unsigned>(std::stoul(text.substr(digits, end - digits))));
    if (name == names.end()) continue;
    result += text.substr(done, at - done) + name->second;
    done = end;
  }
  return result + text.substr(done);
}

}  // namespace warplens::program
