#include "grade/sandbox.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/process.h"
#include "program/run.h"
#include "tests/scratch_folder.h"

// A program that tries what a hostile submission would, and says what it could do. It runs in both kinds of sandbox.

namespace warplens::grade {
namespace {

namespace fs = std::filesystem;

constexpr const char* attacks = R"cpp(
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <dirent.h>

  void say(const char* name, bool could) {
    std::printf("%s %s\n", name, could ? "yes" : "no");
  }
  bool reads(const std::string& path) {
    char c;
    int f = open(path.c_str(), O_RDONLY | O_NONBLOCK);
    return f >= 0 && read(f, &c, 1) == 1;
  }
  bool lists(const std::string& path) { return opendir(path.c_str()) != nullptr; }
  bool writes(const std::string& path) {
    int f = open(path.c_str(), O_WRONLY | O_CREAT, 0666);
    return f >= 0 && write(f, "x", 1) == 1;
  }

  int main(int, char** argv) {
    const std::string secret = argv[1], folder = argv[2], journal = folder + "/journal", victim = argv[3];
    say("reads-a-secret", reads(secret) || reads("/proc/self/root" + secret));
    say("lists-the-folder-of-a-secret", lists(secret.substr(0, secret.rfind('/'))));
    say("reads-etc-passwd", reads("/etc/passwd"));
    say("has-a-variable-of-the-teacher", std::getenv("WARPLENS_TEST_SECRET") != nullptr);
    std::ifstream first("/proc/1/environ");
    std::string all((std::istreambuf_iterator<char>(first)), {});
    say("reads-the-variables-of-process-1", all.find("WARPLENS_TEST_SECRET") != std::string::npos);
    say("reads-the-victim-in-proc", reads("/proc/" + victim + "/environ") && std::atoi(argv[3]) > 10);
    say("reads-a-file-that-came-with-it", reads("data.txt"));
    say("reads-one-in-a-folder", reads("more/data.txt"));
    say("has-a-link-that-came-with-it", reads("link.txt"));
    say("writes-in-its-folder", writes("own.txt"));
    say("writes-to-the-journal", writes(journal));
    say("removes-the-journal", unlink(journal.c_str()) == 0);
    say("renames-over-the-journal", rename("own.txt", journal.c_str()) == 0);
    say("makes-a-pipe-of-the-journal", mkfifo(journal.c_str(), 0666) == 0);
    (void)!symlink("/dev/zero", (folder + "/link").c_str());
    say("replaces-its-executable", writes(folder + "/program"));
    say("writes-beside-the-secret", writes(secret + ".new"));
    say("writes-to-dev", writes("/dev/full_of_it") || writes("/dev/shm/full_of_it"));
    say("changes-the-secret", chmod(secret.c_str(), 0777) == 0 || truncate(secret.c_str(), 0) == 0);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<unsigned short>(std::atoi(argv[4])));
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    say("connects", s >= 0 && connect(s, reinterpret_cast<sockaddr*>(&at), sizeof at) == 0);
    say("signals-the-victim", kill(std::atoi(argv[3]), 0) == 0 && std::atoi(argv[3]) > 10);
    say("traces-the-victim", ptrace(PTRACE_ATTACH, std::atoi(argv[3]), nullptr, nullptr) == 0);
    int children = 0;
    while (children < 2000) {
      pid_t child = fork();
      if (child == 0) {
        alarm(1);
        pause();
      }
      if (child < 0) break;
      ++children;
    }
    say("starts-2000-processes", children == 2000);
    char block[65536] = {};
    long total = 0;
    for (int k = 0; k < 20 && total < 400l << 20; ++k) {
      int f = open(("big" + std::to_string(k)).c_str(), O_WRONLY | O_CREAT, 0666);
      if (f < 0) break;
      signal(SIGXFSZ, SIG_IGN);
      for (ssize_t got = 1; got > 0 && total < 400l << 20;) {
        got = write(f, block, sizeof block);
        if (got > 0) total += got;
      }
      close(f);
    }
    say("writes-400-MiB", total >= 400l << 20);
    std::fflush(stdout);
    _exit(0);
  }
)cpp";

/// What the attacks could do, by name.
std::map<std::string, std::string> answers_in(const std::string& output) {
  std::map<std::string, std::string> answers;
  std::istringstream stream(output);
  for (std::string name, answer; stream >> name >> answer;) answers[name] = answer;
  return answers;
}

class Attacks : public testing::TestWithParam<Sandbox::Kind> {};

TEST_P(Attacks, ReachNothingButTheirOwn) {
  const auto sandbox = Sandbox::of(GetParam());
  if (!sandbox) GTEST_SKIP() << sandbox.error().message;
  const fs::path all = scratch("attacks"), handed = all / "handed", folder = all / "folder", teacher = all / "teacher";
  fs::remove_all(all);
  for (const fs::path& each : {handed / "more", folder, teacher}) fs::create_directories(each);
  std::ofstream(teacher / "secret.txt") << "the model solution";
  ASSERT_EQ(::chmod((teacher / "secret.txt").c_str(), 0666), 0) << "permissions are not what keeps it";
  for (const char* name : {"data.txt", "more/data.txt", "main.cu"}) std::ofstream(handed / name) << "its own";
  fs::create_symlink(teacher / "secret.txt", handed / "link.txt");
  std::ofstream(all / "attacks.cpp") << attacks;
  const auto compiled = base::run_process(base::find_program("g++"), {"-O0", "-o", folder / "program", all / "attacks.cpp"},
                                          std::chrono::seconds(60));
  ASSERT_TRUE(compiled.ok() && compiled->exit_status == 0) << compiled->output;
  const auto room = RunFolder::make(folder, {"eve", {handed / "main.cu"}, handed});
  ASSERT_TRUE(room.ok()) << base::describe(room.error());
  // A listening socket of the teacher's.
  const int listening = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  ASSERT_EQ(::bind(listening, reinterpret_cast<sockaddr*>(&address), length), 0);
  ASSERT_EQ(::listen(listening, 1), 0);
  ::getsockname(listening, reinterpret_cast<sockaddr*>(&address), &length);

  ::setenv("WARPLENS_TEST_SECRET", "1", 1);
  program::RunOptions options{.inherits = false,
                              .captures = true,
                              .silent = true,
                              .time_limit = std::chrono::seconds(30),
                              .wrapper = sandbox->for_program(*room)};
  const auto ended = program::run(
      room->program(), {teacher / "secret.txt", folder, std::to_string(::getpid()), std::to_string(ntohs(address.sin_port))},
      options);
  ::unsetenv("WARPLENS_TEST_SECRET");
  ::close(listening);
  ASSERT_TRUE(ended.ok()) << base::describe(ended.error());
  const auto answers = answers_in(ended->output);
  EXPECT_EQ(answers.size(), 23u) << ended->output << ended->exit_status;
  const bool apart = GetParam() == Sandbox::Kind::namespaces;
  for (const auto& [name, answer] : answers) {
    const bool allowed = name == "reads-a-file-that-came-with-it" || name == "reads-one-in-a-folder" ||
                         name == "writes-in-its-folder" || name == "writes-to-the-journal" ||
                         (name == "writes-400-MiB" && !apart);
    EXPECT_EQ(answer, allowed ? "yes" : "no") << name;
  }
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(room->journal())));
  EXPECT_EQ(fs::file_size(teacher / "secret.txt"), 18u);
  EXPECT_FALSE(fs::exists(fs::symlink_status(folder / "link")));
  EXPECT_EQ(fs::exists(room->work() / "own.txt"), !apart) << "with namespaces, what it writes is in memory, and goes with it";
  remove_left(folder);
  EXPECT_FALSE(fs::exists(folder));
}

INSTANTIATE_TEST_SUITE_P(Both, Attacks, testing::Values(Sandbox::Kind::namespaces, Sandbox::Kind::landlock),
                         [](const auto& kind) { return kind.param == Sandbox::Kind::namespaces ? "namespaces" : "landlock"; });

TEST(Sandbox, SaysWhatItLeavesOpen) {
  const auto found = Sandbox::find();
  if (!found) GTEST_SKIP() << found.error().message;
  EXPECT_EQ(found->left_open().empty(), found->kind() == Sandbox::Kind::namespaces);
  const auto landlock = Sandbox::of(Sandbox::Kind::landlock);
  if (!landlock) GTEST_SKIP() << landlock.error().message;
  EXPECT_NE(landlock->left_open().find("files and folders exist"), std::string::npos) << landlock->left_open();
}

TEST(RunFolder, IsRemovedHoweverDeepItIs) {
  const fs::path folder = scratch("deep");
  fs::create_directories(folder);
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  for (int k = 0; k < 1200; ++k) {  // more folders than files may be open, and longer than a path
    ASSERT_EQ(::mkdir("d", 0700), 0);
    ASSERT_EQ(::chdir("d"), 0);
  }
  fs::current_path(before);
  remove_left(folder);
  EXPECT_FALSE(fs::exists(folder));
}

}  // namespace
}  // namespace warplens::grade
