#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/sequence.h"
#include "export/program/array_text.h"
#include "export/program/names.h"

namespace warplens::export_ {

/// The program's main(), and the function before it for the comparison; with marks for helpers (helpers.h).
struct MainText {
  std::string function, main;
};

/// `stem` and `files`: as for array_text(). Errors: as plan_of() and call_text().
base::Result<MainText> main_text(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                 const experiment::Program& program, const std::string& stem, Names& names, DataFiles& files);

}  // namespace warplens::export_
