#include "desk/editing/editor.h"

#include <algorithm>
#include <utility>

#include "base/file.h"

namespace warplens::desk {
namespace {

constexpr std::size_t max_edited = std::size_t{256} << 10, max_steps = 200;

/// NAME.typed.cu
std::filesystem::path typed_file_of(const std::filesystem::path& file) {
  return std::filesystem::path(file).replace_extension(".typed" + file.extension().string());
}

constexpr std::size_t max_compared = 2000;  // lines of either text: the table has their product

/// Lengths of the longest common subsequences of the texts from line `first` + row of `ran` and `first` + column of `now` on.
class Lengths {
 public:
  Lengths(const SourceText& ran, const SourceText& now, std::size_t first, std::size_t rows, std::size_t columns)
      : columns_(columns), lengths_((rows + 1) * (columns + 1)) {
    for (std::size_t row = rows; row-- > 0;) {
      for (std::size_t column = columns; column-- > 0;) {
        const bool same = ran.lines[first + row].text == now.lines[first + column].text;
        at(row, column) = same ? at(row + 1, column + 1) + 1 : std::max(at(row + 1, column), at(row, column + 1));
      }
    }
  }
  std::uint16_t& at(std::size_t row, std::size_t column) { return lengths_[row * (columns_ + 1) + column]; }

 private:
  std::size_t columns_;
  std::vector<std::uint16_t> lengths_;
};

/// Lines without a partner between two that have one: as many on both sides replace each other.
void match_replaced(std::vector<MatchedLine>& matches, std::size_t ran_begin, std::size_t ran_end, std::size_t now_begin,
                    std::size_t now_end) {
  if (ran_end - ran_begin != now_end - now_begin) return;
  for (std::size_t k = 0; now_begin + k < now_end; ++k)
    matches[now_begin + k] = {static_cast<std::uint32_t>(ran_begin + k + 1), true};
}

}  // namespace

std::filesystem::path backup_of(const std::filesystem::path& file) {
  std::filesystem::path backup = file;
  backup += "~";
  return backup;
}

base::Status Editor::show(const std::filesystem::path& file, const std::string& content) {
  base::Status status = base::Nothing{};
  if (file != file_) {
    status = close();
    file_ = file;
    kept_ = false;
  } else if (content == written_) {
    return status;
  } else if (dirty()) {
    const std::filesystem::path kept = typed_file_of(file);
    status = base::write_file(kept, text_);
    if (status)
      status = base::Error{file.string(), 0, 0, "another program has changed this file; what was typed is in " + kept.string()};
  }
  if (!text_.empty()) remember({text_, 0});  // undo brings back what another program has replaced
  text_ = written_ = content;
  caret_ = std::min(caret_, text_.size());
  ++version_;
  return status;
}

base::Status Editor::close() {
  const base::Status written = write();
  file_.clear();
  text_.clear();
  written_.clear();
  past_.clear();
  future_.clear();
  ++version_;
  return written;
}

void Editor::type(std::string text, std::size_t caret, Clock::time_point now) {
  // One step of undo is what is typed without a pause; a pasted text is one of its own.
  const bool goes_on = now - typed_at_ < pause && text.size() <= text_.size() + 1 && !past_.empty() && future_.empty();
  if (!goes_on) remember({text_, caret});
  text_ = std::move(text);
  typed_at_ = now;
  refused_ = false;
}

void Editor::remember(Moment moment) {
  past_.push_back(std::move(moment));
  if (past_.size() > max_steps) past_.erase(past_.begin());
  future_.clear();
}

bool Editor::go(std::vector<Moment>& from, std::vector<Moment>& to, Clock::time_point now) {
  if (from.empty()) return false;
  to.push_back({std::move(text_), caret_});
  text_ = std::move(from.back().text);
  caret_ = from.back().caret;
  from.pop_back();
  typed_at_ = now - pause;  // what is typed from here on is a step of its own
  refused_ = false;
  ++version_;
  return true;
}

bool Editor::undo(Clock::time_point now) { return go(past_, future_, now); }

bool Editor::redo(Clock::time_point now) { return go(future_, past_, now); }

base::Status Editor::write_after_pause(Clock::time_point now) {
  return refused_ || now - typed_at_ < pause ? base::Status(base::Nothing{}) : write();
}

base::Status Editor::write() {
  if (!dirty() || file_.empty()) return base::Nothing{};
  base::Status done = base::Nothing{};
  if (!kept_) {
    done = base::write_file(backup_of(file_), written_);
    kept_ = done.ok();
  }
  if (done) done = base::write_file(file_, text_);
  refused_ = !done;
  if (done) written_ = text_;
  return done;
}

std::string why_not_editable(std::string_view text) {
  if (text.size() > max_edited) return "It is too long to be edited here";
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    if (first == 0) return "It holds zero bytes, which cannot be edited here";
    const std::size_t more = first < 0x80 ? 0 : (first >> 5) == 6 ? 1 : (first >> 4) == 14 ? 2 : 3;
    bool whole = more < 3 && at + more < text.size();
    for (std::size_t k = 1; whole && k <= more; ++k) whole = (static_cast<unsigned char>(text[at + k]) & 0xc0) == 0x80;
    if (!whole) return "It holds characters that cannot be edited here";
    at += 1 + more;
  }
  return "";
}

std::string indentation_step(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.starts_with('\t')) return "\t";
    const std::size_t blanks = line.find_first_not_of(' ');
    if (blanks != std::string_view::npos && blanks > 1 && line[blanks] != '*')
      return std::string(std::min<std::size_t>(blanks, 8), ' ');
    at = end + 1;
  }
  return "    ";
}

std::string indentation_after(std::string_view text, std::size_t at) {
  if (at == 0 || at > text.size()) return "";
  const std::size_t before = at >= 2 ? text.rfind('\n', at - 2) : std::string_view::npos;
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view line = text.substr(begin, at - 1 - begin);
  std::string blanks(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
  const std::size_t last = line.find_last_not_of(" \t\r");
  if (last != std::string_view::npos && line[last] == '{') blanks += indentation_step(text);
  return blanks;
}

std::optional<std::size_t> matching_bracket(std::string_view text, std::size_t at) {
  constexpr std::string_view opening = "([{", closing = ")]}";
  if (at >= text.size()) return std::nullopt;
  const bool opens = opening.find(text[at]) != std::string_view::npos;
  const std::size_t kind = opens ? opening.find(text[at]) : closing.find(text[at]);
  if (kind == std::string_view::npos) return std::nullopt;
  std::size_t depth = 0;
  for (std::size_t k = at; k < text.size(); k = opens ? k + 1 : k - 1) {  // k - 1 of 0 is beyond the end
    if (text[k] == opening[kind]) depth = opens ? depth + 1 : depth - 1;
    if (text[k] == closing[kind]) depth = opens ? depth - 1 : depth + 1;
    if (depth == 0) return k;
  }
  return std::nullopt;
}

std::vector<MatchedLine> match_lines(const SourceText& ran, const SourceText& now) {
  std::vector<MatchedLine> matches(now.lines.size());
  const std::size_t shorter = std::min(ran.lines.size(), now.lines.size());
  std::size_t first = 0;
  while (first < shorter && ran.lines[first].text == now.lines[first].text) {
    matches[first] = {static_cast<std::uint32_t>(first + 1), false};
    ++first;
  }
  std::size_t last = 0;  // lines that are the same at the end
  while (last < shorter - first && ran.lines[ran.lines.size() - 1 - last].text == now.lines[now.lines.size() - 1 - last].text) {
    matches[now.lines.size() - 1 - last] = {static_cast<std::uint32_t>(ran.lines.size() - last), false};
    ++last;
  }
  const std::size_t rows = ran.lines.size() - first - last, columns = now.lines.size() - first - last;
  if (rows > max_compared || columns > max_compared) return matches;
  Lengths lengths(ran, now, first, rows, columns);
  std::size_t row = 0, column = 0, open_row = 0, open_column = 0;
  while (row < rows && column < columns) {
    if (ran.lines[first + row].text == now.lines[first + column].text) {
      match_replaced(matches, first + open_row, first + row, first + open_column, first + column);
      matches[first + column] = {static_cast<std::uint32_t>(first + row + 1), false};
      open_row = ++row;
      open_column = ++column;
    } else if (lengths.at(row + 1, column) >= lengths.at(row, column + 1)) {
      ++row;
    } else {
      ++column;
    }
  }
  match_replaced(matches, first + open_row, first + rows, first + open_column, first + columns);
  return matches;
}

std::uint32_t line_now(const std::vector<MatchedLine>& matches, std::uint32_t ran) {
  const auto found = std::ranges::find(matches, ran, &MatchedLine::line);
  return ran == 0 || found == matches.end() ? 0 : static_cast<std::uint32_t>(found - matches.begin()) + 1;
}

}  // namespace warplens::desk
