#!/usr/bin/env python3
"""Self-capture Chess by the moves of python-chess, without any code of the program: counts, and random games.

    pip install chess
    python3 selfcapture.py perft 3 ["FEN"]     the sequences of so many legal plies
    python3 selfcapture.py walks 2000          writes selfcapture.txt, one digest for each of so many games
    python3 selfcapture.py later               adds to selfcapture.later.txt what is read: positions that the test later has printed

What the library does not know are the captures of own pieces: a piece takes any piece of its side but the King where it could
take one of the rival. The digests are made as in record.py.
"""

import sys

import chess

from digest import LATER, PLIES, Digest, Draw, drawn, positions, save, save_later


def after(board, move):
    board = board.copy(stack=False)
    if board.piece_type_at(move.from_square) == chess.KING and board.color_at(move.to_square) == board.turn:
        # For the library this would be castling.
        board.remove_piece_at(move.to_square)
    board.push(move)
    return board


def legal(board):
    """The legal moves with the positions after them."""
    own = board.occupied_co[board.turn] & ~board.kings
    tried = list(board.pseudo_legal_moves)
    for start in chess.scan_forward(board.occupied_co[board.turn]):
        pawn = board.piece_type_at(start) == chess.PAWN
        for to in chess.scan_forward(board.attacks_mask(start) & own):
            last = pawn and chess.square_rank(to) in (0, 7)
            becomes = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT) if last else (None,)
            tried.extend(chess.Move(start, to, become) for become in becomes)
    for move in tried:
        if board.is_castling(move) and move not in board.generate_castling_moves():
            # The King takes a piece beside it.
            assert board.color_at(move.to_square) == board.turn
        elif board.is_castling(move) and not board.is_legal(move):
            continue
        then = after(board, move)
        king = then.king(board.turn)
        if not then.is_attacked_by(then.turn, king):
            yield move, then


def perft(board, depth):
    if depth == 1:
        return sum(1 for _ in legal(board))
    return sum(perft(then, depth - 1) for _, then in legal(board))


def walk(number, start=chess.STARTING_FEN, first=None, plies=PLIES):
    """One random game. Only mate and stalemate end it."""
    board, draw, digest, last = chess.Board(start), Draw(number), Digest(), ""
    for ply in range(plies):
        moves = {move.uci(): then for move, then in legal(board)}
        if not moves:
            digest.feed("loss" if board.is_check() else "draw")
            return digest.text()
        names = sorted(moves)
        for move in names:
            digest.feed(move)
        names = drawn(names, last)
        last = first if first and ply == 0 else names[draw.below(len(names))]
        board = moves[last]
    digest.feed("left")
    return digest.text()


def main():
    what, *rest = sys.argv[1:]
    if what == "later":
        save_later("selfcapture", positions("selfcapture"), lambda number, fen, move: walk(number, fen, move, LATER))
        return
    count, *fen = rest
    if what == "perft":
        print(perft(chess.Board(*fen), int(count)))
        return
    save("selfcapture", [walk(number) for number in range(int(count))])


main()
