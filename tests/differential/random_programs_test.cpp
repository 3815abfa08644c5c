#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

#include "base/random.h"
#include "tests/differential/meetings.h"
#include "tests/differential/random_operations.h"
#include "tests/simt/launcher.h"

// Random programs, whose results plain C++ computes as well: straight lines of instructions, and places at which threads hand
// values to each other. WARPLENS_RANDOM_SECONDS=3600 goes on for that many seconds of processor time.

namespace warplens::differential {
namespace {

/// The registers of a program, by class: name, number, and how one is moved from and to its cell of 8 bytes.
struct Class {
  char name;
  u32 count;
  const char *load, *store;
};
constexpr std::array classes{
    Class{'h', 4, "ld.global.b16 %h#, [%from+@];", "cvt.u64.u16 %l9, %h#; st.global.b64 [%to+@], %l9;"},
    Class{'r', 7, "ld.global.b32 %r#, [%from+@];", "cvt.u64.u32 %l9, %r#; st.global.b64 [%to+@], %l9;"},
    Class{'l', 6, "ld.global.b64 %l#, [%from+@];", "st.global.b64 [%to+@], %l#;"},
    Class{'f', 6, "ld.global.f32 %f#, [%from+@];", "mov.b32 %r9, %f#; cvt.u64.u32 %l9, %r9; st.global.b64 [%to+@], %l9;"},
    Class{'g', 6, "ld.global.f64 %g#, [%from+@];", "st.global.f64 [%to+@], %g#;"},
    Class{'p', 4, "ld.global.b32 %r9, [%from+@]; setp.ne.u32 %p#, %r9, 0;",
          "selp.b64 %l9, 1, 0, %p#; st.global.b64 [%to+@], %l9;"},
};
constexpr u32 cells = 33, threads = meeting_threads;

/// Number of the first cell of a class.
u32 first_cell(char name) {
  u32 cell = 0;
  for (const Class& its : classes) {
    if (its.name == name) return cell;
    cell += its.count;
  }
  return cell;
}
u32 count(char name) {
  return std::find_if(classes.begin(), classes.end(), [&](const Class& its) { return its.name == name; })->count;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

/// One operation of a program on cells; `guard`: cell of a predicate, or `cells` for none. Or a meeting: the operands are the
/// cells of the register that receives, of the one that is handed over and of an input, and a distance in threads.
struct Step {
  const Operation* operation;
  std::array<u32, 5> operands;
  u32 guard;
  bool guard_negated;
  const Meeting* meeting = nullptr;
};

Step random_step(base::Random& random) {
  if (random.below(8) == 0) {
    const auto cell = [&] { return first_cell('r') + random.below(count('r')); };
    const u32 to = cell(), given = cell(), in = cell();
    return {nullptr, {to, given, in, random.below(threads)}, cells, false, &meetings[random.below(std::size(meetings))]};
  }
  Step step{&operations[random.below(std::size(operations))], {}, cells, random.below(2) != 0};
  for (std::size_t i = 0; step.operation->registers[i] != '\0'; ++i) {
    const char its = step.operation->registers[i];
    step.operands[i] = first_cell(its) + random.below(count(its));
  }
  if (random.below(4) == 0) step.guard = first_cell('p') + random.below(count('p'));
  return step;
}

std::string register_name(char its, u32 cell) { return std::string("%") + its + std::to_string(cell - first_cell(its)); }

/// `number`: of the step, for its labels.
std::string text_of_meeting(const Step& step, std::size_t number) {
  const std::string neighbour = "sub.u32 %r9, %own, %shared; add.u32 %r9, %r9, " + std::to_string(4 * step.operands[3]) +
                                "; and.b32 %r9, %r9, 255; add.u32 %r9, %r9, %shared;\n";
  std::string text = replaced(replaced(step.meeting->text, "$N", neighbour), "$D", register_name('r', step.operands[0]));
  text = replaced(replaced(text, "$S", register_name('r', step.operands[1])), "#", std::to_string(number));
  return replaced(text, "$F", std::to_string(8 * step.operands[2]));
}

/// Scratch registers are written without the guard, so that it matters for the last statement only.
std::string text_of(const Step& step) {
  std::string text = step.operation->text;
  for (std::size_t i = 0; step.operation->registers[i] != '\0'; ++i)
    text = replaced(text, "$" + std::to_string(i), register_name(step.operation->registers[i], step.operands[i]));
  if (step.guard == cells) return text;
  const std::size_t last = text.rfind("; ");
  const std::string guard = std::string("@") + (step.guard_negated ? "!" : "") + register_name('p', step.guard) + " ";
  return text.insert(last == std::string::npos ? 0 : last + 2, guard);
}

std::string program_text(const std::vector<Step>& steps) {
  std::string body =
      ".shared .align 8 .b8 cells[512];\n.reg .b16 %h<10>; .reg .b32 %r<11>, %t, %own, %shared; .reg .b64 %l<10>, %from, %to; "
      ".reg .f32 %f<8>; .reg .f64 %g<8>; .reg .pred %p<10>;\n"
      "ld.param.u64 %from, [in]; ld.param.u64 %to, [out]; mov.u32 %r9, %tid.x; mad.wide.u32 %from, %r9, " +
      std::to_string(8 * cells) + ", %from; mad.wide.u32 %to, %r9, " + std::to_string(8 * cells) +
      ", %to;\nmov.u32 %t, %tid.x; mov.u32 %shared, cells; mad.lo.u32 %own, %t, 4, %shared;\n";
  const auto move = [&](const char* Class::*how) {
    u32 cell = 0;
    for (const Class& its : classes) {
      for (u32 i = 0; i < its.count; ++i, ++cell)
        body += replaced(replaced(its.*how, "#", std::to_string(i)), "@", std::to_string(8 * cell)) + "\n";
    }
  };
  move(&Class::load);
  for (std::size_t i = 0; i < steps.size(); ++i)
    body += (steps[i].meeting != nullptr ? text_of_meeting(steps[i], i) : text_of(steps[i])) + "\n";
  move(&Class::store);
  return simt::entry_text(".param .u64 in, .param .u64 out", body + "ret;");
}

u64 random_value(char its, base::Random& random) {
  const auto any = [&] { return u64{random.below(0xffffffffu)} << 32 | random.below(0xffffffffu); };
  static constexpr u64 of_integers[] = {0,
                                        1,
                                        2,
                                        31,
                                        32,
                                        0x7f,
                                        0x80,
                                        0xff,
                                        0x7fff,
                                        0x8000,
                                        0xffff,
                                        0x7fffffff,
                                        0x80000000,
                                        0xffffffff,
                                        0x7fffffffffffffff,
                                        0x8000000000000000,
                                        0xffffffffffffffff};
  static constexpr f64 of_numbers[] = {0.0,       -0.0,    1.0,    -1.5, 0x1p-126, 0x1p-149, -0x1.8p-130, 0x1.fffffep127,
                                       0x1p31,    -0x1p63, 0.5,    2.5,  1e300,    0x1p24,   16777217,    INFINITY,
                                       -INFINITY, NAN,     1 / 3.0};
  const bool edge = random.below(3) == 0;
  const f64 number = edge ? of_numbers[random.below(std::size(of_numbers))]
                          : std::ldexp(random.below(0xffffffffu) - 0x1p31, static_cast<int>(random.below(80)) - 60);
  switch (its) {
    case 'f':
      return random.below(4) == 0 ? any() & 0xffffffffu : bits(static_cast<f32>(number));
    case 'g':
      return random.below(4) == 0 ? any() : bits(number);
    case 'p':
      return random.below(2);
    default: {
      const u64 value = edge ? of_integers[random.below(std::size(of_integers))] : any();
      return its == 'h' ? value & 0xffff : its == 'r' ? value & 0xffffffffu : value;
    }
  }
}

using Values = std::array<u64, cells>;

/// What plain C++ makes of one thread's registers in one operation.
void compute(const Step& step, Values& values) {
  if (step.guard != cells && (values[step.guard] != 0) == step.guard_negated) return;
  std::array<u64, 4> sources{};
  for (std::size_t i = 1; step.operation->registers[i] != '\0'; ++i) sources[i - 1] = values[step.operands[i]];
  values[step.operands[0]] = step.operation->second_opinion(Sources(sources));
}

/// The same of the registers of all threads at a meeting. `in`: their inputs.
void meet(const Step& step, const std::vector<Values>& in, std::vector<Values>& values) {
  OfThreads given{}, inputs{}, before{};
  for (u32 t = 0; t < threads; ++t) {
    before[t] = static_cast<u32>(values[t][step.operands[0]]);
    given[t] = static_cast<u32>(values[t][step.operands[1]]);
    inputs[t] = static_cast<u32>(in[t][step.operands[2]]);
  }
  const OfThreads received = step.meeting->second_opinion(given, inputs, before, step.operands[3]);
  for (u32 t = 0; t < threads; ++t) values[t][step.operands[0]] = received[t];
}

/// The same of all threads in the whole program.
std::vector<Values> compute(const std::vector<Step>& steps, const std::vector<Values>& in) {
  std::vector<Values> values = in;
  for (const Step& step : steps) {
    if (step.meeting != nullptr) {
      meet(step, in, values);
      continue;
    }
    for (Values& of_thread : values) compute(step, of_thread);
  }
  return values;
}

/// NaNs are alike, whatever their bits.
bool alike(u32 cell, u64 a, u64 b) {
  if (cell >= first_cell('f') && cell < first_cell('g') && std::isnan(std::bit_cast<f32>(static_cast<u32>(a))))
    return std::isnan(std::bit_cast<f32>(static_cast<u32>(b)));
  if (cell >= first_cell('g') && cell < first_cell('p') && std::isnan(std::bit_cast<f64>(a)))
    return std::isnan(std::bit_cast<f64>(b));
  return a == b;
}

/// One program in all threads of a block, each with its own values. False if they differ, or if the check finds anything.
bool agrees(u64 seed) {
  constexpr u32 steps_of_program = 40;
  base::Random random(seed);
  std::vector<Step> steps;
  for (u32 i = 0; i < steps_of_program; ++i) steps.push_back(random_step(random));
  std::vector<Values> in(threads);
  std::vector<u64> bits_in;
  for (Values& of_thread : in) {
    u32 cell = 0;
    for (const Class& its : classes) {
      for (u32 i = 0; i < its.count; ++i) of_thread[cell++] = random_value(its.name, random);
    }
    bits_in.insert(bits_in.end(), of_thread.begin(), of_thread.end());
  }
  const std::string text = program_text(steps);
  launch::Launch launch = simt::launch_of(text, 1, threads,
                                          {simt::buffer(launch::ElementType::u64, bits_in),
                                           simt::buffer(launch::ElementType::u64, std::vector<u64>(bits_in.size()))});
  launch.check = seed % 4 == 0;
  launch.schedule = seed % 3 == 0 ? launch::Schedule::random : launch::Schedule::timed;
  launch.seed = seed;
  const auto result = simt::run(launch);
  if (!result || result->fault || !result->findings.empty()) {
    ADD_FAILURE() << "seed " << seed << ": "
                  << (!result         ? base::describe(result.error())
                      : result->fault ? result->fault->message
                                      : result->findings[0].message)
                  << "\n"
                  << text;
    return false;
  }
  const std::vector<u64> out = simt::values_of<u64>(result->outputs[1]);
  const std::vector<Values> expected = compute(steps, in);
  for (u32 thread = 0; thread < threads; ++thread) {
    const Values& values = expected[thread];
    for (u32 cell = 0; cell < cells; ++cell) {
      const u64 got = out[thread * cells + cell];
      if (alike(cell, values[cell], got)) continue;
      ADD_FAILURE() << "seed " << seed << ", thread " << thread << ", cell " << cell << ": machine " << std::hex << got
                    << ", C++ " << values[cell] << "\n"
                    << text;
      return false;
    }
  }
  return true;
}

class RandomProgram : public testing::TestWithParam<int> {};

TEST_P(RandomProgram, AgreesWithPlainCpp) {
  constexpr u64 programs = 60;
  const auto first = static_cast<u64>(GetParam()) * programs;
  for (u64 seed = first; seed < first + programs && agrees(seed); ++seed) {
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProgram, testing::Range(0, 4));

TEST(RandomPrograms, AgreeForAsLongAsAsked) {
  const char* seconds = std::getenv("WARPLENS_RANDOM_SECONDS");
  if (seconds == nullptr) GTEST_SKIP() << "WARPLENS_RANDOM_SECONDS is not set";
  const double limit = std::atof(seconds);
  u64 seed = 1'000'000;
  while (static_cast<double>(std::clock()) / CLOCKS_PER_SEC < limit && agrees(seed)) ++seed;
  RecordProperty("programs", std::to_string(seed - 1'000'000));
  std::printf("%llu programs\n", static_cast<unsigned long long>(seed - 1'000'000));
}

}  // namespace
}  // namespace warplens::differential
