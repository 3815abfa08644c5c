#include <gtest/gtest.h>

#include "base/file.h"
#include "base/random.h"
#include "base/resources.h"
#include "lesson/condition.h"
#include "lesson/lesson.h"

// Valid lesson files, and the error messages for invalid ones.

namespace warplens::lesson {
namespace {

const experiment::Catalogue& catalogue() {
  static const experiment::Catalogue all = experiment::load_catalogue({base::resource_folder() / "kernels"});
  return all;
}

const Glossary& glossary() {
  static const Glossary all =
      *parse_glossary("# Words\n\n## warp size\n\nThirty-two.\n\nGuide: SIMT Architecture\n", "glossary.md");
  return all;
}

base::Result<Lesson> parse(const std::string& text) { return parse_lesson(text, "dir/03-small.md", catalogue(), glossary()); }

/// The error of a lesson that must be rejected; empty if it was accepted.
std::string refused(const std::string& text) {
  const auto lesson = parse(text);
  return lesson ? std::string() : base::describe(lesson.error());
}

const std::string head =
    "# Small\n\nAbout.\n\n## First\n\nText with a [warp size](glossary.md#warp-size), **bold** and `code`.\n\n";
const std::string task = "> Set the block to 25.\n\n";  // line 9
const std::string state =
    "```warplens\n"                                    // line 11
    "experiment = \"increment\"\n"                     // 12
    "set = {n = 100, block = 64}\n"                    // 13
    "check = 'block == 25 && entry == \"guarded\"'\n"  // 14
    "done = {block = 25}\n"                            // 15
    "seen = \"{empty_lanes_per_block:lane} of 32\"\n"  // 16
    "```\n";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TEST(Lesson, IsReadWithItsState) {
  const auto lesson = parse(head + task + state);
  ASSERT_TRUE(lesson) << base::describe(lesson.error());
  EXPECT_EQ(lesson->id, "03-small");
  EXPECT_EQ(lesson->title, "Small");
  ASSERT_EQ(lesson->about.size(), 1u);
  ASSERT_EQ(lesson->steps.size(), 1u);
  const Step& step = lesson->steps[0];
  EXPECT_EQ(step.title, "First");
  EXPECT_EQ(step.line, 5);
  ASSERT_EQ(step.text.size(), 1u);
  EXPECT_EQ(plain(step.text[0]), "Text with a warp size, bold and code.");
  ASSERT_EQ(step.text[0].pieces.size(), 7u);
  EXPECT_EQ(step.text[0].pieces[1].link, "glossary.md#warp-size");
  EXPECT_EQ(step.text[0].pieces[3].setting, Setting::strong);
  EXPECT_EQ(step.text[0].pieces[5].setting, Setting::code);
  ASSERT_EQ(step.task.size(), 1u);
  EXPECT_EQ(plain(step.task[0]), "Set the block to 25.");
  EXPECT_EQ(step.state.experiment, "increment");
  EXPECT_EQ(step.state.settings.block, (base::Dim3{64, 1, 1}));
  EXPECT_EQ(step.state.settings.grid, (base::Dim3{2, 1, 1})) << "100 elements in blocks of 64";
  EXPECT_EQ(step.state.settings.parameters.at("n"), 100);
  EXPECT_EQ(step.done.state.settings.block, (base::Dim3{25, 1, 1}));
  EXPECT_EQ(step.done.state.settings.grid, (base::Dim3{4, 1, 1})) << "100 elements in blocks of 25";
  EXPECT_EQ(step.state.lesson, "03-small");
  EXPECT_EQ(step.state.lesson_step, 1u);
  EXPECT_FALSE(step.asks);
}

TEST(Lesson, KnowsWhetherItAsksForAnAnswer) {
  const auto lesson =
      parse(head + task + replaced(replaced(state, "block == 25 &&", "answer == 25 &&"), "{block = 25}", "{answer = \"5 * 5\"}"));
  ASSERT_TRUE(lesson) << base::describe(lesson.error());
  EXPECT_TRUE(lesson->steps[0].asks);
  EXPECT_EQ(lesson->steps[0].done.answer, "5 * 5");
}

TEST(Lesson, RefusesWithThePlace) {
  EXPECT_EQ(refused(""), "dir/03-small.md: error: a lesson has at least one step (##)");
  EXPECT_EQ(refused("text"), "dir/03-small.md:1: error: a lesson begins with its title (#)");
  EXPECT_EQ(refused("# A\n\n# B\n"), "dir/03-small.md:3: error: a lesson has one title (#), and it comes first");
  EXPECT_EQ(refused(head + task), "dir/03-small.md:5: error: the step “First” has no block “warplens”");
  EXPECT_EQ(refused(head + state), "dir/03-small.md:5: error: the step “First” has no quote (>) that says what to do");
  EXPECT_EQ(refused(head + task + state + "\n" + state), "dir/03-small.md:20: error: the step has a block “warplens” already");
  EXPECT_EQ(refused(head + "![a](b.png)\n\n" + task + state),
            "dir/03-small.md:7: error: a lesson has no images: its pictures are runs");
  EXPECT_EQ(refused(replaced(head, "#warp-size", "#wrap") + task + state),
            "dir/03-small.md:7: error: the link “glossary.md#wrap” leads to no term of the glossary (glossary.md#TERM)");
}

TEST(Lesson, RefusesAStateWithThePlace) {
  const auto with = [](const std::string& what, const std::string& instead) {
    return refused(head + task + replaced(state, what, instead));
  };
  EXPECT_EQ(with("\"increment\"", "\"decrement\""), "dir/03-small.md:12:14: error: there is no experiment 'decrement'");
  EXPECT_EQ(with("block = 64", "blok = 64").substr(0, 66), "dir/03-small.md:13:24: error: experiment 'increment' has no 'blok'");
  EXPECT_EQ(with("n = 100", "n = 0").substr(0, 33), "dir/03-small.md:13:12: error: 'n'");
  EXPECT_EQ(with("n = 100", "view = \"maping\""), "dir/03-small.md:13:15: error: there is no view 'maping'");
  EXPECT_EQ(with("n = 100", "costs = \"cycles\""),
            "dir/03-small.md:13:16: error: there is no cost 'cycles' of a line; there are instructions, inactive-lanes, sectors, "
            "conflicts, collisions, waiting");
  EXPECT_EQ(with("n = 100", "spec = \"rtx-9999\""),
            "dir/03-small.md:13:15: error: there is no card 'rtx-9999'; there are toy, toy-4, rtx-2080-ti, a100, rtx-4090, h100, "
            "h200");
  EXPECT_EQ(with("{block = 25}", "{block = 25, memory = \"inn\"}"),
            "dir/03-small.md:15:30: error: 'memory' must be one of a, shared memory, not 'inn'");
  EXPECT_EQ(with("block == 25 &&", "blck == 25 &&").substr(0, 44), "dir/03-small.md:14:9: error: expression 'blc");
  EXPECT_EQ(with("\"guarded\"", "\"guarded").substr(0, 44), "dir/03-small.md:14:9: error: expression 'blo");
  EXPECT_EQ(with("{block = 25}", "{block = 25"),
            "dir/03-small.md:15:19: error: Error while parsing inline table: expected key or closing '}', saw '\\n'");
  EXPECT_EQ(with("done = {block = 25}\n", ""), "dir/03-small.md:12:1: error: the step needs 'done'");
  EXPECT_EQ(with("lanes_per_block:lane", "lanes_per_blok:lane").substr(0, 54),
            "dir/03-small.md:16:8: error: 'seen': expression 'empty");
  EXPECT_EQ(with("check =", "chek ="), "dir/03-small.md:12:1: error: the step needs 'check'");
}

TEST(Lesson, AStepMayAskForASweep) {
  const auto with = [](const std::string& label) {
    return replaced(replaced(head + task + state, "done = {block = 25}", "done = {sweep = \"" + label + "\", block = 25}"),
                    "block == 25", "sweep == \"copies\"");
  };
  const auto lesson = parse(with("copies"));
  ASSERT_TRUE(lesson) << base::describe(lesson.error());
  EXPECT_NE(lesson->steps[0].state.view, "sweep");
  EXPECT_EQ(lesson->steps[0].done.state.view, "sweep");
  EXPECT_EQ(lesson->steps[0].done.state.sweep.label, "copies");
  EXPECT_NE(refused(with("speed")).find("has no sweep 'speed'"), std::string::npos);
}

TEST(Lesson, IsFoundByItsNumberAndItsName) {
  Lessons all;
  all.lessons.resize(2);
  all.lessons[0].id = "01-threads-and-blocks";
  all.lessons[1].id = "11-timing";
  EXPECT_EQ(find(all, "01-threads-and-blocks"), &all.lessons[0]);
  EXPECT_EQ(find(all, "threads-and-blocks"), &all.lessons[0]);
  EXPECT_EQ(find(all, "1"), &all.lessons[0]);
  EXPECT_EQ(find(all, "01"), &all.lessons[0]);
  EXPECT_EQ(find(all, "11"), &all.lessons[1]);
  EXPECT_EQ(find(all, "2"), nullptr);
  EXPECT_EQ(find(all, ""), nullptr);
}

TEST(Markdown, KeepsListsQuotesAndCodeApart) {
  const auto blocks = parse_markdown("para\n\n- one\n- two\n  1. in\n\n> quoted\n\n```cuda\n\nint i;\n```\n", "x.md");
  ASSERT_TRUE(blocks);
  ASSERT_EQ(blocks->size(), 6u);
  EXPECT_EQ((*blocks)[1].marker, "•");
  EXPECT_EQ((*blocks)[1].level, 1);
  EXPECT_EQ((*blocks)[3].marker, "1.");
  EXPECT_EQ((*blocks)[3].level, 2);
  EXPECT_TRUE((*blocks)[4].quoted);
  EXPECT_EQ((*blocks)[5].kind, BlockKind::code);
  EXPECT_EQ((*blocks)[5].language, "cuda");
  EXPECT_EQ((*blocks)[5].code, "\nint i;\n");
  EXPECT_EQ((*blocks)[5].line, 10);
}

TEST(Glossary, WantsADefinitionAndASection) {
  const auto refused_words = [](const std::string& text) { return base::describe(parse_glossary(text, "g.md").error()); };
  EXPECT_EQ(glossary().terms.size(), 1u);
  EXPECT_EQ(glossary().terms[0].section, "SIMT Architecture");
  EXPECT_EQ(refused_words("## a\n\nx\n"), "g.md:3: error: the term “a” names no section: “Guide: …”");
  EXPECT_EQ(refused_words("## a\n\n## b\n"), "g.md:3: error: the term “a” has no definition");
  EXPECT_EQ(refused_words("## a\n\nx\n\nGuide: y\n\n## a\n"), "g.md:7: error: “a” is there already");
}

TEST(Condition, ComparesNumbersAndWords) {
  Facts facts{{{"block", 25}, {"share", 0.78125}, {"threads", 1024}, {"waves", 1.25}}, {{"entry", "atomic"}}};
  EXPECT_TRUE(holds("block == 25", facts));
  EXPECT_FALSE(holds("block == 26", facts));
  EXPECT_TRUE(holds("entry == \"atomic\" && block < 32", facts));
  EXPECT_FALSE(holds("entry == \"racy\"", facts));
  EXPECT_FALSE(holds("\"racy\" == \"atomic\"", facts));
  EXPECT_FALSE(holds("answer == 25", facts)) << "what is not known is not true";
  EXPECT_FALSE(holds("0 / 0", facts));
  EXPECT_EQ(*filled("{threads} threads, {share:%}, {waves:2}, {entry}, {block - 24:race}, {block:race}", facts),
            "1,024 threads, 78 %, 1.25, atomic, 1 race, 25 races");
  EXPECT_EQ(*filled("{share}", facts), "0.781");
  EXPECT_EQ(*filled("{block > 1 ? 7 : 8}", facts), "7");
  EXPECT_FALSE(filled("{block", facts));
  EXPECT_FALSE(filled("{nothing}", facts));
  EXPECT_FALSE(filled("{block:%%}", facts));
}

/// Untrusted input: truncated, shortened, duplicated and bit-flipped texts give a lesson, or an error with a file.
TEST(Lesson, OfAnyTextIsReadOrRefused) {
  const std::string whole = head + task + state;
  base::Random random(7);
  for (std::size_t length = 0; length <= whole.size(); ++length) static_cast<void>(parse(whole.substr(0, length)));
  const std::string signs = "#>`*[]()!{}\"'=\n\t -_<&\\|0\x80\xff";
  int refusals = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (std::uint64_t edits = 1 + random.next() % 6; edits > 0; --edits) {
      const std::size_t at = random.next() % text.size();
      const std::size_t length = std::min<std::size_t>(random.next() % 20, text.size() - at);
      switch (random.next() % 3) {
        case 0:
          text[at] = signs[random.next() % signs.size()];
          break;
        case 1:
          text.insert(at, text.substr(at, length));
          break;
        default:
          text.erase(at, length);
      }
      if (text.empty()) text = "#";
    }
    const auto lesson = parse(text);
    if (lesson) continue;
    ++refusals;
    EXPECT_EQ(lesson.error().file, "dir/03-small.md") << text;
    EXPECT_FALSE(lesson.error().message.empty());
  }
  EXPECT_GT(refusals, 1000);
}

TEST(Lesson, OfHostileLengthIsReadOrRefused) {
  for (const char* piece : {"> ", "- ", "#", "*", "[", "`", "{", "![", "1. ", "[a](", "[a]: b\n", "<", "&", "\\"}) {
    std::string text;
    for (int k = 0; k < 20000; ++k) text += piece;
    EXPECT_FALSE(parse(text));
    EXPECT_FALSE(parse(head + task + "```warplens\n" + text));
  }
}

}  // namespace
}  // namespace warplens::lesson
