// SPDX-License-Identifier: Apache-2.0
#include "tools/python/core/core.h"

PYBIND11_MODULE(_core, core) {
  core.doc() = "The C++ part of superwarp.";
  superwarp::python::add_ask(core);
  superwarp::python::add_machine(core);
  superwarp::python::add_programs(core);
  superwarp::python::add_runs(core);
  superwarp::python::add_stepper(core);
  core.attr("__version__") = SUPERWARP_VERSION;
}
