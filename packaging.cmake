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
install(TARGETS superwarp_systemc LIBRARY DESTINATION ${files} ${component})
install(FILES $<TARGET_FILE:verilated_runtime> DESTINATION ${files} ${component})

# Of the Debian package alone: manual pages of --help, completion, copyright, changelog, and what lintian is told.
set(component COMPONENT debian EXCLUDE_FROM_ALL)
install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY
                              COMMAND ${PROJECT_SOURCE_DIR}/debian/share $<TARGET_FILE:superwarp> ${PROJECT_VERSION}
                                      ${CMAKE_BINARY_DIR}/debian-changelog ${CMAKE_BINARY_DIR}/share)"
        ${component})
file(STRINGS CITATION.cff released REGEX "^date-released: ")
string(REPLACE "date-released: " "" released "${released}")
execute_process(COMMAND date --utc --rfc-email --date=${released}
                OUTPUT_VARIABLE released OUTPUT_STRIP_TRAILING_WHITESPACE)
set(CPACK_PACKAGE_CONTACT "superwarp contributors <superwarp@packages.example.org>")
file(CONFIGURE OUTPUT debian-changelog CONTENT "superwarp (@PROJECT_VERSION@) unstable; urgency=medium

  * Release @PROJECT_VERSION@; CHANGELOG.md of the sources says what is new.

 -- @CPACK_PACKAGE_CONTACT@  @released@
" @ONLY)
install(DIRECTORY ${CMAKE_BINARY_DIR}/share DESTINATION . ${component})
install(FILES debian/copyright DESTINATION share/doc/superwarp ${component})
install(FILES debian/lintian-overrides DESTINATION share/lintian/overrides RENAME superwarp ${component})

set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_CMAKE_PROJECTS
    "${CMAKE_BINARY_DIR};superwarp;program;/;${CMAKE_BINARY_DIR};superwarp;debian;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "RTL, model and prices of GPU shared-memory units
 It answers how CUDA kernels conflict on the banks of a shared memory, and what
 a memory that packs the requests of several warps, or shifts every row by a
 random amount, would gain and cost. Verilated RTL, a reference model and
 closed forms check each other.")
# For first uses of RTL and CUDA.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "verilator, g++, zlib1g-dev, clang, libboost-context-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "yosys, opensta, qflow-tech-osu018")
include(CPack)
