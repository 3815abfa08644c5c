#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "launch/moment.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/navigation.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

/// Text of an instruction and its CUDA source line; 0: none.
struct InstructionText {
  std::string text;
  std::uint32_t line = 0;
};

/// A variable of the source in the lanes of the chosen warp.
struct VariableAt {
  std::string name, type;               ///< as in the source; the type as in PTX where the source's is not known
  std::uint32_t line = 0;               ///< that declares or assigns it
  launch::RegisterAt value;             ///< its bits, and how to read them; named as the register that holds it, "" for memory
  std::array<std::string, 32> texts{};  ///< per lane, in place of its bits where it is not empty
  std::uint32_t written = 0;            ///< lanes whose value the last step wrote
  bool operator==(const VariableAt&) const = default;
};

/// What is said in place of a value.
inline constexpr std::string_view unset_text = "unset", gone_text = "not kept", out_of_scope_text = "–";

/// A launch paused at one of its steps; replaced on every move. One step is one instruction of one warp.
struct SteppedMoment {
  std::uint64_t step = 0, length = 0;
  bool by_hand = false;                       ///< stepped by hand; false: in the recorded order
  std::uint32_t warp = 0, lane = 0;           ///< chosen warp and lane
  std::vector<launch::WarpAt> warps;          ///< warps on multiprocessors
  std::uint64_t blocks_started = 0;           ///< Moment::blocks_started()
  std::vector<VariableAt> variables;          ///< variables of the source in the function that `warp` executes
  bool every_variable = false;                ///< they are all that are in scope; else those that optimised code certainly keeps
  std::vector<launch::RegisterAt> registers;  ///< registers of `warp`
  std::vector<std::uint32_t> set;             ///< per register: lanes in which something can have written it
  std::vector<std::uint32_t> written;         ///< per register: lanes whose value the last step wrote
  std::vector<InstructionText> next;          ///< next instruction at each pc of `warp`, in the order of WarpAt::lanes
  std::string memory;                         ///< current value of the experiment's element, as a sentence; may be empty
  std::optional<launch::Step> last;           ///< the last step done
  InstructionText last_instruction;
  std::optional<launch::Fault> fault;

  /// Whether every warp has exited.
  bool over() const { return warps.empty() && step > 0; }
  /// The chosen warp; null if it is on no multiprocessor.
  const launch::WarpAt* chosen() const;
};

struct StepsInput {
  Subject subject;
  std::shared_ptr<const SteppedMoment> moment;     ///< null until the launch is paused
  std::string error;                               ///< why it cannot be paused, a sentence
  std::size_t first_warp = 0, first_register = 0;  ///< rows scrolled past
  Target hover;
  bool operator==(const StepsInput&) const = default;
};
StepsInput steps_input(const Material& material);

/// The resident warps with their lanes; for the chosen warp, the lanes' positions and the registers. Hovered warps and lanes are
/// in Target::warp and Target::lane. Minimum size 400 × 300 points.
Picture steps_picture(const StepsInput& input, const Theme& theme, float width, float height);

/// Lanes that took no part in the last step, among its warp's lanes that have not exited.
std::uint32_t idle_lanes(const SteppedMoment& moment);

/// "Step 12 of 192." and a description of the step.
Headline steps_headline(const StepsInput& input, const Theme& theme);

/// The wheel and a drag scroll the list under the pointer.
void move_steps(const StepsInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);
/// After each move, scroll the chosen warp and the register just written into view.
void follow_steps(const StepsInput& input, const Theme& theme, Size size, Navigation& navigation);

/// Why the chosen warp is on no multiprocessor: its block has not started yet, or has ended.
std::string absence_words(const StepsInput& input);
/// Lanes of a mask for people: "0–15, 17".
std::string lane_ranges(std::uint32_t lanes);
/// The lanes of a mask with a noun: "lane 0", "lanes 0–15, 17".
std::string lanes_words(std::uint32_t lanes);
/// A register's or a variable's value for people, by its type: 5, 0.25, true, 0x7f0000000010.
std::string register_text(const launch::RegisterAt& at, std::uint32_t lane);

}  // namespace warplens::view
