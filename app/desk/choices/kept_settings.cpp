#include "desk/choices/kept_settings.h"

#include <cstdint>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/number_format.h"
#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/describe.h"
#include "session/session.h"

namespace warplens::desk {
namespace {

constexpr std::uintmax_t max_bytes = 1 << 20;

/// The file and the kernel; "": not the user's, or a recording, whose launches have the shapes that they have.
std::string key_of(const experiment::Experiment& experiment) {
  const auto named = experiment::kernel_named(experiment.id);
  if (!experiment.opened_by_user() || !named || experiment.recording || experiment.sequence) return "";
  std::error_code code;
  const std::filesystem::path file = std::filesystem::weakly_canonical(named->file, code);
  const std::string kernel = experiment::is_kernel_file(named->file) ? ":" + experiment.entries.front().kernel : "";
  return code ? "" : file.string() + kernel;
}

/// FNV-1a (Fowler, Noll and Vo), 64 bits: a short name for a file.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

std::filesystem::path KeptSettings::file_of(const std::string& key) const {
  return folder_ / (base::hexadecimal(hash_of(key)).substr(2) + ".warplens");
}

std::optional<experiment::Settings> KeptSettings::of(const experiment::Experiment& experiment) const {
  const std::string key = key_of(experiment);
  if (key.empty()) return std::nullopt;
  std::optional<experiment::Settings> settings;
  if (const auto kept = kept_.find(key); kept != kept_.end()) {
    settings = kept->second;
  } else if (!folder_.empty()) {
    const auto text = base::read_text(file_of(key), max_bytes, "kept settings");
    if (!text) return std::nullopt;
    const auto document = session_from_json(*text, file_of(key).string());
    if (!document || document->session.experiment != key) return std::nullopt;
    settings = document->session.settings;
  }
  if (!settings || settings->entry >= experiment.entries.size()) return std::nullopt;
  for (const auto& [name, value] : settings->parameters)
    if (!experiment::check_parameter(experiment, name, value)) return std::nullopt;
  const auto complete = experiment::complete_settings(experiment, *settings);
  return complete ? std::optional(*complete) : std::nullopt;
}

base::Status KeptSettings::keep(const experiment::Experiment& experiment, experiment::Settings settings) {
  const std::string key = key_of(experiment);
  if (key.empty()) return base::Nothing{};
  if (settings.schedule == launch::Schedule::recorded) settings.schedule = launch::Schedule::timed;
  settings.recorded.reset();
  const auto kept = kept_.find(key);
  if (kept != kept_.end() && kept->second == settings) return base::Nothing{};
  kept_[key] = settings;
  if (folder_.empty()) return base::Nothing{};
  Session session;
  session.experiment = key;
  session.settings = std::move(settings);
  return base::write_user_state(file_of(key), to_json(session));
}

std::filesystem::path kept_settings_folder() { return base::user_state_file("kernels"); }

}  // namespace warplens::desk
