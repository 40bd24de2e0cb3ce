#!/usr/bin/env python3
"""Records random games of Fairy-Stockfish as one digest a game.

    pip install pyffish
    python3 record.py fairy-stockfish            all games below
    python3 record.py fairy-stockfish chess      some of them

The program (of the same version as its Python module, built with LARGEBOARDS and ALLVARS) says the moves, and the module
says how a game ended.

The test `walks` plays the same games: the n-th game draws its moves with splitmix64 from the seed n, out of the legal
moves in the order of their text. If the last move went two ranks, and a piece from the rank where it ended can go to the
square between, only such moves are drawn: otherwise hardly a Pawn would be taken in passing. The digest (FNV-1a, folded to 32 bits) has all legal moves of all positions and how the
game ended, as the seat to move sees it. Repetition and quiet plies end no game; after PLIES plies it is left.
"""

import subprocess
import sys

import pyffish
from digest import PLIES, Digest, Draw, drawn, save

GAMES = 2000

# The game here and there.
NAMES = {
    "3check": "3check",
    "amazon": "amazon",
    "antichess": "antichess",
    "atomic": "atomic",
    "berolina": "berolina",
    "breakthrough": "breakthrough",
    "capablanca": "capablanca",
    "chess": "chess",
    "chess960": "chess",
    "courier": "courier",
    "crazyhouse": "crazyhouse",
    "gardner": "gardner",
    "grand": "grand",
    "grasshopper": "grasshopper",
    "horde": "horde",
    "janggi": "janggi",
    "kingofthehill": "kingofthehill",
    "knightmate": "knightmate",
    "losalamos": "losalamos",
    "makruk": "makruk",
    "racingkings": "racingkings",
    "seirawan": "seirawan",
    "shatranj": "shatranj",
    "sittuyin": "sittuyin",
    "spartan": "spartan",
    "xiangqi": "xiangqi",
}

# Here the n-th game begins with the n-th array, and castling is written as the King that takes its own Rook.
SHUFFLED = {"chess960"}

# The module says the moves of these, which an older program does not know.
BY_MODULE = {"spartan"}


class Program:
    def __init__(self, path, variant, shuffled):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.start = "startpos"
        self.tell("uci", f"setoption name UCI_Variant value {variant}")
        if shuffled:
            self.tell("setoption name UCI_Chess960 value true")

    def tell(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def moves(self, played):
        """The legal moves; none where the game has ended."""
        self.tell(f"position {self.start} moves " + " ".join(played), "go perft 1")
        moves = []
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                return sorted(moves)
            move, found, _ = line.partition(": 1")
            if found and " " not in move:
                moves.append(move)
        raise EOFError("the program has ended")


class Module:
    """The module in the place of the program."""

    def __init__(self, variant):
        self.variant = variant
        self.position = None

    def moves(self, played):
        if played:
            self.position = pyffish.get_fen(self.variant, self.position, played[-1:])
        else:
            self.position = pyffish.start_fen(self.variant)
        if pyffish.is_immediate_game_end(self.variant, self.position, [])[0]:
            return []
        return sorted(pyffish.legal_moves(self.variant, self.position, []))


def array(number):
    """The FEN of this array of Chess960."""
    row = [""] * 8

    def put(free, piece):
        row[[place for place in range(8) if not row[place]][free]] = piece

    row[number % 4 * 2 + 1] = row[number // 4 % 4 * 2] = "b"
    put(number // 16 % 6, "q")
    one, other = [(one, other) for one in range(5) for other in range(one + 1, 5)][number // 96]
    put(other, "n")
    put(one, "n")
    for piece in "rkr":
        put(0, piece)
    row = "".join(row)
    return f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w KQkq - 0 1"


def walk(program, variant, number, shuffled):
    start = array(number % 960) if shuffled else pyffish.start_fen(variant)
    if shuffled:
        program.start = "fen " + start
    return digest_of(program, variant, number, start, shuffled, [], PLIES)


def digest_of(program, variant, number, start, shuffled, first, plies, result=pyffish.game_result):
    """The digest of a game of so many plies, of which the first ones are not drawn."""
    draw, digest, played = Draw(number), Digest(), []
    while len(played) < plies:
        moves = program.moves(played)
        if not moves:
            value = result(variant, start, played, shuffled)
            digest.feed("draw" if value == 0 else "win" if value > 0 else "loss")
            return digest.text()
        for move in moves:
            digest.feed(move)
        if len(played) < len(first):
            played.append(first[len(played)])
            continue
        moves = drawn(moves, played[-1] if played else "")
        played.append(moves[draw.below(len(moves))])
    digest.feed("left")
    return digest.text()


def main():
    path, *wanted = sys.argv[1:]
    for name, variant in NAMES.items():
        if wanted and name not in wanted:
            continue
        shuffled = name in SHUFFLED
        program = Module(variant) if name in BY_MODULE else Program(path, variant, shuffled)
        digests = [walk(program, variant, number, shuffled) for number in range(GAMES)]
        save(name, digests)
        print(name)


if __name__ == "__main__":
    main()
