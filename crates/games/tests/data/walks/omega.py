#!/usr/bin/env python3
"""Omega Chess from its rules, without any code of the program: counts of legal plies, and random games.

    python3 omega.py perft 3 ["FEN"]     the sequences of so many legal plies
    python3 omega.py walks 2000          writes omega.txt, one digest for each of so many games
    python3 omega.py later               adds to omega.later.txt what is read: positions that the test later has printed

The board is a square of 10x10, files a to j and ranks 0 to 9, with one square more at each corner, w1 to w4 from White's left
around it. A FEN has it as the middle of 12x12. A Champion steps one square straight, or leaps two straight or diagonally; a
Wizard steps one square diagonally, or leaps three squares straight and one aside. A Pawn goes up to three squares with its first
move, and is taken in passing on each square that it has passed. The King castles two squares towards a Rook. The digests are made
as in record.py; after a step of three ranks such captures are drawn too.
"""

import sys

from digest import LATER, PLIES, Digest, Draw, positions, save, save_later, squares

START = (
    "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W"
    " w KQkq - 0 1"
)
CORNERS = {(0, 0): "w1", (11, 0): "w2", (11, 11): "w3", (0, 11): "w4"}
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
SLIDES = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}


def turns(x, y):
    return [(a * one, b * other) for one, other in ((x, y), (y, x)) for a in (1, -1) for b in (1, -1)]


LEAPS = {
    "K": STRAIGHT + DIAGONAL,
    "N": turns(1, 2),
    "C": STRAIGHT + [(2 * x, 2 * y) for x, y in STRAIGHT + DIAGONAL],
    "W": DIAGONAL + turns(1, 3),
}


def exists(at):
    return 1 <= at[0] <= 10 and 1 <= at[1] <= 10 or at in CORNERS


def plus(at, way, times=1):
    return (at[0] + times * way[0], at[1] + times * way[1])


def name(at):
    return CORNERS.get(at) or "abcdefghij"[at[0] - 1] + str(at[1] - 1)


def named(text):
    return ("abcdefghij".index(text[0]) + 1, int(text[1:]) + 1)


class Position:
    def __init__(self, board, white, rights, passed):
        self.board, self.white, self.rights, self.passed = board, white, rights, passed

    @staticmethod
    def read(fen):
        placement, turn, rights, passed = fen.split()[:4]
        board = {}
        for row, rank in enumerate(placement.split("/")):
            x, digits = 0, ""
            for sign in rank + "/":
                if sign.isdigit():
                    digits += sign
                    continue
                x += int(digits or 0)
                digits = ""
                if sign.isalpha():
                    board[x, 11 - row] = sign
                x += 1
        white = turn == "w"
        there = None
        if passed != "-":
            # The Pawn stands ahead of all squares that it has passed.
            over = [named(passed)]
            ahead = -1 if white else 1
            while plus(over[-1], (0, ahead)) not in board:
                over.append(plus(over[-1], (0, ahead)))
            there = (over, plus(over[-1], (0, ahead)))
        return Position(board, white, rights.replace("-", ""), there)

    def mine(self, at):
        piece = self.board.get(at)
        return piece is not None and piece.isupper() == self.white

    def attacked(self, king, white):
        """Can a piece of the other side take on this square?"""
        board = self.board

        def rival(at):
            piece = board.get(at)
            return piece.upper() if piece is not None and piece.isupper() != white else None

        for way in STRAIGHT + DIAGONAL:
            at = plus(king, way)
            while exists(at) and at not in board:
                at = plus(at, way)
            if rival(at) in SLIDES and way in SLIDES[rival(at)]:
                return True
        for kind, ways in LEAPS.items():
            if any(rival(plus(king, way)) == kind for way in ways):
                return True
        ahead = 1 if white else -1
        return any(rival(plus(king, (side, ahead))) == "P" for side in (-1, 1))

    def steps(self):
        """All moves as (from, to, what it becomes, the captured Pawn), also those that leave the King in check."""
        board, white = self.board, self.white
        ahead, first, last = (1, 2, 10) if white else (-1, 9, 1)
        for at, piece in list(board.items()):
            if piece.isupper() != white:
                continue
            kind = piece.upper()
            if kind == "P":
                becomes = lambda to: "qrbncw" if to[1] == last else [""]
                for steps in (1, 2, 3) if at[1] == first else (1,):
                    to = plus(at, (0, ahead), steps)
                    if not exists(to) or to in board:
                        break
                    for become in becomes(to):
                        yield at, to, become, None
                for side in (-1, 1):
                    to = plus(at, (side, ahead))
                    if to in board and not self.mine(to):
                        for become in becomes(to):
                            yield at, to, become, None
                    elif self.passed and to in self.passed[0]:
                        yield at, to, "", self.passed[1]
            elif kind in SLIDES:
                for way in SLIDES[kind]:
                    to = plus(at, way)
                    while exists(to) and to not in board:
                        yield at, to, "", None
                        to = plus(to, way)
                    if exists(to) and not self.mine(to):
                        yield at, to, "", None
            else:
                for way in LEAPS[kind]:
                    to = plus(at, way)
                    if exists(to) and not self.mine(to):
                        yield at, to, "", None

    def castlings(self):
        king, rank = (6, 1 if self.white else 10), 1 if self.white else 10
        for right, rook, way in (("K", 9, 1), ("Q", 2, -1)):
            if (right if self.white else right.lower()) not in self.rights:
                continue
            between = range(min(6, rook) + 1, max(6, rook))
            if any((x, rank) in self.board for x in between):
                continue
            move = king, (6 + 2 * way, rank), "", None
            # A piece behind the Rook may attack the King once the Rook has gone.
            safe = not self.after(move).attacked(move[1], self.white)
            if safe and not any(self.attacked((6 + steps * way, rank), self.white) for steps in (0, 1, 2)):
                yield move

    def after(self, move):
        at, to, become, taken = move
        board = dict(self.board)
        piece = board.pop(at)
        board.pop(taken, None)
        board[to] = (become.upper() if self.white else become) or piece
        kind, passed = piece.upper(), None
        if kind == "P" and abs(to[1] - at[1]) > 1:
            ahead = 1 if self.white else -1
            passed = ([(at[0], y) for y in range(at[1] + ahead, to[1], ahead)], to)
        if kind == "K" and abs(to[0] - at[0]) == 2:
            rook, there = ((9, 7) if to[0] > at[0] else (2, 5))
            board[there, at[1]] = board.pop((rook, at[1]))
        rights = self.rights
        for square, lost in (((6, 1), "KQ"), ((9, 1), "K"), ((2, 1), "Q"), ((6, 10), "kq"), ((9, 10), "k"), ((2, 10), "q")):
            if square in (at, to):
                rights = "".join(right for right in rights if right not in lost)
        return Position(board, not self.white, rights, passed)

    def king(self, white):
        sign = "K" if white else "k"
        return next(at for at, piece in self.board.items() if piece == sign)

    def legal(self):
        king = self.king(self.white)
        check = self.attacked(king, self.white)
        for move in self.steps():
            at, to, _, taken = move
            ways = {abs(at[0] - king[0]), abs(at[1] - king[1])}
            # Only who stands on a line with the King can lay it open.
            if not check and at != king and taken is None and len(ways - {0}) > 1:
                yield move
            elif not self.after(move).attacked(to if at == king else king, self.white):
                yield move
        if not check:
            yield from self.castlings()


def perft(position, depth):
    if depth == 1:
        return sum(1 for _ in position.legal())
    return sum(perft(position.after(move), depth - 1) for move in position.legal())


def text(move):
    return name(move[0]) + name(move[1]) + move[2]


def passing(moves, last):
    """The moves of which one is drawn."""
    been = squares(last)
    if not been or been[0] != been[2] or abs(been[1] - been[3]) not in (2, 3):
        return moves
    low, high = sorted((been[1], been[3]))
    here = [(move, squares(move)) for move in moves]
    found = [move for move, at in here if at[1] == been[3] and at[2] == been[0] and low < at[3] < high]
    return found or moves


def walk(number, start=START, first=None, plies=PLIES):
    """One random game. Only mate and stalemate end it."""
    position, draw, digest, last = Position.read(start), Draw(number), Digest(), ""
    for ply in range(plies):
        moves = {text(move): move for move in position.legal()}
        if not moves:
            check = position.attacked(position.king(position.white), position.white)
            digest.feed("loss" if check else "draw")
            return digest.text()
        names = sorted(moves)
        for move in names:
            digest.feed(move)
        names = passing(names, last)
        last = first if first and ply == 0 else names[draw.below(len(names))]
        position = position.after(moves[last])
    digest.feed("left")
    return digest.text()


def main():
    what, *rest = sys.argv[1:]
    if what == "later":
        save_later("omega", positions("omega"), lambda number, fen, move: walk(number, fen, move, LATER))
        return
    count, *fen = rest
    if what == "perft":
        print(perft(Position.read(fen[0] if fen else START), int(count)))
        return
    save("omega", [walk(number) for number in range(int(count))])


main()
