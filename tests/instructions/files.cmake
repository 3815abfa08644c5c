# instruction_files: what tests of this folder's files link. They read them, as full PTX and with the edge files, from
# WARPLENS_INSTRUCTIONS_FOLDER, which is build/PRESET/instructions.

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(instruction_folder ${CMAKE_BINARY_DIR}/instructions)
file(GLOB instruction_inputs CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.ptx ${CMAKE_CURRENT_LIST_DIR}/*.py)
file(GENERATE OUTPUT ${instruction_folder}.names CONTENT "${instruction_inputs}")  # a file that is removed changes only this
add_custom_command(OUTPUT ${instruction_folder}.written
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/write_files.py ${instruction_folder}
  COMMAND ${CMAKE_COMMAND} -E touch ${instruction_folder}.written
  DEPENDS ${instruction_inputs} ${instruction_folder}.names
  COMMENT "Writing tests/instructions as full PTX" VERBATIM)
add_custom_target(written_instruction_files DEPENDS ${instruction_folder}.written)
add_library(instruction_files INTERFACE)
target_compile_definitions(instruction_files INTERFACE WARPLENS_INSTRUCTIONS_FOLDER="${instruction_folder}")
add_dependencies(instruction_files written_instruction_files)
