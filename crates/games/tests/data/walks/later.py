#!/usr/bin/env python3
"""Records what random games seldom reach: moves of rare kinds in later positions.

    python3 later.py fairy-stockfish               all games below
    python3 later.py fairy-stockfish capablanca    some of them
    python3 later.py - atomic                      adds to atomic.later.txt what is read: positions that the test later has printed

Each line of NAME.later.txt has the digest of a short game as in record.py, its first move, and the FEN where it begins. They are
found in random games in which one player captures whatever it can and the other one nothing, so that boards get empty; each
such game gives at most one line of a kind.
"""

import os
import re
import sys

import pyffish

from digest import LATER, Draw, positions, save_later
from record import NAMES, Module, Program, digest_of

# As many lines of each kind.
LINES = 100

# After so many plies another game begins.
LONGEST = 250

# What is looked for. Most games also end too seldom without check or with it.
CASTLING = {"capablanca", "grasshopper", "horde", "knightmate", "spartan"}
MATE = {
    "3check", "atomic", "berolina", "chess", "chess960", "courier", "grand", "grasshopper", "janggi", "kingofthehill", "makruk",
    "shatranj", "sittuyin", "spartan",
}
STALEMATE = {
    "3check", "amazon", "atomic", "berolina", "capablanca", "chess", "chess960", "crazyhouse", "grand", "grasshopper",
    "horde", "janggi", "kingofthehill", "knightmate", "makruk", "racingkings", "shatranj", "sittuyin", "spartan",
    "xiangqi",
}

# The module says the moves of these in the place of a program that does not know them. It is slow, so that ends are looked for
# only where the side that is not to move has few pieces.
BY_MODULE = {"atomic", "berolina", "grasshopper", "spartan"}
MEN = 3


def wanted(name):
    kinds = (("castling", CASTLING), ("checkmate", MATE), ("stalemate", STALEMATE))
    return {kind for kind, games in kinds if name in games}


def men(fen):
    """The pieces of a FEN by their squares."""
    board = {}
    rows = re.sub(r"\[.*?\]", "", fen.split()[0]).split("/")
    for index, row in enumerate(rows):
        file = 0
        for part in re.findall(r"\d+|\+?[A-Za-z]~?|\*", row):
            if part.isdigit():
                file += int(part)
                continue
            board["abcdefghijkl"[file] + str(len(rows) - index)] = part
            file += 1
    return board


# In these a bare King loses. The module lets it move once more.
BARE = {"courier", "shatranj"}


class Finder:
    def __init__(self, path, name):
        self.variant = NAMES[name]
        self.shuffled = name == "chess960"
        self.program = Program(path, self.variant, self.shuffled)

    def begin_at(self, fen):
        self.program.start = "fen " + fen

    def after(self, fen, move):
        """The FEN after a move, and whether it gives check."""
        self.program.tell(f"position fen {fen} moves {move}", "d")
        for line in self.program.process.stdout:
            if line.startswith("Fen: "):
                after = line[5:].strip()
            if line.startswith("Checkers:"):
                return after, bool(line[9:].strip())
        raise EOFError("the program has ended")

    def replies(self, fen):
        """Each legal move with the number of replies."""
        self.program.tell("position fen " + fen, "go perft 2")
        found = {}
        for line in self.program.process.stdout:
            if line.startswith("Nodes searched"):
                return found
            move, colon, count = line.strip().partition(": ")
            if colon and " " not in move and count.isdigit():
                found[move] = int(count)
        raise EOFError("the program has ended")

    def kind(self, fen, board, move, replies):
        """What a move is, if that is a thing to look for."""
        if replies == 0:
            after, check = self.after(fen, move)
            if pyffish.is_immediate_game_end(self.variant, after, [], self.shuffled)[0]:
                return "other end"
            return "checkmate" if check else "stalemate"
        right = any(letter.isupper() == (fen.split()[1] == "w") for letter in fen.split()[2] if letter != "-")
        ways = re.match(r"([a-l])(\d+)([a-l])\2$", move)
        if right and ways and abs(ord(ways[1]) - ord(ways[3])) > 1 and "K" in board[ways[1] + ways[2]].upper():
            if pyffish.get_san(self.variant, fen, move, self.shuffled).startswith("O-O"):
                return "castling"
        return None

    def game(self, number, missing):
        """The lines of one game: by kind, a FEN and a move."""
        draw, found = Draw(number), {}
        fen = pyffish.start_fen(self.variant)
        greedy = number % 2
        for ply in range(LONGEST):
            replies = self.replies(fen)
            left = missing - set(found)
            if not replies or not left or left == {"castling"} and fen.split()[2] == "-":
                break
            board = men(fen)
            moves = sorted(replies)
            # There a FEN does not say which piece could be taken in passing.
            unclear = self.variant == "berolina" and fen.split()[3] != "-"
            if ("castling" in missing or ply > 20) and not unclear:
                for move in moves:
                    if "castling" not in missing and replies[move]:
                        continue
                    kind = self.kind(fen, board, move, replies[move])
                    if kind in missing and kind not in found:
                        found[kind] = (fen, move)
            # The game goes on as long as it can.
            moves = [move for move in moves if replies[move]]
            targets = [(move, re.match(r"[a-l]\d+([a-l]\d+)", move)) for move in moves]
            captures = [move for move, target in targets if target and target[1] in board]
            quiet = [move for move in moves if move not in captures]
            live = (captures or quiet) if ply % 2 == greedy else (quiet or captures)
            if not live:
                break
            fen, _ = self.after(fen, live[draw.below(len(live))])
        return found


class ModuleFinder(Finder):
    def __init__(self, name):
        self.variant, self.shuffled, self.program = NAMES[name], False, Later(NAMES[name])

    def begin_at(self, fen):
        self.program.start = fen

    def after(self, fen, move):
        after = pyffish.get_fen(self.variant, fen, [move])
        return after, pyffish.gives_check(self.variant, after, [])

    def has_moves(self, fen):
        return not pyffish.is_immediate_game_end(self.variant, fen, [])[0] and bool(pyffish.legal_moves(self.variant, fen, []))

    def replies(self, fen):
        if pyffish.is_immediate_game_end(self.variant, fen, [])[0]:
            return {}
        moves = pyffish.legal_moves(self.variant, fen, [])
        rival = [piece for piece in men(fen).values() if piece.islower() == (fen.split()[1] == "w")]
        if len(rival) > MEN:
            return dict.fromkeys(moves, 1)
        return {move: int(self.has_moves(pyffish.get_fen(self.variant, fen, [move]))) for move in moves}


class Later(Module):
    """The module from another position."""

    start = ""

    def moves(self, played):
        if not played:
            self.position = self.start
            return sorted(pyffish.legal_moves(self.variant, self.start, []))
        return super().moves(played)


class Bare(Later):
    """The module, and the rule of games with bare Kings: one that cannot take the last piece of the rival has lost."""

    def moves(self, played):
        moves = super().moves(played)
        self.bare = self.is_lone(self.position) and not any(
            self.is_lone(pyffish.get_fen(self.variant, self.position, [move])) for move in moves
        )
        return [] if self.bare else moves

    def result(self, *game):
        if self.bare:
            return -1
        if self.variant == "courier" and not pyffish.gives_check(self.variant, self.position, []):
            # Stalemate is a draw, and not the loss that it is for the module.
            return 0
        return pyffish.game_result(*game)

    def is_lone(self, fen):
        """Has the side to move only its King?"""
        white = fen.split()[1] == "w"
        return sum(piece.isupper() == white for piece in men(fen).values()) == 1


def printed(name):
    """Adds the games that begin in positions that are read."""
    bare = name in BARE
    program = Bare(NAMES[name]) if bare else Later(NAMES[name])
    result = program.result if bare else pyffish.game_result

    def digest(number, fen, move):
        program.start = fen
        return digest_of(program, program.variant, number, fen, False, [move], LATER, result)

    save_later(name, positions(name), digest)


def main():
    path, *names = sys.argv[1:]
    if path == "-":
        printed(*names)
        return
    for name in names or sorted(CASTLING | MATE | STALEMATE):
        finder = ModuleFinder(name) if name in BY_MODULE else Finder(path, name)
        lines = {kind: [] for kind in sorted(wanted(name))}
        number = 0
        while any(len(known) < LINES for known in lines.values()):
            missing = {kind for kind, known in lines.items() if len(known) < LINES}
            for kind, line in finder.game(number, missing).items():
                lines[kind].append(line)
            number += 1
            if number % 50 == 0:
                print(name, number, {kind: len(known) for kind, known in lines.items()}, flush=True)
        write(path, name, finder, [line for known in lines.values() for line in known])


def write(path, name, finder, lines):
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, name + ".later.txt"), "w") as file:
        for number, (fen, move) in enumerate(lines):
            if name == "sittuyin":
                # There it has other fields, for counts that the game has not here.
                fen = " ".join(fen.split()[:2]) + " - - 0 1"
            finder.begin_at(fen)
            digest = digest_of(finder.program, finder.variant, number, fen, finder.shuffled, [move], LATER)
            file.write(f"{digest} {move} {fen}\n")
    print(name, len(lines), flush=True)


if __name__ == "__main__":
    main()
