// What translated rules stand on, for a GPU or for any C++ compiler.
#ifdef __CUDACC__
// Code that is too long for the GPU's instruction cache is slower than calls and loops are
#define DEV static __device__
#define DEV_POLICY static __device__ __noinline__
#define DEV_MEMBER __device__ __forceinline__
#define TABLE static __device__ const
#define LOOP _Pragma("unroll 1")
#else
#define DEV static inline
#define DEV_POLICY static inline
#define DEV_MEMBER inline
#define TABLE static const
#define LOOP
#define __popc __builtin_popcount
#define __ffs __builtin_ffs
#endif

#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#else
#include <cstddef>
#include <cstdint>
#endif

#ifdef __CUDACC__
typedef uint32_t Word;
#else
typedef uint32_t __attribute__((may_alias)) Word;  // of a record
#endif

template <bool first, class A, class B> struct choice_of { typedef A type; };
template <class A, class B> struct choice_of<false, A, B> { typedef B type; };
// the wider of two numbers' types, 32 bits at least
template <class A, class B> using wider = typename choice_of<(sizeof(A) > 4 || sizeof(B) > 4), int64_t, int>::type;

template <class A, class B> DEV wider<A, B> least(A a, B b) { return a < b ? a : b; }
template <class A, class B> DEV wider<A, B> most(A a, B b) { return a > b ? a : b; }
template <class A> DEV wider<A, A> magnitude(A a) { return a < 0 ? -a : a; }

// Python rounds towards minus infinity; by zero, as in native code, gives zero
template <class A, class B> DEV wider<A, B> floored(A a, B b) {
    if (b == 0) return 0;
    const wider<A, B> q = a / b;
    return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}
template <class A, class B> DEV wider<A, B> modulo(A a, B b) {
    if (b == 0) return 0;
    const wider<A, B> r = a % b;
    return r + (((r != 0) & ((r < 0) != (b < 0))) ? b : 0);
}

template <class T, int N> DEV constexpr int length_of(T (&)[N]) { return N; }
template <class T, int N> DEV bool is_in(int value, const T (&among)[N]) {
    for (int i = 0; i < N; i += 1)
        if (among[i] == value) return true;
    return false;
}

// A number of 64 bits, and a place in memory, in a record whose words have 32
struct Wide {
    uint32_t low, high;
    DEV_MEMBER operator int64_t() const { return (int64_t)((uint64_t)high << 32 | low); }
    DEV_MEMBER void operator=(int64_t number) {
        low = (uint32_t)number;
        high = (uint32_t)((uint64_t)number >> 32);
    }
};
template <class T> struct Place {
    uint32_t low, high;
    DEV_MEMBER T& there() const { return *(T*)((uint64_t)high << 32 | low); }
    DEV_MEMBER void operator=(T* place) {
        low = (uint32_t)(uint64_t)place;
        high = (uint32_t)((uint64_t)place >> 32);
    }
};

// Luck: `games/random_numbers.py`, in words of 32 bits
struct Luck {
    uint32_t a, b;
};

DEV uint32_t mixed(uint32_t x) {
    x = (x ^ (x >> 16)) * 0x85EBCA6Bu;
    x = (x ^ (x >> 13)) * 0xC2B2AE35u;
    return x ^ (x >> 16);
}

DEV Luck seeded(uint64_t number) {
    const uint32_t high = (uint32_t)(number >> 32);
    Luck luck;
    luck.a = mixed((uint32_t)number ^ mixed(high + 0x9E3779B9u));
    luck.b = mixed(luck.a + high + 0x9E3779B9u) | 1;
    return luck;
}

DEV uint32_t turned(uint32_t x, int by) { return (x << by) | (x >> (32 - by)); }

DEV uint32_t next_word(Luck& luck) {
    const uint32_t x = turned(luck.a * 0x9E3779BBu, 5) * 5;
    const uint32_t b = luck.b ^ luck.a;
    luck.a = turned(luck.a, 26) ^ b ^ (b << 9);
    luck.b = turned(b, 13);
    return x;
}

DEV int below(Luck& luck, uint32_t n) {
    uint64_t product = (uint64_t)next_word(luck) * n;
    if ((uint32_t)product < n) {
        const uint32_t threshold = (0u - n) % n;
        while ((uint32_t)product < threshold) product = (uint64_t)next_word(luck) * n;
    }
    return (int)(product >> 32);
}

// Marks of legal moves, one bit each. The word that was written last is kept in hand; one that was never written to
// holds nothing yet.
template <int MOVES> struct Marks {
    static constexpr int WORDS = (MOVES + 31) / 32;
    static_assert(WORDS <= 32, "written words are bits of a number");
    static constexpr uint32_t ALL_WORDS = 0xFFFFFFFFu >> (32 - WORDS);
    uint32_t words[WORDS];
    uint32_t written;
    uint32_t word;
    int at;

    struct Mark {
        Marks& marks;
        int move;
        DEV_MEMBER operator int() const {
            return ((move >> 5) == marks.at ? marks.word : marks.read(move >> 5)) >> (move & 31) & 1;
        }
        DEV_MEMBER void operator=(int marked) {
            if ((move >> 5) != marks.at) {
                marks.close();
                marks.at = move >> 5;
                marks.word = marks.read(marks.at);
            }
            const uint32_t bit = 1u << (move & 31);
            marks.word = marked ? marks.word | bit : marks.word & ~bit;
        }
    };

    DEV_MEMBER Mark operator[](int move) { return Mark{*this, move}; }

    DEV_MEMBER void clear() {
        written = 0;
        word = 0;
        at = 0;
    }

    DEV_MEMBER uint32_t read(int i) const { return written >> i & 1 ? words[i] : 0; }

    // writes the word in hand back
    DEV_MEMBER void close() {
        words[at] = word;
        written |= 1u << at;
    }

    // the marked move that comes after so many others
    DEV_MEMBER int nth(int pick) const {
        uint32_t rest = written;
        int i = __ffs(rest) - 1;
        int inside = __popc(words[i]);
        while (pick >= inside) {
            pick -= inside;
            rest &= rest - 1;
            i = __ffs(rest) - 1;
            inside = __popc(words[i]);
        }
        uint32_t left = words[i];
        for (; pick > 0; pick -= 1) left &= left - 1;
        return i * 32 + __ffs(left) - 1;
    }

    DEV_MEMBER int count() const {
        int all = 0;
        LOOP for (uint32_t rest = written; rest != 0; rest &= rest - 1) all += __popc(words[__ffs(rest) - 1]);
        return all;
    }
};

// One of the marked moves, each as likely
template <int MOVES> DEV int choose(Marks<MOVES>& marks, Luck& luck) { return marks.nth(below(luck, marks.count())); }

// Weights of outcomes, their sum, and the first that was written
template <int OUTCOMES> struct Odds {
    int weights[OUTCOMES + 1];
    int first, total;

    struct Odd {
        Odds& odds;
        int outcome;
        DEV_MEMBER operator int() const { return odds.weights[outcome]; }
        DEV_MEMBER void operator=(int weight) {
            odds.total += weight - odds.weights[outcome];
            odds.weights[outcome] = weight;
            odds.first = odds.first < outcome ? odds.first : outcome;
        }
    };

    DEV_MEMBER Odd operator[](int outcome) { return Odd{*this, outcome}; }

    DEV_MEMBER void clear() {
        for (int i = 0; i <= OUTCOMES; i += 1) weights[i] = 0;
        first = OUTCOMES;
        total = 0;
    }
};

DEV int lowest(int asked) { return __ffs(asked) - 1; }
