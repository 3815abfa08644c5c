#include "session/files_read.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "experiment/kernel_file/describe.h"
#include "tests/scratch_folder.h"

// What a stranger's experiment or session would read outside of its folder.

namespace warplens {
namespace {

using Names = std::set<std::string>;

Names names_of(const std::vector<std::filesystem::path>& paths) {
  Names names;
  for (const auto& path : paths) names.insert(path.filename().string());
  return names;
}

const std::string scaling = "__global__ void scale(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 3; }\n";

class FilesRead : public testing::Test {
 protected:
  FilesRead() { std::filesystem::create_directories(home_ / "kernels"); }
  ~FilesRead() override { std::filesystem::remove_all(home_); }

  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::ofstream(home_ / name, std::ios::binary) << text;
    return home_ / name;
  }
  /// What an experiment reads outside that has these texts where `input` and the end of the file are.
  Names outside_of_experiment(const std::string& input, const std::string& more = "", const std::string& source = scaling) {
    write("kernels/e.cu", source);
    const auto file =
        write("kernels/e.toml", "title = \"T\"\nparameters.n = {value = 4, minimum = 1, maximum = 8}\n" +
                                    (more.starts_with('[') ? "" : more) +
                                    "\n[[arguments]]\nname = \"a\"\ntype = \"f32\"\nsize = \"n\"\ninput = \"" + input +
                                    "\"\noutput = true\n[[arguments]]\nname = \"n\"\ntype = \"i32\"\nvalue = \"n\"\n"
                                    "[[entries]]\nkernel = \"scale\"\nlabel = \"one\"\ngrid = [\"1\"]\nblock = [\"4\"]\n"
                                    "arguments = [\"a\", \"n\"]\n" +
                                    (more.starts_with('[') ? more : ""));
    const auto experiment = experiment::load_experiment(file);
    EXPECT_TRUE(experiment) << base::describe(experiment.error());
    return experiment ? names_of(files_read_outside(*experiment)) : Names{"no experiment"};
  }
  Names outside_of_settings(const experiment::Settings& settings) {
    const auto file = write("kernels/scale.cu", scaling);
    const auto found = experiment::find_or_add(catalogue_, file.string());
    EXPECT_TRUE(found) << base::describe(found.error());
    return names_of(named_outside(**found, settings, {home_ / "kernels"}));
  }

  const std::filesystem::path home_ = scratch("files read");
  experiment::Catalogue catalogue_;
};

TEST_F(FilesRead, OfAnExperimentAreInItsFolder) {
  EXPECT_EQ(outside_of_experiment("zeros"), Names{});
  EXPECT_EQ(outside_of_experiment("@in.csv"), Names{});
  EXPECT_EQ(outside_of_experiment("@in/../in.csv"), Names{});
  EXPECT_EQ(outside_of_experiment("@../out.csv"), Names{"out.csv"});
  EXPECT_EQ(outside_of_experiment("@/etc/out.csv"), Names{"out.csv"});
}

TEST_F(FilesRead, OfEveryEntryAndSweepCount) {
  EXPECT_EQ(outside_of_experiment("zeros", "variables.table = \"f32[4]=@/etc/table.npy\""), Names{"table.npy"});
  EXPECT_EQ(outside_of_experiment("zeros", "variables.table = \"f32[4]=@here.npy\""), Names{});
  const std::string other =
      "[[entries]]\nkernel = \"scale\"\nlabel = \"two\"\ngrid = [\"1\"]\nblock = [\"4\"]\n"
      "arguments = [\"a\", \"n\"]\ninputs.a = \"@../entry.csv\"\n";
  EXPECT_EQ(outside_of_experiment("zeros", other), Names{"entry.csv"}) << "which is not the first one";
  const auto sweep = [](const std::string& set) {
    return "[[sweeps]]\nlabel = \"s\"\nparameter = \"n\"\nvalues = \"1,2\"\nmeasures = [\"simt\"]\nset = [\"" + set + "\"]\n";
  };
  EXPECT_EQ(outside_of_experiment("zeros", sweep("a.input=@../sweep.csv")), Names{"sweep.csv"});
  EXPECT_EQ(outside_of_experiment("zeros", sweep("expected=@../wanted.csv")), Names{"wanted.csv"});
  EXPECT_EQ(outside_of_experiment("zeros", sweep("compile=-I /usr")), Names{"usr"});
}

TEST_F(FilesRead, OfItsSourceCount) {
  write("out.h", "");
  write("kernels/in.h", "");
  EXPECT_EQ(outside_of_experiment("zeros", "", "#include \"in.h\"\n" + scaling), Names{});
  EXPECT_EQ(outside_of_experiment("zeros", "", "#include \"../out.h\"\n" + scaling), Names{"out.h"});
  EXPECT_EQ(outside_of_experiment("zeros", "", "#/**/inc\\\nlude \"../out.h\"\n" + scaling), Names{"out.h"});
  EXPECT_EQ(outside_of_experiment("zeros", "compile = \"-I /usr\""), Names{"usr"});
  const Names by_macro = outside_of_experiment("zeros", "", "#define OUT \"../out.h\"\n#include OUT\n" + scaling);
  EXPECT_EQ(by_macro.size(), 1u) << "it may be any file";
}

TEST_F(FilesRead, AreWhereLinksLead) {
  std::filesystem::create_directories(home_ / "far" / "below");
  write("far/out.csv", "1,2,3,4\n");
  std::filesystem::create_symlink(home_ / "far" / "out.csv", home_ / "kernels" / "link.csv");
  std::filesystem::create_symlink(home_ / "far" / "below", home_ / "kernels" / "below");
  EXPECT_EQ(outside_of_experiment("@link.csv"), Names{"out.csv"});
  EXPECT_EQ(outside_of_experiment("@below/../out.csv"), Names{"out.csv"}) << "the system goes up from the link's target";
  write("far/e.ptx", "");
  std::filesystem::create_symlink(home_ / "far" / "e.ptx", home_ / "kernels" / "e.ptx");
  EXPECT_EQ(outside_of_experiment("zeros"), Names{"e.ptx"});
}

TEST_F(FilesRead, OfALinkToAnExperimentAreInBothFolders) {
  outside_of_experiment("@in.csv");
  std::filesystem::create_symlink(home_ / "kernels" / "e.toml", home_ / "link.toml");
  std::filesystem::create_symlink(home_ / "kernels" / "e.cu", home_ / "link.cu");
  const auto experiment = experiment::load_experiment(home_ / "link.toml");
  ASSERT_TRUE(experiment) << base::describe(experiment.error());
  EXPECT_EQ(names_of(files_read_outside(*experiment)), Names{});
}

TEST_F(FilesRead, OfSettingsCount) {
  experiment::Settings settings;
  settings.inputs["a"] = "@inside.npy";
  EXPECT_EQ(outside_of_settings(settings), Names{});
  settings.inputs["a"] = "@../no-such.npy";
  EXPECT_EQ(outside_of_settings(settings), Names{"no-such.npy"});
  settings.inputs["a"] = "zeros";
  settings.expected = "@/etc/wanted.npy";
  settings.variables["table"] = "f32[4]=@/etc/table.npy";
  settings.compile = "-I /usr";
  settings.mesh = "/etc/model.obj";
  EXPECT_EQ(outside_of_settings(settings), (Names{"wanted.npy", "table.npy", "usr", "model.obj"}));
}

TEST_F(FilesRead, BeforeTheUserIsAskedAreNone) {
  EXPECT_TRUE(experiment::reads_file("schedule=@/etc/passwd"));
  EXPECT_TRUE(experiment::reads_file("mesh=/etc/passwd.obj"));
  for (const char* assignment : {"mesh=ship", "schedule=random", "a.input=@x.npy", "n=4"})
    EXPECT_FALSE(experiment::reads_file(assignment)) << assignment;
  const auto sweep = session_from_json(R"({"sweep": {"set": ["schedule=@/etc/passwd"]}})", "evil.warplens");
  ASSERT_FALSE(sweep);
  EXPECT_NE(base::describe(sweep.error()).find("must name no file"), std::string::npos);
}

class FilesOfASession : public FilesRead {
 protected:
  FilesOfASession() { std::filesystem::create_directories(home_ / "sessions"); }
  Names outside(const SessionDocument& document) {
    return names_of(files_read_outside(document, home_ / "sessions" / "s.warplens", catalogue_));
  }
};

TEST_F(FilesOfASession, AreItsOwnOrInItsFolder) {
  SessionDocument document;
  document.session.experiment = write("sessions/scale.cu", scaling).string();
  EXPECT_EQ(outside(document), Names{});
  document.session.settings.inputs["a"] = "@../a.csv";
  document.session.sweep.set = {"a.input=@../sweep.csv"};
  EXPECT_EQ(outside(document), (Names{"a.csv", "sweep.csv"}));
}

TEST_F(FilesOfASession, ElsewhereAreOnlyThoseThatItHas) {
  SessionDocument document;
  document.session.experiment = write("kernels/scale.cu", scaling).string();
  EXPECT_EQ(outside(document), Names{"scale.cu"});
  document.files["scale.cu"] = scaling;
  EXPECT_EQ(outside(document), Names{});
  document.session.settings.inputs["a"] = "@marks.csv";
  EXPECT_EQ(outside(document), Names{"marks.csv"}) << "beside a kernel that the stranger knows";
  document.files["marks.csv"] = "1,2\n";
  EXPECT_EQ(outside(document), Names{});
  document.session.beside.emplace().experiment = "/etc/other.cu";
  EXPECT_EQ(outside(document), Names{"other.cu"});
}

}  // namespace
}  // namespace warplens
