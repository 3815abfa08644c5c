#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/sequence.h"
#include "export/program/array_text.h"

// Write an experiment as a CUDA program that needs no Warplens: the kernel's source, and a main() that runs the experiment.

namespace warplens::export_ {

/// A program and the files of numbers that it reads, by name.
struct ProgramText {
  std::string text;
  DataFiles files;
};

/// The program of an experiment with these settings: it fills arrays with the experiment's inputs, launches its kernels with its
/// grid and block, times them, prints the results, and compares them if the reference is an expression or a simple loop.
/// `program`: of the same experiment and settings. `stem`: the program's file name without ending; names of its data files begin
/// with it. Errors: as source_text(), plan_of() and call_text().
base::Result<ProgramText> program_of(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                     const experiment::Program& program, const std::string& stem);

/// Write the program to `file` (.cu) and its data to the same folder, replacing existing files. Errors: those of program_of() and
/// of compiling the kernel; a file that is the experiment's own source, or that cannot be written.
base::Status save_program(const experiment::Experiment& experiment, const experiment::Settings& settings,
                          const std::filesystem::path& file);

}  // namespace warplens::export_
