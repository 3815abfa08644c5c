#include "remote/printable.h"

#include <algorithm>

#include "base/escaped.h"

namespace warplens::remote {
namespace {

void clean(std::string& words) { words = printable(words); }

void clean(launch::Fault& fault) {
  for (std::string* const words : {&fault.message, &fault.file, &fault.space, &fault.buffer}) clean(*words);
}

}  // namespace

std::string printable(std::string_view words) {
  std::string line(words);
  for (char& c : line)
    if (c == '\n' || c == '\t') c = ' ';
  return base::escaped(line);
}

void make_printable(launch::LaunchResult& result) {
  for (std::string* const words : {&result.device, &result.unchecked, &result.trace_note}) clean(*words);
  result.printed = base::escaped_lines(result.printed);
  if (result.fault) clean(*result.fault);
  for (launch::Finding& finding : result.findings) {
    for (std::string* const words : {&finding.space, &finding.buffer, &finding.place, &finding.message}) clean(*words);
    clean(finding.first.file);
    if (finding.second) clean(finding.second->file);
  }
  if (result.utilisation) {
    clean(result.utilisation->device);
    clean(result.utilisation->arithmetic_unit);
  }
}

void make_printable(launch::SearchResult& result) {
  if (result.smallest) clean(result.smallest->strategy);
  if (result.largest) clean(result.largest->strategy);
  if (!result.failure) return;
  clean(result.failure->fault);
  clean(result.failure->strategy);
}

void make_printable(launch::DeviceProperties& properties) {
  for (std::string* const words :
       {&properties.id, &properties.name, &properties.compute_capability, &properties.driver, &properties.runtime})
    clean(*words);
  for (auto& [what, value] : properties.details) {
    clean(what);
    clean(value);
  }
}

}  // namespace warplens::remote
