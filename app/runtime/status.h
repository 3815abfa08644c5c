#pragma once

namespace warplens::runtime {

/// The errors of the CUDA runtime that Warplens returns, with CUDA's numbers (cudaError in the CUDA Runtime API, "Data types used
/// by CUDA Runtime").
enum class Status : int {
  success = 0,
  invalid_value = 1,
  memory_allocation = 2,
  not_initialized = 3,
  invalid_configuration = 9,
  invalid_pitch = 12,
  invalid_symbol = 13,
  invalid_device_pointer = 17,
  invalid_channel_descriptor = 20,
  invalid_copy_direction = 21,
  invalid_filter_setting = 26,
  invalid_norm_setting = 27,
  invalid_device_function = 98,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  no_image_for_device = 209,
  invalid_ptx = 218,
  file_not_found = 301,
  invalid_handle = 400,
  illegal_state = 401,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  out_of_resources = 701,
  launch_timeout = 702,
  peer_access_not_enabled = 705,
  assertion = 710,
  already_registered = 712,
  not_registered = 713,
  illegal_instruction = 715,
  misaligned_address = 716,
  launch_failure = 719,
  cooperative_launch_too_large = 720,
  not_supported = 801,
  capture_unsupported = 900,
  capture_invalidated = 901,
  capture_merge = 902,
  capture_unmatched = 903,
  capture_unjoined = 904,
  capture_isolation = 905,
  capture_implicit = 906,
  captured_event = 907,
  capture_wrong_thread = 908,
  graph_update_failure = 910,
  unknown = 999,
};

/// "cudaErrorInvalidValue"; for a number that is no error of CUDA's, "unrecognized error code".
const char* name(int status);

/// The text of cudaGetErrorString: "invalid argument".
const char* text(int status);

}  // namespace warplens::runtime
