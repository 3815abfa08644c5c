#include "cli/cli.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "base/escaped.h"
#include "cli/command.h"
#include "ptx/compile/makefile_flags.h"
#include "report/json.h"

namespace warplens::cli {
namespace {

struct CommandRow {
  const char* name;
  const char* description;
  Serve (*add)(CLI::App& command);
  bool compiles = false, opens = false;  ///< whether it compiles sources, and opens sessions or experiments that name files
  bool listed = true;                    ///< in --help
};

constexpr auto commands = std::to_array<CommandRow>({
    {"run", "run a kernel of a .cu, .ptx or .ll file", add_run, true},
    {"why", "answer why an element, a wait, an idle lane or a finding of a run is as it is", add_why, true, true},
    {"program", "build and run a whole CUDA program, host code and all", add_program, true},
    {"grade", "judge a folder of submissions by an experiment or a model program", add_grade, true},
    {"confined", "run a command that sees and changes only what is named, as grade does", add_confined, false, false, false},
    {"notes", "begin or read the notes of a Python that uses CUDA, as the package warplens does", add_notes, false, false, false},
    {"experiment", "run an experiment and compare it with its reference", add_experiment, true, true},
    {"sweep", "turn a number of an experiment through a range, and plot what it costs", add_sweep, true, true},
    {"merge", "put the tables of a sweep or of grading together whose parts were made by --shard", add_merge},
    {"list", "list the experiments and the lessons", add_list},
    {"info", "say what this computer has: devices, compilers, OpenGL", add_info},
    {"device-server", "lend a device of this computer to a program elsewhere, which starts this by ssh or the like",
     add_device_server},
    {"compile", "compile CUDA C++ to PTX", add_compile, true},
    {"render", "draw an experiment, a step of a lesson or a session into a file", add_render, true, true},
    {"record", "film a lesson, a step of one, an experiment or a session", add_record, true, true},
});

/// Part of the documented interface but not implemented yet: rejected with their name, and not listed in --help.
constexpr std::array<const char*, 1> later_commands{"bench"};

/// Standard output may be a closed pipe or a full disk: report it as an error.
base::Status print(const std::string& text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written) return base::Nothing{};
  return base::error(std::string("cannot write to standard output: ") + std::strerror(errno));
}

void complain(const base::Error& error) { std::fprintf(stderr, "%s\n", base::describe(error).c_str()); }

int say(const Answer& answer) {
  for (const base::Error& error : answer.errors) complain(error);
  std::fputs(base::escaped_lines(answer.remarks).c_str(), stderr);
  const base::Status printed = print(answer.text);
  if (printed.ok()) return answer.status;
  complain(printed.error());
  return status_wrong_request;
}

int refuse(const base::Error& error, bool json) {
  return say({json ? report::text_of(report::json_of(error)) + "\n" : "", {error}, status_wrong_request});
}

std::string names_of_commands() {
  std::string names;
  for (const CommandRow& row : commands)
    if (row.listed) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

bool is_later(std::string_view name) {
  for (const char* later : later_commands) {
    if (name == later) return true;
  }
  return false;
}

/// The options of a compiler as they were typed.
struct CompilerWords {
  std::vector<std::filesystem::path> folders;
  std::vector<std::string> definitions;
  std::string architecture, standard, level;
};

void add_compiler_options(CLI::App& command, CompilerWords& words) {
  command.add_option("-I", words.folders, "folder of headers that sources include; may come several times")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command.add_option("-D", words.definitions, "define a macro for sources; may come several times")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  command
      .add_option("--arch", words.architecture,
                  "architecture that sources are compiled for; by default the oldest that they need")
      ->type_name("sm_NN");
  command
      .add_option("-O", words.level,
                  "-O0: the compiler leaves every access of a source in; by default it removes what is not needed")
      ->type_name("0|3");
  command.add_option("--std", words.standard, "C++ standard of sources: c++11 to c++20 (default c++17)")->type_name("STANDARD");
}

/// Whether a command line, without the program's name, is for a command that compiles sources.
bool compiles(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    const auto row = std::ranges::find(commands, word, &CommandRow::name);
    return row != commands.end() && row->compiles;
  });
}

bool wants_json(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    if (std::string_view(argv[k]) == "--json") return true;
  }
  return false;
}

/// Error message of a command line that does not parse, on one line.
base::Error explain(const CLI::ParseError& error, const CLI::App& app) {
  std::string message = error.what();
  for (char& c : message) c = c == '\n' ? ' ' : c;
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    const std::vector<std::string> left = app.remaining();
    if (!left.empty() && is_later(left.front()))
      return base::error("the command " + left.front() + " is not in this version yet");
    if (!left.empty() && left.front().starts_with('-'))
      return base::error("unknown option '" + left.front() + "'; see warplens --help");
    if (!left.empty()) return base::error("unknown command '" + left.front() + "'; the commands are " + names_of_commands());
    return base::error(message + "; see warplens --help");
  }
  return base::error(message + "; see warplens " + chosen.front()->get_name() + " --help");
}

int serve(int argc, char** argv, launch::DeviceFinder& devices) {
  CLI::App app("Warplens: look at CUDA kernels. Without a command it opens the window.", "warplens");
  app.set_version_flag("--version", "warplens " WARPLENS_VERSION);
  app.fallthrough();
  app.require_subcommand(1);
  Context context{devices, {}};
  app.add_option("--kernels", context.kernels, "folder with further experiments (.toml and .cu); may come several times")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.footer(
      "Exit status: 0 fine; 1 the request is wrong; 2 the kernel failed; 3 --check found something, or a result differs from its "
      "reference.");

  CompilerWords compiler;
  std::vector<std::pair<CLI::App*, Serve>> served;
  for (const CommandRow& row : commands) {
    CLI::App* command = app.add_subcommand(row.name, row.description);
    served.emplace_back(command, row.add(*command));
    if (!row.listed) command->group("");
    if (row.compiles) add_compiler_options(*command, compiler);
    if (row.opens)
      command->add_flag("--allow-outside", context.allow_outside,
                        "let a session or an experiment read files outside of its folder");
  }

  // What comes after -- is not parsed: it is for the program that is run.
  char** const end = argv + argc;
  char** const dashes = std::find(argv, end, std::string_view("--"));
  if (dashes != end) context.arguments.assign(dashes + 1, end);
  const bool json = wants_json(static_cast<int>(dashes - argv), argv);
  std::vector<std::string> words(argv + 1, dashes);
  ptx::MakefileFlags flags;
  if (compiles(words)) {
    auto taken = ptx::take_makefile_flags(words);
    if (!taken) return refuse(taken.error(), json);
    flags = std::move(*taken);
    words = flags.rest;
  }
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    return say({app.help(), {}, status_fine});
  } catch (const CLI::CallForVersion& version) {
    return say({std::string(version.what()) + "\n", {}, status_fine});
  } catch (const CLI::ParseError& error) {
    return refuse(explain(error, app), json);
  }
  for (const std::filesystem::path& folder : context.kernels) {
    std::error_code code;
    if (!std::filesystem::is_directory(folder, code)) return refuse({"--kernels " + folder.string(), 0, 0, "not a folder"}, json);
  }
  auto options =
      ptx::make_compile_options(compiler.folders, compiler.definitions, compiler.architecture, compiler.standard, compiler.level);
  if (!options) return refuse(options.error(), json);
  context.compile = std::move(*options);
  ptx::add(context.compile, std::move(flags));
  for (const auto& [command, serve_command] : served) {
    if (!command->parsed()) continue;
    if (dashes != end && command->get_name() != "program" && command->get_name() != "confined")
      return refuse(base::error("only warplens program takes arguments after --"), json);
    const base::Result<Answer> answer = serve_command(context);
    return answer.ok() ? say(*answer) : refuse(answer.error(), json);
  }
  return status_wrong_request;
}

}  // namespace

const char* version() { return WARPLENS_VERSION; }

std::optional<std::vector<std::filesystem::path>> window_request(int argc, char** argv) {
  constexpr std::string_view option = "--kernels";
  std::vector<std::filesystem::path> folders;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word == option && k + 1 < argc) {
      folders.emplace_back(argv[++k]);
    } else if (word.starts_with("--kernels=")) {
      folders.emplace_back(word.substr(option.size() + 1));
    } else {
      return std::nullopt;
    }
  }
  return folders;
}

int run(int argc, char** argv, launch::DeviceFinder& devices) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return serve(argc, argv, devices);
  } catch (const std::bad_alloc&) {
    return refuse(base::error("there is not enough memory for this request"), wants_json(argc, argv));
  } catch (const std::exception& exception) {
    return refuse(base::error(std::string("this should not have happened: ") + exception.what()), wants_json(argc, argv));
  }
}

}  // namespace warplens::cli
