# WARPLENS_VERSION: the tag of this commit (v1.2.3 → 1.2.3); between tags the project's version and the commit; without git, as in a source
# archive, the project's version.
set(WARPLENS_VERSION ${PROJECT_VERSION})
find_package(Git QUIET)
if(Git_FOUND AND EXISTS ${CMAKE_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --tags --exact-match --match "v[0-9]*" WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    OUTPUT_VARIABLE tag OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE untagged ERROR_QUIET)
  if(NOT untagged)
    string(REGEX REPLACE "^v" "" WARPLENS_VERSION ${tag})
  endif()
endif()
