#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <set>
#include <string>
#include <thread>

namespace warplens::base {
namespace {

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("warplens_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) found.insert(entry.path().filename().string());
    return found;
  }

  std::filesystem::path folder_;
};

TEST_F(Files, come_back_as_they_were_written) {
  std::string text(200000, 'x');
  text[70000] = '\0';
  text += "end";
  ASSERT_TRUE(write_file(folder_ / "a.txt", text).ok());
  const Result<std::string> back = read_text(folder_ / "a.txt");
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, text);
  const auto bytes = read_bytes(folder_ / "a.txt");
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->size(), text.size());
}

TEST_F(Files, errors_name_the_path_and_the_reason) {
  const auto missing = read_text(folder_ / "missing");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().file, (folder_ / "missing").string());
  EXPECT_NE(missing.error().message.find("No such file"), std::string::npos);
  const auto directory = read_text(folder_);
  ASSERT_FALSE(directory.ok());
  EXPECT_NE(directory.error().message.find("directory"), std::string::npos);
  EXPECT_FALSE(write_file(folder_ / "no" / "where", std::string("x")).ok());
}

TEST_F(Files, a_failed_write_leaves_what_was_there_and_no_temporary_file) {
  std::filesystem::create_directories(folder_ / "a.txt" / "inside");  // a file does not replace a folder
  EXPECT_FALSE(write_file(folder_ / "a.txt", std::string("new")).ok());
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "a.txt" / "inside"));
  EXPECT_EQ(names(), std::set<std::string>{"a.txt"});
}

TEST_F(Files, a_link_next_to_the_target_is_not_followed) {
  ASSERT_TRUE(write_file(folder_ / "victim", std::string("untouched")).ok());
  std::filesystem::create_symlink(folder_ / "victim", folder_ / "a.txt.part");
  ASSERT_TRUE(write_file(folder_ / "a.txt", std::string("new")).ok());
  EXPECT_EQ(*read_text(folder_ / "a.txt"), "new");
  EXPECT_EQ(*read_text(folder_ / "victim"), "untouched");
  EXPECT_EQ(names(), (std::set<std::string>{"a.txt", "a.txt.part", "victim"}));
}

TEST_F(Files, parts_of_a_file_have_names_of_their_own) {
  const auto one = create_part(folder_ / "film.mp4");
  const auto other = create_part(folder_ / "film.mp4");
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_NE(*one, *other);
  EXPECT_TRUE(std::filesystem::is_empty(*one) && std::filesystem::is_empty(*other));
  EXPECT_EQ(one->extension(), ".part");
  EXPECT_FALSE(create_part(folder_ / "no" / "where").ok());
}

TEST_F(Files, written_at_the_same_time_to_the_same_path_are_one_or_the_other) {
  const std::string a(100000, 'a'), b(100000, 'b');
  {
    std::jthread first([&] { EXPECT_TRUE(write_file(folder_ / "a.txt", a).ok()); });
    std::jthread second([&] { EXPECT_TRUE(write_file(folder_ / "a.txt", b).ok()); });
  }
  const auto back = read_text(folder_ / "a.txt");
  ASSERT_TRUE(back.ok());
  EXPECT_TRUE(*back == a || *back == b);
  EXPECT_EQ(names(), std::set<std::string>{"a.txt"});
}

TEST_F(Files, a_link_is_written_through_and_stays_a_link) {
  ASSERT_TRUE(write_file(folder_ / "a.txt", std::string("old")).ok());
  std::filesystem::create_symlink(folder_ / "a.txt", folder_ / "link");
  ASSERT_TRUE(write_file(folder_ / "link", std::string("new")).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
  EXPECT_EQ(*read_text(folder_ / "a.txt"), "new");
}

TEST_F(Files, what_is_no_regular_file_is_refused_without_waiting_for_it) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("pipe", folder_ / "link to a pipe");
  for (const std::filesystem::path& path :
       {folder_ / "pipe", folder_ / "link to a pipe", std::filesystem::path("/dev/zero"), std::filesystem::path("/dev/tty")}) {
    for (const Result<std::string>& text :
         {read_text(path), read_text(path, 100, "a test"), read_text_left_by_program(path, 100)}) {
      ASSERT_FALSE(text.ok()) << path;
      EXPECT_EQ(text.error().file, path.string());
    }
    EXPECT_FALSE(read_bytes(path).ok()) << path;
  }
  EXPECT_NE(read_text(folder_ / "pipe").error().message.find("not a regular file"), std::string::npos);
}

TEST_F(Files, too_large_for_their_purpose_are_refused) {
  ASSERT_TRUE(write_file(folder_ / "a.txt", std::string(2048, 'x')).ok());
  EXPECT_TRUE(read_text(folder_ / "a.txt", 2048, "a test").ok());
  const auto refused = read_text(folder_ / "a.txt", 2047, "a test");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("too large for a test"), std::string::npos) << refused.error().message;
  EXPECT_FALSE(read_text_left_by_program(folder_ / "a.txt", 2047).ok());
  // It says that it is empty.
  EXPECT_FALSE(read_text("/proc/self/maps", 16, "a test").ok());
}

TEST_F(Files, left_by_a_program_are_no_links) {
  ASSERT_TRUE(write_file(folder_ / "secret", std::string("the user's")).ok());
  ASSERT_TRUE(write_file(folder_ / "left", std::string("the program's")).ok());
  std::filesystem::create_symlink(folder_ / "secret", folder_ / "link");
  EXPECT_EQ(*read_text_left_by_program(folder_ / "left", 100), "the program's");
  const auto link = read_text_left_by_program(folder_ / "link", 100);
  ASSERT_FALSE(link.ok());
  EXPECT_NE(link.error().message.find("symbolic link"), std::string::npos) << link.error().message;
}

TEST_F(Files, a_full_device_is_an_error) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const auto status = write_file("/dev/full", std::string(100000, 'x'));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().file, "/dev/full");
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/full"));
}

}  // namespace
}  // namespace warplens::base
