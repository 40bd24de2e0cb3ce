"""Plays games of the engine with itself through a UCI library that knows nothing of it.

    library.py ENGINE FILE

python-chess speaks with the engine. It knows the rules of chess and eight relatives; those of Capablanca Chess, of Xiangqi and of
the game "crossing" in FILE (in the format of Fairy-Stockfish) are asked of pyffish. Each move must be legal there. A line is
written for each game: its name, its plies and its result.
"""

import asyncio
import sys

import chess
import chess.engine
import chess.variant
import pyffish

PLIES = 120
LIMIT = chess.engine.Limit(depth=2)


class Move(str):
    """A move on a board that python-chess has no squares for."""

    def uci(self):
        return str(self)

    def __bool__(self):
        return True


class Judge:
    """What python-chess asks of a board, answered by pyffish."""

    chess960 = False

    def __init__(self, moves=()):
        self.move_stack = [Move(move) for move in moves]

    @property
    def turn(self):
        return len(self.move_stack) % 2 == 0

    def root(self):
        return type(self)()

    def copy(self, stack=True):
        return type(self)(self.move_stack)

    def fen(self, **_):
        return pyffish.get_fen(self.uci_variant, pyffish.start_fen(self.uci_variant), self.move_stack)

    def legal(self):
        return pyffish.legal_moves(self.uci_variant, pyffish.start_fen(self.uci_variant), self.move_stack)

    def parse_uci(self, text):
        # python-chess gives moves in small letters; only a drop has a large one.
        known = {move.lower(): move for move in self.legal()}
        if text not in known:
            raise ValueError(f"{text} is not legal after {self.move_stack}")
        return Move(known[text])

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.move_stack.append(move)
        return move

    def push(self, move):
        self.push_uci(move.uci().lower())

    def pop(self):
        return self.move_stack.pop()

    def outcome(self, **_):
        game = (self.uci_variant, pyffish.start_fen(self.uci_variant), self.move_stack)
        ends = (pyffish.is_immediate_game_end, pyffish.is_optional_game_end)
        return any(end(*game)[0] for end in ends) or not self.legal()

    def result(self, **_):
        return "over" if self.outcome() else "*"


class Capablanca(Judge):
    uci_variant = "capablanca"


class Xiangqi(Judge):
    uci_variant = "xiangqi"


class Crossing(Judge):
    uci_variant = "crossing"


def chess960():
    return chess.Board.from_chess960_pos(42)


KNOWN = [
    chess.Board,
    chess960,
    chess.variant.CrazyhouseBoard,
    chess.variant.ThreeCheckBoard,
    chess.variant.KingOfTheHillBoard,
    chess.variant.AntichessBoard,
    chess.variant.AtomicBoard,
    chess.variant.HordeBoard,
    chess.variant.RacingKingsBoard,
    Capablanca,
    Xiangqi,
]


def play(engine, begin):
    board = begin()
    game = object()
    while len(board.move_stack) < PLIES and not board.outcome(claim_draw=True):
        played = engine.play(board, LIMIT, game=game, info=chess.engine.INFO_ALL)
        if played.move is None:
            sys.exit(f"{board.uci_variant}: no move after {board.move_stack}")
        if "score" not in played.info:
            sys.exit(f"{board.uci_variant}: no score in {played.info}")
        board.push(played.move)
    print(type(board).uci_variant, len(board.move_stack), board.result(claim_draw=True), flush=True)


def main(program, file):
    with open(file) as text:
        pyffish.load_variant_config(text.read())
    with chess.engine.SimpleEngine.popen_uci([program, "engine"]) as engine:
        for begin in KNOWN:
            play(engine, begin)
        engine.configure({"VariantPath": file})
        # The list of games is read again: now those of the file are in it.
        engine.protocol.initialized = False
        asyncio.run_coroutine_threadsafe(engine.protocol.initialize(), engine.protocol.loop).result(60)
        play(engine, Crossing)


main(*sys.argv[1:])
