#!/usr/bin/env python3
"""Compares a list of parts with what the program says of itself, and looks at the list alone: every part has a licence and a
name of its own, and what is used is listed.

    sbom_check.py PROGRAM SBOM"""

import json
import sys
from pathlib import Path

from parts import audited


def main(program, path):
    sbom = json.loads(Path(path).read_text())
    if (sbom["bomFormat"], sbom["specVersion"]) != ("CycloneDX", "1.5"):
        sys.exit(f"{path} is not CycloneDX 1.5")
    parts = [sbom["metadata"]["component"], *sbom["components"]]
    names = [part["bom-ref"] for part in parts]
    if len(set(names)) != len(names):
        sys.exit(f"{path}: a part is listed twice")
    for part in parts:
        if not part["licenses"][0]["expression"]:
            sys.exit(f"{path}: {part['bom-ref']} has no licence")
    rows = {row["ref"]: row["dependsOn"] for row in sbom["dependencies"]}
    unknown = {name for row in rows.values() for name in row} - set(names)
    if set(rows) != set(names) or unknown:
        sys.exit(f"{path}: the lines between parts are not those of the parts: {sorted(unknown)}")
    reached, waiting = set(), [names[0]]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += rows[name]
    if reached != set(names):
        sys.exit(f"{path}: nothing uses {sorted(set(names) - reached)}")
    said = audited(Path(program))
    if said is None:
        print(f"{len(parts)} parts; the program says none itself")
        return
    listed = {(part["name"], part["version"]) for part in parts if part["purl"].startswith("pkg:cargo/")}
    if listed - said:
        sys.exit(f"{path} has what the program does not: {sorted(listed - said)}")
    others = ", ".join(sorted(name for name, _ in said - listed)) or "nothing"
    print(f"{len(parts)} parts, all as the program says itself; only to build it: {others}")


if __name__ == "__main__":
    main(*sys.argv[1:])
