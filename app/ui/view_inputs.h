#pragma once

#include "ui/app.h"
#include "view/blocks/blocks_picture.h"
#include "view/histogram/histogram_picture.h"
#include "view/mapping/mapping_picture.h"
#include "view/matrix/matrix_picture.h"
#include "view/memory/memory_picture.h"
#include "view/race/race_picture.h"
#include "view/scene/scene_picture.h"
#include "view/streams/streams_picture.h"

namespace warplens::ui {

/// What the views are given, made of the window's state. All need `App::shown`.
view::Subject subject_of(const App& app);
view::MappingInput mapping_input(const App& app);
view::RaceInput race_input(const App& app);
view::HistogramInput histogram_input(const App& app);
view::BlocksInput blocks_input(const App& app);
/// The blocks of the other machine's run; nothing where there are none.
std::optional<view::BlocksInput> other_blocks_input(const App& app);
view::MemoryInput memory_input(const App& app);
view::MatrixInput matrix_input(const App& app);
view::SceneInput scene_input(const App& app);
view::StreamsInput streams_input(const App& app);

/// The sentence above the picture of the chosen view.
view::Headline headline_of(const App& app);

}  // namespace warplens::ui
