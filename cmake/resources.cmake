# What the program reads at run time, copied beside it: shaders, lessons, icons and headers of ours, fonts of the distribution.

file(GLOB_RECURSE resource_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/shaders/* ${CMAKE_SOURCE_DIR}/assets/*)
if(WARPLENS_SANITIZE)  # no programs are recorded, which these lessons are about
  list(FILTER resource_files EXCLUDE REGEX "/lessons/2[4-9]-")
endif()
set(resource_outputs)
foreach(file ${resource_files} ${clang_header_files})
  file(RELATIVE_PATH place ${CMAKE_SOURCE_DIR} ${file})
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
