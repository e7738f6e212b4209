# SPDX-License-Identifier: Apache-2.0
# Lists the files of the workloads in `workloads`, and writes entries.cpp, which calls them, into the build folder.
file(GLOB workloads RELATIVE ${CMAKE_CURRENT_LIST_DIR} CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_LIST_DIR}/access/*.cpp ${CMAKE_CURRENT_LIST_DIR}/algorithm/*.cpp
  ${CMAKE_CURRENT_LIST_DIR}/kernel/*.cpp)
file(GLOB hierarchical RELATIVE ${CMAKE_CURRENT_LIST_DIR} CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/hierarchy/*.cpp)
list(APPEND workloads ${hierarchical})
set(declarations)
set(calls)
foreach(file IN LISTS workloads)
  string(REGEX REPLACE "/(.*)[.]cpp" "_\\1" entry ${file})
  string(APPEND declarations "std::vector<Workload> ${entry}();\n")
  list(APPEND calls "${entry}()")
endforeach()
string(REPLACE ";" ",\n          " calls "${calls}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/entries.cpp.in entries.cpp @ONLY)
