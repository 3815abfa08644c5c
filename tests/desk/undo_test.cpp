#include "desk/choices/undo.h"

#include <gtest/gtest.h>

namespace warplens::desk {
namespace {

Session with_block(std::uint32_t threads) {
  Session session;
  session.settings.block = {threads, 1, 1};
  return session;
}

TEST(Undo, GoesBackAndForward) {
  Undo undo;
  EXPECT_FALSE(undo.undo(with_block(32)));
  for (const std::uint32_t threads : {32u, 64u, 64u, 128u}) undo.note(with_block(threads), false);
  EXPECT_EQ(undo.undo(with_block(128)), with_block(64));
  EXPECT_EQ(undo.undo(with_block(64)), with_block(32));
  EXPECT_FALSE(undo.undo(with_block(32)));
  EXPECT_EQ(undo.redo(with_block(32)), with_block(64));
  undo.note(with_block(256), false);
  EXPECT_FALSE(undo.redo(with_block(256))) << "something else was done";
  EXPECT_EQ(undo.undo(with_block(256)), with_block(64));
}

TEST(Undo, ADragIsOneStep) {
  Undo undo;
  undo.note(with_block(32), false);
  for (std::uint32_t threads = 33; threads < 64; ++threads) undo.note(with_block(threads), true);
  undo.note(with_block(64), false);
  EXPECT_EQ(undo.undo(with_block(64)), with_block(32));
  EXPECT_FALSE(undo.undo(with_block(32)));
}

TEST(Undo, WhatWasNotNotedYetIsAStep) {
  Undo undo;
  undo.note(with_block(32), false);
  EXPECT_EQ(undo.undo(with_block(96)), with_block(32));
  EXPECT_EQ(undo.redo(with_block(32)), with_block(96));
}

TEST(Undo, WhereTheUserLooksStays) {
  Undo undo;
  Session session = with_block(32);
  undo.note(session, false);
  session.scrub = 0.5;
  session.camera.zoom = 4;
  session.orbit.azimuth = 90;
  session.lesson = "one";
  session.lesson_step = 2;
  undo.note(session, false);
  EXPECT_FALSE(undo.undo(session)) << "no setting has changed";
  session.settings.block = {64, 1, 1};
  Session expected = session;
  expected.settings.block = {32, 1, 1};
  EXPECT_EQ(undo.undo(session), expected);
}

TEST(Undo, EverySettingIsOne) {
  const auto changes = {+[](Session& s) { s.experiment = "add"; },
                        +[](Session& s) { s.view = "mapping"; },
                        +[](Session& s) { s.device = launch::first_gpu; },
                        +[](Session& s) { s.spec = "rtx-4090"; },
                        +[](Session& s) { s.theme = view::ThemeName::light; },
                        +[](Session& s) { s.show_ptx = true; },
                        +[](Session& s) { s.memory = "in"; },
                        +[](Session& s) { s.line_measure = experiment::LineMeasure::waiting; },
                        +[](Session& s) { s.rays = true; },
                        +[](Session& s) { s.colour = view::ColourMode::warp; },
                        +[](Session& s) { s.settings.seed = 7; },
                        +[](Session& s) { s.settings.parameters["n"] = 5; },
                        +[](Session& s) { s.sweep.values = "1,2"; }};
  Undo undo;
  Session session;
  undo.note(session, false);
  for (const auto change : changes) {
    const Session before = session;
    change(session);
    undo.note(session, false);
    EXPECT_EQ(undo.undo(session), before);
    EXPECT_EQ(undo.redo(before), session);
  }
}

TEST(Undo, CompletingARestoredSessionIsNoStep) {
  Undo undo;
  undo.note(with_block(32), false);
  undo.note(with_block(64), false);
  ASSERT_TRUE(undo.undo(with_block(64)));
  Session completed = with_block(32);
  completed.settings.grid = {8, 1, 1};
  undo.restored(completed);
  undo.note(completed, false);
  EXPECT_EQ(undo.redo(completed), with_block(64));
}

TEST(Undo, ForgetsTheOldestSteps) {
  Undo undo;
  for (std::uint32_t threads = 1; threads < 1000; ++threads) undo.note(with_block(threads), false);
  std::size_t steps = 0;
  for (auto session = undo.undo(with_block(999)); session; session = undo.undo(*session)) ++steps;
  EXPECT_EQ(steps, Undo::max_steps);
}

}  // namespace
}  // namespace warplens::desk
