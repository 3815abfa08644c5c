#include "desk/editing/editor.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"
#include "tests/scratch_folder.h"

// What is typed into the source: when it is written, what is kept of it, what is undone.

namespace warplens::desk {
namespace {

using Clock = Editor::Clock;

class EditorTest : public testing::Test {
 protected:
  EditorTest() {
    std::filesystem::create_directories(folder_);
    write("int a;\n");
    EXPECT_TRUE(editor_.show(file_, "int a;\n").ok());
  }
  ~EditorTest() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& text) const { std::ofstream(file_) << text; }
  std::string content() const { return *base::read_text(file_); }
  void type(const std::string& text) {
    now_ += std::chrono::milliseconds(50);
    editor_.type(text, 0, now_);
  }
  void pause() { now_ += 2 * Editor::pause; }

  const std::filesystem::path folder_ = scratch("editor"), file_ = folder_ / "a.cu";
  Editor editor_;
  Clock::time_point now_ = Clock::now();
};

TEST_F(EditorTest, WritesAfterAPauseAndKeepsWhatTheFileHeld) {
  type("int a;\nf");
  EXPECT_TRUE(editor_.write_after_pause(now_).ok());
  EXPECT_EQ(content(), "int a;\n") << "in the middle of a word";
  pause();
  EXPECT_TRUE(editor_.write_after_pause(now_).ok());
  EXPECT_EQ(content(), "int a;\nf");
  EXPECT_FALSE(editor_.dirty());
  type("int a;\nfl");
  EXPECT_TRUE(editor_.write().ok());
  EXPECT_EQ(*base::read_text(folder_ / "a.cu~"), "int a;\n") << "as it was before it was edited";
}

TEST_F(EditorTest, WritesBeforeAnotherFileIsShown) {
  type("int b;\n");
  EXPECT_TRUE(editor_.show(folder_ / "other.cu", "").ok());
  EXPECT_EQ(content(), "int b;\n");
  EXPECT_EQ(editor_.file().filename(), "other.cu");
}

TEST_F(EditorTest, TakesOverWhatAnotherProgramWrote) {
  const auto before = editor_.version();
  EXPECT_TRUE(editor_.show(file_, "int a;\n").ok());
  EXPECT_EQ(editor_.version(), before) << "nothing has changed";
  EXPECT_TRUE(editor_.show(file_, "int z;\n").ok());
  EXPECT_NE(editor_.version(), before);
  EXPECT_EQ(editor_.text(), "int z;\n");
  ASSERT_TRUE(editor_.undo(now_));
  EXPECT_EQ(editor_.text(), "int a;\n");
}

TEST_F(EditorTest, LosesNothingWhereBothChangeTheFile) {
  type("typed");
  const base::Status status = editor_.show(file_, "written by another");
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("a.typed.cu"), std::string::npos) << status.error().message;
  EXPECT_EQ(*base::read_text(folder_ / "a.typed.cu"), "typed");
  EXPECT_EQ(editor_.text(), "written by another");
}

TEST_F(EditorTest, SaysWhenAFileCannotBeWritten) {
  std::filesystem::remove_all(folder_);
  type("int b;\n");
  pause();
  EXPECT_FALSE(editor_.write_after_pause(now_).ok());
  EXPECT_TRUE(editor_.write_after_pause(now_).ok()) << "once is enough until more is typed";
  EXPECT_EQ(editor_.text(), "int b;\n");
  EXPECT_TRUE(editor_.dirty());
  std::filesystem::create_directories(folder_);
  EXPECT_TRUE(editor_.write().ok());
  EXPECT_EQ(content(), "int b;\n");
}

TEST_F(EditorTest, TakesBackWhatWasTypedBetweenPauses) {
  for (const char* text : {"1", "12", "123"}) type(text);
  pause();
  for (const char* text : {"1234", "12345"}) type(text);
  ASSERT_TRUE(editor_.undo(now_));
  EXPECT_EQ(editor_.text(), "123");
  ASSERT_TRUE(editor_.undo(now_));
  EXPECT_EQ(editor_.text(), "int a;\n");
  EXPECT_FALSE(editor_.undo(now_));
  ASSERT_TRUE(editor_.redo(now_));
  EXPECT_EQ(editor_.text(), "123");
  type("123x");
  EXPECT_FALSE(editor_.redo(now_)) << "typing forgets what was undone";
  ASSERT_TRUE(editor_.undo(now_));
  EXPECT_EQ(editor_.text(), "123") << "what is typed after an undo is a step of its own";
}

TEST_F(EditorTest, TakesBackAPastedTextAtOnce) {
  type("1");
  type("1 pasted in the same moment");
  ASSERT_TRUE(editor_.undo(now_));
  EXPECT_EQ(editor_.text(), "1");
}

TEST(EditableText, IsWhatTheFieldCanHold) {
  EXPECT_EQ(why_not_editable("plain\n"), "");
  EXPECT_EQ(why_not_editable("Größe · ≤ ⌈n⌉"), "");
  EXPECT_NE(why_not_editable("\xf0\x9f\x98\x80"), "") << "beyond the Basic Multilingual Plane";
  EXPECT_NE(why_not_editable("Gr\xf6\xdf"), "") << "Latin-1";
  EXPECT_NE(why_not_editable("cut \xe2\x82"), "");
  EXPECT_NE(why_not_editable(std::string_view("a\0b", 3)), "");
  EXPECT_NE(why_not_editable(std::string(300 << 10, ' ')), "");
}

TEST(Indentation, IsThatOfTheText) {
  EXPECT_EQ(indentation_step("a\n  b\n"), "  ");
  EXPECT_EQ(indentation_step("a\n\tb\n"), "\t");
  EXPECT_EQ(indentation_step("a\nb\n"), "    ");
  EXPECT_EQ(indentation_step("/*\n * text\n */\n    b\n"), "    ") << "a comment is no block";
  EXPECT_EQ(indentation_after("  if (a) {\n", 11), "    ");
  EXPECT_EQ(indentation_after("  a;\n", 5), "  ");
  EXPECT_EQ(indentation_after("\n", 1), "");
  EXPECT_EQ(indentation_after("", 0), "");
}

TEST(Brackets, AreMatched) {
  const std::string text = "f(a[1], {(b)})";
  EXPECT_EQ(matching_bracket(text, 1), 13u);
  EXPECT_EQ(matching_bracket(text, 13), 1u);
  EXPECT_EQ(matching_bracket(text, 3), 5u);
  EXPECT_EQ(matching_bracket(text, 9), 11u);
  EXPECT_EQ(matching_bracket(text, 0), std::nullopt);
  EXPECT_EQ(matching_bracket("(", 0), std::nullopt);
  EXPECT_EQ(matching_bracket(")", 0), std::nullopt);
  EXPECT_EQ(matching_bracket("()", 7), std::nullopt);
}

}  // namespace
}  // namespace warplens::desk
