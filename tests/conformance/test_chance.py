"""Where luck comes from: seeds for repeatable games, a secret key for real ones, a picker for puzzles."""

import hashlib
import hmac

import pytest

import tripot
from tripot.engine.chance import Keyed, Picked, Seeded

KEY = bytes(range(32))
DIE = {str(face): 1 for face in range(1, 7)}


def words_of(key: bytes, count: int) -> list[int]:
    """The stream of 64-bit words, written a second time with Python's own HMAC."""
    blocks = (
        hmac.new(key, b"tripot chance" + number.to_bytes(8, "big"), hashlib.sha256).digest() for number in range(count)
    )
    stream = b"".join(blocks)
    return [int.from_bytes(stream[8 * i : 8 * i + 8], "big") for i in range(count)]


def test_a_key_gives_the_words_that_anybody_can_compute():
    chance, words = Keyed(KEY), words_of(KEY, 50)
    faces = [chance.pick(DIE) for _ in range(50)]
    assert faces == [str(1 + word % 6) for word in words]  # none of these words is beyond the last multiple of six


def test_the_first_words_of_a_known_key_are_known():
    assert words_of(KEY, 2) == [
        int.from_bytes(hmac.digest(KEY, b"tripot chance" + bytes(8), "sha256")[:8], "big"),
        int.from_bytes(hmac.digest(KEY, b"tripot chance" + bytes(8), "sha256")[8:16], "big"),
    ]


def test_all_faces_of_a_die_are_as_likely():
    """Chi-square with five degrees of freedom: 20.5 is exceeded once in a thousand keys."""
    chance, rolls = Keyed(KEY), 12_000
    seen = dict.fromkeys(DIE, 0)
    for _ in range(rolls):
        seen[chance.pick(DIE)] += 1
    expected = rolls / 6
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 20.5


def test_words_beyond_the_last_whole_multiple_are_passed_over():
    """With weights of three quarters of 2**64 in all, every fourth word would favour the first outcomes."""
    total = 3 << 62
    chance, words = Keyed(KEY), words_of(KEY, 200)
    kept = [word for word in words if word < total]
    assert 20 < len(words) - len(kept) < 80
    picked = [chance.pick({"low": total // 3, "high": total - total // 3}) for _ in kept]
    assert picked == ["low" if word < total // 3 else "high" for word in kept]


def test_weights_count():
    chance = Keyed(KEY)
    seen = [chance.pick({"rare": 1, "common": 9}) for _ in range(5000)]
    assert 400 < seen.count("rare") < 600


def test_the_commitment_is_the_hash_of_the_key():
    chance = Keyed(KEY)
    chance.pick(DIE)
    assert chance.commitment == hashlib.sha256(KEY).hexdigest()
    assert chance.reveal() == KEY


def test_every_table_has_a_key_of_its_own():
    assert Keyed().commitment != Keyed().commitment


@pytest.mark.parametrize("key", [b"", b"short", bytes(33)])
def test_a_key_has_32_bytes(key):
    with pytest.raises(ValueError, match="32 bytes"):
        Keyed(key)


@pytest.mark.parametrize("seed", [-1, 1 << 63])
def test_a_seed_is_a_63_bit_number(seed):
    with pytest.raises(ValueError, match="a seed is a number"):
        Seeded(seed)


def test_a_seed_is_repeatable_and_seeds_differ():
    def rolls(seed: int) -> list[str]:
        chance = Seeded(seed)
        return [chance.pick(DIE) for _ in range(40)]

    assert rolls(5) == rolls(5)
    assert len({tuple(rolls(seed)) for seed in range(50)}) == 50


def test_a_picker_may_only_name_what_can_happen():
    with pytest.raises(tripot.IllegalMove, match="chance can't give '7' now, only 1, 2, 3, 4, 5, 6"):
        Picked(lambda weights: "7").pick(DIE)
