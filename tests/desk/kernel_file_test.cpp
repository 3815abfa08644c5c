#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "base/file.h"
#include "tests/desk/desk_test_base.h"
#include "tests/scratch_folder.h"

// A kernel file in the window: opened, run, changed by another program, kept in a session.

namespace warplens::desk {
namespace {

class KernelFileOnTheDesk : public DeskTest {
 protected:
  KernelFileOnTheDesk() {
    std::filesystem::create_directories(folder_);
    desk_.open_first_experiment();
  }
  ~KernelFileOnTheDesk() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& text) {
    std::ofstream(file_) << text;
    // Two versions within the resolution of the file system's clock differ in their times all the same.
    std::filesystem::last_write_time(file_, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(++versions_));
  }
  double first_element() const {
    return launch::to_double(launch::element(launch::ElementType::i32, desk_.runs.shown->run.result.outputs.at(0), 0));
  }

  const std::filesystem::path folder_ = scratch("kernel on the desk");
  const std::filesystem::path file_ = folder_ / "fill.cu";
  int versions_ = 0;
};

const char* const fill =
    "__global__ void fill(int *a, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] = 7;\n}\n";
const char* const fill_with =
    "__global__ void fill(int *a, int n, int value) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] = "
    "value;\n}\n";

TEST_F(KernelFileOnTheDesk, IsRunAndFollowsItsFile) {
  write(fill);
  desk_.open_file(file_);
  EXPECT_EQ(desk_.notice.text, "");
  draw_until_idle();
  ASSERT_FALSE(desk_.runs.failure) << base::describe(*desk_.runs.failure);
  ASSERT_TRUE(desk_.shows_choice());
  EXPECT_EQ(desk_.source->title, "fill.cu");
  EXPECT_EQ(first_element(), 7);
  choose_parameter(desk_.choices, "n", 512);
  draw_until_idle();

  write(fill_with);
  draw_until_idle();
  ASSERT_TRUE(desk_.shows_choice());
  EXPECT_EQ(desk_.choices.session.settings.parameters.at("n"), 512) << "what still fits is kept";
  EXPECT_EQ(desk_.choices.session.settings.parameters.at("value"), 1);
  EXPECT_EQ(desk_.runs.shown->map.elements, 512u);
  EXPECT_EQ(first_element(), 1);
}

TEST_F(KernelFileOnTheDesk, IsCompiledWithItsOptions) {
  write("__global__ void fill(int *a, int n) {\n  int unused = 3;\n  if (threadIdx.x < n) a[threadIdx.x] = VALUE;\n}\n");
  desk_.open_file(file_);
  draw_until_idle();
  ASSERT_TRUE(desk_.runs.failure) << "VALUE is not defined";
  EXPECT_FALSE(desk_.runs.shown) << "the picture was another kernel's";
  for (const int value : {3, 4}) {
    choose_compile(desk_.choices, "-DVALUE=" + std::to_string(value));
    draw_until_idle();
    ASSERT_TRUE(desk_.shows_choice());
    EXPECT_EQ(first_element(), value);
    ASSERT_EQ(desk_.runs.shown->warnings.size(), 1u);
    EXPECT_EQ(desk_.runs.shown->warnings[0].line, 2);
  }
  desk_.undo.note(desk_.choices.session, false);
  choose_compile(desk_.choices, "-Q9");
  draw_until_idle();
  ASSERT_TRUE(desk_.runs.failure);
  EXPECT_NE(desk_.runs.failure->message.find("'-Q9'"), std::string::npos) << desk_.runs.failure->message;
  desk_.undo.note(desk_.choices.session, false);
  desk_.undo_change();
  draw_until_idle();
  EXPECT_TRUE(desk_.shows_choice());
  EXPECT_EQ(first_element(), 4);
  desk_.save_as_experiment();
  draw_until_idle();
  EXPECT_EQ(desk_.choices.experiment().compile, "-DVALUE=4");
  EXPECT_EQ(first_element(), 4);
}

TEST_F(KernelFileOnTheDesk, AsksForTheTypesOfTemplates) {
  const std::string text =
      "template <typename T>\n__global__ void triple(T *a, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] = 3 * a[i];\n}\n";
  write(text);
  const std::string before = desk_.choices.session.experiment;
  desk_.open_file(file_);
  ASSERT_TRUE(desk_.template_question);
  EXPECT_EQ(desk_.template_question->lines, "template __global__ void triple<float>(float *a, int n);");
  EXPECT_EQ(desk_.choices.session.experiment, before) << "nothing is opened before the answer";

  desk_.template_question->lines = "template __global__ void other<float>(float *a, int n);";
  desk_.answer_template();
  EXPECT_TRUE(desk_.template_question) << "the question stays";
  EXPECT_NE(desk_.notice.text.find("makes no instance"), std::string::npos) << desk_.notice.text;
  EXPECT_EQ(*base::read_text(file_), text);

  desk_.template_question->lines = "template __global__ void triple<double>(double *a, int n);";
  desk_.answer_template();
  EXPECT_FALSE(desk_.template_question);
  EXPECT_EQ(desk_.choices.experiment().entries.front().kernel, "triple<double>");
  EXPECT_EQ(desk_.choices.experiment().arguments.front().type, launch::ElementType::f64);
  EXPECT_EQ(*base::read_text(file_), text + "\ntemplate __global__ void triple<double>(double *a, int n);\n");
  EXPECT_EQ(*base::read_text(file_.string() + "~"), text);
  desk_.open_file(file_);
  EXPECT_FALSE(desk_.template_question) << "asked once";
}

TEST_F(KernelFileOnTheDesk, AsksOnceBeforeItReadsOutsideOfItsFolder) {
  write(fill);
  const auto session_with = [&](const std::string& name, const std::string& input) {
    std::ofstream(folder_ / name) << "{\"experiment\": \"" << file_.string() << "\", \"settings\": {\"inputs\": {\"a\": \""
                                  << input << "\"}}}\n";
    return folder_ / name;
  };
  const std::filesystem::path outside = scratch("outside.csv"), kept = folder_ / "state" / "allowed";
  std::ofstream(outside) << "1,2,3\n";
  const auto inside = session_with("inside.warplens", "@in.csv"), evil = session_with("evil.warplens", "@" + outside.string());
  desk_.permissions = Permissions(kept);
  desk_.open_file(inside);
  EXPECT_FALSE(desk_.permissions.question());
  EXPECT_EQ(desk_.choices.session_file, inside);

  desk_.open_file(evil);
  ASSERT_TRUE(desk_.permissions.question());
  EXPECT_EQ(desk_.permissions.question()->outside, (std::vector{std::filesystem::weakly_canonical(outside)}));
  EXPECT_EQ(desk_.choices.session_file, inside) << "nothing is opened before the answer";
  desk_.answer(false);
  EXPECT_FALSE(desk_.permissions.question());
  EXPECT_EQ(desk_.choices.session_file, inside);

  desk_.open_file(evil);
  desk_.answer(true);
  EXPECT_EQ(desk_.choices.session_file, evil);
  EXPECT_EQ(desk_.choices.session.settings.inputs.at("a"), "@" + outside.string());
  desk_.permissions = Permissions(kept);
  desk_.open_file(evil);
  EXPECT_FALSE(desk_.permissions.question()) << "asked once";
  session_with("evil.warplens", "@/etc/other.csv");
  desk_.open_file(evil);
  EXPECT_TRUE(desk_.permissions.question()) << "it reads something else now";
  std::filesystem::remove(outside);
}

/// Of a folder of --kernels: nobody has opened the file, but somebody chooses the experiment.
TEST_F(KernelFileOnTheDesk, AsksBeforeAnExperimentOfTheCatalogueReadsOutside) {
  write(fill);
  std::ofstream(folder_ / "fill.toml") << "title = \"Fill\"\n[[arguments]]\nname = \"a\"\ntype = \"i32\"\nsize = \"4\"\n"
                                          "input = \"@../outside.csv\"\noutput = true\n[[arguments]]\nname = \"n\"\ntype = "
                                          "\"i32\"\nvalue = \"4\"\n[[entries]]\nkernel = \"fill\"\ngrid = [\"1\"]\nblock = "
                                          "[\"32\"]\narguments = [\"a\", \"n\"]\n";
  const std::filesystem::path outside = scratch("outside.csv");
  std::ofstream(outside) << "1,2,3,4\n";
  auto folder = experiment::load_catalogue({folder_});
  ASSERT_EQ(folder.experiments.size(), 1u) << base::describe(folder.errors.at(0));
  desk_.choices.catalogue.experiments.push_back(folder.experiments.front());
  ASSERT_TRUE(choose_experiment(desk_.choices, "fill"));
  draw_until_idle();
  ASSERT_TRUE(desk_.permissions.question());
  EXPECT_EQ(desk_.permissions.question()->outside, (std::vector{std::filesystem::weakly_canonical(outside)}));
  EXPECT_FALSE(desk_.shows_choice()) << "it has not run";
  desk_.answer(true);
  draw_until_idle();
  EXPECT_FALSE(desk_.permissions.question());
  ASSERT_TRUE(desk_.shows_choice());
  EXPECT_EQ(first_element(), 7);
  std::filesystem::remove(outside);
}

TEST_F(KernelFileOnTheDesk, ThatDoesNotCompileLeavesThePicture) {
  write(fill);
  desk_.open_file(file_);
  draw_until_idle();
  const auto shown = desk_.runs.shown;
  write(std::string(fill) + "this is no C++\n");
  draw_until_idle();
  ASSERT_TRUE(desk_.runs.failure);
  EXPECT_EQ(std::filesystem::path(desk_.runs.failure->file).filename(), "fill.cu");
  EXPECT_EQ(desk_.runs.failure->line, 5);
  EXPECT_EQ(desk_.runs.shown, shown);
  EXPECT_EQ(desk_.source->lines.size(), 5u) << "the text is the file's";
  write("no kernel at all\n");
  draw_until_idle();
  EXPECT_TRUE(desk_.notice.wrong);
  EXPECT_EQ(desk_.runs.shown, shown);
  write(fill);
  draw_until_idle();
  EXPECT_FALSE(desk_.runs.failure);
}

TEST_F(KernelFileOnTheDesk, KeepsItsKernelWhenOthersComeAndGo) {
  const std::string more = "__global__ void more(float *b, int n) {}\n";
  write(fill);
  desk_.open_file(file_);
  draw_until_idle();
  write(more + fill);
  draw_until_idle();
  EXPECT_EQ(desk_.choices.entry().kernel, "fill");
  EXPECT_EQ(first_element(), 7);
  write(more);
  draw_until_idle();
  EXPECT_EQ(desk_.choices.entry().kernel, "more") << "fill has gone";
  EXPECT_EQ(desk_.choices.experiment().source, file_);
}

TEST_F(KernelFileOnTheDesk, ThatChangedWhileAnotherExperimentWasChosenIsDescribedAnew) {
  write(fill);
  desk_.open_file(file_);
  draw_until_idle();
  ASSERT_TRUE(choose_experiment(desk_.choices, "increment").ok());
  draw_until_idle();
  write(fill_with);
  ASSERT_TRUE(choose_experiment(desk_.choices, file_.string()).ok());
  draw_until_idle();
  EXPECT_EQ(desk_.choices.session.settings.parameters.count("value"), 1u);
  EXPECT_EQ(first_element(), 1);
}

TEST_F(KernelFileOnTheDesk, IsOpenedBySessionsThatNameIt) {
  write(fill);
  desk_.open_file(file_);
  choose_parameter(desk_.choices, "n", 100);
  const Session session = desk_.choices.session;
  Desk other(own_experiments(), devices_, [] {});
  ASSERT_TRUE(open_session(other.choices, session).ok());
  EXPECT_EQ(other.choices.session.settings, session.settings);
  EXPECT_EQ(other.choices.experiment().source, file_);
}

/// The race view tells of the element that lost most. The values after each run are those of the file's first element: they are
/// not drawn as if they were of that one.
TEST_F(KernelFileOnTheDesk, ValuesOfAnotherElementAreNotThoseOfTheRace) {
  const auto raced = [&](const std::string& element) {
    write("__global__ void race(int *a, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[" + element +
          "] += 1;\n}\n");
    desk_.open_file(file_);
    choose_view(desk_.choices, "race");
    draw_until_idle();
    return desk_.runs.shown->history.element;
  };
  EXPECT_EQ(raced("3"), 3u);
  EXPECT_TRUE(material_of(desk_).outcomes.empty());
  EXPECT_EQ(raced("0"), 0u);
  EXPECT_FALSE(material_of(desk_).outcomes.empty());
}

TEST_F(KernelFileOnTheDesk, ThatIsMissingIsANotice) {
  const std::string before = desk_.choices.session.experiment;
  desk_.open_file(folder_ / "missing.cu");
  EXPECT_TRUE(desk_.notice.wrong);
  EXPECT_NE(desk_.notice.text.find("missing.cu"), std::string::npos);
  EXPECT_EQ(desk_.choices.session.experiment, before);
}

}  // namespace
}  // namespace warplens::desk
