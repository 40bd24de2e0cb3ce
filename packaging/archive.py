#!/usr/bin/env python3
"""Packs a folder into a compressed archive whose bytes depend on nothing but the names, modes and bytes of the files.

    archive.py FOLDER NAME TIME OUT     NAME is that of the folder in the archive, TIME that of all files"""

import gzip
import sys
import tarfile
from pathlib import Path


def row(path, name, time):
    """The head of a file or folder, owned by nobody in particular."""
    info = tarfile.TarInfo(name)
    info.mtime, info.mode = time, 0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644
    if path.is_dir():
        info.type = tarfile.DIRTYPE
    else:
        info.size = path.stat().st_size
    return info


def main(folder, name, time, out):
    root = Path(folder)
    with open(out, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for path in [root, *sorted(root.rglob("*"))]:
                below = path.relative_to(root).as_posix()
                info = row(path, name if path == root else f"{name}/{below}", int(time))
                if path.is_dir():
                    archive.addfile(info)
                else:
                    with open(path, "rb") as content:
                        archive.addfile(info, content)


if __name__ == "__main__":
    main(*sys.argv[1:])
