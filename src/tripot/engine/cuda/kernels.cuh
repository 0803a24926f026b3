// Loops over whole games, around one game's translated rules: `drivers.py` and `policies.py`, one thread a game.
// Words of records, marks and luck lie by word, then by game, so that neighbouring threads touch neighbouring words.
#ifdef __CUDACC__
#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
#define FOR_EACH_GAME for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < games; i += gridDim.x * blockDim.x)
#define FIRST_GAME (blockIdx.x * blockDim.x + threadIdx.x)
#define NEXT_GAME (atomicAdd(taken, 1) + gridDim.x * blockDim.x)
#else
#define KERNEL extern "C" void
#define FOR_EACH_GAME for (int i = 0; i < games; i += 1)
#define FIRST_GAME 0
#define NEXT_GAME ((*taken)++ + 1)
#endif

// Where a thread keeps the record that it plays in: among its own variables, or in the block's shared memory, where an odd
// number of words from one to the next keeps threads out of each other's way
#if defined(SHARED_RECORDS) && defined(__CUDACC__)
#define OWN_RECORD(s)                                             \
    __shared__ uint32_t records_here[THREADS * (RECORD_WORDS | 1)]; \
    State& s = *reinterpret_cast<State*>(records_here + threadIdx.x * (RECORD_WORDS | 1))
#else
#define OWN_RECORD(s) State s
#endif

constexpr int OWN_LUCK = 57;  // as in policies.py

DEV Luck luck_at(const uint32_t* lucks, int games, int i) {
    return Luck{lucks[i], lucks[(size_t)games + i]};
}

DEV void keep_luck(const Luck& luck, uint32_t* lucks, int games, int i) {
    lucks[i] = luck.a;
    lucks[(size_t)games + i] = luck.b;
}

// An outcome by its weight
DEV int happen(State& s, Luck& luck) {
    int weights[OUTCOMES + 1];
    for (int i = 0; i < OUTCOMES; i += 1) weights[i] = 0;
    rules_chance(s, weights);
    int total = 0;
    for (int i = 0; i < OUTCOMES; i += 1) total += weights[i];
    int pick = below(luck, total);
    int outcome = -1;
    for (int i = 0; i < OUTCOMES; i += 1) {
        pick -= weights[i];
        if (pick < 0 && outcome < 0) outcome = i;
    }
    return outcome;
}

// Any legal move
DEV int any_move(State& s, int seat, Luck& luck) {
    Marks<MOVES> can;
    can.clear();
    rules_legal(s, seat, can);
    can.close();
    return choose(can, luck);
}

DEV void write_scores(State& s, int seats, int* points) {
    for (int seat = 0; seat < seats; seat += 1) {
        int all = 0;
        for (int line = 0; line < LINES; line += 1) all += rules_earns(s, seat, line);
        points[seat] = all;
    }
}

// Random games to the end; whoever has finished one takes the next that nobody has begun. Every turn of the loop is one
// move, of a seat or of chance, so that neighbours wait for each other no longer than that.
KERNEL playouts(uint32_t* records, int games, int seats, const int* options, uint64_t first, int* lengths, int* points,
                int* taken) {
    int i = FIRST_GAME;
    if (i >= games) return;
    OWN_RECORD(s);
    s = State{};
    rules_setup(s, seats, options);
    Luck luck = seeded(first + i);
    int actions = 0;
    while (true) {
        const int asked = rules_actors(s);
        int seat = -1;
        int move;
        if (asked == 0) {
            pack(s, records + i, games);
            lengths[i] = actions;
            write_scores(s, seats, points + (size_t)i * seats);
            i = NEXT_GAME;
            if (i >= games) return;
            s = State{};
            rules_setup(s, seats, options);
            luck = seeded(first + i);
            actions = 0;
            continue;
        }
        if (asked < 0) {
            move = happen(s, luck);
        } else {
            seat = lowest(asked);
            move = any_move(s, seat, luck);
            actions += 1;
        }
        rules_apply(s, seat, move);
    }
}

KERNEL seed_all(uint32_t* lucks, int games, uint64_t first) {
    FOR_EACH_GAME keep_luck(seeded(first + i), lucks, games, i);
}

// Chance until a seat is asked; a game that ends begins again. The seat, with 64 added if a game ended on the way.
DEV int next_question(State& s, Luck& luck, int seats, const int* options, int* points) {
    int ended = 0;
    int asked = rules_actors(s);
    while (asked <= 0) {
        if (asked < 0) {
            rules_apply(s, -1, happen(s, luck));
        } else {
            write_scores(s, seats, points);
            ended = 64;
            rules_setup(s, seats, options);
        }
        asked = rules_actors(s);
    }
    return lowest(asked) + ended;
}

// What the asked seat may do and what it sees, as marks and as a redacted record; `s` is used up
DEV void show(State& s, int seat, uint32_t* marks, uint32_t* views, int games, int i) {
    Marks<MOVES> can;
    can.clear();
    rules_legal(s, seat, can);
    can.close();
    for (int k = 0; k < MARK_WORDS; k += 1) marks[(size_t)k * games + i] = can.words[k];
    rules_redact(s, seat);
    pack(s, views + i, games);
}

// One move of the asked seat in every game (-1: begin), or, with `at_random`, any legal one
KERNEL step_all(uint32_t* records, uint32_t* lucks, int games, int seats, const int* options, const int64_t* moves,
                int8_t* who, uint32_t* marks, uint32_t* views, int* points, int8_t* done, int at_random) {
    FOR_EACH_GAME {
        OWN_RECORD(s);
        unpack(s, records + i, games);
        Luck luck = luck_at(lucks, games, i);
        int move = at_random ? 0 : (int)moves[i];
        if (at_random) {
            Marks<MOVES> can;
            for (int k = 0; k < MARK_WORDS; k += 1) can.words[k] = marks[(size_t)k * games + i];
            move = choose(can, luck);
        }
        if (move < 0)
            rules_setup(s, seats, options);
        else
            rules_apply(s, who[i], move);
        const int seat = next_question(s, luck, seats, options, points + (size_t)i * seats);
        done[i] = seat >> 6;
        who[i] = seat & 63;
        pack(s, records + i, games);
        keep_luck(luck, lucks, games, i);
        show(s, seat & 63, marks, views, games, i);
    }
}

// Observations and masks. A feature says where a cell of the record lies and how it is read (`gpu_batch.py`).
struct Feature {
    uint16_t offset;  // bytes, without seats
    uint8_t size;
    uint8_t kind;
    int16_t value;
    uint8_t seat, other_seat;  // counted from the viewer; 255: no such axis
    uint16_t stride, other_stride;
    uint32_t unused;
};
constexpr int NAMES = 0, SEAT = 1, NUMBER = 2, NO_AXIS = 255;

DEV int place_of(int seat, int first, int seats) {
    const int at = first + seat;
    return at < seats ? at : at - seats;
}

// `words` is the record of one game, its words so far apart
DEV int read_feature(const Feature& f, const uint32_t* words, int apart, int first, int seats) {
    int offset = f.offset;
    if (f.seat != NO_AXIS) {
        if (f.seat >= seats) return 0;
        offset += place_of(f.seat, first, seats) * f.stride;
    }
    if (f.other_seat != NO_AXIS) {
        if (f.other_seat >= seats) return 0;
        offset += place_of(f.other_seat, first, seats) * f.other_stride;
    }
    const uint32_t word = words[(size_t)(offset >> 2) * apart] >> (offset & 3) * 8;
    const int cell = f.size == 1 ? (int)(int8_t)word : f.size == 2 ? (int)(int16_t)word : (int)word;
    if (f.kind == NUMBER) return cell;
    if (f.kind == NAMES) return cell == f.value;
    return cell >= 0 && (cell >= first ? cell - first : cell - first + seats) == f.value;
}

#ifdef __CUDACC__
constexpr int TILE = 32;  // games whose records a block holds

DEV void write_number(float* out, int value) { *out = (float)value; }
DEV void write_number(uint16_t* out, int value) {
    uint16_t half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"((float)value));
    *out = half;
}

template <class Number>
DEV void observe_tile(const Feature* features, int count, const uint32_t* views, const uint32_t* marks, const int8_t* who,
                      int games, int seats, Number* tensors, int8_t* masks) {
    __shared__ uint32_t words[RECORD_WORDS * (TILE + 1)];
    __shared__ uint32_t legal[MARK_WORDS * (TILE + 1)];
    __shared__ int viewers[TILE];
    const int start = blockIdx.x * TILE;
    const int here = games - start < TILE ? games - start : TILE;
    for (int k = threadIdx.x; k < RECORD_WORDS * TILE; k += blockDim.x)
        if (k % TILE < here) words[k / TILE * (TILE + 1) + k % TILE] = views[(size_t)(k / TILE) * games + start + k % TILE];
    for (int k = threadIdx.x; k < MARK_WORDS * TILE; k += blockDim.x)
        if (k % TILE < here) legal[k / TILE * (TILE + 1) + k % TILE] = marks[(size_t)(k / TILE) * games + start + k % TILE];
    if (threadIdx.x < here) viewers[threadIdx.x] = who[start + threadIdx.x];
    __syncthreads();
    for (int f = threadIdx.x; f < count; f += blockDim.x) {
        const Feature feature = features[f];
        for (int g = 0; g < here; g += 1)
            write_number(&tensors[(size_t)(start + g) * count + f],
                         read_feature(feature, words + g, TILE + 1, viewers[g], seats));
    }
    for (int k = threadIdx.x; k < here * MOVES; k += blockDim.x) {
        const int g = k / MOVES;
        const int move = k % MOVES;
        masks[(size_t)start * MOVES + k] = legal[(move >> 5) * (TILE + 1) + g] >> (move & 31) & 1;
    }
}

extern "C" __global__ void observe(const Feature* features, int count, const uint32_t* views, const uint32_t* marks,
                                   const int8_t* who, int games, int seats, float* tensors, int8_t* masks) {
    observe_tile(features, count, views, marks, who, games, seats, tensors, masks);
}
extern "C" __global__ void observe_half(const Feature* features, int count, const uint32_t* views, const uint32_t* marks,
                                        const int8_t* who, int games, int seats, uint16_t* tensors, int8_t* masks) {
    observe_tile(features, count, views, marks, who, games, seats, tensors, masks);
}
#else
extern "C" void observe(const Feature* features, int count, const uint32_t* views, const uint32_t* marks,
                        const int8_t* who, int games, int seats, float* tensors, int8_t* masks) {
    for (int i = 0; i < games; i += 1) {
        for (int f = 0; f < count; f += 1)
            tensors[(size_t)i * count + f] = (float)read_feature(features[f], views + i, games, who[i], seats);
        for (int move = 0; move < MOVES; move += 1)
            masks[(size_t)i * MOVES + move] = marks[(size_t)(move >> 5) * games + i] >> (move & 31) & 1;
    }
}
#endif

#ifdef rules_lean
// A move by its weight in the policy, for a seat whose redacted record `s` is
DEV int lean_move(State& s, int seat, const int* temper, Luck& luck) {
    int weights[MOVES];
    for (int i = 0; i < MOVES; i += 1) weights[i] = 0;
    rules_lean(s, seat, temper, weights);
    int total = 0;
    for (int i = 0; i < MOVES; i += 1) total += weights[i];
    int pick = below(luck, total);
    int move = 0;
    while (pick >= weights[move]) {
        pick -= weights[move];
        move += 1;
    }
    return move;
}

// Who sits in a seat: a row of the tempers, or one of these
constexpr int AT_RANDOM = -1, OUTSIDE = -2;

DEV int move_of(State& s, int seat, int player, const int* tempers, int knobs, Luck& luck) {
    if (player == AT_RANDOM) return any_move(s, seat, luck);
    State own = s;
    rules_redact(own, seat);
    return lean_move(own, seat, tempers + player * knobs, luck);
}

DEV void seed_seats(Luck* lucks, uint64_t number, int seats) {
    for (int seat = 0; seat < seats; seat += 1) lucks[seat] = seeded(number + ((uint64_t)(seat + 1) << OWN_LUCK));
}

// Whole games in which everybody plays by a temper, as `bouts` plays them
KERNEL bouts(uint32_t* records, int games, int seats, const int* options, const int64_t* numbers, const int8_t* seated,
             const int* tempers, int knobs, int* lengths, int* points, int* taken) {
    int i = FIRST_GAME;
    if (i >= games) return;
    OWN_RECORD(s);
    s = State{};
    rules_setup(s, seats, options);
    Luck luck = seeded(numbers[i]);
    Luck own[MOST_SEATS];
    seed_seats(own, numbers[i], seats);
    int actions = 0;
    while (true) {
        const int asked = rules_actors(s);
        int seat = -1;
        int move;
        if (asked == 0) {
            pack(s, records + i, games);
            lengths[i] = actions;
            write_scores(s, seats, points + (size_t)i * seats);
            i = NEXT_GAME;
            if (i >= games) return;
            s = State{};
            rules_setup(s, seats, options);
            luck = seeded(numbers[i]);
            seed_seats(own, numbers[i], seats);
            actions = 0;
            continue;
        }
        if (asked < 0) {
            move = happen(s, luck);
        } else {
            seat = lowest(asked);
            move = move_of(s, seat, seated[(size_t)i * seats + seat], tempers, knobs, own[seat]);
            actions += 1;
        }
        rules_apply(s, seat, move);
    }
}

// As `step_all`, and seats with a temper (or at random) play at once, by luck of their own: only others are asked
KERNEL step_among(uint32_t* records, uint32_t* lucks, int games, int seats, const int* options, const int64_t* moves,
                  int8_t* who, uint32_t* marks, uint32_t* views, int* points, int8_t* done, const int8_t* seated,
                  const int* tempers, int knobs, uint32_t* own_lucks, float* leaned) {
    FOR_EACH_GAME {
        OWN_RECORD(s);
        unpack(s, records + i, games);
        Luck luck = luck_at(lucks, games, i);
        if (moves[i] < 0)
            rules_setup(s, seats, options);
        else
            rules_apply(s, who[i], (int)moves[i]);
        int ended = 0;
        int seat;
        while (true) {
            seat = next_question(s, luck, seats, options, points + (size_t)i * seats);
            ended |= seat >> 6;
            seat &= 63;
            const int player = seated[(size_t)i * seats + seat];
            if (player == OUTSIDE) break;
            uint32_t* place = own_lucks + (size_t)seat * 2 * games;
            Luck own = luck_at(place, games, i);
            const int move = move_of(s, seat, player, tempers, knobs, own);
            keep_luck(own, place, games, i);
            rules_apply(s, seat, move);
        }
        done[i] = ended;
        who[i] = seat;
        pack(s, records + i, games);
        keep_luck(luck, lucks, games, i);
        if (leaned) {  // what the first temper makes of it: a teacher's word
            State own = s;
            rules_redact(own, seat);
            int weights[MOVES];
            for (int k = 0; k < MOVES; k += 1) weights[k] = 0;
            rules_lean(own, seat, tempers, weights);
            float total = 0;
            for (int k = 0; k < MOVES; k += 1) total += weights[k];
            for (int k = 0; k < MOVES; k += 1) leaned[(size_t)i * MOVES + k] = weights[k] / total;
        }
        show(s, seat, marks, views, games, i);
    }
}

KERNEL seed_seats_all(uint32_t* own_lucks, int games, int seats, uint64_t first) {
    FOR_EACH_GAME {
        for (int seat = 0; seat < seats; seat += 1)
            keep_luck(seeded(first + i + ((uint64_t)(seat + 1) << OWN_LUCK)), own_lucks + (size_t)seat * 2 * games, games, i);
    }
}
#endif
