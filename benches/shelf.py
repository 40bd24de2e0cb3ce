#!/usr/bin/env python3
"""How fast legal plies of the games of the shelf are counted, beside Fairy-Stockfish.

    python3 benches/shelf.py target/release/heterodox ../Fairy-Stockfish/src/stockfish

Each game begins at its start, and both programs count to the depth that takes the other one at least an eighth of a
second, or to fewer than 200 million leaves. Each count is made ROUNDS times, in turn, and what is compared is the median of the processor time that a process
took for itself, without that of a process that counts one ply: so other work on the machine disturbs little. A game is
left out if the other program does not know it, also not by the file `variants.ini` beside it, or if it counts otherwise.
"""

import os
import re
import resource
import statistics
import subprocess
import sys

ROUNDS = 3
ENOUGH = 0.125
MOST_LEAVES = 200_000_000

# What the other program calls the games that it has under another name.
NAMES = {"aiwok": "ai-wok", "chess960": "chess"}


def run(command, told=""):
    """What the process writes, and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    text = subprocess.run(command, input=told, capture_output=True, text=True, check=True).stdout
    return text, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def leaves(text):
    return int(re.search(r"Nodes searched: (\d+)", text)[1])


def more_games(program):
    """The line that loads the games that are in the file beside the other program."""
    file = os.path.join(os.path.dirname(os.path.abspath(program)), "variants.ini")
    return f"setoption name VariantPath value {file}\n" if os.path.exists(file) else ""


class Ours:
    def __init__(self, program, game):
        self.command = [program, "perft", game]

    def count(self, depth):
        text, time = run([*self.command, str(depth)])
        return leaves(text), time


class Theirs:
    def __init__(self, program, variant):
        self.program = program
        self.told = f"{more_games(program)}setoption name UCI_Variant value {variant}\nposition startpos\n"

    def count(self, depth):
        text, time = run([self.program], f"uci\n{self.told}go perft {depth}\nquit\n")
        return leaves(text), time


def compare(ours, theirs):
    """The depth, the leaves of both, and the median time of each."""
    depth, before, time = 1, 1, 0
    found, begun = theirs.count(1)
    while time - begun < ENOUGH and found * found // before < MOST_LEAVES:
        depth, before = depth + 1, found
        found, time = theirs.count(depth)
    counted = ours.count(depth)[0]
    times = [[], []]
    for _ in range(ROUNDS if counted == found else 0):
        for program, of in zip((ours, theirs), times):
            of.append(program.count(depth)[1] - program.count(1)[1])
    return depth, counted, found, times


def main():
    here, there, *wanted = sys.argv[1:]
    print(run([there], "quit\n")[0].strip().splitlines()[0])
    told = run([there], f"uci\n{more_games(there)}uci\nquit\n")[0]
    known = set(re.findall(r"name UCI_Variant .*", told)[-1].split(" var "))
    games = wanted or sorted(file.removesuffix(".toml") for file in os.listdir("crates/games/shelf"))
    ratios = []
    print("| game | depth | leaves | seconds here | there | ratio |\n|---|---|---|---|---|---|")
    for game in games:
        variant = NAMES.get(game, game)
        if variant not in known:
            print(f"{game}: not known there", file=sys.stderr)
            continue
        depth, ours, theirs, times = compare(Ours(here, game), Theirs(there, variant))
        if ours != theirs:
            print(f"{game}: {ours} leaves at depth {depth}, and {theirs} there", file=sys.stderr)
            continue
        time, other = map(statistics.median, times)
        ratios.append(other / time)
        print(f"| {game} | {depth} | {ours:,} | {time:.2f} | {other:.2f} | {other / time:.2f} |", flush=True)
    print(f"{len(ratios)} games, median {statistics.median(ratios):.2f}, least {min(ratios):.2f}")


main()
