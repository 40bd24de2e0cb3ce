#!/usr/bin/env python3
"""Isolation and Snailtrail from their rules, without any code of the program: random games.

    python3 isolation.py walks 2000     writes isolation.txt and snailtrail.txt, one digest for each of so many games

In both a player has one piece, which steps one square in any direction onto an empty square. In Isolation, on 6x8 squares, the
player then takes away any empty square but the two on which the pieces began; in Snailtrail, on 7x7, the square that the snail
has left is closed. Who cannot move has lost. The digests are made as in record.py, and those of the first hundred games are the
same by its module pyffish.
"""

import sys

from digest import PLIES, Digest, Draw, save

WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
GAMES = {"isolation": ((6, 8), [(2, 0), (3, 7)]), "snailtrail": ((7, 7), [(0, 0), (6, 6)])}


def name(at):
    return "abcdefg"[at[0]] + str(at[1] + 1)


def moves(game, squares, closed, men, turn):
    """Each move as a text, with where the piece goes and the square that is closed."""
    _, begun = GAMES[game]
    start = men[turn]
    for x, y in WAYS:
        to = (start[0] + x, start[1] + y)
        if to not in squares or to in closed or to in men:
            continue
        step = name(start) + name(to)
        if game == "snailtrail":
            yield step, (to, start)
            continue
        taken = closed | {to, men[1 - turn], *begun}
        for square in squares - taken:
            yield step + name(square), (to, square)


def walk(game, number):
    (files, ranks), begun = GAMES[game]
    squares = {(x, y) for x in range(files) for y in range(ranks)}
    closed, men, turn = set(), list(begun), 0
    draw, digest = Draw(number), Digest()
    for _ in range(PLIES):
        found = dict(moves(game, squares, closed, men, turn))
        if not found:
            digest.feed("loss")
            return digest.text()
        names = sorted(found)
        for move in names:
            digest.feed(move)
        men[turn], gone = found[names[draw.below(len(names))]]
        closed = closed | {gone}
        turn = 1 - turn
    digest.feed("left")
    return digest.text()


def main():
    _, count = sys.argv[1:]
    for game in GAMES:
        save(game, [walk(game, number) for number in range(int(count))])


main()
