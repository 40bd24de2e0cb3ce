#!/usr/bin/env python3
"""Raumschach from its rules, without any code of the program: counts of legal plies, and random games.

    python3 raumschach.py perft 3 ["FEN"]     the sequences of so many legal plies
    python3 raumschach.py walks 2000          writes raumschach.txt, one digest for each of so many games
    python3 raumschach.py later               adds to raumschach.later.txt what is read: positions that the test later has printed

White begins on the levels A and B, Black on E and D. A Rook slides along one axis, a Bishop along two, a Unicorn along
three, the Queen as all of them; the King steps as the Queen; the Knight leaps 0-1-2. A white Pawn steps one square ahead
or up, and captures one step that goes two of these ways: ahead, up, to a side, and ahead or up at least. It becomes
another piece on the fifth rank of level E. Black is the same, turned around. The digests are made as in record.py.
"""

import itertools
import sys

from digest import LATER, PLIES, Digest, Draw, positions, save, save_later

START = "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 w - - 0 1"
SIZE = range(5)
WAYS = [way for way in itertools.product((-1, 0, 1), repeat=3) if any(way)]
AXES = {way: sum(map(abs, way)) for way in WAYS}
SLIDES = {"R": [1], "B": [2], "U": [3], "Q": [1, 2, 3]}
LEAPS = [way for way in itertools.product(range(-2, 3), repeat=3) if sorted(map(abs, way)) == [0, 1, 2]]
# Of White: x to the right, y ahead, z up.
PAWN_STEPS = [(0, 1, 0), (0, 0, 1)]
PAWN_TAKES = [(-1, 1, 0), (1, 1, 0), (-1, 0, 1), (1, 0, 1), (0, 1, 1)]


def name(at):
    return "ABCDE"[at[2]] + "abcde"[at[0]] + str(at[1] + 1)


def plus(at, way):
    there = (at[0] + way[0], at[1] + way[1], at[2] + way[2])
    return there if all(part in SIZE for part in there) else None


def read(fen):
    placement, turn = fen.split()[:2]
    board = {}
    for z, level in enumerate(placement.split("|")):
        for row, rank in enumerate(level.split("/")):
            x = 0
            for sign in rank:
                if sign.isdigit():
                    x += int(sign)
                else:
                    board[x, 4 - row, z] = sign
                    x += 1
    return board, turn == "w"


def mine(piece, white):
    return piece.isupper() == white


def attacked(board, king, white):
    """Can a piece of the other side take on this square?"""
    for way in WAYS:
        at, steps = plus(king, way), 1
        while at is not None and at not in board:
            at, steps = plus(at, way), steps + 1
        if at is None or mine(board[at], white):
            continue
        kind = board[at].upper()
        if kind in SLIDES and AXES[way] in SLIDES[kind] or kind == "K" and steps == 1:
            return True
    knight, pawn = ("n", "p") if white else ("N", "P")
    if any(board.get(plus(king, way)) == knight for way in LEAPS):
        return True
    # A black Pawn takes downwards: it stands where a white one would go.
    sign = 1 if white else -1
    takes = [tuple(sign * part for part in way) for way in PAWN_TAKES]
    return any(board.get(plus(king, way)) == pawn for way in takes)


def tried(board, white):
    """All moves, also those that leave the King in check."""
    sign = 1 if white else -1
    for at, piece in list(board.items()):
        if not mine(piece, white):
            continue
        kind = piece.upper()
        if kind == "P":
            last = (4, 4) if white else (0, 0)
            for ways, takes in ((PAWN_STEPS, False), (PAWN_TAKES, True)):
                for way in ways:
                    to = plus(at, tuple(sign * part for part in way))
                    if to is None or (to in board) != takes or takes and mine(board[to], white):
                        continue
                    for become in "qrbun" if to[1:] == last else [""]:
                        yield at, to, become
        elif kind in SLIDES:
            for way in WAYS:
                if AXES[way] not in SLIDES[kind]:
                    continue
                to = plus(at, way)
                while to is not None:
                    if to not in board:
                        yield at, to, ""
                    else:
                        if not mine(board[to], white):
                            yield at, to, ""
                        break
                    to = plus(to, way)
        else:
            for way in WAYS if kind == "K" else LEAPS:
                to = plus(at, way)
                if to is not None and (to not in board or not mine(board[to], white)):
                    yield at, to, ""


def after(board, white, move):
    at, to, become = move
    board = dict(board)
    piece = board.pop(at)
    board[to] = (become.upper() if white else become) or piece
    return board


def legal(board, white):
    sign = "K" if white else "k"
    king = next(at for at, piece in board.items() if piece == sign)
    check = attacked(board, king, white)
    for move in tried(board, white):
        at, to, _ = move
        ways = {abs(one - other) for one, other in zip(at, king)}
        # Only who stands on a line with the King can lay it open.
        if not check and at != king and len(ways - {0}) > 1:
            yield move
        elif not attacked(after(board, white, move), to if at == king else king, white):
            yield move


def perft(board, white, depth, known):
    """The same position after other moves is counted once."""
    if depth == 0:
        return 1
    key = frozenset(board.items()), white, depth
    if key not in known:
        if depth == 1:
            known[key] = sum(1 for _ in legal(board, white))
        else:
            known[key] = sum(perft(after(board, white, move), not white, depth - 1, known) for move in legal(board, white))
    return known[key]


def text(move):
    return name(move[0]) + name(move[1]) + move[2]


def walk(number, start=START, first=None, plies=PLIES):
    """One random game. Only mate and stalemate end it."""
    (board, white), draw, digest = read(start), Draw(number), Digest()
    for ply in range(plies):
        moves = {text(move): move for move in legal(board, white)}
        if not moves:
            king = next(at for at, piece in board.items() if piece == ("K" if white else "k"))
            digest.feed("loss" if attacked(board, king, white) else "draw")
            return digest.text()
        names = sorted(moves)
        for move in names:
            digest.feed(move)
        played = first if first and ply == 0 else names[draw.below(len(names))]
        board, white = after(board, white, moves[played]), not white
    digest.feed("left")
    return digest.text()


def main():
    what, *rest = sys.argv[1:]
    if what == "later":
        save_later("raumschach", positions("raumschach"), lambda number, fen, move: walk(number, fen, move, LATER))
        return
    count, *fen = rest
    if what == "perft":
        print(perft(*read(fen[0] if fen else START), int(count), {}))
        return
    save("raumschach", [walk(number) for number in range(int(count))])


main()
