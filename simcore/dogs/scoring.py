"""R7: the final scores, ranks, and the rows that are kept of a game."""

from __future__ import annotations

from simcore.dogs.limits import MAX_YEARS, N_SOLDIERS
from simcore.dogs.views import value_of
from simcore.jit import jit, nonnegative


@jit
def score_game(rules, game, log):
    """Fill the score, rank and holdings of every seat's tally (R7.1 to R7.5, I1)."""
    players = game.public.players
    for seat in range(players):
        _score_seat(rules, game, seat)
    for seat in range(players):
        total = game.tally[seat].total
        rank = 1
        for other in range(players):
            if game.tally[other].total > total:
                rank += 1
        game.tally[seat].rank = rank
    winners = 0
    for seat in range(players):
        if game.tally[seat].rank == 1:
            winners += 1
    for seat in range(players):
        game.tally[seat].winners = winners
        if log.detailed:
            _detail_end(rules, game, log, seat)


@jit
def _detail_end(rules, game, log, seat):
    details = log.details[seat]
    details.score_y[nonnegative(rules.years - 1)] = game.tally[seat].total
    for house in range(rules.n_houses):
        details.held[house] = game.private[seat].influence[house]


@jit
def _score_seat(rules, game, seat):
    public = game.public
    own = game.private[seat]
    tally = game.tally[seat]
    tally.tokens = own.vp
    influence = 0
    n_tokens = 0
    for house in range(rules.n_houses):
        n_tokens += own.influence[house]
        influence += own.influence[house] * value_of(rules, public, house)
    tally.influence = influence
    tally.influence_tokens = n_tokens
    tally.support = rules.support_tokens * value_of(rules, public, nonnegative(own.support))
    tally.support_house = own.support
    tally.coins = own.coins // rules.coins_per_vp
    cards = own.n_cards
    for soldier in range(N_SOLDIERS):
        cards += own.soldiers[soldier]
    tally.cards = cards * rules.vp_per_card
    tally.total = tally.tokens + tally.influence + tally.support + tally.coins + tally.cards
    placements = 0
    for year in range(MAX_YEARS):
        placements += tally.placements_y[year]
    tally.placements = placements
    tally.dog = public.dog[seat]


@jit
def keep_placements(game):
    """Keep how many Captains every seat has on the board once all have passed."""
    for seat in range(game.public.players):
        game.tally[seat].placements_y[game.public.year - 1] = game.public.on_board[seat]


@jit
def keep_year(rules, game, log):
    """Keep every seat's VP tokens at the end of the Year; for the details also its score as it stands."""
    for seat in range(game.public.players):
        year = nonnegative(game.public.year - 1)
        game.tally[seat].tokens_y[year] = game.private[seat].vp
        if log.detailed and game.public.year < rules.years:
            _score_seat(rules, game, seat)
            log.details[seat].score_y[year] = game.tally[seat].total
