"""What the balance report measures: for each measure its name, one sentence of definition, and a source."""

from __future__ import annotations

from dataclasses import dataclass

BROWNE = "C. Browne, Automatic Generation and Evaluation of Recombination Games, 2008"
THOMPSON = "J. M. Thompson, Defining the Abstract, The Games Journal, 2000"
ELIAS = "G. S. Elias, R. Garfield, K. R. Gutschera, Characteristics of Games, 2012"
ISAKSEN = (
    "A. Isaksen, C. Holmgård, J. Togelius, A. Nealen, Characterising Score Distributions in Dice Games, "
    "Game & Puzzle Design 2, 2016"
)
LANTZ = "F. Lantz, A. Isaksen, A. Jaffe, A. Nealen, J. Togelius, Depth in Strategic Games, 2017"
JAFFE = (
    "A. Jaffe, A. Miller, E. Andersen, Y.-E. Liu, A. Karlin, Z. Popović, "
    "Evaluating Competitive Game Balance with Restricted Play, 2012"
)
HICK = "W. E. Hick, On the Rate of Gain of Information, 1952, for the form; the seconds are our assumption"
SOBOL = "I. M. Sobol', Sensitivity Estimates for Nonlinear Mathematical Models, 1993; the question is that of " + ELIAS


@dataclass(frozen=True)
class Definition:
    """A kind of measure.

    `{of}` in a title stands for the part of a name after the colon, `{wins}` for what the result singles out.
    """

    group: str
    title: str
    unit: str
    """"share" is shown as a percentage; any other is written after the number."""
    sentence: str
    source: str


GROUPS = {
    "fairness": "Seats and the first player",
    "length": "Length",
    "choices": "Choices",
    "lead": "Lead and drama",
    "end": "How it ends",
    "skill": "Skill",
    "luck": "Luck",
    "match-ups": "Bots against each other",
    "options": "What single options are worth",
}
"""The chapters of the report, in order."""

DEFINITIONS = {
    "win_share": Definition(
        "fairness",
        "Seat {of} {wins}",
        "share",
        "The share of matches that a seat {wins}, counting as a fraction if it does so together with others; all seats "
        "have equal bots.",
        BROWNE + " (there: advantage)",
    ),
    "first_player": Definition(
        "fairness",
        "Who begins {wins}",
        "share",
        "The share of matches that whoever makes the first choice {wins}, with equal bots at all seats.",
        BROWNE + " (there: advantage)",
    ),
    "turns": Definition("length", "Turns", "turns", "The number of turns from start to end.", BROWNE + " (duration)"),
    "moves": Definition(
        "length", "Choices made", "choices", "The number of choices all seats together make.", BROWNE + " (duration)"
    ),
    "minutes": Definition(
        "length",
        "Estimated time",
        "minutes",
        "2 seconds for each move, 3 more for each doubling of the number of possible moves (those who choose at the "
        "same time think together), and 1 for each card dealt or die thrown; setting up and talking come on top.",
        HICK,
    ),
    "real_choices": Definition(
        "choices",
        "Real choices, {of}",
        "share",
        "The share of all moves at which more than one action was legal.",
        ELIAS,
    ),
    "options": Definition(
        "choices",
        "Possible moves, {of}",
        "moves",
        "How many actions were legal on average where there was a choice (the branching factor).",
        ELIAS,
    ),
    "choices": Definition(
        "choices", "How often, {of}", "a match", "How many moves of this kind a match has.", BROWNE + " (duration)"
    ),
    "lead_changes": Definition(
        "lead",
        "Lead changes",
        "a match",
        "How often another player than before comes to lead alone, looking once a turn.",
        BROWNE,
    ),
    "behind": Definition(
        "lead",
        "Drama: time behind",
        "share",
        "The share of turns at which whoever the result singles out was behind somebody else.",
        BROWNE + "; " + THOMPSON,
    ),
    "deficit": Definition(
        "lead",
        "Drama: how far behind",
        "",
        "The greatest distance by which whoever the result singles out was ever behind.",
        BROWNE,
    ),
    "decided_at": Definition(
        "lead",
        "Decided after",
        "share",
        "After which share of the match whoever the result singles out led alone and was not caught again.",
        BROWNE + " (there: permanence); " + THOMPSON,
    ),
    "gap": Definition(
        "lead",
        "Ahead after {of} tenths",
        "",
        "How far whoever the result singles out is then ahead of the best of the others.",
        BROWNE,
    ),
    "finished": Definition(
        "end", "Matches that end", "share", "The share of matches over before the limit of turns.", BROWNE
    ),
    "sole": Definition(
        "end",
        "Decisiveness",
        "share",
        "The share of finished matches with one winner (in a game with one loser: one loser).",
        THOMPSON + "; tie percentage in " + ISAKSEN,
    ),
    "score": Definition("end", "Mean score", "points", "The mean of all seats' final scores.", ISAKSEN),
    "score_spread": Definition(
        "end", "Score spread", "points", "Highest minus lowest final score of a match.", ISAKSEN
    ),
    "margin": Definition(
        "end", "Margin", "points", "Highest minus second highest final score of a match.", ISAKSEN + " (closeness)"
    ),
    "ladder": Definition(
        "skill",
        "{of}",
        "share",
        "The share of matches that one stronger bot among weaker ones {wins}, sitting once at every seat of each deal; "
        "each step looks at twice as many worlds as the one before.",
        LANTZ,
    ),
    "luck": Definition(
        "luck",
        "The deal",
        "share",
        "The share of the variance of the result that stays when the same cards and dice are played again by the same "
        "bots with other random numbers of their own; after the first other move chance may lead elsewhere.",
        SOBOL,
    ),
    "play": Definition(
        "luck", "What is played", "share", "The rest of the variance of the result: what the seats chose.", SOBOL
    ),
    "match_up": Definition(
        "match-ups",
        "{of}",
        "share",
        "The share of matches that one such bot among others of the second kind {wins}, sitting once at every seat of "
        "each deal.",
        "The usual table of a tournament; " + LANTZ,
    ),
    "restricted": Definition(
        "options",
        "One who {of}",
        "share",
        "The share of matches that one player who is forbidden something {wins} among equal ones who are not, sitting "
        "once at every seat of each deal; where nothing else is legal it is allowed.",
        JAFFE,
    ),
}


def definition_of(name: str) -> Definition:
    """The definition of a measure by its name, such as "win_share:A"."""
    return DEFINITIONS[name.partition(":")[0]]


def title_of(name: str, one_loser: bool) -> str:
    """The title of a measure by its name."""
    kind, _, of = name.partition(":")
    return DEFINITIONS[kind].title.format(of=of or "all kinds", wins=wins(one_loser))


def sentence_of(name: str, one_loser: bool) -> str:
    """The definition of a measure in one sentence."""
    return definition_of(name).sentence.format(wins=wins(one_loser))


def wins(one_loser: bool) -> str:
    """What the result singles out one for."""
    return "loses" if one_loser else "wins"
