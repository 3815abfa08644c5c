#include "view/table.h"

#include <algorithm>

#include "view/blocks/blocks_picture.h"
#include "view/caches/caches_picture.h"
#include "view/histogram/histogram_picture.h"
#include "view/lanes/lanes_picture.h"
#include "view/mapping/mapping_picture.h"
#include "view/matrix/matrix_picture.h"
#include "view/memory/memory_picture.h"
#include "view/program/program_picture.h"
#include "view/race/race_picture.h"
#include "view/roofline/roofline_picture.h"
#include "view/scene/scene_picture.h"
#include "view/schedulers/schedulers_picture.h"
#include "view/steps/steps_picture.h"
#include "view/streams/streams_picture.h"
#include "view/sweep/plot_picture.h"
#include "view/values/values_picture.h"

namespace warplens::view {
namespace {

const std::vector<ColourChoice> mapping_colours{
    {ColourMode::block, "block", "Block = hue, thread = lightness"},
    {ColourMode::warp, "warp", "Warp = hue, lane = lightness"},
    {ColourMode::order, "order", "First touch: early to late"},
    {ColourMode::count, "count", "How often an element was touched"},
    {ColourMode::result, "result", "Which elements are as expected in the end, and which are wrong"},
    {ColourMode::value, "value", "What each element holds in the end"}};
const std::vector<ColourChoice> matrix_colours{{ColourMode::block, "who wrote it", ""}, {ColourMode::value, "value", ""}};

const std::vector<ColourChoice> values_shown{
    {ColourMode::value, "numbers", "A plot over the elements' numbers"},
    {ColourMode::grey, "grey", "A picture with an element a pixel"},
    {ColourMode::rgb, "RGB", "A picture with three elements a pixel: red, green and blue"},
    {ColourMode::rgba, "RGBA", "A picture with four elements a pixel: red, green, blue and alpha"}};

const Row rows[] = {
    {.name = "mapping",
     .title = "Mapping",
     .key = '1',
     .tooltip = "Which thread touched which element",
     .help = "mapping: which thread touched which element",
     .offered = always,
     .needs = {.late = LateTable::cells, .lights = true},
     .colours_title = "Colour",
     .colours = mapping_colours,
     .input = made<mapping_input>,
     .headline = said<mapping_input, mapping_headline>,
     .picture = drawn<mapping_input, mapping_picture>,
     .move = moved<mapping_input, move_mapping>,
     .follow = followed<mapping_input, follow_mapping>,
     .colour = [](const Input& input) { return input.as<MappingInput>().colour; }},
    {.name = race_view,
     .title = "Race",
     .key = '2',
     .tooltip = "Reads and writes of one element over time",
     .help = "race: reads and writes of one element over time",
     .offered = always,
     .needs = {.history = true, .sibling_outcomes = true, .other_machine = true},
     .min_height = 336,  // eight warps, and what two entries gave
     .input = made<race_input>,
     .headline = said<race_input, race_headline>,
     .picture = drawn<race_input, race_picture>,
     .move = moved<race_input, move_race>,
     .follow = followed<race_input, follow_race>,
     .moment = told<race_input, race_moment>},
    {.name = "histogram",
     .title = "Histogram",
     .key = '3',
     .tooltip = "The counts that the kernel wrote, as bars",
     .help = "histogram: the counts of a buffer as bars",
     .offered = always,
     .input = made<histogram_input>,
     .headline = said<histogram_input, histogram_headline>,
     .picture = drawn<histogram_input, histogram_picture>},
    {.name = "blocks",
     .title = "Blocks",
     .key = '4',
     .tooltip = "Which multiprocessor ran which block, when",
     .help = "blocks: which multiprocessor ran which block, when",
     .offered = always,
     .needs = {.other_machine = true},
     .input = made<blocks_input>,
     .headline = said<blocks_input, both_blocks_headline>,
     .picture = drawn<blocks_input, both_blocks_picture>,
     .move = moved<blocks_input, move_blocks>},
    {.name = "schedulers",
     .title = "Schedulers",
     .key = 'S',
     .tooltip = "What each warp waits for, and when the schedulers issue",
     .help = "schedulers: what each warp waits for, and when instructions issue",
     .offered = always,
     .needs = {.late = LateTable::warps, .residencies = true},
     .input = made<schedulers_input>,
     .headline = said<schedulers_input, schedulers_headline>,
     .picture = drawn<schedulers_input, schedulers_picture>,
     .move = moved<schedulers_input, move_schedulers>},
    {.name = "lanes",
     .title = "Lanes",
     .key = 'D',
     .tooltip = "Which lanes of each warp took part in which instruction: divergence",
     .help = "lanes: which of a warp's lanes took part in which instruction",
     .offered = always,
     .needs = {.late = LateTable::warp_steps},
     .input = made<lanes_input>,
     .headline = said<lanes_input, lanes_headline>,
     .picture = drawn<lanes_input, lanes_picture>,
     .move = moved<lanes_input, move_lanes>},
    {.name = "steps",
     .title = "Steps",
     .key = '5',
     .tooltip = "Where every lane is and what is in its registers, instruction by instruction",
     .help = "steps: lanes and registers, instruction by instruction",
     .offered = always,
     .needs = {.stepping = true},
     .stays = true,
     .min_width = 400,
     .input = made<steps_input>,
     .headline = said<steps_input, steps_headline>,
     .picture = drawn<steps_input, steps_picture>,
     .move = moved<steps_input, move_steps>,
     .follow = followed<steps_input, follow_steps>},
    {.name = memory_view,
     .title = "Memory",
     .key = '6',
     .tooltip = "Sectors and banks that each request took",
     .help = "memory: sectors and banks that each request took",
     .offered = always,
     .needs = {.late = LateTable::traffic},
     .input = made<memory_input>,
     .headline = said<memory_input, memory_headline>,
     .picture = drawn<memory_input, memory_picture>,
     .move = moved<memory_input, move_memory>},
    {.name = "caches",
     .title = "Caches",
     .key = 'C',
     .tooltip = "Bytes between registers, caches and memory, of the launch, a line or a request; what limits the launch",
     .help = "caches: bytes between the levels of the memory hierarchy",
     .offered = always,
     .input = made<caches_input>,
     .headline = said<caches_input, caches_headline>,
     .picture = drawn<caches_input, caches_picture>},
    {.name = "roofline",
     .title = "Roofline",
     .key = 'F',
     .tooltip = "Operations per byte and per cycle, and what the card allows",
     .help = "roofline: operations per byte of memory and per cycle, under what the card allows",
     .offered = always,
     .needs = {.rooflines = true},
     .input = made<roofline_input>,
     .headline = said<roofline_input, roofline_headline>,
     .picture = drawn<roofline_input, roofline_picture>},
    {.name = "matrix",
     .title = "Matrix",
     .key = '7',
     .tooltip = "How often each element of a matrix was read, and what is in shared memory",
     .help = "matrix: reads of each element, and shared memory",
     .offered = [](const Features& features) { return features.matrix; },
     .needs = {.late = LateTable::matrices},
     .colours_title = "Colour of the result",
     .colours = matrix_colours,
     .input = made<matrix_input>,
     .headline = said<matrix_input, matrix_headline>,
     .picture = drawn<matrix_input, matrix_picture>,
     .colour = [](const Input& input) { return input.as<MatrixInput>().by_value ? ColourMode::value : ColourMode::block; }},
    {.name = "scene",
     .title = "Scene",
     .key = '8',
     .tooltip = "The model in space, and what the eye sees of it",
     .help = "scene: a model in space, and what the eye sees",
     .offered = [](const Features& features) { return features.scene; },
     .input = made<scene_input>,
     .headline = said<scene_input, scene_headline>,
     .picture = drawn<scene_input, scene_picture>,
     .move = moved<scene_input, move_scene>},
    {.name = "streams",
     .title = "Streams",
     .key = '0',
     .tooltip = "When what was copied and computed in which stream",
     .help = "streams: copies and kernels side by side",
     .offered = [](const Features& features) { return features.streams; },
     .input = made<streams_input>,
     .headline = said<streams_input, streams_headline>,
     .picture = drawn<streams_input, streams_picture>},
    {.name = "program",
     .title = "Program",
     .key = 'G',
     .tooltip = "The whole program that was recorded: its calls, copies, kernels and memory",
     .help = "program: calls, copies, kernels and memory of a recorded program",
     .offered = [](const Features& features) { return features.program; },
     .needs = {.run = false, .program = true},
     .min_width = 400,
     .min_height = 400,
     .input = made<program_input>,
     .headline = said<program_input, program_headline>,
     .picture = drawn<program_input, program_picture>,
     .move = moved<program_input, move_program>,
     .moment = told<program_input, program_moment>},
    {.name = "values",
     .title = "Values",
     .key = 'V',
     .tooltip = "What a buffer held before and after, and what it should hold",
     .help = "values: a buffer before and after, as plot or picture and as table",
     .offered = always,
     .needs = {.values = true},
     .colours_title = "Shown as",
     .colours = values_shown,
     .input = made<values_input>,
     .headline = said<values_input, values_headline>,
     .picture = drawn<values_input, values_picture>,
     .move = moved<values_input, move_values>,
     .colour = [](const Input& input) { return input.as<ValuesInput>().shown_as; }},
    {.name = sweep_view,
     .title = "Sweep",
     .key = '9',
     .tooltip = "A number varied through a range, and what it costs",
     .help = "sweep: a number varied through a range, and what it costs",
     .offered = always,
     .needs = {.run = false, .sweep = true},
     .stays = true,
     .input = made<sweep_input>,
     .headline = said<sweep_input, plot_headline>,
     .picture = drawn<sweep_input, plot_picture>},
};

}  // namespace

bool always(const Features&) { return true; }

std::span<const Row> table() { return rows; }

const Row* find_row(std::span<const Row> rows_given, std::string_view name) {
  const auto found = std::ranges::find(rows_given, name, &Row::name);
  return found != rows_given.end() ? &*found : nullptr;
}

const Row& row_of(std::string_view name) {
  const Row* const found = find_row(rows, name);
  return found != nullptr ? *found : rows[0];
}

std::string view_names() {
  std::string names;
  for (const Row& row : rows) names += (names.empty() ? "" : " ") + std::string(row.name);
  return names;
}

std::vector<std::string_view> names_of_views() {
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.name);
  return names;
}

}  // namespace warplens::view
