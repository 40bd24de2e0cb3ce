#!/usr/bin/env python3
"""Quadrille from its rules, without any code of the program: counts of legal plies, and random games.

    python3 quadrille.py perft 4 ["FEN"]     the sequences of so many legal plies
    python3 quadrille.py walks 2000          writes quadrille.txt, one digest for each of so many games
    python3 quadrille.py later               adds to quadrille.later.txt what is read: positions that the test later has printed

Four armies on 10x10 squares without the four corners of 2x2: Red below, then clockwise Blue, Orange, Green. Pieces move as in
chess. A Pawn steps one square away from its own edge and takes diagonally; on the eighth rank as its owner counts it becomes another
piece. Nobody leaves the own King in check. A King that is attacked when the turn of its attacker begins falls with its army, and who
cannot move passes. The last army wins. The digests are made as in record.py.
"""

import sys

from digest import LATER, PLIES, Digest, Draw, drawn, positions, save, save_later

START = (
    "**oRoBoQoKoNoR**/**oPoPoPoPoPoP**/bRbP6gPgR/bNbP6gPgB/bKbP6gPgQ/bQbP6gPgK/bBbP6gPgN/bRbP6gPgR/"
    "**rPrPrPrPrPrP**/**rRrNrKrQrBrR** r rbog - 0 1"
)
ARMIES = "rbog"
AHEAD = {"r": (0, 1), "b": (1, 0), "o": (0, -1), "g": (-1, 0)}
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
SLIDES = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}
SQUARES = {(x, y) for x in range(10) for y in range(10) if 2 <= x <= 7 or 2 <= y <= 7}


def name(at):
    return "abcdefghij"[at[0]] + str(at[1] + 1)


def rank(army, at):
    """The rank as the army counts it, from 1."""
    x, y = AHEAD[army]
    return (at[1] * y if y else at[0] * x) + (1 if x + y > 0 else 10)


def takes(army):
    x, y = AHEAD[army]
    return [(x + y, y + x), (x - y, y - x)]


class Board:
    def __init__(self, men, turn, living):
        self.men, self.turn, self.living = men, turn, living

    def won(self):
        return len(self.living) == 1

    def next(self):
        at = ARMIES.index(self.turn)
        order = ARMIES[at + 1 :] + ARMIES[: at + 1]
        return next(army for army in order if army in self.living)

    def king(self, army):
        return next(at for at, man in self.men.items() if man == army + "K")

    def attacked(self, at, by):
        """Can one of these armies take on this square?"""
        for (x, y), man in self.men.items():
            army, kind = man
            if army not in by:
                continue
            way = (at[0] - x, at[1] - y)
            if kind == "P":
                hit = way in takes(army)
            elif kind == "N":
                hit = way in KNIGHT
            elif kind == "K":
                hit = max(abs(way[0]), abs(way[1])) == 1
            else:
                far = max(abs(way[0]), abs(way[1]))
                step = (way[0] // far, way[1] // far) if far else None
                hit = far and step in SLIDES[kind] and (step[0] * far, step[1] * far) == way
                hit = hit and all(self.free((x + step[0] * go, y + step[1] * go)) for go in range(1, far))
            if hit:
                return True
        return False

    def free(self, at):
        return at in SQUARES and at not in self.men

    def tried(self):
        army = self.turn
        for at, man in list(self.men.items()):
            if man[0] != army:
                continue
            kind = man[1]
            if kind == "P":
                ends = [(at[0] + AHEAD[army][0], at[1] + AHEAD[army][1])]
                ends = [to for to in ends if self.free(to)]
                sides = [(at[0] + x, at[1] + y) for x, y in takes(army)]
                ends += [to for to in sides if to in self.men and self.men[to][0] != army]
                for to in ends:
                    for become in "QRBN" if rank(army, to) == 8 else [kind]:
                        yield at, to, become
                continue
            for x, y in KNIGHT if kind == "N" else SLIDES.get(kind, SLIDES["Q"]):
                to = (at[0] + x, at[1] + y)
                while to in SQUARES and (to not in self.men or self.men[to][0] != army):
                    yield at, to, kind
                    if to in self.men or kind not in SLIDES:
                        break
                    to = (to[0] + x, to[1] + y)

    def moved(self, move):
        at, to, become = move
        men = dict(self.men)
        del men[at]
        men[to] = self.turn + become
        return Board(men, self.turn, self.living)

    def legal(self):
        rivals = self.living.replace(self.turn, "")
        safe = []
        for move in self.tried():
            after = self.moved(move)
            if not after.attacked(after.king(self.turn), rivals):
                safe.append(move)
        return safe or [None]

    def after(self, move):
        board = Board(dict(self.men), self.turn, self.living) if move is None else self.moved(move)
        board.turn = board.next()
        while not board.won():
            rivals = [army for army in board.living if army != board.turn]
            fallen = [army for army in rivals if board.attacked(board.king(army), board.turn)]
            if not fallen:
                break
            board.living = board.living.replace(fallen[0], "")
            board.men = {at: man for at, man in board.men.items() if man[0] != fallen[0]}
        return board


def read(fen):
    placement, turn, living = fen.split()[:3]
    men = {}
    for row, text in enumerate(placement.split("/")):
        x, signs = 0, iter(text)
        for sign in signs:
            if sign.isdigit():
                x += int(sign)
                continue
            if sign != "*":
                men[x, 9 - row] = sign + next(signs)
            x += 1
    return Board(men, turn, living)


def perft(board, depth):
    if board.won():
        return 0
    moves = board.legal()
    return len(moves) if depth == 1 else sum(perft(board.after(move), depth - 1) for move in moves)


def text(board, move):
    if move is None:
        return "0000"
    at, to, become = move
    return name(at) + name(to) + ("" if board.men[at][1] == become else become.lower())


def walk(number, start=START, first=None, plies=PLIES):
    """One random game. Only the last army ends it."""
    board, draw, digest, last = read(start), Draw(number), Digest(), ""
    for ply in range(plies):
        if board.won():
            digest.feed("win" if board.turn == board.living else "loss")
            return digest.text()
        moves = {text(board, move): move for move in board.legal()}
        names = sorted(moves)
        for move in names:
            digest.feed(move)
        names = drawn(names, last)
        last = first if first and ply == 0 else names[draw.below(len(names))]
        board = board.after(moves[last])
    digest.feed("left")
    return digest.text()


def main():
    what, *rest = sys.argv[1:]
    if what == "later":
        save_later("quadrille", positions("quadrille"), lambda number, fen, move: walk(number, fen, move, LATER))
        return
    count, *fen = rest
    if what == "perft":
        print(perft(read(fen[0] if fen else START), int(count)))
        return
    save("quadrille", [walk(number) for number in range(int(count))])


main()
