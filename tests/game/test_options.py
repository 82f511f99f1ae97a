"""Options: what can be mixed, what clashes, what is inherited."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import (
    DICE,
    OPTIONS,
    RECONSTRUCTIONS,
    ClashError,
    GameError,
    NotationError,
    Rules,
    advice,
    nobody_can_move,
    parse_options,
    reconstruction,
    rules_for,
    start_position,
)
from companion.game.dice import weighed_die
from companion.game.rulesets.rules import value_text

CLASHES = [
    ("schaedler", ["entry=free"], "entry=free and start=full"),
    ("schaedler", ["start=own-sacred", "entry=must-else-pass"], "entry=must-else-pass and start=own-sacred"),
    ("schaedler", ["entry-hits=blocked"], "entry-hits=blocked and hitting=no"),
    ("schaedler", ["sacred-line=safe"], "sacred-line=safe and hitting=no"),
    ("locus-ludi-race", ["sacred-line=open"], "sacred-line=open and hitting=no"),
    ("locus-ludi-race", ["entry-hits=yes"], "entry-hits=yes and hitting=no"),
    ("kalkhoven", ["goal=anywhere"], "start=home and goal=anywhere"),
    ("kidd", ["start=own-sacred", "goal=anywhere"], "start=own-sacred and goal=anywhere"),
    ("schaedler", ["own-half=closed", "goal=anywhere"], "own-half=closed and goal=anywhere"),
    ("kidd", ["goal-point=blocked"], "sacred-line=open and goal-point=blocked"),
    ("schaedler", ["to-win=4", "last-may-stay=yes"], "to-win=4 and last-may-stay=yes"),
    ("kalkhoven", ["entry=must-else-pass"], "start=home and entry=must-else-pass"),
    ("kidd", ["entry=must-else-pass", "start=home"], "start=home and entry=must-else-pass"),
    ("schaedler", ["own-half=one", "goal-point=blocked"], "start=full and goal-point=blocked"),
    ("ludii-race", ["start=full"], "start=full and goal-point=blocked"),
    ("ludii-race", ["end-test=on-board", "to-win=4"], "to-win=4 and end-test=on-board"),
]


@pytest.mark.parametrize(("name", "options", "both"), CLASHES)
def test_a_senseless_mix_is_refused_and_both_options_named(name: str, options: list[str], both: str) -> None:
    with pytest.raises(ClashError) as told:
        rules_for(name, options)
    clash = told.value
    assert f"{clash.one} and {clash.other}" == both
    assert str(clash) == f"{both} clash: {clash.why}; change one of them"


@pytest.mark.slow
def test_exactly_the_mixes_are_refused_in_which_nobody_can_ever_move_from_the_start() -> None:
    """All accepted mixes of the options that say how counters move: 1,242 of 17,424 are over at once."""
    keys: tuple[str, ...] = (
        "start",
        "entry",
        "hitting",
        "entry-hits",
        "sacred-line",
        "yoking",
        "own-half",
        "goal-point",
    )
    keys += ("leaving", "goal", "extra-throw", "larger-throw-enters")
    options = {option.key: option for option in OPTIONS}
    accepted = stuck = 0
    for values in product(*([choice.value for choice in options[key].choices] for key in keys)):
        asked = dict(zip((options[key].field for key in keys), values, strict=True))
        # What a mix gives no meaning to is None: one of its values stands for all of them.
        meaningless = [
            field
            for field in ("entry", "entry_hits", "sacred_line")
            if (field == "entry" and not asked["hitting"] and str(asked["start"]) in ("full", "own-sacred"))
            or (field != "entry" and not asked["hitting"])
        ]
        if any(
            asked[field] is not options[field.replace("_", "-")].choices[0].value for field in meaningless
        ):
            continue
        for field in meaningless:
            asked[field] = None
        try:
            rules = Rules(name="schaedler", **asked)  # type: ignore[arg-type]
        except ClashError:
            continue
        accepted += 1
        over = nobody_can_move(start_position(rules), rules)
        stuck += over
        if over:
            with pytest.raises(ClashError, match=r"all ten points are full|shuts the Home"):
                rules.with_options({})
        else:
            assert rules.with_options({}) == rules
    assert (accepted, stuck) == (17_424, 1_242)


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_a_presets_own_value_may_always_be_said(name: str) -> None:
    rules = rules_for(name)
    said = [
        f"{option.key}={value_text(option.field, getattr(rules, option.field))}"
        for option in OPTIONS
        if value_text(option.field, getattr(rules, option.field)) != "-"
    ]
    assert rules_for(name, said) == rules
    for option in said:
        assert rules_for(name, [option]) == rules


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_every_value_is_either_played_or_refused_for_a_clash(name: str) -> None:
    for option in OPTIONS:
        for choice in option.choices:
            try:
                rules = rules_for(name, [f"{option.key}={choice.text}"])
            except ClashError:
                continue
            assert getattr(rules, option.field) == choice.value


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_what_is_suggested_can_be_chosen_and_is_then_suggested_no_more(name: str) -> None:
    for die in DICE:
        rules = rules_for(name, [f"die={die}"])
        for told in advice(rules):
            assert told.options
            for option in told.options:
                assert option in told.text
                assert told not in advice(rules.with_options(parse_options([option])))


def test_what_was_inherited_and_means_nothing_any_more_is_dropped() -> None:
    race_on_full_board = rules_for("locus-ludi-race", ["start=full"])
    assert race_on_full_board.entry is None
    assert race_on_full_board.differences(rules_for("locus-ludi-race")) == ("start=full",)


def test_a_mix_that_plays_badly_hears_what_helps() -> None:
    assert advice(rules_for("schaedler")) == ()
    (circling,) = advice(rules_for("schaedler", ["die=knucklebone"]))
    assert circling.options == ("last-may-stay=yes", "to-win=4")
    assert circling.text.startswith(
        "With the die knucklebone the last counter can circle: last-may-stay=yes or to-win=4 can make "
    )
    assert advice(rules_for("schaedler", ["die=knucklebone", "to-win=4"])) == ()
    (long,) = advice(rules_for("kidd"))
    assert long.options == ("sacred-line=safe",)
    assert "games can be very long: sacred-line=safe can make them shorter" in long.text
    assert advice(rules_for("kidd", ["sacred-line=safe"])) == ()


@pytest.mark.parametrize(
    ("name", "options", "figure"),
    [
        ("schaedler", ["die=knucklebone"], "50 or 39 throws on average instead of 227"),
        ("schaedler", ["die=knucklebone", "starter=A"], "50 or 39 throws on average instead of 227"),
        ("schaedler", ["die=knucklebone-roman"], None),
        ("locus-ludi-race", ["die=knucklebone"], None),
        ("kidd", [], "half of all games are over after 45 throws instead of some 96"),
        ("kidd", ["limit=90"], "half of all games are over after 45 throws instead of some 96"),
        ("kidd", ["die=knucklebone"], None),
        ("kidd", ["to-win=4"], None),
    ],
)
def test_advice_has_a_figure_only_for_the_game_and_die_it_holds_for(
    name: str, options: list[str], figure: str | None
) -> None:
    (told,) = advice(rules_for(name, options))
    assert figure in told.text if figure else "best play" not in told.text


@pytest.mark.parametrize("name", ["locus-ludi-capture", "kalkhoven", "ludii-race", "ludii-capture"])
def test_no_circling_is_spoken_of_where_it_was_not_worked_out(name: str) -> None:
    assert advice(rules_for(name, ["die=knucklebone"])) == ()


def test_options_take_their_usual_value_where_a_mix_gives_them_a_meaning() -> None:
    assert str(rules_for("schaedler", ["start=hand"]).entry) == "must-else-move"
    assert str(rules_for("schaedler", ["start=home"]).entry) == "free"
    assert str(rules_for("schaedler", ["hitting=yes"]).sacred_line) == "safe"


@pytest.mark.parametrize(
    ("option", "about"),
    [
        ("own-half=two", "there are free, one, ordinary, closed"),
        ("own-half", "write it as key=value"),
        ("colour=blue", "'colour' is not known"),
        ("limit=0", "none of none, N"),
        ("limit=-3", "there are none, N"),
        ("to-win=3", "there are 5, 4"),
        ("die=d20", "there are d6, knucklebone, knucklebone-roman, painted-d6"),
        ("die=1:10,2", "option die=1:10,2: '1:10,2' is no die; write each face with its weight"),
        ("die=3:1", "two faces or more, each once, from 1 to 6"),
        ("die=1:1,1:2", "two faces or more, each once, from 1 to 6"),
        ("die=0:1,1:2", "two faces or more, each once, from 1 to 6"),
        ("die=1:1,7:2", "two faces or more, each once, from 1 to 6"),
        ("die=1:0,2:1", "weights are 1 or more and add up to 65536 at most"),
        ("die=1:1,2:65536", "weights are 1 or more and add up to 65536 at most"),
        ("last-may-stay=true", "there are no, yes"),
    ],
)
def test_what_is_no_option_is_reported(option: str, about: str) -> None:
    with pytest.raises(NotationError, match=about):
        rules_for("schaedler", [option])


def test_an_option_given_twice_must_say_the_same() -> None:
    assert rules_for("kidd", ["to-win=4", "to-win=4"]).to_win == 4
    with pytest.raises(NotationError, match="'to-win' is given twice"):
        rules_for("kidd", ["to-win=4", "to-win=5"])


def test_unknown_rules_are_named_with_those_there_are() -> None:
    with pytest.raises(GameError, match="no rules are called 'chess'; there are schaedler, kidd"):
        rules_for("chess")


def test_every_option_is_a_field_of_the_rules_and_every_field_an_option() -> None:
    fields = set(type(rules_for("kidd")).__dataclass_fields__) - {"name"}
    assert {option.field for option in OPTIONS} == fields


@given(
    st.dictionaries(st.integers(1, 6), st.integers(1, 9), min_size=2),
    st.sampled_from(["schaedler", "kidd", "ludii-race", "kalkhoven"]),
    st.sampled_from(["free", "one", "ordinary", "closed"]),
    st.sampled_from(["full", "hand", "home", "own-sacred"]),
)
def test_with_any_die_a_game_is_refused_exactly_when_nobody_can_ever_move(
    weights: dict[int, int], name: str, own_half: str, start: str
) -> None:
    written = ",".join(f"{face}:{weight}" for face, weight in weights.items())
    options = [f"own-half={own_half}", f"start={start}", f"die={written}"]
    try:
        rules = rules_for(name, options)
    except ClashError:
        with_another_die = parse_options(options) | {"die": DICE["d6"]}
        asked = reconstruction(name).rules
        try:
            rules = replace(asked.with_options(with_another_die), die=weighed_die(written))
        except ClashError:
            return  # it clashes with every die
        assert nobody_can_move(start_position(rules), rules)
    else:
        assert not nobody_can_move(start_position(rules), rules)


def test_a_die_is_named_by_its_faces_and_their_weights() -> None:
    bone = rules_for("schaedler", ["die=4:20,3:82,2:78,1:20"])
    assert str(bone.die) == "1:10,2:39,3:41,4:10"
    assert bone.die.faces == (1, 2, 3, 4)
    assert bone.differences(rules_for("schaedler")) == ("die=1:10,2:39,3:41,4:10",)
    assert rules_for("schaedler", bone.differences(rules_for("schaedler"))) == bone
    assert rules_for("schaedler", ["die=1:10,2:40,3:40,4:10"]).die is DICE["knucklebone"]


@pytest.mark.parametrize(
    ("die", "faces", "weights"),
    [
        ("d6", (1, 2, 3, 4, 5, 6), (1, 1, 1, 1, 1, 1)),
        ("knucklebone", (1, 2, 3, 4), (1, 4, 4, 1)),
        ("knucklebone-roman", (1, 3, 4, 6), (1, 4, 4, 1)),
        ("painted-d6", (1, 2, 3, 4), (1, 2, 2, 1)),
    ],
)
def test_dice_throw_by_their_weights(die: str, faces: tuple[int, ...], weights: tuple[int, ...]) -> None:
    """Every number the source of randomness can give, once each, brings each face as often as it weighs."""

    class Counting:
        def __init__(self) -> None:
            self.next = -1

        def randrange(self, stop: int) -> int:
            assert stop == sum(weights)
            self.next += 1
            return self.next

    counting = Counting()
    thrown = [DICE[die].throw(counting) for _ in range(sum(weights))]  # type: ignore[arg-type]
    assert tuple(thrown.count(face) for face in faces) == weights
