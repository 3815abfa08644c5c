
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "base/file.h"
#include "ptx/compile/source_files.h"
#include "tests/scratch_folder.h"

// What a source includes, however a stranger writes it, and headers that do not end.

namespace warplens::ptx {
namespace {

using Names = std::vector<std::string>;

TEST(Includes, AreFoundHoweverTheyAreSpelled) {
  for (const char* text :
       {"#include \"a.h\"\n", "#include <a.h>", " \t# include \"a.h\"", "#include\"a.h\"", "%:include \"a.h\"",
        "?\?=include \"a.h\"", "#include_next <a.h>", "#import \"a.h\"", "#embed \"a.h\"", "#/* one */include/* two */\"a.h\"",
        "/* one */ #include \"a.h\"", "/* one\n two */#include \"a.h\"", "#inc\\\nlude \"a.h\"", "#inc\\ \r\nlude \"a.h\"",
        "#inc?\?/\nlude \"a.h\"", "int a;\r#include \"a.h\"", "\xef\xbb\xbf#include \"a.h\"", "#if 0\n#include \"a.h\"\n#endif"})
    EXPECT_EQ(includes_in(text).names, Names{"a.h"}) << text;
  EXPECT_EQ(includes_in(std::string("\0#include \"a.h\"", 15)).names, Names{"a.h"});
}

TEST(Includes, AreNotOtherLines) {
  for (const char* text : {"int a; // #include \"a.h\"", "// see #include of a.h", "#define text #include", "#includes \"a.h\"",
                           "a # include \"a.h\"", "#pragma once", "mov.u32 %r1, 1; // #", "#", ""}) {
    const Includes includes = includes_in(text);
    EXPECT_TRUE(includes.names.empty()) << text;
    EXPECT_FALSE(includes.by_macro) << text;
  }
}

TEST(Includes, ThatAMacroNamesMayBeAnyFile) {
  EXPECT_TRUE(includes_in("#define A \"/etc/passwd\"\n#include A\n").by_macro);
  EXPECT_TRUE(includes_in("#include" + std::string(5000, ' ') + "A").by_macro);
  EXPECT_TRUE(includes_in("#/*" + std::string(5000, ' ') + "*/include \"a.h\"").by_macro) << "nobody writes this";
  EXPECT_FALSE(includes_in("#include \"a.h\"").by_macro);
  EXPECT_TRUE(includes_in("#if __has_include(<a.h>)").asks);
}

TEST(Includes, OfHostileTextsAreFoundInNoTime) {
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string piece : {"#", "#/*\n", "*/#include <", "\\\n", "?\?/", "#include \"", "                #"}) {
    std::string text;
    while (text.size() < 4'000'000) text += piece;
    static_cast<void>(includes_in(text));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

class SourceFilesTest : public testing::Test {
 protected:
  SourceFilesTest() { std::filesystem::create_directories(folder_); }
  ~SourceFilesTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path write(const std::string& name, const std::string& text) {
    EXPECT_TRUE(base::write_file(folder_ / name, text).ok());
    return folder_ / name;
  }
  std::string refusal(const std::filesystem::path& source) {
    const auto files = read_sources({source});
    return files ? "none" : base::describe(files.error());
  }

  const std::filesystem::path folder_ = scratch("source files");
};

TEST_F(SourceFilesTest, ThatArePipesOrDevicesAreRefusedAtOnce) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe.h").c_str(), 0600), 0);
  EXPECT_NE(refusal(write("a.cu", "#include \"pipe.h\"\n")).find("a.cu: error: includes 'pipe.h', which is not a regular file"),
            std::string::npos)
      << refusal(folder_ / "a.cu");
  EXPECT_NE(refusal(write("b.cu", "#include \"/dev/zero\"\n")).find("'/dev/zero'"), std::string::npos);
  write("c.h", "#include \"pipe.h\"\n");
  EXPECT_NE(refusal(write("c.cu", "#include \"c.h\"\n")).find("c.h: error: "), std::string::npos);
}

TEST_F(SourceFilesTest, EndThoughTheirIncludesDoNot) {
  EXPECT_EQ(refusal(write("self.cu", "#include \"self.cu\"\n")), "none");
  for (int k = 0; k < 300; ++k) write("h" + std::to_string(k) + ".h", "#include \"h" + std::to_string(k + 1) + ".h\"\n");
  EXPECT_NE(refusal(write("deep.cu", "#include \"h0.h\"\n")).find("more than 200 deep"), std::string::npos);
  // Two names for this folder: the same header has 2^40 paths.
  std::filesystem::create_symlink(".", folder_ / "one");
  std::filesystem::create_symlink(".", folder_ / "two");
  write("x.h", "#include \"one/x.h\"\n#include \"two/x.h\"\n");
  EXPECT_NE(refusal(write("links.cu", "#include \"x.h\"\n")), "none");
}

/// Compilers go to the link's target first, and then upwards.
TEST_F(SourceFilesTest, OfAFolderThatIsALinkAreThoseOfItsTarget) {
  std::filesystem::create_directories(folder_ / "far" / "below");
  std::filesystem::create_directories(folder_ / "near");
  std::filesystem::create_symlink(folder_ / "far" / "below", folder_ / "near" / "link");
  write("far/a.h", "// far\n");
  write("near/a.h", "// near\n");
  const auto files = read_sources({write("near/a.cu", "#include \"link/../a.h\"\n")});
  ASSERT_TRUE(files) << base::describe(files.error());
  ASSERT_EQ(files->files.size(), 2u);
  EXPECT_EQ(files->files[1].text, "// far\n");
}

TEST_F(SourceFilesTest, ThatAMacroNamesAreTold) {
  const auto files = read_sources({write("a.cu", "#define A \"/etc/passwd\"\n#include A\n")});
  ASSERT_TRUE(files);
  EXPECT_EQ(files->by_macro, std::vector{folder_ / "a.cu"});
  EXPECT_FALSE(files->complete);
}

}  // namespace
}  // namespace warplens::ptx
