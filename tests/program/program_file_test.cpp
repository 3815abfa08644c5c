#include "program/program_file.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/scratch_folder.h"

// Files that are not what their names say, before a compiler or the system judges them.

namespace warplens::program {
namespace {

std::filesystem::path written(const std::string& name, const std::string& content) {
  std::filesystem::create_directories(scratch("program_files"));
  const std::filesystem::path file = scratch("program_files") / name;
  EXPECT_TRUE(base::write_file(file, content).ok());
  return file;
}

std::string refused(const base::Status& status) { return status ? "" : status.error().message; }

TEST(ProgramFile, ASourceIsNeitherAnExecutableNorAWebPage) {
  EXPECT_TRUE(check_source(written("a.cu", "int main() {}\n")).ok());
  EXPECT_TRUE(check_source(written("empty.cu", "")).ok());
  EXPECT_TRUE(check_source(written("b.cu", "// <!doctype html> in a comment\n")).ok());
  EXPECT_NE(refused(check_source(written("c.cu", *base::read_text("/proc/self/exe")))).find("an executable, not a source"),
            std::string::npos);
  EXPECT_NE(refused(check_source(written("d.cu", "\n  <!DOCTYPE html>\n<html>"))).find("a web page"), std::string::npos);
}

TEST(ProgramFile, AnExecutableIsWhole) {
  const std::string whole = *base::read_text("/proc/self/exe");
  EXPECT_TRUE(check_executable(written("whole", whole)).ok());
  EXPECT_TRUE(check_executable(written("script", "#!/bin/sh\n")).ok());
  EXPECT_TRUE(check_executable(written("short",
                                       "\x7f"
                                       "ELF"))
                  .ok())
      << "the system refuses it";
  for (const std::size_t bytes : {std::size_t{64}, std::size_t{100}, whole.size() / 2, whole.size() - 1})
    EXPECT_NE(refused(check_executable(written("part", whole.substr(0, bytes)))).find("incomplete"), std::string::npos) << bytes;
}

}  // namespace
}  // namespace warplens::program
