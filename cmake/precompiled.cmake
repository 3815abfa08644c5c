# Headers of the standard library and of {fmt}, read once per kind of target instead of in every file. ccache still answers: it is told
# which differences do not matter, and neither compiler writes a time into what it precompiles.

set(precompiled_standard <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span> <string>
  <string_view> <utility> <variant> <vector> <fmt/format.h>)

# warplens_precompiled(NAME OPTIMISATION HEADER...): a target whose precompiled headers others reuse; OPTIMISATION may be empty.
function(warplens_precompiled name optimisation)
  set(source ${CMAKE_BINARY_DIR}/${name}.cpp)
  if(NOT EXISTS ${source})
    file(WRITE ${source} "")
  endif()
  add_library(${name} OBJECT ${source})
  target_link_libraries(${name} PRIVATE warplens_options)
  target_compile_options(${name} PRIVATE ${optimisation})
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

# What decides the speed of a launch and of the analyses is optimised as the preset says. The rest compiles sooner: it is as fast at -O1.
set(quick_to_compile $<$<CONFIG:RelWithDebInfo>:-O1>)
# What takes less time to run than to optimise: tests, and the command line's options.
set(unoptimised $<$<CONFIG:RelWithDebInfo>:-O0>)
warplens_precompiled(precompiled_fast "" ${precompiled_standard})
warplens_precompiled(precompiled_quick ${quick_to_compile} ${precompiled_standard})
