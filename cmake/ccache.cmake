# Compiled files are kept across builds, where ccache is installed.

find_program(CCACHE ccache)
if(CCACHE)
  # The sloppiness that ccache asks for where headers are precompiled (its manual, "Precompiled headers"); with CCACHE_DEPEND a file that
  # is not in the cache is not preprocessed before it is compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
endif()
