#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "launch/recording/recording.h"
#include "tests/recorded_program.h"
#include "tests/view/layout.h"
#include "view/material.h"
#include "view/program/program_picture.h"
#include "view/program/program_text.h"

namespace warplens::view {
namespace {

ProgramInput input_of(launch::ProgramRecording program) {
  return {std::make_shared<const launch::ProgramRecording>(std::move(program)), 0, Target::none, Target::none, 0, 1};
}

/// `streams` streams with `each` launches of 10 µs, and an allocation for each launch.
launch::ProgramRecording many(std::uint32_t streams, std::uint32_t each) {
  launch::ProgramRecording program;
  program.name = "many";
  for (std::uint32_t stream = 0; stream < streams; ++stream)
    for (std::uint32_t k = 0; k < each; ++k) {
      launch::RecordedAllocation& memory = program.allocations.emplace_back();
      memory.name = "allocation " + std::to_string(program.allocations.size());
      memory.bytes = 1000 * program.allocations.size();
      memory.allocated = static_cast<std::uint32_t>(program.calls.size());
      memory.freed = launch::no_call;
      launch::RecordedCall& call = program.calls.emplace_back();
      call.function = "kernel step";
      call.kind = launch::RecordedCall::Kind::launch;
      call.stream = stream;
      call.launch = static_cast<std::uint32_t>(program.launches.size());
      call.begin_ms = 0.01 * k;
      call.end_ms = 0.01 * (k + 1);
      launch::RecordedLaunch& launch = program.launches.emplace_back();
      launch.kernel = "step()";
      launch.call = static_cast<std::uint32_t>(program.calls.size() - 1);
    }
  return program;
}

TEST(ProgramPicture, IsTidyAtEverySize) {
  launch::ProgramRecording not_kept = recorded::homework();
  not_kept.launches[1].not_kept = "the recording would be too large";
  std::vector<std::pair<std::string, ProgramInput>> inputs;
  inputs.emplace_back("homework", input_of(recorded::homework()));
  inputs.emplace_back("a launch that was not kept", input_of(not_kept));
  inputs.emplace_back("eight streams", input_of(many(8, 3)));
  inputs.emplace_back("hundreds of streams", input_of(many(300, 2)));
  inputs.emplace_back("thousands of launches", input_of(many(2, 3000)));
  inputs.emplace_back("nothing", input_of({}));
  inputs.emplace_back("no program", ProgramInput());
  ProgramInput zoomed = input_of(many(2, 3000));
  zoomed.pan = 0.5f;
  zoomed.zoom = 100;
  zoomed.place = 17;
  zoomed.hover = 16;
  inputs.emplace_back("zoomed", zoomed);
  for (const auto& [what, input] : inputs)
    for (const ThemeName name : {ThemeName::dark, ThemeName::light, ThemeName::projector})
      for (const auto& [width, height] : sizes())
        if (width >= 400 && height >= 400) expect_tidy(program_picture(input, theme(name), width, height).drawing, what);
}

TEST(ProgramText, AFindingIsNotAboutACallOfAnotherLine) {
  launch::ProgramRecording program;
  launch::RecordedCall call;
  call.function = "cudaGetLastError";
  call.kind = launch::RecordedCall::Kind::other;
  call.place.line = 27;
  program.calls = {call};
  launch::RecordedFinding finding;
  finding.kind = "unordered-streams";
  finding.call = 0;
  finding.place.line = 28;
  EXPECT_EQ(finding_place(program, finding), "line 28");
  finding.place.line = 27;
  EXPECT_EQ(finding_place(program, finding), "cudaGetLastError, line 27");
  program.calls[0].kind = launch::RecordedCall::Kind::launch;
  program.calls[0].function = "cudaLaunchKernel";
  EXPECT_EQ(finding_place(program, finding), "launch, line 27") << "it failed, and named no kernel";
}

/// The words under the pointer and the calls that they belong to, anywhere in the picture.
std::set<std::pair<std::string, std::uint64_t>> under(const Picture& picture) {
  std::set<std::pair<std::string, std::uint64_t>> all;
  for (float y = 0; y < picture.drawing.height; y += 3)
    for (float x = 0; x < picture.drawing.width; x += 1) {
      const HotSpot spot = picture.under({x, y});
      if (!spot.tooltip.empty()) all.emplace(spot.tooltip, spot.target.call);
    }
  return all;
}

TEST(ProgramPicture, SaysWhatEachCallDid) {
  const auto found = under(program_picture(input_of(recorded::homework()), dark(), 1100, 800));
  const auto said = [&](const std::string& words, std::uint64_t call) { return found.contains({words, call}); };
  EXPECT_TRUE(said("cudaMalloc allocated 4,000 bytes, d_x, line 19.", 0));
  EXPECT_TRUE(said("cudaMalloc allocated 4,000 bytes, d_y, line 20. Leak: d_y (4,000 bytes) is never freed.", 1));
  EXPECT_TRUE(said("cudaMemcpy copied 4,000 bytes from the host to d_x, line 21; the host waited 12 µs.", 2));
  EXPECT_TRUE(said("cudaMemcpyToSymbol copied 4 bytes from the host to factor, line 22; the host waited 8 µs.", 3));
  EXPECT_TRUE(said("Kernel increment ran with 4 blocks of 256 threads, in stream 0, for 20 µs, line 23.", 4));
  EXPECT_TRUE(said("Kernel scale ran with 4 blocks of 256 threads, in stream 0, for 21 µs, line 24.", 5));
  EXPECT_TRUE(said("cudaMemcpy copied 4,000 bytes from d_y to the host, line 25; the host waited 53 µs.", 6));
  EXPECT_TRUE(said("cudaFree freed d_x, line 26.", 7));
  EXPECT_TRUE(said("d_x, 4,000 bytes: allocated in line 19, freed in line 26.", 0));
  EXPECT_TRUE(said("d_y, 4,000 bytes: allocated in line 20, never freed.", 1));
}

TEST(ProgramPicture, ShowsTheProgramsParts) {
  const Drawing drawing = program_picture(input_of(recorded::homework()), dark(), 1100, 800).drawing;
  for (const char* const words : {"host", "copy in", "copy out", "kernels", "d_x", "d_y", "factor", "4,000 bytes, never freed",
                                  "microseconds, modelled", "increment", "Memcpy", "something was found"})
    EXPECT_TRUE(says(drawing, words)) << words;
  EXPECT_FALSE(says(drawing, "on device")) << "there is no such copy";
  EXPECT_FALSE(says(drawing, "failed"));
  launch::ProgramRecording failed = recorded::homework();
  failed.calls[0].error = "cudaErrorMemoryAllocation";
  EXPECT_TRUE(says(program_picture(input_of(failed), dark(), 1100, 800).drawing, "a call that failed"));
}

TEST(ProgramPicture, TheKernelsStandOneAfterTheOtherOnTheAxis) {
  const Picture picture = program_picture(input_of(recorded::homework()), dark(), 1100, 800);
  // In the row of kernels, from left to right: 20 µs at 20 µs, then 21 µs at 40 µs, of 73 µs.
  float from_first = 0, from_second = 0, to_second = 0, row = 0;
  for (const HotSpot& spot : picture.drawing.hot_spots) EXPECT_TRUE(spot.tooltip.empty());
  for (float y = 100; y < 800 && row == 0; y += 2)
    for (float x = 0; x < 1100 && row == 0; x += 1)
      if (picture.under({x, y}).target.call == 4) row = y + 4;
  ASSERT_GT(row, 0);
  for (float x = 1099; x > 0; x -= 1) {
    const std::uint64_t call = picture.under({x, row}).target.call;
    if (call == 4) from_first = x;
    if (call == 5) from_second = x;
    if (call == 5 && to_second == 0) to_second = x;
  }
  const float per_us = (to_second - from_second) / 21;
  EXPECT_NEAR(from_second - from_first, 20 * per_us, 3);
}

TEST(ProgramPicture, WhatHasNoRoomIsDrawnAsOne) {
  const Picture picture = program_picture(input_of(many(2, 3000)), dark(), 1100, 800);
  EXPECT_LT(picture.drawing.shapes.size(), 3000u);
  EXPECT_TRUE(says(picture.drawing, "LARGEST OF 6,000 ALLOCATIONS"));
  EXPECT_TRUE(says(picture.drawing, "stream 1"));
  bool together = false;
  for (const auto& [words, call] : under(picture))
    together = together || words.find("calls side by side; the first:") != words.npos;
  EXPECT_TRUE(together);
  const Drawing streams = program_picture(input_of(many(300, 2)), dark(), 1100, 800).drawing;
  EXPECT_TRUE(says(streams, "STREAMS IN ONE ROW"));
}

TEST(ProgramPicture, TheWheelShowsAShorterTime) {
  const ProgramInput input = input_of(many(1, 1000));
  Navigation navigation;
  move_program(input, dark(), {1100, 800}, {{600, 300}, {}, 20}, navigation);
  EXPECT_GT(navigation.timeline.zoom, 20);
  EXPECT_GT(navigation.timeline.pan, 0.3f);
  EXPECT_LT(navigation.timeline.pan, 0.7f);
  const float before = navigation.timeline.pan;
  move_program(input, dark(), {1100, 800}, {{600, 300}, {50, 0}, 0}, navigation);
  EXPECT_LT(navigation.timeline.pan, before) << "dragged to the right: earlier calls come into sight";
}

std::string title(launch::ProgramRecording program) {
  return plain(program_headline(input_of(std::move(program)), dark()).title);
}

TEST(ProgramHeadline, SaysWhatTheTimeWentTo) {
  launch::ProgramRecording program = recorded::homework();
  EXPECT_EQ(title(program), "2 launches took 41 µs of 73 µs; copies 32 µs; the host waited for 73 µs.");
  const Headline headline = program_headline(input_of(program), dark());
  EXPECT_EQ(plain(headline.detail), "homework: 8 calls, 2 allocations, 1 of them never freed, 1 finding.");
  EXPECT_EQ(headline.origin, launch::Origin::modelled);

  program.launches.pop_back();
  program.calls[5] = {};
  EXPECT_EQ(title(program), "1 launch took 20 µs of 73 µs; copies 32 µs; the host waited for 73 µs.");
  program.launches.clear();
  program.calls[4] = {};
  EXPECT_EQ(title(program), "No kernel was launched; copies took 32 µs of 73 µs; the host waited for 73 µs.");
  program.calls.clear();
  EXPECT_EQ(title(program), "The program launched no kernel and copied nothing.");

  EXPECT_EQ(title(many(3, 1)), "3 launches took 10 µs of 10 µs; no copies; the host never waited.");
  launch::ProgramRecording failed = many(1, 1);
  failed.exit_status = 2;
  failed.incomplete = "the program was ended before it had told all";
  EXPECT_EQ(plain(program_headline(input_of(failed), dark()).detail),
            "many: 1 call, 1 allocation, which was never freed. It ended with status 2. The program was ended before it had told "
            "all.");
  EXPECT_EQ(plain(program_headline({}, dark()).title), "This launch belongs to no recorded program.");

  launch::ProgramRecording measured = recorded::homework();  // on a GPU: one launch is in it, and copies have no duration
  measured.measured = true;
  measured.launches.pop_back();
  measured.calls[5].launch = launch::no_launch;
  for (launch::RecordedCall& call : measured.calls)
    if (call.kind == launch::RecordedCall::Kind::copy) call.end_ms = call.begin_ms;
  EXPECT_NE(title(measured).find("2 launches took 41 µs"), std::string::npos) << title(measured);
  EXPECT_NE(title(measured).find("copies not measured"), std::string::npos) << title(measured);
  EXPECT_EQ(program_headline(input_of(measured), dark()).origin, launch::Origin::measured);
}

TEST(ProgramMoment, IsTheCallUnderThePointerElseTheLastThatHasHappened) {
  ProgramInput input = input_of(recorded::homework());
  EXPECT_EQ(plain(program_moment(input, dark())), "cudaFree freed d_x, line 26.");
  input.place = 3;
  EXPECT_EQ(plain(program_moment(input, dark())),
            "cudaMemcpy copied 4,000 bytes from the host to d_x, line 21; the host waited 12 µs.");
  input.hover = 0;
  EXPECT_EQ(plain(program_moment(input, dark())), "cudaMalloc allocated 4,000 bytes, d_x, line 19.");
  input.hover = Target::none;
  input.place = 0;
  EXPECT_TRUE(program_moment(input, dark()).empty());
}

TEST(ProgramText, TellsFailuresAndWhatWasNotKept) {
  launch::ProgramRecording program = recorded::homework();
  program.calls[0].error = "cudaErrorMemoryAllocation";
  program.launches[0].not_kept = "it would take 2 GiB";
  const std::vector<std::string> names = launch::allocation_names(program);
  EXPECT_EQ(call_sentence(program, names, 0), "cudaMalloc failed with cudaErrorMemoryAllocation, line 19.");
  EXPECT_EQ(
      call_sentence(program, names, 4),
      "Kernel increment ran with 4 blocks of 256 threads, in stream 0, for 20 µs, line 23. It cannot be opened. It would take "
      "2 GiB.");
  program.calls[2].kind = launch::RecordedCall::Kind::set;
  program.calls[2].function = "cudaMemset";
  EXPECT_EQ(call_sentence(program, names, 2), "cudaMemset set 4,000 bytes of d_x, line 21.");
  program.calls[7].kind = launch::RecordedCall::Kind::wait;
  program.calls[7].function = "cudaDeviceSynchronize";
  EXPECT_EQ(call_sentence(program, names, 7), "cudaDeviceSynchronize had nothing to wait for, line 26.");
}

TEST(ProgramText, NamesAreShortInTheRowOfCalls) {
  const auto name = [](const char* function) {
    launch::RecordedCall call;
    call.function = function;
    return short_name(call);
  };
  EXPECT_EQ(name("cudaMemcpyAsync"), "MemcpyAsync");
  EXPECT_EQ(name("kernel increment"), "increment");
  EXPECT_EQ(name("kernel a::b::reduce<a::b::Sum, 256>"), "reduce");
  EXPECT_EQ(name("kernel (anonymous namespace)::fill"), "fill");
}

TEST(ProgramPicture, VariablesOfLibrariesAreLeftOut) {
  launch::ProgramRecording program = recorded::homework();
  for (const char* const name : {"_INTERNAL_1", "table$1"}) {
    launch::RecordedAllocation& variable = program.allocations.emplace_back(program.allocations[2]);
    variable.name = name;
    variable.bytes = variable.name == "table$1" ? 64 : 1;
  }
  const Drawing drawing = program_picture(input_of(program), dark(), 1100, 800).drawing;
  EXPECT_TRUE(says(drawing, "factor"));
  EXPECT_FALSE(says(drawing, "_INTERNAL_1"));
  EXPECT_FALSE(says(drawing, "table$1"));
}

TEST(ProgramText, TimesAndSizesAreReadable) {
  EXPECT_EQ(duration(0), "0 µs");
  EXPECT_EQ(duration(0.00025), "0.25 µs");
  EXPECT_EQ(duration(0.041), "41 µs");
  EXPECT_EQ(duration(0.1804), "180 µs");
  EXPECT_EQ(duration(1.25), "1.25 ms");
  EXPECT_EQ(duration(2500), "2,500 ms");
  EXPECT_EQ(duration(12'000), "12 s");
  EXPECT_EQ(memory_size(1), "1 byte");
  EXPECT_EQ(memory_size(4096), "4,096 bytes");
  EXPECT_EQ(memory_size(1 << 20), "1 MiB");
  EXPECT_EQ(memory_size(std::uint64_t{3} << 29), "1.5 GiB");
}

TEST(ProgramInput, ComesFromTheMaterial) {
  Material material;
  EXPECT_FALSE(program_input(material).program);
  material.program = std::make_shared<const launch::ProgramRecording>(recorded::homework());
  material.program_launch = 1;
  material.program_place = 4;
  material.hover.call = 2;
  material.navigation.timeline.zoom = 3;
  const ProgramInput input = program_input(material);
  EXPECT_EQ(input.program, material.program);
  EXPECT_EQ(input.launch, 1u);
  EXPECT_EQ(input.place, 4u);
  EXPECT_EQ(input.hover, 2u);
  EXPECT_EQ(input.zoom, 3);
}

TEST(ProgramText, OfMemoryThatCouldNotBeFreedAfterAFailure) {
  launch::ProgramRecording program = recorded::homework();
  for (launch::RecordedCall& call : program.calls)
    if (call.function == "cudaFree") call.error = "cudaErrorIllegalAddress";
  const auto names = launch::allocation_names(program);
  const auto which = static_cast<std::uint32_t>(std::ranges::find(names, "d_y") - names.begin());
  EXPECT_EQ(allocation_sentence(program, names, which),
            "d_y, 4,000 bytes: allocated in line 20, not freed: calls that free memory failed.");
}

}  // namespace
}  // namespace warplens::view
