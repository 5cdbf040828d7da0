"""Niwa's scoring once more, slowly and plainly, from the rules page alone."""

from collections.abc import Iterator

COLOURS = ("P", "G", "O")


def score(hand: list[str], mission: int, copies: str = "one", min_run: int = 2) -> int:
    """The total of a hand such as `["P0", "G10", …]` (N5.1–N5.3)."""
    left = list(hand)
    trios = 0
    for number in range(11):
        while all(f"{colour}{number}" in left for colour in COLOURS):
            for colour in COLOURS:
                left.remove(f"{colour}{number}")
            trios += 20 - number
    return trios + _mission_points(
        [(card[0], int(card[1:])) for card in left], mission, copies, min_run
    )


def _mission_points(left: list[tuple[str, int]], mission: int, copies: str, min_run: int) -> int:
    numbers = [number for _, number in left]
    suits = [sorted(number for suit, number in left if suit == colour) for colour in COLOURS]
    match mission:
        case 1:
            return sum(numbers)
        case 2:
            return max(map(sum, suits))
        case 3 if copies == "one":
            return sum(max(suit) for suit in suits if suit)
        case 3:
            return sum(max(suit) * suit.count(max(suit)) for suit in suits if suit)
        case 4:
            return _pairs(numbers)
        case 5:
            return sum(map(_pairs, suits))
        case 6:
            return sum(number for number in numbers if number in (1, 3, 5, 7, 9))
        case 7:
            return sum(number for number in numbers if number in (0, 2, 4, 6, 8, 10))
    return _run_points(suits, min_run)


def _pairs(numbers: list[int]) -> int:
    waiting: list[int] = []
    points = 0
    for number in numbers:
        if number in waiting:
            waiting.remove(number)
            points += 2 * number
        else:
            waiting.append(number)
    return points


def _run_points(suits: list[list[int]], min_run: int) -> int:
    best = (0, 0)
    for suit in suits:
        for low in range(11):
            for high in range(low, 11):
                run = range(low, high + 1)
                if len(run) >= min_run and all(number in suit for number in run):
                    best = max(best, (len(run), sum(run)))
    return best[1]


def hands(numbers: int, size: int) -> Iterator[list[str]]:
    """Every hand of this many cards from two copies of each card 0..numbers − 1."""
    kinds = [f"{colour}{number}" for colour in COLOURS for number in range(numbers)]
    return _choose(kinds, size)


def _choose(kinds: list[str], size: int) -> Iterator[list[str]]:
    if size == 0:
        yield []
    elif kinds:
        for copies in range(min(2, size) + 1):
            for rest in _choose(kinds[1:], size - copies):
                yield [kinds[0]] * copies + rest
