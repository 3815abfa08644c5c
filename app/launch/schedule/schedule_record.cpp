#include "launch/schedule/schedule_record.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "base/file.h"
#include "base/names.h"

namespace warplens::launch {
namespace {

using Unit = ScheduleRecord::Unit;
using Clocks = ScheduleRecord::Clocks;
constexpr base::Names<Unit> unit_names{{Unit::operations, "operations"}, {Unit::instructions, "instructions"}};
constexpr base::Names<Clocks> clock_names{
    {Clocks::untimed, "untimed"}, {Clocks::timed, "timed"}, {Clocks::timed_strict, "timed-strict"}};
constexpr std::string_view spaces = " \t\r\n";

/// Splits a text into words.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  /// The next word; empty at the end.
  std::string_view next() {
    const std::size_t begin = text_.find_first_not_of(spaces, at_);
    if (begin == std::string_view::npos) return at_ = column_ = text_.size(), std::string_view{};
    const std::size_t end = std::min(text_.find_first_of(spaces, begin), text_.size());
    column_ = begin;
    at_ = end;
    return text_.substr(begin, end - begin);
  }

  base::Error error(const std::string& message) const {
    return {.file = "schedule",
            .line = 1,
            .column = static_cast<int>(std::min<std::size_t>(column_, 1u << 30) + 1),
            .message = message};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0, column_ = 0;
};

/// Removes a number of at most `most` from the front of `word`.
std::optional<std::uint64_t> take_number(std::string_view& word, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || value > most) return std::nullopt;
  word.remove_prefix(static_cast<std::size_t>(end - word.data()));
  return value;
}

/// WARP[@LANE][:AMOUNT][xTURNS]
std::optional<ScheduleRun> parse_run(std::string_view word) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  ScheduleRun run;
  const auto warp = take_number(word, std::numeric_limits<std::uint32_t>::max());
  if (!warp) return std::nullopt;
  run.warp = static_cast<std::uint32_t>(*warp);
  const auto part = [&](char mark, std::uint64_t most) -> std::optional<std::optional<std::uint64_t>> {
    if (!word.starts_with(mark)) return std::optional<std::uint64_t>{};
    word.remove_prefix(1);
    const auto number = take_number(word, most);
    if (!number) return std::nullopt;
    return number;
  };
  const auto lane = part('@', 31), amount = part(':', any), turns = part('x', any);
  if (!lane || !amount || !turns || !word.empty() || turns->value_or(1) == 0) return std::nullopt;
  run.lane = static_cast<std::uint8_t>(lane->value_or(ScheduleRun::any_lane));
  run.amount = amount->value_or(1);
  run.turns = turns->value_or(1);
  return run;
}

}  // namespace

void ScheduleRecord::add(const ScheduleRun& run) {
  if (!runs.empty()) {
    ScheduleRun& last = runs.back();
    const bool goes_on = last.warp == run.warp && last.amount == run.amount && last.lane == run.lane;
    if (goes_on && last.turns <= std::numeric_limits<std::uint64_t>::max() - run.turns) {
      last.turns += run.turns;
      return;
    }
  }
  runs.push_back(run);
}

std::string to_text(const ScheduleRecord& record) {
  std::string text{unit_names.name_of(record.unit)};
  text += " " + std::string(clock_names.name_of(record.clocks));
  if (!record.complete) text += " cut";
  for (const ScheduleRun& run : record.runs) {
    text += " " + std::to_string(run.warp);
    if (run.lane != ScheduleRun::any_lane) text += "@" + std::to_string(run.lane);
    if (run.amount != 1) text += ":" + std::to_string(run.amount);
    if (run.turns != 1) text += "x" + std::to_string(run.turns);
  }
  return text;
}

base::Result<ScheduleRecord> parse_schedule_record(std::string_view text) {
  Words words(text);
  ScheduleRecord record;
  std::string_view word = words.next();
  const auto unit = unit_names.value_of(word);
  if (!unit) return words.error("a recorded schedule begins with 'operations' or 'instructions'");
  record.unit = *unit;
  word = words.next();
  const auto clocks = clock_names.value_of(word);
  if (!clocks) return words.error("the second word of a recorded schedule is 'untimed', 'timed' or 'timed-strict'");
  record.clocks = *clocks;
  word = words.next();
  record.complete = word != "cut";
  if (!record.complete) word = words.next();
  for (; !word.empty(); word = words.next()) {
    const auto run = parse_run(word);
    if (!run)
      return words.error("'" + std::string(word.substr(0, 40)) +
                         "' is not WARP[@LANE][:AMOUNT][xTURNS], with a lane up to 31 and at least one turn");
    record.runs.push_back(*run);
  }
  return record;
}

base::Result<ScheduleRecord> load_schedule_record(const std::filesystem::path& file) {
  const auto text = base::read_text(file);
  if (!text) return text.error();
  auto record = parse_schedule_record(*text);
  if (record) return record;
  base::Error error = record.error();
  error.file = file.string();
  return error;
}

base::Status save(const ScheduleRecord& record, const std::filesystem::path& file) {
  return base::write_file(file, to_text(record) + "\n");
}

}  // namespace warplens::launch
