"""Luck for simulations and for imagining hidden cards: xoroshiro64**, the same bits in plain, native and GPU code.

Luck is an array of two integers that its owner keeps outside every game record. Each word is a non-negative
integer below 2**32 in a 64-bit slot, masked after every step, so that Python's integers and machine integers
never differ. Real tables don't use this: see `tripot.engine.chance`.
"""

LOW = 0xFFFFFFFF


def mixed(x):
    """Spread neighbouring numbers far apart (MurmurHash3's final step)."""
    x = ((x ^ (x >> 16)) * 0x85EBCA6B) & LOW
    x = ((x ^ (x >> 13)) * 0xC2B2AE35) & LOW
    return x ^ (x >> 16)


def seed(luck, number):
    """Start from one non-negative 63-bit number."""
    high = (number >> 32) & LOW
    luck[0] = mixed((number ^ mixed(high + 0x9E3779B9)) & LOW)
    luck[1] = mixed((luck[0] + high + 0x9E3779B9) & LOW) | 1


def word(luck):
    """The next 32 bits."""
    a = luck[0]
    b = luck[1]
    x = (a * 0x9E3779BB) & LOW
    x = (((x << 5) | (x >> 27)) * 5) & LOW
    b ^= a
    luck[0] = (((a << 26) | (a >> 6)) ^ b ^ (b << 9)) & LOW
    luck[1] = ((b << 13) | (b >> 19)) & LOW
    return x


def below(luck, n):
    """A whole number from 0 to n-1, each exactly as likely (Lemire's method)."""
    product = word(luck) * n
    low = product & LOW
    if low < n:
        threshold = (LOW + 1 - n) % n
        while low < threshold:
            product = word(luck) * n
            low = product & LOW
    return product >> 32
