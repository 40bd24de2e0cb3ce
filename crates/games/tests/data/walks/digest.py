"""What the programs that record random games share: the lot, the digest, how long a game is, and the files of digests."""

import os
import re
import sys

PLIES = 150

# The plies of a game that begins in a later position.
LATER = 3

WORD = (1 << 64) - 1


class Draw:
    def __init__(self, seed):
        self.state = seed

    def below(self, count):
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
        return (mixed ^ (mixed >> 31)) % count


class Digest:
    def __init__(self):
        self.value = 0xCBF29CE484222325

    def feed(self, text):
        for byte in text.encode() + b"\n":
            self.value = ((self.value ^ byte) * 0x100000001B3) & WORD

    def text(self):
        return f"{(self.value ^ (self.value >> 32)) & 0xFFFFFFFF:08x}"


def squares(move):
    """The numbers of file and rank where a move begins and ends."""
    found = re.match(r"([a-z])(\d+)([a-z])(\d+)", move)
    return found and (ord(found[1]), int(found[2]), ord(found[3]), int(found[4]))


def drawn(moves, last):
    """The moves of which one is drawn."""
    been = squares(last)
    if not been or abs(been[1] - been[3]) != 2 or abs(been[0] - been[2]) not in (0, 2):
        return moves
    between = ((been[0] + been[2]) // 2, (been[1] + been[3]) // 2)
    here = [(move, squares(move)) for move in moves]
    passing = [move for move, at in here if at and at[1] == been[3] and at[2:] == between]
    return passing or moves


def positions(game):
    """The positions in which something rare comes next, as the test `later` prints them: the move and the FEN of each."""
    lines = (line.rstrip("\n").split(" ", 4) for line in sys.stdin)
    return [(line[3], line[4]) for line in lines if line[:2] == ["later", game]]


def save_later(game, begun, digest_of):
    """Adds the games that begin in these positions to the file beside this program, with a digest for each."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, game + ".later.txt"), "a+") as file:
        file.seek(0)
        known = len(file.readlines())
        for number, (move, fen) in enumerate(begun, known):
            file.write(f"{digest_of(number, fen, move)} {move} {fen}\n")


def save(game, digests):
    """Writes the digests of a game beside this program, ten in a row."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, game + ".txt"), "w") as file:
        for row in range(0, len(digests), 10):
            file.write(" ".join(digests[row : row + 10]) + "\n")
