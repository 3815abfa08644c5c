# What the program reads at run time, copied beside it: shaders, lessons, icons and headers of ours, fonts of the distribution.

file(GLOB_RECURSE resource_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/shaders/* ${CMAKE_SOURCE_DIR}/assets/*)
if(WARPLENS_SANITIZE)  # records no programs: lessons about them cannot be shown
  foreach(file ${resource_files})
    if(file MATCHES "/lessons/.*[.]md$")
      file(STRINGS ${file} recorded REGEX "^experiment = \"program/" LIMIT_COUNT 1)
      if(recorded)
        list(REMOVE_ITEM resource_files ${file})
      endif()
    endif()
  endforeach()
endif()
set(resource_outputs)
file(GLOB nvcc_header_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/app/ptx/compile/nvcc/*)
foreach(file ${resource_files} ${clang_header_files} ${nvcc_header_files})
  file(RELATIVE_PATH place ${CMAKE_SOURCE_DIR} ${file})
  set(output ${WARPLENS_RESOURCES}/${place})
  add_custom_command(OUTPUT ${output} COMMAND ${CMAKE_COMMAND} -E copy ${file} ${output} DEPENDS ${file} VERBATIM)
  list(APPEND resource_outputs ${output})
endforeach()
# The Python package, under its own name.
file(GLOB_RECURSE python_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/app/python/*.py)
foreach(file ${python_files})
  file(RELATIVE_PATH place ${CMAKE_SOURCE_DIR}/app ${file})
  set(output ${WARPLENS_RESOURCES}/${place})
  add_custom_command(OUTPUT ${output} COMMAND ${CMAKE_COMMAND} -E copy ${file} ${output} DEPENDS ${file} VERBATIM)
  list(APPEND resource_outputs ${output})
endforeach()

function(warplens_font name)
  find_file(font_${name} ${name} PATHS /usr/share/fonts /usr/local/share/fonts
    PATH_SUFFIXES opentype/inter truetype/inter truetype/jetbrains-mono truetype/font-awesome opentype/font-awesome
    DOC "font for the window" REQUIRED)
  configure_file(${font_${name}} ${WARPLENS_RESOURCES}/fonts/${name} COPYONLY)
endfunction()
warplens_font(Inter-Regular.otf)
warplens_font(Inter-SemiBold.otf)
warplens_font(JetBrainsMono-Regular.ttf)
warplens_font(fontawesome-webfont.ttf)

add_custom_target(resources ALL DEPENDS ${resource_outputs})
