#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "desk/source/source_text.h"

namespace warplens::desk {

/// NAME~, the file beside a file that keeps its old text.
std::filesystem::path backup_of(const std::filesystem::path& file);

/// The source of the chosen experiment while it is edited in the window. A pause in typing writes it to its file, which is then
/// compiled and run as if another program had changed it. So the file always holds the typed text, but for the last moment.
class Editor {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pause{400};  ///< pause in typing before the file is written

  /// Show the current content of `file`. Typed text stays if the file did not change. Errors: another program changed the file
  /// while the user typed; the typed text is kept in a file next to it, named in the error.
  base::Status show(const std::filesystem::path& file, const std::string& content);
  /// End editing. Errors: as write().
  base::Status close();

  /// Set the text after a key; `caret`: byte offset before the key, for undo.
  void type(std::string text, std::size_t caret, Clock::time_point now);
  /// Undo the typing between two pauses, or redo it. False if there is nothing to do.
  bool undo(Clock::time_point now);
  bool redo(Clock::time_point now);
  /// Whether the file lacks some of the typed text.
  bool dirty() const { return text_ != written_; }
  /// Write the typed text if there was no key for a while. Errors: as write().
  base::Status write_after_pause(Clock::time_point now);
  /// Write the typed text. Before the first write, the file's old content is kept in a file of the same name with ~ at its end.
  /// Errors: a file that cannot be written.
  base::Status write();

  const std::filesystem::path& file() const { return file_; }  ///< "": nothing is edited
  const std::string& text() const { return text_; }
  /// Changes whenever the text changes other than by typing.
  std::uint64_t version() const { return version_; }
  /// Byte offset of the caret after undo and redo.
  std::size_t caret() const { return caret_; }

 private:
  struct Moment {
    std::string text;
    std::size_t caret = 0;
  };
  void remember(Moment moment);
  bool go(std::vector<Moment>& from, std::vector<Moment>& to, Clock::time_point now);

  std::filesystem::path file_;
  std::string text_, written_;  ///< as typed; as last read from or written to the file
  bool kept_ = false;           ///< the old content of the file has been kept
  bool refused_ = false;        ///< the file could not be written; retry only after more typing
  Clock::time_point typed_at_;
  std::uint64_t version_ = 0;
  std::size_t caret_ = 0;
  std::vector<Moment> past_, future_;
};

/// Why a text cannot be edited here, as a sentence for the window; "" if it can. The text field would lose anything but UTF-8 of
/// the Basic Multilingual Plane, and would be slow with more than 256 KiB.
std::string why_not_editable(std::string_view text);

/// One step of indentation in the text's own style: a tab, or as many blanks as its first indented line; four if there is none.
std::string indentation_step(std::string_view text);

/// The blanks and tabs at the start of the line before the one that begins at byte `at`; one step more after an opening brace.
std::string indentation_after(std::string_view text, std::size_t at);

/// The partner of the bracket at byte `at`: ( ) [ ] { }. Nothing if there is no bracket at `at`, or no partner. Brackets in
/// comments and literals count like others.
std::optional<std::size_t> matching_bracket(std::string_view text, std::size_t at);

/// The line of the text that ran for a line of the edited text.
struct MatchedLine {
  std::uint32_t line = 0;  ///< in the text that ran, from 1; 0: none
  bool changed = false;    ///< it replaces that line with other text
  bool operator==(const MatchedLine&) const = default;
};

/// Find the line in `ran` for each line of `now`. Skips the common lines at the beginning and end of both texts, and matches the
/// rest by a longest common subsequence. If some lines replace as many others, they are matched in order, as changed. If more
/// than 2,000 lines differ, none of them is matched.
std::vector<MatchedLine> match_lines(const SourceText& ran, const SourceText& now);

/// The line of `now` (from 1) matched with line `ran`; 0 if none.
std::uint32_t line_now(const std::vector<MatchedLine>& matches, std::uint32_t ran);

}  // namespace warplens::desk
