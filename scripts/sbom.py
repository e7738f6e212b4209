# SPDX-License-Identifier: Apache-2.0
"""sbom.py VERSION LICENCES FOLDER: writes FOLDER/superwarp-VERSION.spdx.json: the files of FOLDER with their checksums,
and the Debian packages whose code is in them, which are those whose licences the wheel has."""

import datetime
import hashlib
import json
import os
import pathlib
import subprocess
import sys

version, licences, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
packages = [{"SPDXID": "SPDXRef-superwarp", "name": "superwarp", "versionInfo": version,
             "downloadLocation": "NOASSERTION", "licenseDeclared": "Apache-2.0", "filesAnalyzed": False}]
relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-superwarp")]
for name in sorted(path.stem for path in licences.glob("*.copyright") if path.stem != "superwarp"):
    installed = subprocess.run(["dpkg-query", "--show", "--showformat", "${Version}", name], check=True,
                               stdout=subprocess.PIPE, text=True).stdout
    packages.append({"SPDXID": f"SPDXRef-{name}", "name": name, "versionInfo": installed, "filesAnalyzed": False,
                     "supplier": "Organization: Debian", "downloadLocation": "NOASSERTION",
                     "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                       "referenceLocator": f"pkg:deb/debian/{name}@{installed}"}]})
    relations.append(("SPDXRef-superwarp", "CONTAINS", f"SPDXRef-{name}"))
files = [{"SPDXID": f"SPDXRef-file-{n}", "fileName": f"./{path.name}",
          "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}]}
         for n, path in enumerate(sorted(folder.iterdir()))]
document = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"superwarp-{version}", "documentNamespace": f"https://spdx.org/spdxdocs/superwarp-{version}",
            "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/release"]},
            "packages": packages, "files": files,
            "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                              for one, kind, other in relations]}
(folder / f"superwarp-{version}.spdx.json").write_text(json.dumps(document, indent=1) + "\n")
