#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mapped_parameters.py FILE: the parameters of memory_machine in FILE, of `superwarp cost --json`, as macros of
SystemVerilog: RTL_PARAMETERS declares them, RTL_ASSIGNED assigns them, KEYS is the number of entries of a random
mapping's key."""

import json
import sys

OF_RSU = ["Mapping", "Regions", "RegionRows", "OffMapping"]
DEFAULTS = {"Route": "0", "SuperWarp": "1"}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cost = json.load(file)
    form = cost["form"]
    found = dict(form["memory_machine"])
    for module, parameters in form.items():
        if module.startswith("rpu_"):
            found |= {name: value for name, value in parameters.items() if name not in found}
        elif module == "rsu":
            found |= {name: parameters[name] for name in OF_RSU}
    found = DEFAULTS | found
    if "NumBanks" not in found:
        found["NumBanks"] = found["Width"]
    values = {name: value if value.isdigit() else f'"{value}"' for name, value in found.items()}
    typed = [f"parameter {'int ' if value.isdigit() else ''}{name} = {value}" for name, value in values.items()]
    keys = 0 if found["Mapping"] in ("identity", "xor-swizzle") else int(found["NumRows"])
    print(f"`define RTL_PARAMETERS {', '.join(typed)}")
    print(f"`define RTL_ASSIGNED {', '.join(f'.{name}({name})' for name in values)}")
    print(f"`define KEYS {keys}")


if __name__ == "__main__":
    main()
