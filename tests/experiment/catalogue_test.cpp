#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "base/file.h"
#include "base/random.h"
#include "experiment/experiment.h"
#include "experiment/inputs/inputs.h"
#include "tests/scratch_folder.h"

namespace warplens::experiment {
namespace {

const std::string valid = R"(title = "Double"
view = "mapping"
shown = "a"

[parameters.n]
value = 1000
minimum = 1
maximum = 100_000

[parameters.b]
value = 0.5
minimum = -1
maximum = 1
integer = false

[[arguments]]
name = "a"
type = "f32"
size = "n"
input = "iota"
output = true

[[arguments]]
name = "n"
type = "i32"
value = "n"

[[entries]]
kernel = "twice"
label = "one"
grid = ["(n + bx - 1) / bx", "2"]
block = ["128"]
arguments = ["a", "n"]

[[entries]]
kernel = "twice"
label = "two"
grid = ["b * 8"]
block = ["32"]
arguments = ["a", "n"]
parameters = { n = 10 }
dynamic_shared = "4 * n"
reference = "3 * in"

[reference]
output = "a"
expression = "2 * in"
)";

std::filesystem::path folder() {
  const auto path = scratch("catalogue");
  std::filesystem::create_directories(path);
  return path;
}

base::Result<Experiment> load(const std::string& text) {
  const auto file = folder() / "double.toml";
  EXPECT_TRUE(base::write_file(file, text).ok());
  static constexpr std::string_view views[] = {"mapping", "race", "histogram", "scene", "streams"};
  return load_experiment(file, views);
}

std::string replaced(const std::string& what, const std::string& by) {
  std::string text = valid;
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(Catalogue, ReadsAnExperiment) {
  const auto experiment = load(valid);
  ASSERT_TRUE(experiment.ok()) << describe(experiment.error());
  EXPECT_EQ(experiment->id, "double");
  EXPECT_EQ(experiment->source.filename(), "double.cu");
  EXPECT_TRUE(experiment->ptx.empty());
  EXPECT_EQ(experiment->view, "mapping");
  EXPECT_EQ(experiment->repeats, 1u);
  ASSERT_EQ(experiment->parameters.size(), 2u);
  EXPECT_EQ(experiment->parameters[0].name, "n");  // in file order, not sorted by name
  EXPECT_EQ(experiment->parameters[1].value, 0.5);
  ASSERT_EQ(experiment->arguments.size(), 2u);
  EXPECT_TRUE(experiment->arguments[0].buffer && experiment->arguments[0].output);
  EXPECT_FALSE(experiment->arguments[1].buffer);
  ASSERT_EQ(experiment->entries.size(), 2u);
  EXPECT_EQ(experiment->entries[1].parameters.at("n"), 10);
  EXPECT_EQ(experiment->reference.expression, "2 * in");
}

TEST(Catalogue, AListAmongTheArgumentsIsAStructure) {
  const auto experiment = load(replaced("arguments = [\"a\", \"n\"]", "arguments = [\"n\", [\"n\", \"a\"]]"));
  ASSERT_TRUE(experiment.ok()) << describe(experiment.error());
  EXPECT_EQ(experiment->entries[0].arguments, (std::vector<std::string>{"n", "n", "a"}));
  EXPECT_EQ(experiment->entries[0].fields, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(experiment->entries[1].fields, (std::vector<std::uint32_t>{1, 1}));
  for (const char* wrong : {"arguments = [\"a\", []]", "arguments = [\"a\", [1]]", "arguments = [\"a\", 1]", "arguments = \"a\""})
    EXPECT_FALSE(load(replaced("arguments = [\"a\", \"n\"]", wrong)).ok()) << wrong;
}

TEST(Catalogue, SettingsFollowTheExpressions) {
  const auto experiment = load(valid);
  ASSERT_TRUE(experiment.ok());
  auto settings = default_settings(*experiment, 0);
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(settings->block, (base::Dim3{128, 1, 1}));
  EXPECT_EQ(settings->grid, (base::Dim3{8, 2, 1}));  // 1000 / 128 rounded up
  settings->block.x = 1000;
  EXPECT_EQ(grid_for(*experiment, *settings)->x, 1u);
  const auto second = default_settings(*experiment, 1);
  EXPECT_EQ(second->grid, (base::Dim3{4, 1, 1}));
  EXPECT_EQ(second->parameters.at("n"), 10);
  EXPECT_EQ(*dynamic_shared_for(*experiment, *second), 40u);
  EXPECT_EQ(reference_of(*experiment, experiment->entries[1]).expression, "3 * in");
  EXPECT_FALSE(default_settings(*experiment, 2).ok());
}

TEST(Catalogue, SetChangesOneThingAndWhatFollowsFromIt) {
  const auto experiment = load(valid);
  ASSERT_TRUE(experiment.ok());
  Settings settings = *default_settings(*experiment, 0);
  const auto ok = [&](const char* assignment) { return set(*experiment, settings, assignment).ok(); };
  EXPECT_TRUE(ok("block=64"));
  EXPECT_EQ(settings.grid.x, 16u);
  EXPECT_TRUE(ok("n=65"));
  EXPECT_EQ(settings.grid.x, 2u);
  EXPECT_TRUE(ok("grid=5,6,7"));
  EXPECT_EQ(settings.grid, (base::Dim3{5, 6, 7}));
  EXPECT_TRUE(ok("seed=18446744073709551615"));
  EXPECT_EQ(settings.seed, ~std::uint64_t{0});
  EXPECT_TRUE(ok("repeats=3"));
  EXPECT_TRUE(ok("multiprocessors=8"));
  EXPECT_EQ(settings.multiprocessors, 8u);
  EXPECT_FALSE(ok("multiprocessors=1025"));
  EXPECT_FALSE(ok("multiprocessors=-1"));
  EXPECT_EQ(settings.multiprocessors, 8u);
  EXPECT_TRUE(ok("schedule=round-robin"));
  EXPECT_TRUE(ok("b=0.25"));
  EXPECT_TRUE(ok("entry=two"));
  EXPECT_EQ(settings.entry, 1u);
  EXPECT_EQ(settings.block.x, 32u);
  EXPECT_EQ(settings.repeats, 3u);
  EXPECT_TRUE(ok("entry=0"));
}

TEST(Catalogue, AnEntryHasInputsAndAScheduleOfItsOwn) {
  const auto experiment =
      load(replaced("reference = \"3 * in\"", "inputs = { a = \"7\" }\nschedule = \"random\"\nreference = \"3 * in\""));
  ASSERT_TRUE(experiment.ok()) << describe(experiment.error());
  const auto first_element = [&](std::uint32_t entry) {
    const auto argument = make_argument(*experiment, *default_settings(*experiment, entry), 0);
    return launch::to_double(launch::element(launch::ElementType::f32, *std::get<launch::Buffer>(*argument).initial, 3));
  };
  EXPECT_EQ(first_element(0), 3);
  EXPECT_EQ(first_element(1), 7);
  Settings settings = *default_settings(*experiment, 0);
  EXPECT_EQ(settings.schedule, launch::Schedule::timed);
  EXPECT_TRUE(set(*experiment, settings, "entry=two").ok());
  EXPECT_EQ(settings.schedule, launch::Schedule::random);
  EXPECT_TRUE(set(*experiment, settings, "entry=one").ok());
  EXPECT_EQ(settings.schedule, launch::Schedule::timed);  // the previous entry's preset is dropped
  EXPECT_TRUE(set(*experiment, settings, "schedule=round-robin").ok() && set(*experiment, settings, "entry=0").ok());
  EXPECT_EQ(settings.schedule, launch::Schedule::round_robin);  // the user's choice is kept
}

TEST(Catalogue, ABlockFollowsTheParameterItIsWorkedOutFrom) {
  const auto experiment = load(replaced("block = [\"128\"]", "block = [\"n / 10\", \"2\"]"));
  ASSERT_TRUE(experiment.ok()) << describe(experiment.error());
  Settings settings = *default_settings(*experiment, 0);
  EXPECT_EQ(settings.block, (base::Dim3{100, 2, 1}));
  EXPECT_TRUE(set(*experiment, settings, "n=77").ok());
  EXPECT_EQ(settings.block, (base::Dim3{7, 2, 1}));
  EXPECT_EQ(settings.grid, (base::Dim3{11, 2, 1}));  // 77 / 7
  EXPECT_TRUE(set(*experiment, settings, "block=8").ok() && set(*experiment, settings, "b=1").ok());
  EXPECT_EQ(settings.block, (base::Dim3{8, 1, 1}));  // not changed by another parameter
}

TEST(Catalogue, ExpressionsReadTheBuffersOfTheEntry) {
  const auto experiment = load(replaced("expression = \"2 * in\"", "expression = \"a + in + mod(i, 3) + mod(-1, 3)\""));
  ASSERT_TRUE(experiment.ok()) << describe(experiment.error());
  EXPECT_EQ(element_variables(*experiment, experiment->entries[0]), (std::vector<std::string>{"i", "in", "a"}));
  EXPECT_FALSE(load(replaced("expression = \"2 * in\"", "expression = \"c + in\"")).ok());
}

TEST(Catalogue, SetRefusesAndLeavesTheSettings) {
  const auto experiment = load(valid);
  ASSERT_TRUE(experiment.ok());
  const std::vector<std::pair<const char*, const char*>> wrong{{"n", "KEY=VALUE"},
                                                               {"m=5", "there are: n b entry grid"},
                                                               {"n=0", "from 1 to 100,000"},
                                                               {"n=1e6", "from 1 to"},
                                                               {"n=1.5", "whole"},
                                                               {"n=nan", "from 1"},
                                                               {"n=", "not a number"},
                                                               {"n=1/0", "not a number"},
                                                               {"grid=", "X,Y,Z"},
                                                               {"grid=1,2,3,4", "X,Y,Z"},
                                                               {"grid=-1", "X,Y,Z"},
                                                               {"block=4294967296", "X,Y,Z"},
                                                               {"block=1,", "X,Y,Z"},
                                                               {"entry=three", "there are: one two"},
                                                               {"entry=2", "there are"},
                                                               {"seed=-1", "whole"},
                                                               {"seed=1.5", "whole"},
                                                               {"repeats=0", "from 1"},
                                                               {"repeats=99999999999", "from 1"},
                                                               {"schedule=fast", "timed round-robin random"},
                                                               {"", "KEY=VALUE"},
                                                               {"=5", "there are"},
                                                               {"entry=two\n", "there are"}};
  for (const auto& [assignment, message] : wrong) {
    Settings settings = *default_settings(*experiment, 0);
    const base::Status status = set(*experiment, settings, assignment);
    ASSERT_FALSE(status.ok()) << assignment;
    EXPECT_NE(status.error().message.find(message), std::string::npos) << assignment << " → " << status.error().message;
    EXPECT_EQ(settings.grid, (base::Dim3{8, 2, 1})) << assignment;
  }
}

struct Broken {
  const char* what;
  const char* by;
  int line;
  const char* message;
};

class BrokenFile : public testing::TestWithParam<Broken> {};

TEST_P(BrokenFile, IsAnErrorWithItsPlace) {
  const auto experiment = load(replaced(GetParam().what, GetParam().by));
  ASSERT_FALSE(experiment.ok());
  const base::Error& error = experiment.error();
  EXPECT_NE(error.message.find(GetParam().message), std::string::npos) << describe(error);
  EXPECT_EQ(error.line, GetParam().line) << describe(error);
  EXPECT_GT(error.column, 0) << describe(error);
  EXPECT_EQ(std::filesystem::path(error.file).filename(), "double.toml");
}

INSTANTIATE_TEST_SUITE_P(
    Catalogue, BrokenFile,
    testing::Values(
        Broken{"title = \"Double\"", "title = Double", 1, ""}, Broken{"title = \"Double\"", "title = 5", 1, "must be text"},
        Broken{"title = \"Double\"", "", 1, "needs 'title'"}, Broken{"title = \"Double\"", "title = \"\"", 1, "is empty"},
        Broken{"view = \"mapping\"", "veiw = \"mapping\"", 2, "no key 'veiw'; there are: title text"},
        Broken{"view = \"mapping\"", "view = \"map\"", 2, "mapping race histogram"},
        Broken{"shown = \"a\"", "shown = \"n\"", 3, "no buffer"},
        Broken{"shown = \"a\"", "shown = \"a\"\nrepeats = 0", 4, "at least 1"},
        Broken{"shown = \"a\"", "shown = \"a\"\nline_measure = \"cycles\"", 4,
               "no line measure 'cycles'; there are: instructions inactive-lanes sectors conflicts collisions waiting"},
        Broken{"shown = \"a\"", "shown = \"a\"\nrepeats = 1.5", 4, "whole number"},
        Broken{"shown = \"a\"", "shown = \"a\"\ntries = \"x\"", 4, "list of texts"},
        Broken{"shown = \"a\"", "shown = \"a\"\nshown_element = 1000", 20, "outside"},
        Broken{"input = \"iota\"", "input = \"iota\"\ncolumns = \"7\"", 21, "1,000 elements, not a number of rows of 7"},
        Broken{"value = \"n\"", "value = \"n\"\ncolumns = \"1\"", 27, "only a buffer"},
        Broken{"value = 1000\n", "value = 0\n", 6, "not between"}, Broken{"value = 1000\n", "value = 10.5\n", 6, "whole"},
        Broken{"value = 1000\n", "value = inf\n", 6, "finite"}, Broken{"value = 1000\n", "value = \"1\"\n", 6, "finite number"},
        Broken{"minimum = 1\n", "minimum = 200_000\n", 7, "above its 'maximum'"},
        Broken{"minimum = 1\n", "minimum = 0\nlogarithmic = true\n", 8, "logarithmic"},
        Broken{"maximum = 100_000\n", "", 5, "needs 'maximum'"}, Broken{"[parameters.b]", "[parameters.gx]", 10, "cannot name"},
        Broken{"[parameters.b]", "[parameters.sin]", 10, "cannot name"},
        Broken{"[parameters.b]", "[parameters.'x y']", 10, "cannot name"},
        Broken{"[parameters.b]", "[parameters.b.c]", 10, "needs 'value'"},
        Broken{"type = \"f32\"", "type = \"half\"", 18, "unknown type 'half'"}, Broken{"type = \"f32\"", "", 16, "needs 'type'"},
        Broken{"size = \"n\"", "size = 1000", 19, "must be text"}, Broken{"size = \"n\"", "", 17, "needs 'size' and 'input'"},
        Broken{"size = \"n\"", "size = \"m\"", 19, "Unexpected token \"m\""},
        Broken{"size = \"n\"", "size = \"n +\"", 19, "expression 'n +'"},
        Broken{"size = \"n\"", "size = \"1/0\"", 19, "no finite value"},
        Broken{"size = \"n\"", "size = \"-5\"", 19, "cannot be negative"},
        Broken{"size = \"n\"", "size = \"1e30\"", 19, "the most there can be is 2,147,483,648"},
        Broken{"size = \"n\"", "size = \"0\"", 19, "at least 1"}, Broken{"size = \"n\"", "size = \"1, 2\"", 19, "2 values"},
        Broken{"size = \"n\"", "size = \"n = 3\"", 19, "expression"}, Broken{"output = true", "output = 1", 21, "true or false"},
        Broken{"name = \"n\"", "name = \"a\"", 23, "two arguments"},
        Broken{"value = \"n\"", "value = \"1e10\"", 26, "does not fit in i32"},
        Broken{"value = \"n\"", "value = \"n\"\noutput = true", 27, "only a buffer"},
        Broken{"value = \"n\"", "value = \"n\"\nsize = \"5\"", 26, "has a 'value'"},
        Broken{"kernel = \"twice\"", "", 28, "needs 'kernel'"}, Broken{"label = \"one\"", "label = \"two\"", 35, "two entries"},
        Broken{"grid = [\"(n + bx - 1) / bx\", \"2\"]", "grid = []", 31, "one to three"},
        Broken{"grid = [\"(n + bx - 1) / bx\", \"2\"]", "grid = [\"1\", \"1\", \"1\", \"1\"]", 31, "one to three"},
        Broken{"grid = [\"(n + bx - 1) / bx\", \"2\"]", "grid = [\"-1\"]", 31, "cannot be negative"},
        Broken{"grid = [\"(n + bx - 1) / bx\", \"2\"]", "grid = [4]", 31, "list of texts"},
        Broken{"block = [\"128\"]", "block = [\"bx\"]", 32, "Unexpected token \"bx\""},
        Broken{"block = [\"128\"]", "block = [\"1e10\"]", 32, "4,294,967,295"},
        Broken{"block = [\"128\"]", "block = [\"2048\"]", 32, "block x is 2,048; CUDA allows at most 1,024"},
        Broken{"block = [\"128\"]", "block = [\"64\", \"32\"]", 32, "2,048 threads"},
        Broken{"view = \"mapping\"", "view = \"scene\"", 2, "needs a [scene]"},
        Broken{"view = \"mapping\"", "view = \"streams\"", 2, "needs [streams]"},
        Broken{"dynamic_shared = \"4 * n\"", "needs = { expression = \"bx == 16\", text = \"sixteens\" }", 42,
               "'two' needs sixteens; the block is 32"},
        Broken{"dynamic_shared = \"4 * n\"", "needs = { expression = \"m == 16\", text = \"sixteens\" }", 42,
               "expression 'm == 16', character 1: Unexpected token"},
        Broken{"dynamic_shared = \"4 * n\"", "needs = { expression = \"bx == 32\" }", 42, "needs 'text'"},
        Broken{"dynamic_shared = \"4 * n\"", "needs = \"bx == 32\"", 42, "must be a table"},
        Broken{"arguments = [\"a\", \"n\"]", "arguments = [\"a\", \"m\"]", 33, "no argument 'm'; there are: a n"},
        Broken{"arguments = [\"a\", \"n\"]", "arguments = [\"n\"]", 28, "does not take 'a'"},
        Broken{"parameters = { n = 10 }", "parameters = { n = 0 }", 41, "from 1 to"},
        Broken{"parameters = { n = 10 }", "parameters = { m = 1 }", 41, "no parameter 'm'"},
        Broken{"dynamic_shared = \"4 * n\"", "dynamic_shared = \"4 * m\"", 42,
               "expression '4 * m', character 5: Unexpected token"},
        Broken{"dynamic_shared = \"4 * n\"", "moves = \"4 * m\"", 42, "expression '4 * m', character 5: Unexpected token"},
        Broken{"[reference]", "[streams]\nstreams = \"9\"\nparts = \"1\"\ncount = \"n\"\n[reference]", 28,
               "the most there can be is 8"},
        Broken{"[reference]", "[streams]\nstreams = \"1\"\nparts = \"0\"\ncount = \"n\"\n[reference]", 28, "parts is 0"},
        Broken{"[reference]", "[streams]\nstreams = \"1\"\nparts = \"1\"\ncount = \"b\"\n[reference]", 28, "does not take 'b'"},
        Broken{"[reference]", "[streams]\nstreams = \"1\"\n[reference]", 45, "needs 'parts'"},
        Broken{"reference = \"3 * in\"", "inputs = { n = \"7\" }", 43, "'n' is no buffer"},
        Broken{"reference = \"3 * in\"", "inputs = { a = 7 }", 43, "must be text"},
        Broken{"reference = \"3 * in\"", "schedule = \"fast\"", 43, "no schedule 'fast'"},
        Broken{"reference = \"3 * in\"", "reference = \"3 * out\"", 35, "'3 * out', character 5"},
        Broken{"output = \"a\"", "output = \"b\"", 46, "no buffer"},
        Broken{"expression = \"2 * in\"", "", 45, "either 'expression' or 'function'"},
        Broken{"expression = \"2 * in\"", "function = \"total\"", 47, "there are: histogram"},
        Broken{"expression = \"2 * in\"", "expression = \"in\"\ntolerance = -1", 48, "below 0"}));

TEST(Catalogue, ABrokenFileDoesNotHideTheOthers) {
  const auto own = folder() / "several";
  std::filesystem::remove_all(own);
  std::filesystem::create_directories(own);
  ASSERT_TRUE(base::write_file(own / "b.toml", valid).ok());
  ASSERT_TRUE(base::write_file(own / "a.toml", valid).ok());
  ASSERT_TRUE(base::write_file(own / "z.toml", "order = 3\n" + valid).ok());
  ASSERT_TRUE(base::write_file(own / "broken.toml", std::string("title = ")).ok());
  std::filesystem::create_directories(own / "folder.toml");
  const Catalogue catalogue = load_catalogue({own, own / "missing", own});
  ASSERT_EQ(catalogue.experiments.size(), 3u);
  EXPECT_EQ(catalogue.experiments[0].id, "z");  // ordered experiments come first
  EXPECT_EQ(catalogue.experiments[1].id, "a");
  EXPECT_NE(find(catalogue, "b"), nullptr);
  EXPECT_EQ(find(catalogue, "c"), nullptr);
  EXPECT_EQ(catalogue.errors.size(), 8u);  // broken and folder twice, duplicates of a, b and z, the missing folder
}

/// Each argument is compared with the others: a file of half a megabyte took minutes.
TEST(Catalogue, RefusesMoreThanAnybodyWrites) {
  std::string many = "title = \"T\"\n";
  while (many.size() < 500'000) many += "[[arguments]]\nname = \"a\"\ntype = \"f32\"\nsize = \"1\"\ninput = \"zeros\"\n";
  const auto refused = parse_experiment(many, "many.toml");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "more than 1000 arguments");
}

TEST(Catalogue, AnExperimentMayNameALineMeasure) {
  EXPECT_EQ(load(valid)->line_measure, LineMeasure::threads);
  EXPECT_EQ(load(replaced("shown = \"a\"", "shown = \"a\"\nline_measure = \"inactive-lanes\""))->line_measure,
            LineMeasure::inactive_lanes);
}

TEST(Catalogue, OurOwnExperimentsLoad) {
  const Catalogue catalogue = load_catalogue({std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "kernels"});
  for (const base::Error& error : catalogue.errors) ADD_FAILURE() << describe(error);
  for (const char* id : {"counter", "histogram", "increment"}) EXPECT_NE(find(catalogue, id), nullptr) << id;
}

TEST(Catalogue, NoTextCrashesIt) {
  std::vector<std::string> texts{valid};
  for (const char* id : {"counter", "histogram", "increment"})
    texts.push_back(*base::read_text(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "kernels" / (std::string(id) + ".toml")));
  base::Random random(9);
  const std::string pieces = "\"'[]{}=,.\n#\\0159-+*/()eE_ntx\t\x80\xff";
  int refused = 0;
  for (int turn = 0; turn < 600; ++turn) {
    std::string text = texts[random.below(static_cast<std::uint32_t>(texts.size()))];
    for (std::uint32_t change = 0; change <= random.below(3); ++change) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      const std::size_t length = random.below(20);
      switch (random.below(3)) {
        case 0:
          text[at] = pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
          break;
        case 1:
          text.erase(at, length);
          break;
        default:
          text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(text.size())), length));
          break;
      }
    }
    const auto experiment = load(text);
    if (!experiment) {
      ++refused;
      EXPECT_FALSE(experiment.error().message.empty());
      continue;
    }
    for (std::uint32_t entry = 0; entry < experiment->entries.size(); ++entry)
      EXPECT_TRUE(default_settings(*experiment, entry).ok());
  }
  EXPECT_GT(refused, 100);
}

TEST(Evaluate, Arithmetic) {
  const std::map<std::string, double> variables{{"n", 1000}, {"bx", 256}};
  EXPECT_EQ(*evaluate("(n + bx - 1) / bx", variables), 1255.0 / 256);
  EXPECT_EQ(*evaluate("ceil(n / bx) + floor(2.7)", variables), 6);
  EXPECT_EQ(*evaluate("n > 5 ? min(n, 7) : 2^10", variables), 7);
}

TEST(Evaluate, RefusesWhatHasNoValue) {
  for (const std::string& text :
       {std::string(""), std::string("  "), std::string("1/0"), std::string("0/0"), std::string("n"), std::string("1 +"),
        std::string("(1"), std::string("1)"), std::string("\"text\""), std::string("1,2"), std::string("x = 3"),
        std::string("1e400"), std::string("sqrt(-1)"), std::string("1\0+1", 4), std::string(30'000, '1'),
        std::string(10'000, '('), std::string("sin()"), std::string("$"), std::string("\xff")}) {
    const auto value = evaluate(text, {});
    EXPECT_FALSE(value.ok()) << text.substr(0, 50);
    EXPECT_TRUE(value.ok() || !value.error().message.empty());
  }
}

}  // namespace
}  // namespace warplens::experiment
