#include "session/own_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "base/file.h"
#include "experiment/kernel_file/describe.h"
#include "session/base64.h"
#include "tests/scratch_folder.h"

// A kernel of the user's own that travels in a session.

namespace warplens {
namespace {

class OwnFilesTest : public testing::Test {
 protected:
  OwnFilesTest() {
    std::filesystem::create_directories(home_);
    std::filesystem::create_directories(elsewhere_);
  }
  ~OwnFilesTest() override {
    std::filesystem::remove_all(home_);
    std::filesystem::remove_all(elsewhere_);
  }
  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::ofstream(home_ / name, std::ios::binary) << text;
    return home_ / name;
  }
  /// A session of `file`, saved and read again.
  SessionDocument travelled(const std::filesystem::path& file, const experiment::Settings& settings, const std::string& ptx) {
    const auto found = experiment::find_or_add(catalogue_, file.string());
    EXPECT_TRUE(found) << (found ? "" : base::describe(found.error()));
    Session session;
    session.experiment = file.string();
    session.settings = settings;
    auto document = session_from_json(to_json(session, own_files(**found, settings, ptx)), "memory");
    EXPECT_TRUE(document) << (document ? "" : base::describe(document.error()));
    return std::move(*document);
  }

  const std::filesystem::path home_ = scratch("own files"), elsewhere_ = scratch("own files elsewhere");
  experiment::Catalogue catalogue_;
};

const std::string kernel =
    "#include \"factor.h\"\n__global__ void scale(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= factor; }\n";

TEST_F(OwnFilesTest, TravelWithWhatTheyIncludeAndRead) {
  const auto file = write("scale.cu", kernel);
  write("factor.h", "constexpr float factor = 3;\n");
  const std::string data("\x93NUMPY\0\xff\x80 no text", 17);
  write("a.npy", data);
  experiment::Settings settings;
  settings.inputs["a"] = "@a.npy";
  SessionDocument document = travelled(file, settings, "// PTX\n");
  EXPECT_EQ(document.files.size(), 4u);
  std::filesystem::remove_all(home_);

  document.session.device = launch::first_gpu;
  ASSERT_TRUE(unpack(document, elsewhere_).ok());
  EXPECT_EQ(document.session.device, launch::simt_device) << "a stranger's kernel";
  const std::filesystem::path opened = document.session.experiment;
  EXPECT_EQ(opened.filename(), "scale.cu");
  EXPECT_EQ(*base::read_text(opened), kernel);
  EXPECT_EQ(*base::read_text(opened.parent_path() / "factor.h"), "constexpr float factor = 3;\n");
  EXPECT_EQ(*base::read_text(opened.parent_path() / "scale.ptx"), "// PTX\n");
  EXPECT_EQ(*base::read_text(opened.parent_path() / "a.npy"), data);
}

TEST_F(OwnFilesTest, HaveTheirSubfolders) {
  std::filesystem::create_directories(home_ / "headers");
  const auto file = write("scale.cu", kernel);
  write("headers/factor.h", "constexpr float factor = 3;\n");
  experiment::Settings settings;
  settings.compile = "-I headers -DN=3";
  SessionDocument document = travelled(file, settings, "// PTX\n");
  EXPECT_TRUE(document.files.contains("headers/factor.h"));
  std::filesystem::remove_all(home_);
  ASSERT_TRUE(unpack(document, elsewhere_).ok());
  const std::filesystem::path opened = document.session.experiment;
  EXPECT_EQ(*base::read_text(opened.parent_path() / "headers" / "factor.h"), "constexpr float factor = 3;\n");
  EXPECT_EQ(document.session.settings.compile, "-I headers -DN=3");
}

TEST_F(OwnFilesTest, AreOpenedInPlaceWhereTheyAreStillTheSame) {
  const auto file = write("fill.cu", "__global__ void fill(int *a) { a[threadIdx.x] = 1; }\n");
  SessionDocument document = travelled(file, {}, "// PTX\n");
  document.session.device = launch::first_gpu;
  ASSERT_TRUE(unpack(document, elsewhere_).ok());
  EXPECT_EQ(document.session.experiment, file.string());
  EXPECT_EQ(document.session.device, launch::first_gpu) << "one's own kernel";
  EXPECT_TRUE(std::filesystem::is_empty(elsewhere_));
}

TEST_F(OwnFilesTest, NeverReplaceWhatWasEditedSince) {
  const auto file = write("fill.cu", "__global__ void fill(int *a) { a[threadIdx.x] = 1; }\n");
  const SessionDocument document = travelled(file, {}, "");
  write("fill.cu", "// edited at home\n");
  SessionDocument first = document, again = document, later = document;
  ASSERT_TRUE(unpack(first, elsewhere_).ok());
  ASSERT_TRUE(unpack(again, elsewhere_).ok());
  EXPECT_EQ(again.session.experiment, first.session.experiment);
  std::ofstream(first.session.experiment) << "// edited there\n";
  ASSERT_TRUE(unpack(later, elsewhere_).ok());
  EXPECT_NE(later.session.experiment, first.session.experiment);
  EXPECT_EQ(*base::read_text(home_ / "fill.cu"), "// edited at home\n");
  EXPECT_EQ(*base::read_text(first.session.experiment), "// edited there\n");
}

TEST(OwnFileNames, CannotReachOutsideTheirFolder) {
  for (const char* name : {"../evil.cu", "/etc/evil.cu", "a/../b.cu", "a/", "a/.hidden", "..", ".", ".hidden", ""}) {
    const auto document = session_from_json("{\"files\": {\"" + std::string(name) + "\": \"text\"}}", "evil.warplens");
    ASSERT_FALSE(document) << name;
    EXPECT_NE(base::describe(document.error()).find("in the session's folder"), std::string::npos)
        << base::describe(document.error());
  }
  EXPECT_FALSE(session_from_json(R"({"files": {"a.npy": {"base64": "no!"}}})", "evil.warplens"));
  EXPECT_FALSE(session_from_json(R"({"files": {"a.npy": 7}})", "evil.warplens"));
  SessionDocument other{{}, {{"a.cu", "text"}}};
  other.session.experiment = "/etc/passwd";
  EXPECT_FALSE(unpack(other, "/nowhere").ok());
}

/// RFC 4648, section 10, "Test Vectors".
TEST(Base64, IsThatOfTheStandard) {
  for (const auto& [bytes, text] : {std::pair{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"fooba", "Zm9vYmE="},
                                    {"foobar", "Zm9vYmFy"}}) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
  for (const char* text : {"Zg=", "Z", "Zg==Zg==", "Z===", "Zm9!"}) EXPECT_EQ(from_base64(text), std::nullopt) << text;
}

TEST(Base64, ComesBackAsItWas) {
  std::mt19937 random(5);
  for (std::size_t size = 0; size < 100; ++size) {
    std::string bytes;
    for (std::size_t k = 0; k < size; ++k) bytes += static_cast<char>(random());
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
  }
}

}  // namespace
}  // namespace warplens
