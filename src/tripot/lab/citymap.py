"""The city of PROHIBITION as a picture: one layout as an SVG map of Chicago in 1930.

Everything is read from the rules' own map, so that the picture can't say anything else. Colour never stands alone:
coloured crossroads carry their character's initial, cubes the number that they are worth.
"""

from __future__ import annotations

from collections.abc import Callable

from tripot.engine.texts import texts
from tripot.games import chicago

PITCH = 132  # from one crossroads to the next
STREET = 40
LEFT, TOP = 104, 214
CITY = PITCH * chicago.BLOCKS_A_SIDE
WIDTH, HEIGHT = 2 * LEFT + CITY, TOP + CITY + 198

PAPER, SHADE, INK = "#f1e5c9", "#dcc79c", "#2a2018"
ASPHALT, KERB, CHALK = "#57504a", "#3d3732", "#cfc4ad"
GOLD, RED, TEAL = "#c39a3f", "#8e2f24", "#2e5f63"
BRICKS = ("#b9714f", "#c4895c", "#ad6a55", "#bb8266")
CUBES = (("#8a5a2b", "#fff6e0"), ("#17130f", "#fff6e0"), ("#fbf7ec", "#17130f"))  # fill and digit
FONT = "'Limelight','Broadway','Poiret One','Copperplate','Bodoni MT','Didot','DejaVu Serif',Georgia,serif"


def draw(layout: int, language: str = "en") -> str:
    """The map of a layout, 1 to 4, as the text of an SVG file."""
    if not 1 <= layout <= len(chicago.LAYOUTS):
        raise ValueError(f"PRB-04: layouts are 1 to {len(chicago.LAYOUTS)}, not {layout}")
    say = texts("prohibition", language).word
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-labelledby="name" font-family="{FONT}" text-anchor="middle">',
        f'<title id="name">Chicago 1930, {layout}</title>',
        _patterns(),
        _sheet(layout),
        _streets(),
        *(_block(layout - 1, block, say(_kind(layout - 1, block))) for block in range(len(chicago.BLOCKS))),
        *(_crossroads(layout - 1, place) for place in range(len(chicago.CROSSROADS))),
        _rim_names(),
        _line_of_signs(_key(say("bar"), say("private"), say("distillery"), say("door")), TOP + CITY + 92),
        _line_of_signs(_people_key(say), TOP + CITY + 134),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _kind(layout: int, block: int) -> str:
    """The word for what stands on a block."""
    return ("bar", "distillery", "private")[min(int(chicago.BUILDING[layout, block]), chicago.PRIVATE)]


def _patterns() -> str:
    return f"""<defs>
<radialGradient id="paper" cx="50%" cy="45%" r="75%">
<stop offset="0.55" stop-color="{PAPER}"/><stop offset="1" stop-color="{SHADE}"/></radialGradient>
<pattern id="awning" width="8" height="20" patternUnits="userSpaceOnUse">
<rect width="8" height="20" fill="{PAPER}"/><rect width="4" height="20" fill="{RED}"/></pattern>
<pattern id="tiles" width="7" height="7" patternUnits="userSpaceOnUse">
<path d="M0 7 H7 M7 0 V7" stroke="{INK}" stroke-width="0.5" opacity="0.22"/></pattern>
</defs>"""


def _sheet(layout: int) -> str:
    """Paper, frame, title, compass."""
    frame = "".join(
        f'<rect x="{inset}" y="{inset}" width="{WIDTH - 2 * inset}" height="{HEIGHT - 2 * inset}" fill="none" '
        f'stroke="{colour}" stroke-width="{width}"/>'
        for inset, colour, width in ((16, INK, 3), (24, GOLD, 4), (32, INK, 1))
    )
    fans = "".join(
        f'<g transform="translate({x} {y}) rotate({turn})">'
        + "".join(
            f'<path d="M0 0 L{30 + 4 * (i % 2)} 0" stroke="{GOLD}" stroke-width="2.4" transform="rotate({18 * i})"/>'
            for i in range(6)
        )
        + f'<circle r="7" fill="{INK}"/></g>'
        for x, y, turn in (
            (40, 40, 0),
            (WIDTH - 40, 40, 90),
            (WIDTH - 40, HEIGHT - 40, 180),
            (40, HEIGHT - 40, 270),
        )
    )
    middle = WIDTH // 2
    title = (
        f'<text x="{middle}" y="112" font-size="66" letter-spacing="26" fill="{INK}" dx="13">CHICAGO</text>'
        f'<g transform="translate({middle} 136)"><path d="M-320 0 H-112 M112 0 H320" stroke="{GOLD}" stroke-width="3"/>'
        f'<path d="M-320 6 H-112 M112 6 H320" stroke="{INK}" stroke-width="1"/></g>'
        f'<text x="{middle}" y="148" font-size="22" letter-spacing="6" fill="{RED}" dx="3">1930 · N° {layout}</text>'
    )
    compass = (
        f'<g transform="translate({WIDTH - 92} 96)"><circle r="27" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>'
        f'<circle r="22" fill="none" stroke="{GOLD}" stroke-width="1.5"/>'
        f'<path d="M0 -24 L6 0 L0 24 L-6 0Z" fill="{PAPER}" stroke="{INK}"/><path d="M0 -24 L6 0 L-6 0Z" fill="{RED}"/>'
        f'<path d="M-18 0 L0 3 L18 0 L0 -3Z" fill="{INK}"/>'
        f'<text y="-32" font-size="17" font-weight="bold" fill="{INK}">N</text></g>'
    )
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SHADE}"/>'
        f'<rect x="16" y="16" width="{WIDTH - 32}" height="{HEIGHT - 32}" fill="url(#paper)"/>'
        + frame
        + fans
        + title
        + compass
    )


def _streets() -> str:
    """Asphalt under the whole city, a chalk line along every street, the seams between the four boards."""
    edge = STREET // 2
    chalk = "".join(f'<line x1="{_x(a)}" y1="{_y(a)}" x2="{_x(b)}" y2="{_y(b)}"/>' for a, b in chicago.ENDS.tolist())
    middle = chicago.MIDDLE_LINE * PITCH
    return (
        f'<rect x="{LEFT - edge - 5}" y="{TOP - edge - 5}" width="{CITY + STREET + 10}" height="{CITY + STREET + 10}" '
        f'rx="9" fill="{KERB}"/>'
        f'<rect x="{LEFT - edge}" y="{TOP - edge}" width="{CITY + STREET}" height="{CITY + STREET}" rx="6" '
        f'fill="{ASPHALT}"/>'
        f'<g stroke="{CHALK}" stroke-width="2" stroke-dasharray="9 8" opacity="0.8">{chalk}</g>'
        f'<path d="M{LEFT + middle} {TOP - edge} v{CITY + STREET} M{LEFT - edge} {TOP + middle} h{CITY + STREET}" '
        f'stroke="{GOLD}" stroke-width="3" opacity="0.9"/>'
    )


def _x(place: int) -> int:
    return LEFT + place // chicago.WIDE * PITCH


def _y(place: int) -> int:
    return TOP + place % chicago.WIDE * PITCH


def _block(layout: int, block: int, word: str) -> str:
    """One building with its roof, its doors and its trade."""
    row, column = chicago.SPOTS[block]
    side = PITCH - STREET
    half = side // 2
    building = int(chicago.BUILDING[layout, block])
    roof, sign = _bar(block, word)
    if building == chicago.DISTILLERY:
        roof, sign = _distillery(word)
    elif building >= chicago.PRIVATE:
        roof, sign = _private(building - chicago.PRIVATE, word)
    doors = "".join(_door(way) for way in chicago.DOORS[block])
    walls = f'x="{-half}" y="{-half}" width="{side}" height="{side}" rx="4"'
    return (
        f'<g transform="translate({LEFT + column * PITCH + PITCH // 2} {TOP + row * PITCH + PITCH // 2})">'
        f'<rect {walls} fill="{INK}" opacity="0.45" transform="translate(4 6)"/>'
        f'<rect {walls} fill="{roof}" stroke="{INK}" stroke-width="2"/>'
        f'<rect {walls} fill="url(#tiles)"/>{doors}{sign}</g>'
    )


def _door(way: int) -> str:
    """A striped awning over the pavement, on the side of the block that has the door."""
    out = (PITCH - STREET) // 2
    return (
        f'<g transform="rotate({90 * way}) translate(0 {-out})">'
        f'<rect x="-9" y="-1" width="18" height="8" fill="{INK}"/>'
        f'<path d="M-16 1 H16 L20 -12 H-20Z" fill="url(#awning)" stroke="{INK}" stroke-width="1.4"/></g>'
    )


def _label(word: str, y: int, size: int) -> str:
    """A sign in capitals, smaller where the word is long; two words stand on two lines."""
    lines = word.upper().split()
    fitting = min(size, 96 // max(map(len, lines)))
    signs = "".join(f'<text y="{y + 13 * i}">{line}</text>' for i, line in enumerate(lines))
    return f'<g font-size="{fitting}" font-weight="bold" fill="{PAPER}" letter-spacing="0.8">{signs}</g>'


def _bar(block: int, word: str) -> tuple[str, str]:
    """A brick house with a glass on its sign."""
    glass = (
        f'<g transform="translate(0 -14)" fill="none" stroke="{PAPER}" stroke-width="2.6" stroke-linejoin="round">'
        f'<path d="M-15 -13 H15 L0 5Z"/><path d="M0 5 V18 M-8 18 H8"/>'
        f'<path d="M4 -3 L14 -20" stroke-width="1.8"/><circle cx="5" cy="-6" r="2.6" fill="{RED}" stroke="none"/></g>'
    )
    parapet = (
        f'<rect x="-39" y="-39" width="78" height="78" fill="none" stroke="{INK}" stroke-width="1" opacity="0.5"/>'
    )
    brick = BRICKS[(block * 7 + block // chicago.BLOCKS_A_SIDE * 3) % len(BRICKS)]
    return brick, parapet + glass + _label(word, 28, 13)


def _private(colour: int, word: str) -> tuple[str, str]:
    """Capone's own: a dark house with a gold trim and the cube that it takes."""
    trim = (
        f'<rect x="-40" y="-40" width="80" height="80" fill="none" stroke="{GOLD}" stroke-width="2.5"/>'
        f'<path d="M-40 -24 L-24 -40 M24 -40 L40 -24" stroke="{GOLD}" stroke-width="2"/>'
    )
    return TEAL, trim + _cube(colour, 0, -13, 15) + _label(word, 18, 12)


def _distillery(word: str) -> tuple[str, str]:
    """A works with a smoking chimney."""
    works = (
        f'<rect x="-40" y="-40" width="80" height="80" fill="none" stroke="{GOLD}" stroke-width="2.5"/>'
        f'<g fill="{SHADE}" opacity="0.75">'
        + "".join(
            f'<circle cx="{x}" cy="{y}" r="{r}"/>'
            for x, y, r in ((24, -30, 4), (17, -32, 5), (8, -30, 6), (-3, -31, 5), (-12, -29, 3.5))
        )
        + "</g>"
        f'<path d="M-29 17 V-8 L-15 -17 V-8 L-1 -17 V-8 L13 -17 V-6 H18 L20 -24 H27 L30 17Z" fill="{PAPER}" '
        f'stroke="{INK}" stroke-width="1.4" stroke-linejoin="round"/>'
        f'<g fill="{INK}">'
        + "".join(f'<rect x="{x}" y="-1" width="7" height="6"/>' for x in (-24, -11, 2, 15))
        + '<rect x="-4" y="8" width="9" height="9"/></g>'
    )
    return RED, works + _label(word, 33, 12)


def _cube(colour: int, x: int, y: int, half: int) -> str:
    """A cube with what it is worth on its face."""
    fill, digit = CUBES[colour]
    side = 2 * half
    return (
        f'<g transform="translate({x} {y})">'
        f'<path d="M{-half} {-half} l6 -6 h{side} v{side} l-6 6Z" fill="{GOLD}" stroke="{INK}" stroke-width="1.2"/>'
        f'<rect x="{-half}" y="{-half}" width="{side}" height="{side}" fill="{fill}" stroke="{GOLD}" stroke-width="2"/>'
        f'<text y="{0.48 * half:.0f}" font-size="{1.35 * half:.0f}" font-weight="bold" fill="{digit}">'
        f"{colour + 1}</text></g>"
    )


def _crossroads(layout: int, place: int) -> str:
    for character, name in enumerate(chicago.CHARACTERS):
        if chicago.PLACES[layout, character] >> place & 1:
            return _medal(chicago.CHARACTER_COLOURS[character], name[0].upper(), _x(place), _y(place))
    return (
        f'<circle cx="{_x(place)}" cy="{_y(place)}" r="12" fill="{ASPHALT}" stroke="{CHALK}" stroke-width="2"/>'
        f'<circle cx="{_x(place)}" cy="{_y(place)}" r="3.5" fill="{CHALK}"/>'
    )


def _medal(colour: int, initial: str, x: int, y: int) -> str:
    """A coloured crossroads with its character's initial."""
    fill, letter = CUBES[colour]
    return (
        f'<g transform="translate({x} {y})"><circle r="26" fill="{INK}"/><circle r="24" fill="{GOLD}"/>'
        f'<circle r="20" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'
        f'<text y="9" font-size="25" font-weight="bold" fill="{letter}">{initial}</text></g>'
    )


def _rim_names() -> str:
    """Letters of the columns, numbers of the rows, at all four sides."""
    signs = []
    for line in range(chicago.WIDE):
        letter, number = chicago.CROSSROADS[chicago.crossroads_at(line, line)]
        at = line * PITCH
        for x, y, text in (
            (LEFT + at, TOP - 36, letter),
            (LEFT + at, TOP + CITY + 53, letter),
            (LEFT - 45, TOP + at + 8, number),
            (LEFT + CITY + 45, TOP + at + 8, number),
        ):
            signs.append(f'<text x="{x}" y="{y}">{text}</text>')
    return f'<g font-size="24" font-weight="bold" fill="{INK}">{"".join(signs)}</g>'


def _key(bar: str, private: str, distillery: str, door: str) -> list[tuple[str, str]]:
    """Buildings and doors with their words."""
    house = f'width="30" height="30" x="-15" y="-15" rx="3" stroke="{INK}" stroke-width="1.5"'
    trim = f'<rect x="-11" y="-11" width="22" height="22" fill="none" stroke="{GOLD}" stroke-width="2"/>'
    return [
        (f'<rect {house} fill="{BRICKS[0]}"/>', bar),
        (f'<rect {house} fill="{TEAL}"/>{trim}', private),
        (f'<rect {house} fill="{RED}"/>{trim}', distillery),
        (f'<g transform="translate(0 49)">{_door(chicago.NORTH)}</g>', door),
    ]


def _people_key(say: Callable[[str], str]) -> list[tuple[str, str]]:
    """Who enters the city where, and what cubes are worth."""
    medals = [
        (f'<g transform="scale(0.66)">{_medal(colour, name[0].upper(), 0, 0)}</g>', say(name))
        for name, colour in zip(chicago.CHARACTERS, chicago.CHARACTER_COLOURS, strict=True)
    ]
    return medals + [(_cube(colour, 0, 0, 10), say(name)) for colour, name in enumerate(chicago.COLOURS)]


def _line_of_signs(signs: list[tuple[str, str]], y: int) -> str:
    """Signs and their words in one line, in the middle of the sheet."""
    widths = [58 + 9 * len(word) for _, word in signs]
    x = (WIDTH - sum(widths)) // 2 + 22
    out = []
    for (sign, word), width in zip(signs, widths, strict=True):
        out.append(
            f'<g transform="translate({x} {y})">{sign}<text x="24" y="6" font-size="16" fill="{INK}" '
            f'text-anchor="start">{word}</text></g>'
        )
        x += width
    return "".join(out)
