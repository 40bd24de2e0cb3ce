#!/usr/bin/env python3
"""Lists the parts of a program that is released: the crates that are linked into it, the standard library of Rust, and the C
library where it is inside. What a program that `cargo auditable` built says of itself comes first; without it the list is that
of `cargo metadata`.

    parts.py PROGRAM TARGET FOLDER [C-LIBRARY=VERSION]

writes three files to FOLDER: `sbom.cdx.json` (CycloneDX 1.5), `copyright` (as Debian wants it) and `licences` (the texts)."""

import json
import re
import struct
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "heterodox"
SECTION = ".dep-v0"
# The notices of these are in the texts of the crates; these three Debian has itself.
COMMON = {"Apache-2.0": "Apache-2.0", "MPL-2.0": "MPL-2.0", "LGPL-2.1-or-later": "LGPL-2.1"}
NOTICE = re.compile(r"^\W*copyright\b[\s:,]*((?=.*(?:\d{4}|©|\(c\))).*)$", re.IGNORECASE)
FILES = re.compile(r"^(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)


class Wrong(Exception):
    """Something that a release cannot be made with."""


def audited(program):
    """The crates of a program, by name and version, as it says itself; `None` if it does not. Some macros are among them, which
    only build."""
    found = section(program.read_bytes())
    if found is None:
        return None
    packages = json.loads(zlib.decompress(found))["packages"]
    return {(one["name"], one["version"]) for one in packages if one.get("kind", "runtime") == "runtime"}


def section(data):
    """The section of an ELF file of 64 bits that `cargo auditable` writes."""
    if data[:6] != b"\x7fELF\x02\x01":
        return None
    start, size, count, names = struct.unpack_from("<Q10xHHH", data, 0x28)
    rows = [struct.unpack_from("<IIQQQQ", data, start + number * size) for number in range(count)]
    texts = rows[names][4]
    for name, _, _, _, at, length in rows:
        end = data.index(b"\0", texts + name)
        if data[texts + name : end].decode() == SECTION:
            return data[at : at + length]
    return None


def metadata(target):
    """What Cargo knows of all crates."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)


def linked(known):
    """The crates below the program that are linked, with those that each uses: not what only builds or tests."""
    packages = {one["id"]: one for one in known["packages"]}
    nodes = {one["id"]: one for one in known["resolve"]["nodes"]}
    macros = {name for name, one in packages.items() if "proc-macro" in one["targets"][0]["kind"]}
    root = next(name for name, one in packages.items() if one["name"] == PROGRAM)
    found, waiting = {}, [root]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        uses = [one["pkg"] for one in nodes[name]["deps"] if any(kind["kind"] is None for kind in one["dep_kinds"])]
        found[name] = [one for one in uses if one not in macros]
        waiting += found[name]
    return root, packages, found


def is_own(package):
    return package["source"] is None


def licence(package):
    """The licence as an expression of SPDX. Old crates have a stroke for OR."""
    if not package["license"]:
        raise Wrong(f"{package['name']} {package['version']} names no licence")
    return package["license"].replace("/", " OR ")


def texts(package):
    """The licence files of a crate."""
    folder = Path(package["manifest_path"]).parent
    paths = sorted(path for path in folder.iterdir() if path.is_file() and FILES.match(path.name))
    return [path.read_text(errors="replace").replace("\r\n", "\n").strip() + "\n" for path in paths]


def notices(package):
    """The lines about the copyright of a crate."""
    lines = [NOTICE.match(line) for text in texts(package) for line in text.split("\n")]
    found = [re.sub(r"^(?:\(c\)|©)[\s:,]*", "", one.group(1).strip(), flags=re.IGNORECASE) for one in lines if one]
    found = [line for line in found if "[yyyy]" not in line and "{yyyy}" not in line]
    return list(dict.fromkeys(found)) or [f"the authors of {package['name']}"]


def rust():
    """The version of the compiler, whose standard library is linked."""
    return subprocess.run(["rustc", "--version"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()[1]


def sqlite(packages):
    """The version of SQLite, whose source a crate has inside."""
    for package in packages:
        if package["name"] == "libsqlite3-sys":
            head = (Path(package["manifest_path"]).parent / "sqlite3/sqlite3.h").read_text()
            return re.search(r'^#define SQLITE_VERSION\s+"(.+)"', head, re.MULTILINE).group(1)
    return None


def reference(package):
    return f"pkg:cargo/{package['name']}@{quote(package['version'])}"


def sbom(parts, root, checksums, others):
    """The list as JSON. Nothing in it depends on the time or the machine."""
    chosen = {one["id"] for one, _ in parts}
    components, uses = [], []
    for package, used in parts:
        row = {"type": "library", "bom-ref": reference(package), "name": package["name"], "version": package["version"],
               "purl": reference(package), "licenses": [{"expression": licence(package)}]}
        digest = checksums.get((package["name"], package["version"]))
        if digest:
            row["hashes"] = [{"alg": "SHA-256", "content": digest}]
        if package["id"] == root:
            row["type"], whole = "application", row
        else:
            components.append(row)
        below = sorted(reference(one) for one in used if one["id"] in chosen)
        uses.append({"ref": reference(package), "dependsOn": below})
    for name, version, expression in others:
        ref = f"pkg:generic/{name}@{version}"
        components.append({"type": "library", "bom-ref": ref, "name": name, "version": version, "purl": ref,
                           "licenses": [{"expression": expression}]})
        uses.append({"ref": ref, "dependsOn": []})
        next(one for one in uses if one["ref"] == whole["bom-ref"])["dependsOn"].append(ref)
    text = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": whole},
            "components": components, "dependencies": uses}
    return json.dumps(text, indent=1, ensure_ascii=False) + "\n"


def indented(text):
    """Text as a field of Debian's form has it."""
    return "\n".join(f" {line}" if line.strip() else " ." for line in text.strip().split("\n"))


def copyright_file(parts, repository, others):
    """The licences in the form that Debian's programs can read."""
    own = (ROOT / "LICENSE-MIT").read_text()
    holder = next(line for line in own.split("\n") if line.startswith("Copyright")).removeprefix("Copyright (c) ")
    rows = [("Format", "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"), ("Upstream-Name", PROGRAM),
            ("Source", repository), ("Comment", "The program is linked with the crates below; /usr/share/doc/heterodox/licences.gz\n"
             " has their own texts.")]
    paragraphs = ["\n".join(f"{key}: {value}" for key, value in rows),
                  f"Files: *\nCopyright: {holder}\nLicense: {debian(parts[0][0]['license'])}"]
    names = set()
    for package, _ in parts:
        names |= set(alone(licence(package)))
        if not is_own(package):
            lines = "\n ".join(notices(package))
            paragraphs.append(f"Files: crates/{package['name']}-{package['version']}/*\nCopyright: {lines}\n"
                              f"License: {debian(licence(package))}")
    for name, version, expression in others:
        names |= set(alone(expression))
        paragraphs.append(f"Files: libraries/{name}-{version}/*\nCopyright: the authors of {name}\nLicense: {debian(expression)}")
    for name in sorted(names):
        if name == "MIT":
            text = own.split("\n\n", 2)[2]
        elif name == "blessing":
            text = "The authors have put it into the public domain."
        elif name in COMMON:
            text = f"The text is in /usr/share/common-licenses/{COMMON[name]}."
        else:
            text = "The text is in /usr/share/doc/heterodox/licences.gz."
        paragraphs.append(f"License: {name}\n{indented(text)}")
    return "\n\n".join(paragraphs) + "\n"


def alone(expression):
    """The single licences of an expression."""
    return [one.strip("() ").replace(" WITH ", " with ") for one in re.split(r" OR | AND ", expression)]


def debian(expression):
    """An expression in the words of Debian's form, which knows no brackets."""
    return expression.replace("(", "").replace(")", "").replace(" OR ", " or ").replace(" AND ", " and ").replace(" WITH ", " with ")


def licence_texts(parts):
    """The texts of all licences, each once, with the crates that it is from."""
    by_text = {}
    for package, _ in parts:
        if not is_own(package):
            for text in texts(package):
                by_text.setdefault(text, []).append(f"{package['name']} {package['version']}")
    heads = [f"{'=' * 80}\n{', '.join(names)}\n{'=' * 80}\n\n{text}" for text, names in by_text.items()]
    return "The program is linked with these crates.\n\n" + "\n".join(heads)


def checksums():
    """The digests of all crates, as the lock file has them."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    return {(one["name"], one["version"]): one["checksum"] for one in lock["package"] if "checksum" in one}


def main(program, target, folder, *others):
    root, packages, uses = linked(metadata(target))
    said = audited(Path(program))
    if said is not None:
        missing = said - {(package["name"], package["version"]) for package in packages.values()}
        if missing:
            raise Wrong(f"{program} has parts that Cargo does not know of: {sorted(missing)}")
        uses = {name: used for name, used in uses.items() if (packages[name]["name"], packages[name]["version"]) in said}
    order = sorted(uses, key=lambda name: (name != root, packages[name]["name"], packages[name]["version"]))
    parts = [(packages[name], [packages[one] for one in uses[name]]) for name in order]
    libraries = [("rust-std", rust(), "MIT OR Apache-2.0")]
    version = sqlite(package for package, _ in parts)
    if version:
        libraries.append(("sqlite", version, "blessing"))
    licences = {"glibc": "LGPL-2.1-or-later", "musl": "MIT"}
    for other in others:
        name, version = other.split("=", 1)
        libraries.append((name, version, licences[name]))
    out = Path(folder)
    (out / "sbom.cdx.json").write_text(sbom(parts, root, checksums(), libraries))
    (out / "copyright").write_text(copyright_file(parts, packages[root]["repository"], libraries))
    (out / "licences").write_text(licence_texts(parts))
    print(f"{len(parts)} crates are linked")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f"parts.py: {wrong}")
