#!/usr/bin/env python3
"""Fills in the recipes of other systems with the version and the digests of the archives of a release.

    recipes.py VERSION OUT     reads OUT/SHA256SUMS, writes OUT/recipes

A recipe names an archive as `@SHA256 PLATFORM@`. Lines from `# if PLATFORM` to `# end` are left out where the release has no
archive for that platform."""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECIPES = ["aur/PKGBUILD", "homebrew/heterodox.rb", "nix/default.nix"]


def filled(text, version, digests):
    """A recipe for these archives."""
    lines, left_out = [], False
    for line in text.split("\n"):
        if match := re.fullmatch(r"\s*# if (\S+)", line):
            left_out = match.group(1) not in digests
        elif re.fullmatch(r"\s*# end", line):
            left_out = False
        elif not left_out:
            lines.append(re.sub(r"@SHA256 (\S+)@", lambda found: digests[found.group(1)], line).replace("@VERSION@", version))
    return "\n".join(lines)


def archives(sums, version):
    """The digests of the archives, by their platforms."""
    rows = (line.split("  ", 1) for line in sums.splitlines())
    found = ((re.fullmatch(rf"heterodox-{re.escape(version)}-(.+)\.tar\.gz", name), digest) for digest, name in rows)
    return {match.group(1): digest for match, digest in found if match}


def main(version, out):
    folder = Path(out)
    digests = archives((folder / "SHA256SUMS").read_text(), version)
    if not digests:
        sys.exit(f"recipes.py: no archive of version {version} is in {out}/SHA256SUMS")
    for name in RECIPES:
        path = folder / "recipes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled((HERE / name).read_text(), version, digests))
    print(f"the recipes are for {', '.join(sorted(digests))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
