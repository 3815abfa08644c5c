#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace warplens::desk {

/// The source of the chosen experiment while it is edited in the window. A pause in typing writes it to its file, which is then
/// compiled and run as if another program had changed it. So the file always holds what was typed, but for the last moment.
class Editor {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pause{400};  ///< in typing, before the file is written

  /// The content of `file` as it is now. Text that was typed stays if the file did not change. Errors: the file was changed by
  /// another program while something was typed; what was typed is kept in a file next to it, which the error names.
  base::Status show(const std::filesystem::path& file, const std::string& content);
  /// Nothing is edited any more. Errors of write().
  base::Status close();

  /// The text after a key; `caret`: byte offset before it, for undo.
  void type(std::string text, std::size_t caret, Clock::time_point now);
  /// Take back what was typed between two pauses, or make it again. False if there is nothing.
  bool undo(Clock::time_point now);
  bool redo(Clock::time_point now);
  /// Whether something was typed that the file does not hold yet.
  bool dirty() const { return text_ != written_; }
  /// Write what was typed if there was no key for a while. Errors of write().
  base::Status write_after_pause(Clock::time_point now);
  /// Write what was typed. Before the first time, the file's content is kept in a file of the same name with ~ at its end.
  /// Errors: a file that cannot be written.
  base::Status write();

  const std::filesystem::path& file() const { return file_; }  ///< "": nothing is edited
  const std::string& text() const { return text_; }
  /// Changes whenever the text does not come from typing.
  std::uint64_t version() const { return version_; }
  /// Where the caret belongs after undo and redo, byte offset.
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
  bool kept_ = false;           ///< the file has been copied before it was first written
  bool refused_ = false;        ///< the file could not be written; it is not tried again until more is typed
  Clock::time_point typed_at_;
  std::uint64_t version_ = 0;
  std::size_t caret_ = 0;
  std::vector<Moment> past_, future_;
};

/// Why a text cannot be edited here, as a sentence for the window; "" if it can. The field for text holds UTF-8 of the Basic
/// Multilingual Plane, anything else would be lost; and a text of more than 256 KiB would be slow.
std::string why_not_editable(std::string_view text);

/// One step of indentation as the text has it: a tab, or as many blanks as its first indented line; four if there is none.
std::string indentation_step(std::string_view text);

/// The blanks and tabs at the start of the line before the one that begins at byte `at`; one step more after an opening brace.
std::string indentation_after(std::string_view text, std::size_t at);

/// The bracket that belongs to the one at byte `at`: ( ) [ ] { }. Nothing if there is no bracket there or no partner. Brackets in
/// comments and literals count like others.
std::optional<std::size_t> matching_bracket(std::string_view text, std::size_t at);

}  // namespace warplens::desk
