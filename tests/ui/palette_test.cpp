#include <algorithm>

#include "tests/ui/window_test_base.h"
#include "ui/window/commands.h"

// The list of commands (Ctrl P): everything is in it, and is found by part of its name.

namespace warplens::ui {
namespace {

class Palette : public WindowTest {
 protected:
  void open(const std::string& query) {
    key(GLFW_KEY_P, GLFW_MOD_CONTROL);
    type(query);
    ASSERT_TRUE(app_->palette.show);
    ASSERT_EQ(app_->palette.query, query);
  }
  void choose(const std::string& query) {
    open(query);
    key(GLFW_KEY_ENTER);
    EXPECT_FALSE(app_->palette.show);
  }
  bool has(const std::string& kind, const std::string& label) const {
    const std::vector<Command> all = commands(*app_);
    return std::ranges::any_of(all, [&](const Command& each) { return each.kind == kind && each.label == label; });
  }
};

TEST_F(Palette, EverythingIsInIt) {
  for (const experiment::Entry& entry : app_->choices.experiment().entries) EXPECT_TRUE(has("Kernel", entry.label));
  for (const experiment::Experiment& each : app_->choices.catalogue.experiments) EXPECT_TRUE(has("Experiment", each.title));
  for (const view::Row& row : view::table())
    EXPECT_EQ(has("View", row.title), desk::offers(row, app_->choices.experiment())) << row.title;
  for (const char* theme : {"Dark", "Light", "Projector"}) EXPECT_TRUE(has("Theme", theme));
  EXPECT_TRUE(has("Save", "Buffer counter as .npy"));
  const std::vector<Command> all = commands(*app_);
  for (const Shortcut& shortcut : shortcuts()) {
    const bool of_view = std::ranges::find(view::table(), shortcut.what, &view::Row::help) != view::table().end();
    if (shortcut.keys == nullptr || !shortcut.act || of_view) continue;
    EXPECT_TRUE(std::ranges::any_of(all, [&](const Command& each) { return each.keys == shortcut.keys; })) << shortcut.keys;
  }
}

TEST_F(Palette, AKernelIsChosenByPartOfItsName) {
  choose("ato");
  EXPECT_EQ(app_->choices.entry().label, "atomic");
}

TEST_F(Palette, EnterComesAfterTheLettersThatWereTypedInTheSameFrame) {
  open("");
  ImGui::GetIO().AddInputCharactersUTF8("ato");
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(app_->choices.entry().label, "atomic");
}

TEST_F(Palette, AViewAnExperimentAThemeAndAnAction) {
  choose("view steps");
  EXPECT_EQ(session().view, "steps");
  choose("projector");
  EXPECT_EQ(session().theme, view::ThemeName::projector);
  choose("experiment scan");
  EXPECT_EQ(session().experiment, "scan");
  choose("ptx next");
  EXPECT_TRUE(session().show_ptx);
}

TEST_F(Palette, ArrowsChooseAmongWhatIsFound) {
  open("theme");
  ASSERT_EQ(app_->palette.found.at(0).label, "Dark");
  key(GLFW_KEY_DOWN);
  key(GLFW_KEY_DOWN);
  key(GLFW_KEY_UP);
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(session().theme, view::ThemeName::light);
}

TEST_F(Palette, EscLeavesEverythingAsItWas) {
  const Session before = session();
  open("atomic");
  key(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(app_->palette.show);
  EXPECT_EQ(to_json(session()), to_json(before));
  key(GLFW_KEY_1);
  EXPECT_EQ(session().view, "mapping") << "the keys are the window's again";
}

TEST_F(Palette, WhatIsCalledNothingDoesNothing) {
  open("zzzz");
  EXPECT_TRUE(app_->palette.found.empty());
  key(GLFW_KEY_ENTER);
  EXPECT_TRUE(app_->palette.show);
}

TEST_F(Palette, ANumberGoesToThatElementOrThread) {
  ASSERT_TRUE(choose_experiment(app_->choices, "add").ok());
  settle();
  open("17");
  ASSERT_GE(app_->palette.found.size(), 2u);
  EXPECT_EQ(app_->palette.found[0].kind, "Element");
  EXPECT_EQ(app_->palette.found[1].kind, "Thread");
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(app_->pointer.kept.element, 17u);
  open("17");
  key(GLFW_KEY_DOWN);
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(app_->pointer.kept.thread, 17u);
  EXPECT_EQ(app_->pointer.kept.element, view::Target::none);
}

TEST_F(Palette, AClickDoesIt) {
  open("light");
  ASSERT_EQ(app_->palette.found.at(0).label, "Light");
  click(640, 60 + 20 + 32 + 30);  // the first row, under the field
  EXPECT_EQ(session().theme, view::ThemeName::light);
}

TEST(Commands, AreFoundByAllWordsAndWhatBeginsWithThemFirst) {
  const std::vector<Command> all{
      {"View", "Warp map", "", {}}, {"Kernel", "map", "", {}}, {"View", "Mapping", "", {}}, {"Do", "Remap", "", {}}};
  EXPECT_EQ(matching(all, ""), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(matching(all, "MAP"), (std::vector<std::size_t>{1, 2, 0, 3}));
  EXPECT_EQ(matching(all, "view map"), (std::vector<std::size_t>{2, 0}));
  EXPECT_EQ(matching(all, "kernel view"), (std::vector<std::size_t>{}));
}

}  // namespace
}  // namespace warplens::ui
