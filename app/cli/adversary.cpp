#include "cli/adversary.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <variant>

#include "base/number_format.h"
#include "cli/choose.h"
#include "report/json.h"

namespace warplens::cli {
namespace {

/// `ARG[INDEX]`; without brackets, element 0.
struct Element {
  std::size_t argument = 0;
  launch::SearchTarget target;
};

base::Result<Element> parse_element(const std::string& text, const launch::Launch& launch) {
  const auto wrong = [&](const std::string& why) { return base::Error{"--adversary " + text, 0, 0, why}; };
  const std::size_t bracket = std::min(text.find('['), text.size());
  const bool closed = bracket == text.size() || text.back() == ']';
  const auto argument = launch::parse_scalar(launch::ElementType::u64, std::string_view(text).substr(0, bracket));
  const std::string index = bracket == text.size() ? "0" : text.substr(bracket + 1, text.size() - bracket - 2);
  const auto element = launch::parse_scalar(launch::ElementType::u64, index);
  if (!argument || !element || !closed) return wrong("the form is ARG[INDEX], like 0[0]: element 0 of argument 0");
  if (argument->bits >= launch.arguments.size())
    return wrong("there is no such argument: the kernel has " + std::to_string(launch.arguments.size()) + ", numbered from 0");
  const auto at = static_cast<std::size_t>(argument->bits);
  const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[at]);
  if (buffer == nullptr) return wrong("argument " + std::to_string(at) + " is a number, not a buffer");
  if (element->bits >= buffer->size)
    return wrong("argument " + std::to_string(at) + " has " + base::counted(buffer->size, "element"));
  const auto first = launch.arguments.begin();
  const auto before = std::count_if(first, first + static_cast<std::ptrdiff_t>(at),
                                    [](const auto& each) { return std::holds_alternative<launch::Buffer>(each); });
  return Element{at, {static_cast<std::size_t>(before), element->bits}};
}

std::filesystem::path with_ending(const std::filesystem::path& file, const char* ending) { return file.string() + ending; }

report::Json json_of(const std::optional<launch::Extreme>& extreme) {
  if (!extreme) return {};
  return {{"value", report::number_of(extreme->value)},
          {"strategy", extreme->strategy},
          {"schedule", launch::to_text(*extreme->schedule)}};
}

report::Json json_of(const launch::SearchResult& found, const Element& element) {
  report::Json json;
  json["status"] = found.failure ? "found" : "ok";
  json["target"] = {{"arg", element.argument}, {"element", element.target.element}};
  json["schedules"] = found.schedules;
  json["smallest"] = json_of(found.smallest);
  json["largest"] = json_of(found.largest);
  json["failure"] = report::Json();
  if (found.failure) {
    json["failure"] = {{"message", found.failure->fault.message},
                       {"strategy", found.failure->strategy},
                       {"schedule", launch::to_text(*found.failure->schedule)}};
  }
  return json;
}

void add_extreme(std::string& text, const char* what, const std::optional<launch::Extreme>& extreme,
                 const std::filesystem::path& file) {
  if (!extreme) return;
  fmt::format_to(std::back_inserter(text), "  {:<10}{:>16}   counted   {}", what, launch::to_text(extreme->value),
                 extreme->strategy);
  if (!file.empty()) text += "; again: --schedule @" + file.string();
  text += "\n";
}

}  // namespace

base::Result<Answer> search(const launch::Launch& launch, const AdversaryOptions& options, const launch::Device& device) {
  const auto element = parse_element(options.target, launch);
  if (!element) return element.error();
  const auto tries = parse_whole("--tries", launch::ElementType::u32, options.tries);
  if (!tries) return tries.error();
  if (*tries == 0) return base::Error{"--tries", 0, 0, "it must be at least 1"};
  launch::Progress progress;
  const auto found = device.search(launch, element->target, *tries, progress);
  if (!found) return found.error();

  const std::filesystem::path smallest = options.save.empty() ? "" : with_ending(options.save, ".smallest"),
                              largest = options.save.empty() ? "" : with_ending(options.save, ".largest");
  for (const auto& [extreme, file] : {std::pair(&found->smallest, &smallest), std::pair(&found->largest, &largest)}) {
    if (!*extreme || file->empty()) continue;
    if (const base::Status written = launch::save(*(*extreme)->schedule, *file); !written) return written.error();
  }
  Answer answer;
  if (found->failure) {
    const launch::Fault& fault = found->failure->fault;
    answer.errors.push_back({fault.file, static_cast<int>(fault.line), static_cast<int>(fault.column),
                             fault.message + " (" + found->failure->strategy + ")"});
    answer.status = found->smallest ? status_found : status_kernel_failed;
  }
  if (options.json) {
    answer.text = report::text_of(json_of(*found, *element)) + "\n";
    return answer;
  }
  answer.text =
      fmt::format("{}: argument {} element {} after {}\n\n", launch.module->functions[launch.entry].demangled, element->argument,
                  base::grouped(element->target.element), base::counted(found->schedules, "schedule"));
  add_extreme(answer.text, "smallest", found->smallest, smallest);
  add_extreme(answer.text, "largest", found->largest, largest);
  answer.text += "\n  A search, not a proof: these can happen; others may too.\n";
  return answer;
}

}  // namespace warplens::cli
