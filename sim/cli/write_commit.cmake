# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
# Writes OUT, a header with the commit of SOURCE, if that has changed.
execute_process(COMMAND git describe --always --dirty --abbrev=12
  WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define SUPERWARP_COMMIT \"@commit@\"\n" @ONLY)
