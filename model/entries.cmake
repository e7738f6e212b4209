# SPDX-License-Identifier: Apache-2.0
# superwarp_entries(FOLDER NAMESPACE HEADER TYPE PATTERNS...): `found` gets the sources of FOLDER and entries.cpp, where
# all_entries() has what the function in each source returns: a TYPE by PART_FILE() in PART/FILE.cpp.
function(superwarp_entries folder space header type)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../${folder}/)
  file(GLOB found CONFIGURE_DEPENDS ${ARGN})
  set(declarations)
  set(calls)
  foreach(file IN LISTS found)
    string(REGEX REPLACE ".*/(.*)/(.*)[.]cpp" "\\1_\\2" function ${file})
    string(APPEND declarations "${type} ${function}();\n")
    string(APPEND calls "          ${function}(),\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${folder}/entries.cpp CONTENT "#include \"@header@\"
namespace @space@ {
@declarations@std::vector<@type@> all_entries() {
  return {
@calls@  };
}
}  // namespace @space@
" @ONLY)
  set(found ${found} ${CMAKE_BINARY_DIR}/${folder}/entries.cpp PARENT_SCOPE)
endfunction()
