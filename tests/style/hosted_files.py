#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hosted_files.py PROJECT VERSION: a host's files are well-formed, call existing scripts, have the right version."""
import json
import pathlib
import re
import sys

import yaml

root, version = pathlib.Path(sys.argv[1]), sys.argv[2]
for file in sorted((root / ".github" / "workflows").glob("*.yml")):
    jobs = yaml.safe_load(file.read_text())["jobs"]
    assert jobs and all(job["container"] == "debian:12" and job["steps"] for job in jobs.values()), file
for file in [*(root / ".github" / "workflows").glob("*.yml"), root / "Containerfile",
             root / "scripts" / "hooks" / "pre-commit"]:
    scripts = re.findall(r"\bscripts/[a-z_]+\b", file.read_text())
    assert scripts and all((root / script).exists() for script in scripts), (file, scripts)
for file in (root / ".github" / "ISSUE_TEMPLATE").glob("*.md"):
    assert {"name", "about"} <= set(yaml.safe_load(file.read_text().split("---\n")[1])), file
citation = yaml.safe_load((root / "CITATION.cff").read_text())
assert {"cff-version", "message", "title", "authors"} <= set(citation)
assert citation["version"] == version, f"CITATION.cff has {citation['version']}, expected {version}"
zenodo = json.loads((root / ".zenodo.json").read_text())
assert (zenodo["version"], zenodo["publication_date"]) == (version, str(citation["date-released"])), ".zenodo.json"
heading = f"## [{version}] - {citation['date-released']}"
assert heading in (root / "CHANGELOG.md").read_text(), f"CHANGELOG.md lacks '{heading}'"
print("hosted files are well-formed")
