#include "desk/source/source_text.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace warplens::desk {
namespace {

/// Words of a line that have a kind.
std::vector<std::string> of_kind(const SourceLine& line, TokenKind kind) {
  std::vector<std::string> words;
  for (const Token& token : line.tokens) {
    if (token.kind == kind) words.push_back(line.text.substr(token.begin, token.end - token.begin));
  }
  return words;
}

void expect_covered(const SourceLine& line) {
  std::size_t at = 0;
  for (const Token& token : line.tokens) {
    EXPECT_EQ(token.begin, at);
    EXPECT_GT(token.end, token.begin);
    at = token.end;
  }
  EXPECT_EQ(at, line.text.size());
}

TEST(CudaSource, ColoursAKernel) {
  const SourceText source =
      cuda_source("a.cu", "__global__ void f(float* a) {\n  atomicAdd(&a[threadIdx.x], 1.0f); // one each\n}\n");
  ASSERT_EQ(source.lines.size(), 3u);
  EXPECT_EQ(of_kind(source.lines[0], TokenKind::keyword), (std::vector<std::string>{"__global__", "void", "float"}));
  EXPECT_EQ(of_kind(source.lines[1], TokenKind::builtin), (std::vector<std::string>{"atomicAdd", "threadIdx"}));
  EXPECT_EQ(of_kind(source.lines[1], TokenKind::number), (std::vector<std::string>{"1.0f"}));
  EXPECT_EQ(of_kind(source.lines[1], TokenKind::comment), (std::vector<std::string>{"// one each"}));
  for (const SourceLine& line : source.lines) expect_covered(line);
}

TEST(CudaSource, AWordInsideAWordIsNoKeyword) {
  const SourceText source = cuda_source("a.cu", "interior = winter;");
  EXPECT_TRUE(of_kind(source.lines[0], TokenKind::keyword).empty());
}

TEST(CudaSource, ACommentGoesOnOverLines) {
  const SourceText source = cuda_source("a.cu", "a /* int\nfloat */ int b;\n");
  EXPECT_EQ(of_kind(source.lines[0], TokenKind::comment), (std::vector<std::string>{"/* int"}));
  EXPECT_EQ(of_kind(source.lines[1], TokenKind::comment), (std::vector<std::string>{"float */"}));
  EXPECT_EQ(of_kind(source.lines[1], TokenKind::keyword), (std::vector<std::string>{"int"}));
}

TEST(CudaSource, AStringHidesWhatLooksLikeAComment) {
  const SourceText source = cuda_source("a.cu", R"(f("// \" no", 'x'); int a;)");
  EXPECT_TRUE(of_kind(source.lines[0], TokenKind::comment).empty());
  EXPECT_EQ(of_kind(source.lines[0], TokenKind::keyword), (std::vector<std::string>{"int"}));
}

TEST(CudaSource, TabsBecomeBlanksAndCarriageReturnsGo) {
  const SourceText source = cuda_source("a.cu", "\tint a;\r\n");
  EXPECT_EQ(source.lines[0].text, "    int a;");
}

TEST(PythonSource, ColoursAKernel) {
  const SourceText source =
      program_source("lesson/a.py",
                     "@cuda.jit  # one\ndef f(x):\n    i = cuda.grid(1)\n    s = 'a # b'; t = 0.5\n\"\"\"of\n"
                     "lines\"\"\"; pass\n");
  ASSERT_EQ(source.lines.size(), 6u);
  EXPECT_EQ(source.title, "a.py");
  EXPECT_EQ(of_kind(source.lines[0], TokenKind::directive), (std::vector<std::string>{"@cuda.jit"}));
  EXPECT_EQ(of_kind(source.lines[0], TokenKind::comment), (std::vector<std::string>{"# one"}));
  EXPECT_EQ(of_kind(source.lines[1], TokenKind::keyword), (std::vector<std::string>{"def"}));
  EXPECT_EQ(of_kind(source.lines[2], TokenKind::builtin), (std::vector<std::string>{"cuda.grid"}));
  EXPECT_EQ(of_kind(source.lines[3], TokenKind::text), (std::vector<std::string>{"'a # b'"}));
  EXPECT_EQ(of_kind(source.lines[3], TokenKind::number), (std::vector<std::string>{"0.5"}));
  EXPECT_EQ(of_kind(source.lines[4], TokenKind::text), (std::vector<std::string>{"\"\"\"of"}));
  EXPECT_EQ(of_kind(source.lines[5], TokenKind::text), (std::vector<std::string>{"lines\"\"\""}));
  EXPECT_EQ(of_kind(source.lines[5], TokenKind::keyword), (std::vector<std::string>{"pass"}));
  for (const SourceLine& line : source.lines) expect_covered(line);
}

TEST(PythonSource, OfANotebookIsNamedAfterItsCell) {
  EXPECT_EQ(program_source("/tmp/x/tutorial.ipynb/cell 3", "def f(): pass").title, "tutorial.ipynb, cell 3");
  EXPECT_EQ(of_kind(program_source("/tmp/x/tutorial.ipynb/cell 3", "def f(): pass").lines[0], TokenKind::keyword).size(), 2u);
  EXPECT_EQ(of_kind(program_source("a.cu", "int def;").lines[0], TokenKind::keyword), (std::vector<std::string>{"int"}));
}

TEST(CudaSource, AnythingIsCovered) {
  base::Random random(3);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (int k = 0; k < 120; ++k) text += "ab_0 .\"'/*\\#\n%;\xc3\xa4"[random.below(17)];
    for (const SourceLine& line : cuda_source("", text).lines) expect_covered(line);
    for (const SourceLine& line : python_source("", text).lines) expect_covered(line);
    for (const SourceLine& line : ptx_source("", text, 1, 100).lines) expect_covered(line);
  }
}

TEST(PtxSource, ShowsTheAskedLinesAndColoursThem) {
  const SourceText source =
      ptx_source("PTX", ".version 8.0\n.visible .entry f()\n\tld.global.u32 \t%r1, [%rd4+8]; // load\n}\n", 3, 3);
  ASSERT_EQ(source.lines.size(), 1u);
  EXPECT_EQ(source.first_line, 3u);
  EXPECT_EQ(of_kind(source.lines[0], TokenKind::keyword), (std::vector<std::string>{"ld.global.u32"}));
  EXPECT_EQ(of_kind(source.lines[0], TokenKind::builtin), (std::vector<std::string>{"%r1", "%rd4"}));
  EXPECT_EQ(of_kind(source.lines[0], TokenKind::comment), (std::vector<std::string>{"// load"}));
}

TEST(Fold, AShortLineStaysWhole) { EXPECT_EQ(fold("int a;", 10, 2), (std::vector<Fold>{{0, 6}})); }

TEST(Fold, AnEmptyLineIsOneRow) { EXPECT_EQ(fold("", 10, 2), (std::vector<Fold>{{0, 0}})); }

TEST(Fold, BreaksAtBlanks) {
  //                 0123456789012345
  EXPECT_EQ(fold("alpha beta gamma", 11, 2), (std::vector<Fold>{{0, 11}, {11, 16}}));
  EXPECT_EQ(fold("alpha beta gamma", 10, 2), (std::vector<Fold>{{0, 10}, {11, 16}}));
}

TEST(Fold, BreaksAfterABracketWhereThereIsNoBlank) {
  EXPECT_EQ(fold("counter_racy(int* counter)", 15, 2), (std::vector<Fold>{{0, 13}, {13, 26}}));
}

TEST(Fold, AWordWiderThanTheRowIsCut) { EXPECT_EQ(fold("abcdefgh", 3, 1), (std::vector<Fold>{{0, 3}, {3, 5}, {5, 7}, {7, 8}})); }

TEST(Fold, LettersOfSeveralBytesStayWhole) { EXPECT_EQ(fold("ääää", 2, 0), (std::vector<Fold>{{0, 4}, {4, 8}})); }

TEST(Fold, KeepsEveryLetterInOrder) {
  base::Random random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::uint32_t k = random.below(60); k > 0; --k) text += "ab ,("[random.below(5)];
    std::string letters, folded;
    for (const char c : text) letters += c == ' ' ? "" : std::string(1, c);
    const std::size_t columns = 1 + random.below(20);
    for (const Fold& row : fold(text, columns, random.below(6))) {
      EXPECT_LE(row.end - row.begin, std::max<std::size_t>(columns, 1));
      for (const char c : text.substr(row.begin, row.end - row.begin)) folded += c == ' ' ? "" : std::string(1, c);
    }
    EXPECT_EQ(folded, letters);
  }
}

TEST(LineOfKernel, FindsTheWholeNameWithItsBracket) {
  const SourceText source = cuda_source("a.cu", "// add is here\nvoid add_all(int);\n__global__ void add(int* a) {}\n");
  EXPECT_EQ(line_of_kernel(source, "add"), 3u);
  EXPECT_EQ(line_of_kernel(source, "missing"), 1u);
}

}  // namespace
}  // namespace warplens::desk
