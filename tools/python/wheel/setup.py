# SPDX-License-Identifier: Apache-2.0
"""The program and its files, prefix/bin and prefix/lib/superwarp, go into the environment that installs the wheel."""

import os

from setuptools import setup
from setuptools.dist import Distribution


class ForOnePlatform(Distribution):
    def has_ext_modules(self):
        return True


FILES = [(os.path.relpath(folder, "prefix"), [os.path.join(folder, name) for name in sorted(names)])
         for folder, _, names in sorted(os.walk("prefix")) if names]
setup(distclass=ForOnePlatform, data_files=FILES)
