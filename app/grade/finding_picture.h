#pragma once

#include <memory>
#include <string>

#include "experiment/experiment.h"

namespace warplens::grade {

/// The picture of a finding: a launch of an experiment, or of a recorded program, in one of the views. The image is drawn
/// later.
struct FindingPicture {
  std::string caption{};  ///< the finding, a sentence
  std::shared_ptr<const experiment::Experiment> experiment{};
  experiment::Settings settings{};
  std::string view{};        ///< key in the table of views
  double program_scrub = 1;  ///< Session::program_scrub
  std::string image{};       ///< a data URL (RFC 2397); empty: not drawn
};

}  // namespace warplens::grade
