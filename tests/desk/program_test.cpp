#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <set>
#include <utility>

#include "desk/lit_lines.h"
#include "desk/moment.h"
#include "desk/playback/playback.h"
#include "desk/playback/program_calls.h"
#include "desk/view_inputs.h"
#include "launch/recording/recording_file.h"
#include "session/own_files.h"
#include "tests/desk/desk_test_base.h"
#include "tests/recorded_program.h"
#include "tests/scratch_folder.h"

// A recorded program in the window: its launches are opened, its calls are gone through, and a session keeps it.

namespace warplens::desk {
namespace {

class ProgramOnTheDesk : public DeskTest {
 protected:
  ProgramOnTheDesk() {
    std::filesystem::create_directories(folder_);
    write(recorded::homework());
    desk_.open_first_experiment();
  }
  ~ProgramOnTheDesk() override { std::filesystem::remove_all(folder_); }

  void write(const launch::ProgramRecording& program) {
    const base::Status saved = launch::save(program, file_);
    ASSERT_TRUE(saved.ok()) << base::describe(saved.error());
  }
  void open() {
    desk_.open_file(file_);
    EXPECT_EQ(desk_.notice.text, "");
    draw_until_idle();
  }
  std::int32_t element(std::size_t buffer, std::uint64_t index) const {
    return static_cast<std::int32_t>(
        launch::element(launch::ElementType::i32, desk_.runs.shown->run.result.outputs.at(buffer), index).bits);
  }
  void draw_every_view();
  std::vector<view::Span> story() const {
    const view::Input input = input_of(desk_);
    return moment(desk_, &input);
  }
  std::string headline() const { return view::plain(headline_of(desk_, input_of(desk_)).title); }

  const std::filesystem::path folder_ = scratch("program on the desk");
  const std::filesystem::path file_ = folder_ / "homework.recording";
};

TEST_F(ProgramOnTheDesk, OpensWithTheViewOfTheProgram) {
  open();
  EXPECT_EQ(desk_.choices.session.view, "program");
  EXPECT_EQ(headline(), "2 launches took 41 µs of 73 µs; copies 32 µs; the host waited for 73 µs.");
  ASSERT_TRUE(desk_.shows_choice()) << "its first launch";
  EXPECT_EQ(element(0, 5), 6);
  EXPECT_EQ(desk_.source->title, "homework.cu");
  EXPECT_TRUE(desk_.editor.file().empty());
  EXPECT_TRUE(offers(view::row_of("program"), desk_.choices.experiment()));
  EXPECT_EQ(desk_.recent.files().front(), file_);
}

TEST_F(ProgramOnTheDesk, ALaunchThatIsClickedOpensAndTheViewStays) {
  open();
  EXPECT_TRUE(choose_call(desk_.playback, desk_.choices, 5).ok());
  draw_until_idle();
  EXPECT_EQ(desk_.choices.entry().label, "2: scale");
  EXPECT_EQ(desk_.choices.session.view, "program");
  EXPECT_EQ(call_place(desk_.choices), 6u);
  ASSERT_TRUE(desk_.shows_choice());
  EXPECT_EQ(element(1, 5), 18);  // 3 · (5 + 1)
  EXPECT_EQ(view::plain(story()), "Kernel scale ran with 4 blocks of 256 threads, in stream 0, for 21 µs, line 24.");
  EXPECT_TRUE(choose_call(desk_.playback, desk_.choices, 2).ok()) << "a copy";
  EXPECT_EQ(desk_.choices.entry().label, "2: scale");
  EXPECT_EQ(call_place(desk_.choices), 3u);
  EXPECT_TRUE(move_entry(desk_.choices, -1).ok());
  EXPECT_EQ(desk_.choices.entry().label, "1: increment");
  EXPECT_TRUE(move_entry(desk_.choices, -1).ok());
  EXPECT_EQ(desk_.choices.entry().label, "1: increment") << "there is none before it";
}

TEST_F(ProgramOnTheDesk, EveryViewShowsALaunch) {
  open();
  draw_every_view();
}

TEST_F(ProgramOnTheDesk, EveryViewShowsALaunchWithoutMemory) {
  launch::ProgramRecording program = recorded::homework();
  for (launch::RecordedLaunch& launch : program.launches) {
    launch.blocks.clear();
    const std::int32_t none = 0;  // n: no thread touches anything
    std::memcpy(launch.parameters.data() + launch.parameters.size() - 4, &none, sizeof none);
  }
  write(program);
  open();
  draw_every_view();
}

TEST_F(ProgramOnTheDesk, EveryViewShowsALaunchThatUsesWhatWasFreed) {
  launch::ProgramRecording program = recorded::homework();
  program.launches[1].blocks[0].content = nullptr;
  program.allocations[0].freed = 4;
  write(program);
  open();
  draw_every_view();
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  draw_until_idle();
  ASSERT_TRUE(desk_.runs.shown->run.result.fault);
  EXPECT_EQ(desk_.runs.shown->run.result.fault->buffer, "d_x");
}

void ProgramOnTheDesk::draw_every_view() {
  for (const view::Row& row : view::table()) {
    if (!offers(row, desk_.choices.experiment()) || row.needs.sweep) continue;
    choose_view(desk_.choices, row.name);
    for (const std::uint32_t entry : {1u, 0u}) {
      ASSERT_TRUE(choose_entry(desk_.choices, entry).ok());
      draw_until_idle();
      ASSERT_TRUE(has_picture(desk_)) << row.name;
      EXPECT_FALSE(headline().empty()) << row.name;
      const auto cells = view::make_raster_cell_painter();
      view::ScenePainter scene;
      const view::Picture picture = row.picture(input_of(desk_), desk_.choices.theme(), {1000, 700}, {*cells, scene});
      EXPECT_TRUE(!desk_.runs.shown->finished() || !picture.drawing.shapes.empty()) << row.name;
    }
  }
}

TEST_F(ProgramOnTheDesk, OrdersOfALaunchAreSearchedAndRunAgain) {
  open();
  desk_.search.form.schedules = 20;
  start_search(desk_.search, desk_.choices, desk_.runs);
  desk_.search.worker.wait_until_idle();
  EXPECT_TRUE(take_search(desk_.search).ok());
  ASSERT_TRUE(desk_.search.found && desk_.search.found->result);
  const launch::SearchResult& found = *desk_.search.found->result;
  ASSERT_TRUE(found.smallest && found.largest);
  EXPECT_EQ(launch::to_double(found.smallest->value), 1) << "x[0] is 0 + 1 in every order";
  EXPECT_EQ(launch::to_double(found.largest->value), 1);
  ASSERT_TRUE(open_found_schedule(desk_.search, desk_.choices, found.largest->schedule, "largest").ok());
  draw_until_idle();
  ASSERT_FALSE(desk_.runs.failure) << base::describe(*desk_.runs.failure);
  EXPECT_EQ(element(0, 999), 1000);

  // Instruction by instruction, forwards and back.
  choose_view(desk_.choices, "steps");
  for (int k = 0; k < 3; ++k) {
    update_stepping(desk_.stepping, desk_.choices, desk_.runs);
    desk_.stepping.worker.wait_until_idle();
  }
  update_stepping(desk_.stepping, desk_.choices, desk_.runs);
  ASSERT_TRUE(desk_.stepping.ready());
  const auto first = [&] {
    return launch::to_double(launch::element(launch::ElementType::i32, desk_.stepping.launch.moment()->buffer(0), 7));
  };
  go_to_step(desk_.stepping, desk_.stepping.length());
  EXPECT_EQ(first(), 8);
  go_to_step(desk_.stepping, 0);
  EXPECT_EQ(first(), 7);
}

TEST_F(ProgramOnTheDesk, TheCallsGoByAndTheSourceFollows) {
  open();
  EXPECT_EQ(call_path(desk_.playback, desk_.choices)->label(), "end · 8 calls");
  go_to_call(desk_.playback, desk_.choices, 3);
  desk_.update();
  EXPECT_EQ(call_path(desk_.playback, desk_.choices)->label(), "call 3 of 8");
  EXPECT_EQ(lit_lines(desk_), std::set<std::uint32_t>{21});
  desk_.pointer.target.call = 5;
  EXPECT_EQ(lit_lines(desk_), std::set<std::uint32_t>{24});
  desk_.pointer.target = {};
  go_to_call(desk_.playback, desk_.choices, 0);
  EXPECT_EQ(call_path(desk_.playback, desk_.choices)->label(), "start");
  EXPECT_TRUE(lit_lines(desk_).empty());
  press_play(desk_.playback, desk_.stepping, desk_.choices, desk_.runs);
  EXPECT_TRUE(desk_.playback.playing);
  play_on(desk_.playback, desk_.stepping, desk_.choices, desk_.runs, 2);
  EXPECT_GT(call_place(desk_.choices), 0u);
  EXPECT_LT(call_place(desk_.choices), 8u);
  play_on(desk_.playback, desk_.stepping, desk_.choices, desk_.runs, 1000);
  EXPECT_EQ(call_place(desk_.choices), 8u);
  EXPECT_FALSE(desk_.playback.playing);
}

TEST_F(ProgramOnTheDesk, TheSourceIsTheOneThatIsLookedAt) {
  launch::ProgramRecording program = recorded::homework();
  program.sources.push_back({"/home/student/main.cpp", "// the host's calls\n"});
  for (launch::RecordedCall& call : program.calls) call.place.file = "/home/student/main.cpp";
  write(program);
  open();
  EXPECT_EQ(desk_.source->title, "main.cpp");
  choose_view(desk_.choices, "mapping");
  desk_.update();
  EXPECT_EQ(desk_.source->title, "homework.cu");
}

TEST_F(ProgramOnTheDesk, OfManyLaunchesThoseNearTheChosenOneAreListed) {
  launch::ProgramRecording program = recorded::homework();
  program.allocations[0].freed = launch::no_call;
  program.calls.pop_back();
  while (program.launches.size() < 500) {
    launch::RecordedCall call = program.calls[4];
    launch::RecordedLaunch launch = program.launches[0];
    call.launch = static_cast<std::uint32_t>(program.launches.size());
    launch.call = static_cast<std::uint32_t>(program.calls.size());
    program.calls.push_back(std::move(call));
    program.launches.push_back(std::move(launch));
  }
  write(program);
  open();
  const auto listed = [&](std::uint32_t chosen, std::uint32_t most) {
    desk_.choices.session.settings.entry = chosen;
    const EntryRange range = listed_entries(desk_.choices, most);
    return std::pair(range.begin, range.end);
  };
  EXPECT_EQ(listed(0, 200), std::pair(0u, 200u));
  EXPECT_EQ(listed(300, 200), std::pair(200u, 400u));
  EXPECT_EQ(listed(499, 200), std::pair(300u, 500u));
  EXPECT_EQ(listed(7, 500), std::pair(0u, 500u));
}

TEST_F(ProgramOnTheDesk, LaunchesThatWereNotKeptAreShownAndNotOpened) {
  launch::ProgramRecording program = recorded::homework();
  for (launch::RecordedLaunch& launch : program.launches) {
    launch.not_kept = "The recording would be too large";
    launch.blocks.clear();
    launch.variables.clear();
  }
  write(program);
  open();
  EXPECT_FALSE(desk_.runs.shown);
  ASSERT_TRUE(desk_.runs.failure);
  EXPECT_EQ(headline(), "2 launches took 41 µs of 73 µs; copies 32 µs; the host waited for 73 µs.");
  const base::Status chosen = choose_call(desk_.playback, desk_.choices, 5);
  ASSERT_FALSE(chosen.ok());
  EXPECT_EQ(chosen.error().message, "Launch 2 cannot be opened: The recording would be too large");
  EXPECT_TRUE(desk_.settle(desk_.choices.session).ok()) << "the program can be drawn";
}

TEST_F(ProgramOnTheDesk, ASessionCarriesTheRecording) {
  open();
  EXPECT_TRUE(choose_call(desk_.playback, desk_.choices, 5).ok());
  draw_until_idle();
  EXPECT_EQ(desk_.not_in_session(), "");
  const auto saved = desk_.save_session();
  ASSERT_TRUE(saved.ok()) << base::describe(saved.error());
  EXPECT_EQ(*saved, folder_ / "homework.warplens");
  std::filesystem::remove(file_);
  Desk other(own_experiments(), devices_, [] {});
  auto document = load_session(*saved);
  ASSERT_TRUE(document.ok());
  ASSERT_TRUE(unpack(*document, folder_ / "elsewhere").ok());
  const base::Status shown = other.settle(document->session);
  ASSERT_TRUE(shown.ok()) << base::describe(shown.error());
  EXPECT_EQ(other.choices.entry().label, "2: scale");
  EXPECT_EQ(other.choices.session.view, "program");
  EXPECT_EQ(call_place(other.choices), 6u);
  EXPECT_NE(other.choices.experiment().file, file_);
}

TEST_F(ProgramOnTheDesk, ABrokenFileIsNamed) {
  std::ofstream(file_) << "no recording";
  desk_.open_file(file_);
  EXPECT_NE(desk_.notice.text.find("homework.recording"), std::string::npos) << desk_.notice.text;
  EXPECT_TRUE(desk_.notice.wrong);
  EXPECT_FALSE(desk_.choices.experiment().recording);
}

TEST_F(ProgramOnTheDesk, AnotherExperimentHasAViewOfItsOwn) {
  open();
  ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  EXPECT_NE(desk_.choices.session.view, "program");
  draw_until_idle();
  EXPECT_TRUE(desk_.shows_choice());
}

TEST_F(ProgramOnTheDesk, ItIsRecordedAnewWhileItIsOpen) {
  open();
  launch::ProgramRecording program = recorded::homework();
  program.calls.pop_back();
  program.allocations[0].freed = launch::no_call;
  write(program);
  std::filesystem::last_write_time(file_, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
  draw_until_idle();
  EXPECT_EQ(call_path(desk_.playback, desk_.choices)->label(), "end · 7 calls");
  EXPECT_FALSE(desk_.file_error);
}

}  // namespace
}  // namespace warplens::desk
