# SPDX-License-Identifier: Apache-2.0
# The Debian package of the program: cpack -G DEB --config build/CPackConfig.cmake. It holds the sources from which the
# program builds RTL, so it needs no source tree (model/machine/project_dir.h).
include(GNUInstallDirs)
set(files lib/superwarp)
set(component COMPONENT program EXCLUDE_FROM_ALL)
# Where a wheel has the libraries that Debian 12 alone need not have (scripts/wheel).
set_target_properties(superwarp PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/superwarp")
install(TARGETS superwarp RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} ${component})
install(DIRECTORY rtl data DESTINATION ${files} ${component} PATTERN proofs EXCLUDE)
install(DIRECTORY model/machine DESTINATION ${files}/model ${component} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY sysc DESTINATION ${files} ${component}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.vlt" PATTERN "verilated_*.cpp")
install(PROGRAMS scripts/setup DESTINATION ${files}/scripts ${component})
file(GLOB packages RELATIVE ${PROJECT_SOURCE_DIR} tools/*/packages)  # that scripts/setup installs for a command
foreach(list ${packages})
  cmake_path(GET list PARENT_PATH folder)
  install(FILES ${list} DESTINATION ${files}/${folder} ${component})
endforeach()
install(FILES $<TARGET_FILE:verilated_runtime> $<TARGET_FILE:superwarp_systemc> DESTINATION ${files} ${component})
install(FILES LICENSE DESTINATION share/doc/superwarp RENAME copyright ${component})

set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};superwarp;program;/")
set(CPACK_PACKAGE_CONTACT "the maintainers of superwarp")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "verilator, g++, zlib1g-dev")  # the program compiles RTL on first use
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang, libboost-context-dev")  # for `superwarp record`
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "yosys, opensta, qflow-tech-osu018")
include(CPack)
