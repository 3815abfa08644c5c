#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/stories/person.h"

// A student at home: lessons, kernels of one's own, and files that go elsewhere.

namespace warplens::stories {
namespace {

namespace fs = std::filesystem;

class Student : public Story {
 protected:
  /// A file of one's own, in the folder of a computer.
  static fs::path writes(const std::string& computer, const std::string& name, const std::string& text) {
    fs::create_directories(folder_of(computer));
    std::ofstream(folder_of(computer) / name) << text;
    return folder_of(computer) / name;
  }
};

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(Student, AWholeLesson) {
  Person& she = sits_down(Size::hd, Theme::light);
  she.find("lesson too few");
  she.answer("3600");  // 10,000 − 100 × 64
  she.see("DONE");
  she.see("100 × 64 = 6,400 threads, so the last 3,600 elements had none.");
  she.press("PgDn");
  she.do_not_see("DONE");
  she.set("Grid x", "157");  // ⌈10,000 / 64⌉
  she.see("DONE");
  she.see("48 threads more than elements");
  she.press("PgDn");
  she.set("Elements n", "20000");
  she.see("From 157 blocks to 313");  // ⌈20,000 / 64⌉
  she.picture("lesson_let_the_program_count");
  she.press("PgDn");
  she.set("Grid x", "200");
  she.see("2,800 threads started");  // 12,800 − 10,000
  she.press("PgDn");
  she.click("grid-stride", Part::left);
  she.see("The same 6,400 threads touch all 10,000 elements");
  she.press("PgDn");
  she.set("Block x", "1");
  she.set("Grid x", "1");
  she.see("DONE");
  she.see("A single thread did it all.");
  she.press("PgDn");
  she.set("Block x", "32");
  she.see("The warp goes round its loop 32 times less often.");
  she.press("F2");
  she.see("7 of 7");
  she.picture("lesson_too_few_done");
}

TEST_F(Student, AWrongGuess) {
  Person& he = sits_down(Size::full_hd, Theme::dark);
  he.find("lesson threads and blocks");
  he.press("PgDn", 2);
  he.see("How many threads have nothing to do?");
  he.see("threads without work ?");  // the controls do not answer what the picture is asked
  he.hover_at(he.cell_of_thread(1000));
  he.see("block 15 thread 40");
  he.answer("1000");
  he.see("Not that: look again");
  he.do_not_see("DONE");
  he.picture("a_wrong_guess");
  he.click("1000", Part::right);  // what is typed now takes its place
  he.type("24");                  // 16 × 64 − 1,000
  he.press("Enter");
  he.see("DONE");
  he.see("16 × 64 = 1,024 threads for 1,000 elements: 24 of them");
  he.see("threads without work 24");
  he.do_not_see("Not that");
  he.picture("a_right_answer");
}

TEST_F(Student, ComesBackTomorrow) {
  Person* she = &sits_down(Size::hd, Theme::light);
  she->find("lesson too few");
  she->press("PgDn");
  she->set("Grid x", "157");
  she->see("DONE");
  she->press("Ctrl S");
  she->type("monday");
  she->picture("saving_the_session");
  she->press("Enter");
  ASSERT_TRUE(fs::exists(she->folder() / "monday.warplens"));

  she = &sits_down(Size::hd, Theme::light, "own", folder_of("own") / "monday.warplens");
  she->see("As many as it takes");
  she->see("10,000 threads touched 10,000 elements; 48 touched none.");
  she->see("DONE");
  she->press("F2");
  she->see("Too few threads, too many threads 1 of 7");
  she->press("Esc");
  she->press("PgUp");
  she->see("How many elements were not touched?");
  she->press("Ctrl O");
  she->see("OPENED LAST");
  she->see("monday.warplens");
  she->picture("the_next_day");
}

TEST_F(Student, BringsASessionToTheTutor) {
  Person* he = &sits_down(Size::full_hd, Theme::light, "home");
  he->set("Grid x", "2");
  he->press("Home");
  he->press("→", 3);
  he->see("32 of 64 threads have added 1. The counter says 1.");
  he->press("Ctrl S");
  he->type("question");
  he->press("Enter");
  fs::create_directories(folder_of("tutor"));
  fs::copy_file(he->folder() / "question.warplens", folder_of("tutor") / "question.warplens");

  Person& tutor = sits_down(Size::four_k, Theme::projector, "tutor", folder_of("tutor") / "question.warplens");
  tutor.see("32 of 64 threads have added 1. The counter says 1.");
  tutor.picture("at_the_tutors");
  tutor.press("End");
  tutor.see("64 threads each added 1. The counter says 1.");
  tutor.click("atomic", Part::left);
  tutor.see("The counter says 64.");
}

TEST_F(Student, MendsACompileError) {
  const fs::path file = writes("own", "twice.cu",
                               "// Doubles each element.\n"
                               "__global__ void twice(const float* in, float* out, int n) {\n"
                               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "  if (i < n) out[i] = 2 * in[j];\n"
                               "}\n");
  Person& she = sits_down(Size::full_hd, Theme::light, "own", file);
  she.see("It did not run.");
  she.see("twice.cu:4:");
  she.press("Ctrl E");
  she.picture("a_compile_error");
  she.click("in[j]");
  she.press("End");
  she.press("Backspace", 3);  // j];
  she.type("i];");
  she.wait(2);
  she.see("1,000 threads touched 1,000 elements");
  she.do_not_see("It did not run.");
  EXPECT_NE(text_of(file).find("2 * in[i];"), std::string::npos) << text_of(file);
  she.picture("the_error_is_mended");
}

TEST_F(Student, FindsTheLineThatReadsOutside) {
  const fs::path file = writes("own", "unguarded.cu",
                               "// Doubles each element; the guard was forgotten.\n"
                               "__global__ void twice(const float* in, float* out, int n) {\n"
                               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "  out[i] = 2 * in[i];\n"
                               "}\n");
  Person& he = sits_down(Size::full_hd, Theme::dark, "own", file);
  // It opens with 1,000 elements for 4 × 256 threads.
  he.see("A thread reached outside its buffer.");
  // 3 × 256 + 232 = 1,000, the first that is not there
  he.see("block (3,0,0) reads element 1,000 of in, 1 past its end (1,000 elements)");
  he.see("line 4");
  he.picture("out_of_bounds");
  he.press("N");
  he.see("Thread 232 of block 3 touched no element of out.");
  he.see("It stopped the run");
  he.picture("who_read_outside");
}

TEST_F(Student, LearnsWhichRaceIsHarmless) {
  const fs::path file = writes("own", "any.cu",
                               "// Whether any number is large.\n"
                               "__global__ void any(const float* in, int* found, int n) {\n"
                               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "  if (i >= n) return;\n"
                               "  float x = in[i];\n"
                               "  if (x < 0.5f) return;\n"
                               "  *found = 1;\n"
                               "}\n");
  Person& she = sits_down(Size::full_hd, Theme::light, "own", file);
  she.picture("a_harmless_race");
  she.see("HARMLESS RACES · 1");
  she.see("both write a value that is the same for every thread");
  she.scroll_to("Checked: only races that change no result.", Part::right);
}

TEST_F(Student, AddsABarrierToACopy) {
  Person& she = sits_down(Size::full_hd, Theme::dark);
  she.find("experiment barrier");
  she.see("hold a wrong value");
  she.click("Edit a copy");
  she.press("Ctrl E");
  she.click("turn_around_without_barrier(const");
  she.press("↓", 3);  // the line that writes
  she.press("End");
  she.press("Enter");
  she.type("__syncthreads();");
  she.wait(2);
  she.do_not_see("hold a wrong value");
  she.do_not_see("Data race");
  she.see("512 threads touched 512 elements.");
  she.picture("barrier_added_to_a_copy");
  EXPECT_EQ(text_of(she.folder() / "warplens" / "barrier.cu").find("Wrong: nobody waits") != std::string::npos, true);
}

TEST_F(Student, AProgramCallByCall) {
  Person& he = sits_down(Size::full_hd, Theme::dark);
  he.find("experiment vector-add");
  he.see("vector-add: 11 calls, 3 allocations.");
  he.see("999 + 1998 = 2997");  // printed by the program
  he.press("Home");
  he.press("→");
  he.see("cudaMalloc allocated 4,000 bytes, d_a, line 32.");
  he.press("→", 3);
  he.see("call 4 of 11");
  he.see("cudaMemcpy copied 4,000 bytes from the host to d_a, line 37");
  he.picture("program_fourth_call");
  he.press("→", 4);
  he.see("call 8 of 11");
  he.see("cudaMemcpy copied 4,000 bytes from d_c to the host, line 46");
  he.press("1");
  he.see("1,000 threads touched 1,000 elements; 24 touched none.");
  he.see("c[i] = a[i] + b[i];");  // a matter of the kernel, not of the host
  he.do_not_see("cudaMemcpyHostToDevice");
  he.picture("its_launch");
}

TEST_F(Student, GoesToAnElementAndSearchesValues) {
  Person& she = sits_down(Size::four_k, Theme::light);
  she.find("experiment increment");
  she.set("Elements n", "10000");
  she.press("Ctrl G");
  she.type("785");
  she.see("a[785]");
  she.see("Block 3 thread 17");
  she.press("↓");
  she.press("Enter");
  she.see("Thread 17 of block 3 touched element 785.");
  she.picture("thread_785");
  she.press("Esc");
  she.click("fixed-grid", Part::left);
  she.find("view values");
  she.press("Ctrl G");
  she.type("wrong");
  she.press("Enter");
  // 100 × 64 threads: the first without one
  she.see("a[6400] is 0, as before. Expected: 1.");
  she.see("ELEMENTS 6,400 TO");
  she.picture("the_first_wrong_value");
}

TEST_F(Student, TakesItBackAndMakesItAgain) {
  Person& he = sits_down(Size::hd, Theme::dark);
  he.set("Grid x", "4");
  he.set("Block x", "1");
  he.click("atomic", Part::left);
  he.see("4 threads each added 1. The counter says 4.");
  he.press("Ctrl Z");
  he.do_not_see("The counter says 4.");
  he.press("Ctrl Z");
  he.see("128 threads each added 1.");  // 4 × 32
  he.press("Ctrl Z");
  he.see("1,024 threads each added 1.");
  he.picture("taken_back");
  he.press("Ctrl Shift Z", 3);
  he.see("4 threads each added 1. The counter says 4.");
  he.picture("made_again");
}

TEST_F(Student, SavesAPictureUnderANewName) {
  Person& she = sits_down(Size::full_hd, Theme::light);
  she.press("P");
  she.press("Enter");
  she.wait(0.2);
  const fs::path first = she.folder() / "counter-race.png", second = she.folder() / "counter-race-2.png";
  ASSERT_TRUE(fs::exists(first));
  const std::string kept = text_of(first);
  she.move_away();
  she.click("atomic", Part::left);
  she.press("P");
  she.see("There is a file counter-race.png already.");
  she.see("Replace it");
  she.picture("a_name_that_is_taken");
  she.click("Save as counter-race-2.png");
  she.wait(0.2);
  EXPECT_EQ(text_of(first), kept);
  ASSERT_TRUE(fs::exists(second));
  EXPECT_NE(text_of(second), kept);
  // A name of one's own is proposed the next time.
  she.press("P");
  she.see("counter-race-2.png");
  she.press("Esc");
}

}  // namespace
}  // namespace warplens::stories
