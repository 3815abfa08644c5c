#include "desk/editing/editor.h"

#include <algorithm>
#include <utility>

#include "base/file.h"

namespace warplens::desk {
namespace {

constexpr std::size_t max_edited = std::size_t{256} << 10, max_steps = 200;

/// NAME~, where editors keep what a file held before.
std::filesystem::path backup_of(const std::filesystem::path& file) {
  std::filesystem::path backup = file;
  backup += "~";
  return backup;
}

/// NAME.typed.cu
std::filesystem::path typed_file_of(const std::filesystem::path& file) {
  return std::filesystem::path(file).replace_extension(".typed" + file.extension().string());
}

}  // namespace

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

}  // namespace warplens::desk
