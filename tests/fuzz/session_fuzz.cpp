#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "fuzz_target.h"
#include "launch/schedule/schedule_record.h"
#include "session/session.h"

// libFuzzer: any text is either a session that survives a write and a read unchanged, or is rejected. The same text is also
// parsed as a recorded schedule.

FUZZ_TARGET(session) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(warplens::launch::parse_schedule_record(text));
  const auto session = warplens::session_from_json(text, "fuzz.warplens");
  if (!session) return 0;
  const std::string written = warplens::to_json(session->session, session->files);
  const auto again = warplens::session_from_json(written, "fuzz.warplens");
  if (!again || warplens::to_json(again->session, again->files) != written) std::abort();
  return 0;
}
