// Loops over whole games, around one game's translated rules: `game_loops.py` and `policies.py`.
//
// A thread plays one move at a time. Between two moves a block's threads sort its games by phase and take them anew, so that
// those who run side by side do the same: games at different points of the rules would wait for each other. Records
// are in shared memory meanwhile, an odd number of words apart, which keeps threads out of each other's way. Elsewhere
// words of records, marks and luck lie by word, then by game: neighbouring threads touch neighbouring words.
// For any other C++ compiler the same moves are played game by game.

constexpr int OWN_LUCK = 57;  // as in policies.py
constexpr int READY = PHASES;  // instead of a phase: nothing to do
constexpr int NO_MOVE = -2;
constexpr int RECORD_WORDS = HELD_WORDS + SELDOM_WORDS;
constexpr int AT_RANDOM = -1, OUTSIDE = -2;  // who sits in a seat, beside the tempers

DEV Luck luck_at(const uint32_t* lucks, int games, int i) { return Luck{lucks[i], lucks[(size_t)games + i]}; }

DEV void keep_luck(const Luck& luck, uint32_t* lucks, int games, int i) {
    lucks[i] = luck.a;
    lucks[(size_t)games + i] = luck.b;
}

// An outcome by its weight
DEV int happen(State& s, Luck& luck) {
    Odds<OUTCOMES> odds;
    odds.clear();
    rules_chance(s, odds);
    int pick = below(luck, odds.total);
    int outcome = odds.first;
    while (pick >= odds.weights[outcome]) {
        pick -= odds.weights[outcome];
        outcome += 1;
    }
    return outcome;
}

// One word of a record, whether it is at hand or apart
DEV Word& word_of(State& s, int k) {
    return k < HELD_WORDS ? reinterpret_cast<Word*>(&s)[k] : reinterpret_cast<Word*>(apart_from(s))[k - HELD_WORDS];
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
    LOOP for (int seat = 0; seat < seats; seat += 1) {
        int all = 0;
        LOOP for (int line = 0; line < LINES; line += 1) all += rules_earns(s, seat, line);
        points[seat] = all;
    }
}

#ifdef rules_lean
// A move by its weight in the policy, for a seat whose redacted record `s` is
DEV int lean_move(State& s, int seat, const int* temper, Luck& luck) {
    int weights[MOVES];
    LOOP for (int i = 0; i < MOVES; i += 1) weights[i] = 0;
    rules_lean(s, seat, temper, weights);
    int total = 0;
    LOOP for (int i = 0; i < MOVES; i += 1) total += weights[i];
    int pick = below(luck, total);
    int move = 0;
    while (move + 8 <= MOVES) {  // eight by eight, then one by one
        int eight = 0;
        for (int i = 0; i < 8; i += 1) eight += weights[move + i];
        if (pick < eight) break;
        pick -= eight;
        move += 8;
    }
    while (pick >= weights[move]) {
        pick -= weights[move];
        move += 1;
    }
    return move;
}
#endif

// Who plays: without policies everybody moves at random
struct Players {
    const int8_t* seated;  // by game, then by seat
    const int* tempers;
    int knobs;

    DEV_MEMBER int in(int game, int seats, int seat) const { return seated[(size_t)game * seats + seat]; }
};

DEV int move_of(State& s, int seat, int player, const Players& players, Luck& luck) {
#ifdef rules_lean
    if (player != AT_RANDOM) {
        State own = s;
        Seldom seldom;
        if (SELDOM_WORDS > 0) seldom = *apart_from(s);
        keep_apart(own, &seldom);
        rules_redact(own, seat);
        return lean_move(own, seat, players.tempers + player * players.knobs, luck);
    }
#endif
    return any_move(s, seat, luck);
}

// --- Whole games

// Records lie by word, then by game; what is seldom touched behind them, by game
struct Series {
    uint32_t* records;
    int games, seats;
    const int* options;
    uint64_t first;
    const int64_t* numbers;  // instead of those from `first` on
    Players players;
    int* lengths;
    int* points;
};

struct Played {
    int game, actions;
    int asked;
    Luck luck;
#ifdef rules_lean
    Luck own[MOST_SEATS];
#endif
};

DEV Seldom* seldom_of(const Series& all, int game) {
    return reinterpret_cast<Seldom*>(all.records + (size_t)HELD_WORDS * all.games + (size_t)SELDOM_WORDS * game);
}

// Takes up a game whose record is as `rules_setup` has made it
DEV void take(const Series& all, Played& played, int game, int asked) {
    const uint64_t number = all.numbers ? (uint64_t)all.numbers[game] : all.first + game;
    played.game = game;
    played.luck = seeded(number);
#ifdef rules_lean
    if (all.players.seated)
        LOOP for (int seat = 0; seat < all.seats; seat += 1)
            played.own[seat] = seeded(number + ((uint64_t)(seat + 1) << OWN_LUCK));
#endif
    played.actions = 0;
    played.asked = asked;
}

// One move; the phase that the game is in then, or -1: it is over
DEV int go_on(const Series& all, State& s, Played& played) {
    int seat = -1;
    int move;
    Luck luck = played.luck;
    if (played.asked < 0) {
        move = happen(s, luck);
    } else {
        seat = lowest(played.asked);
        played.actions += 1;
#ifdef rules_lean
        if (all.players.seated)
            move = move_of(s, seat, all.players.in(played.game, all.seats, seat), all.players, played.own[seat]);
        else
#endif
            move = any_move(s, seat, luck);
    }
    played.luck = luck;
    rules_apply(s, seat, move);
    played.asked = rules_actors(s);
    return played.asked == 0 ? -1 : s.phase;
}

// --- Batches

struct Batch {
    uint32_t* records;
    uint32_t* lucks;
    int games, seats;
    const int* options;
    const int64_t* moves;  // -1: begin
    int8_t* who;
    uint32_t* marks;
    uint32_t* views;
    int* points;
    int8_t* done;
    int at_random;  // any legal move instead
    Players players;  // seats that play at once, by luck of their own, so that only others are asked
    uint32_t* own_lucks;
    float* leaned;  // what the first temper makes of the question: a teacher's word
    int* now;  // instead of asking anybody: one step of each game, chance's too, and everybody's points after it
};

struct Stepped {
    int game, move, seat, asked, ended;
    Luck luck;
};

// Whether somebody is asked whose move comes from outside
DEV bool is_asked_outside(const Batch& all, const Stepped& step) {
    if (all.now) return true;
    if (step.asked <= 0) return false;
    return !all.players.seated || all.players.in(step.game, all.seats, lowest(step.asked)) == OUTSIDE;
}

// Takes up what is asked in a game
DEV int take_up(const Batch& all, State& s, Stepped& step, int i) {
    step.game = i;
    if (i >= all.games) return READY;
    step.luck = luck_at(all.lucks, all.games, i);
    step.seat = all.who[i];
    step.ended = 0;
    step.asked = 0;
    if (all.at_random) {
        Marks<MOVES> can;
        LOOP for (int k = 0; k < MARK_WORDS; k += 1) can.words[k] = all.marks[(size_t)k * all.games + i];
        can.written = can.ALL_WORDS;
        Luck luck = step.luck;
        step.move = choose(can, luck);
        step.luck = luck;
    } else {
        step.move = (int)all.moves[i];
    }
    if (step.move == NO_MOVE) step.asked = rules_actors(s);
    return step.move == -1 ? 0 : s.phase;
}

// One move, of the asked seat, of chance or of a seat that plays at once; the phase then, or READY
DEV int step_on(const Batch& all, State& s, Stepped& step) {
    int seat = step.seat;
    int move = step.move;
    if (move == NO_MOVE) {
        seat = -1;
        if (step.asked < 0) {
            Luck luck = step.luck;
            move = happen(s, luck);
            step.luck = luck;
        } else {
            seat = lowest(step.asked);
            uint32_t* place = all.own_lucks + (size_t)seat * 2 * all.games;
            Luck own = luck_at(place, all.games, step.game);
            move = move_of(s, seat, all.players.in(step.game, all.seats, seat), all.players, own);
            keep_luck(own, place, all.games, step.game);
        }
    }
    bool begins = move < 0;
    step.move = NO_MOVE;
    if (!begins) {
        rules_apply(s, seat, move);
        step.asked = rules_actors(s);
        if (step.asked == 0) {
            write_scores(s, all.seats, all.points + (size_t)step.game * all.seats);
            step.ended = 1;
            begins = true;
        }
    }
    if (begins) {
        rules_setup(s, all.seats, all.options);
        step.asked = rules_actors(s);
    }
    return is_asked_outside(all, step) ? READY : s.phase;
}

// What the asked seat may do and what it sees, as marks and as a redacted record, which takes the place of `s`
DEV void show(const Batch& all, State& s, const Stepped& step, uint32_t* marks, int apart) {
    if (all.now) {
        write_scores(s, all.seats, all.now + (size_t)step.game * all.seats);
        return;
    }
    const int seat = lowest(step.asked);
    Marks<MOVES> can;
    can.clear();
    rules_legal(s, seat, can);
    can.close();
    LOOP for (int k = 0; k < MARK_WORDS; k += 1) marks[(size_t)k * apart] = can.read(k);
    rules_redact(s, seat);
#ifdef rules_lean
    if (all.leaned) {
        int weights[MOVES];
        LOOP for (int k = 0; k < MOVES; k += 1) weights[k] = 0;
        rules_lean(s, seat, all.players.tempers, weights);
        float total = 0;
        LOOP for (int k = 0; k < MOVES; k += 1) total += weights[k];
        LOOP for (int k = 0; k < MOVES; k += 1) all.leaned[(size_t)step.game * MOVES + k] = weights[k] / total;
    }
#endif
}

DEV void close_step(const Batch& all, const Stepped& step) {
    all.done[step.game] = step.ended;
    all.who[step.game] = lowest(step.asked);
    keep_luck(step.luck, all.lucks, all.games, step.game);
}

#ifdef __CUDACC__
#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
#define FOR_EACH_GAME for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < games; i += gridDim.x * blockDim.x)

constexpr int STATE_WORDS = sizeof(State) / 4;
constexpr int APART = STATE_WORDS | 1;  // words from one record to the next
constexpr int ALL_APART = (STATE_WORDS + SELDOM_WORDS) | 1;  // the same with all of it at hand
constexpr unsigned ALL_LANES = 0xFFFFFFFF;
extern __shared__ uint32_t held_words[];

DEV State& held(int slot) { return *reinterpret_cast<State*>(held_words + slot * APART); }
DEV State& all_held(int slot) { return *reinterpret_cast<State*>(held_words + slot * ALL_APART); }

// The places of a block's games, sorted by what is to be done in them
struct Sorter {
    int counts[2][READY + 1];
    uint16_t order[THREADS];
    int turn;

    // The place that this thread takes next; -1: none. `key` is what is to be done in the place it had.
    __device__ __forceinline__ int next(int mine, int key, bool& over) {
        const int t = threadIdx.x;
        const int lane = t & 31;
        const int now = turn & 1;
        const unsigned same = __match_any_sync(ALL_LANES, key);
        const int leader = __ffs(same) - 1;
        int before = 0;
        if (lane == leader) before = atomicAdd(&counts[now][key], __popc(same));
        before = __shfl_sync(ALL_LANES, before, leader) + __popc(same & ((1u << lane) - 1));
        __syncthreads();
        const int left = THREADS - counts[now][READY];
        if constexpr (READY < 32) {  // each lane sums up to its own key
            int upto = lane <= READY ? counts[now][lane] : 0;
            const int own = upto;
            for (int by = 1; by < 32; by *= 2) {
                const int lower = __shfl_up_sync(ALL_LANES, upto, by);
                if (lane >= by) upto += lower;
            }
            before += __shfl_sync(ALL_LANES, upto - own, key);
        } else {
            LOOP for (int k = 0; k < key; k += 1) before += counts[now][k];
        }
        order[before] = mine;
        if (t == 0) turn += 1;
        __syncthreads();
        LOOP for (int k = t; k <= READY; k += THREADS) counts[now][k] = 0;  // not read again before the next turn but one
        over = left == 0;
        return t < left ? order[t] : -1 - order[t];
    }

    __device__ __forceinline__ void clear() {
        LOOP for (int k = threadIdx.x; k <= READY; k += THREADS) counts[0][k] = counts[1][k] = 0;
        if (threadIdx.x == 0) turn = 0;
        __syncthreads();
    }
};

// How every game begins
struct Fresh {
    uint32_t words[STATE_WORDS + SELDOM_WORDS];
    int asked, phase;

    DEV_MEMBER void make(const Series& all) {
        State& s = *reinterpret_cast<State*>(words);
        keep_apart(s, reinterpret_cast<Seldom*>(words + STATE_WORDS));
        LOOP for (int k = 0; k < HELD_WORDS + SELDOM_WORDS; k += 1) word_of(s, k) = 0;
        rules_setup(s, all.seats, all.options);
        asked = rules_actors(s);
        phase = s.phase;
    }
};

// The threads of a warp write down together what a game has come to: alone, one would keep all others waiting
DEV void finish(const Series& all, State& s, const Played& played) {
    const int lane = threadIdx.x & 31;
    const int i = played.game;
    LOOP for (int k = lane; k < HELD_WORDS; k += 32) all.records[(size_t)k * all.games + i] = word_of(s, k);
    LOOP for (int seat = 0; seat < all.seats; seat += 1) {
        int points = 0;
        LOOP for (int line = lane; line < LINES; line += 32) points += rules_earns(s, seat, line);
        LOOP for (int by = 16; by > 0; by /= 2) points += __shfl_xor_sync(ALL_LANES, points, by);
        if (lane == 0) all.points[(size_t)i * all.seats + seat] = points;
    }
    if (lane == 0) all.lengths[i] = played.actions;
    __syncwarp();
}

// They begin the next one together, too; its phase
DEV int begin(const Series& all, const Fresh& fresh, State& s, Played& played, int game) {
    if (game >= all.games) return READY;
    const int lane = threadIdx.x & 31;
    if (lane == 0) {
        keep_apart(s, seldom_of(all, game));
        take(all, played, game, fresh.asked);
    }
    __syncwarp();
    LOOP for (int k = lane; k < HELD_WORDS; k += 32) word_of(s, k) = fresh.words[k];
    LOOP for (int k = lane; k < SELDOM_WORDS; k += 32) word_of(s, HELD_WORDS + k) = fresh.words[STATE_WORDS + k];
    __syncwarp();
    return fresh.phase;
}

DEV void play_all(const Series& all, int* taken) {
    __shared__ Sorter sorter;
    __shared__ Played played[THREADS];
    __shared__ Fresh fresh;
    const int lane = threadIdx.x & 31;
    if (threadIdx.x == 0) fresh.make(all);
    sorter.clear();
    int mine = threadIdx.x;
    int key = READY;
    LOOP for (int other = 0; other < 32; other += 1) {
        const int slot = threadIdx.x - lane + other;
        const int phase = begin(all, fresh, held(slot), played[slot], blockIdx.x * THREADS + slot);
        if (lane == other) key = phase;
    }
    while (true) {
        bool over;
        mine = sorter.next(mine, key, over);
        if (over) return;
        key = READY;
        if (mine >= 0)
            key = go_on(all, held(mine), played[mine]);
        else
            mine = -1 - mine;
        LOOP for (unsigned ended = __ballot_sync(ALL_LANES, key < 0); ended != 0; ended &= ended - 1) {
            const int slot = __shfl_sync(ALL_LANES, mine, __ffs(ended) - 1);
            finish(all, held(slot), played[slot]);
            int game = 0;
            if (lane == 0) game = atomicAdd(taken, 1) + gridDim.x * THREADS;
            game = __shfl_sync(ALL_LANES, game, 0);
            const int phase = begin(all, fresh, held(slot), played[slot], game);
            if (mine == slot) key = phase;
        }
    }
}

DEV void step_batch(const Batch& all) {
    __shared__ Sorter sorter;
    __shared__ Stepped steps[THREADS];
    uint32_t* marks = held_words + THREADS * ALL_APART;
    const int t = threadIdx.x;
    const int i = blockIdx.x * THREADS + t;
    State& own = all_held(t);
    keep_apart(own, reinterpret_cast<Seldom*>(held_words + t * ALL_APART + STATE_WORDS));
    sorter.clear();
    if (i < all.games)
        LOOP for (int k = 0; k < RECORD_WORDS; k += 1) word_of(own, k) = all.records[(size_t)k * all.games + i];
    int mine = t;
    int key = take_up(all, own, steps[mine], i);
    while (true) {
        bool over;
        mine = sorter.next(mine, key, over);
        if (over) break;
        key = READY;
        if (mine >= 0)
            key = step_on(all, all_held(mine), steps[mine]);
        else
            mine = -1 - mine;
    }
    if (i < all.games) {
        LOOP for (int k = 0; k < RECORD_WORDS; k += 1) all.records[(size_t)k * all.games + i] = word_of(own, k);
        close_step(all, steps[t]);
    }
    __syncthreads();
    bool over;
    mine = sorter.next(t, i < all.games ? own.phase : READY, over);
    if (mine >= 0) show(all, all_held(mine), steps[mine], marks + mine, THREADS);
    __syncthreads();
    if (i < all.games) {
        LOOP for (int k = 0; k < RECORD_WORDS; k += 1) all.views[(size_t)k * all.games + i] = word_of(own, k);
        LOOP for (int k = 0; k < MARK_WORDS; k += 1) all.marks[(size_t)k * all.games + i] = marks[k * THREADS + t];
    }
}
#else
#define KERNEL extern "C" void
#define FOR_EACH_GAME for (int i = 0; i < games; i += 1)

static void play_all(const Series& all, int* taken) {
    Played played;
    for (*taken = 0; *taken < all.games; *taken += 1) {
        const int i = *taken;
        State s = {};
        Seldom* seldom = seldom_of(all, i);
        for (int k = 0; k < SELDOM_WORDS; k += 1) reinterpret_cast<Word*>(seldom)[k] = 0;
        keep_apart(s, seldom);
        rules_setup(s, all.seats, all.options);
        take(all, played, i, rules_actors(s));
        while (go_on(all, s, played) >= 0) {
        }
        for (int k = 0; k < HELD_WORDS; k += 1) all.records[(size_t)k * all.games + i] = word_of(s, k);
        all.lengths[i] = played.actions;
        write_scores(s, all.seats, all.points + (size_t)i * all.seats);
    }
}

static void step_batch(const Batch& all) {
    for (int i = 0; i < all.games; i += 1) {
        State s;
        Seldom seldom;
        keep_apart(s, &seldom);
        for (int k = 0; k < RECORD_WORDS; k += 1) word_of(s, k) = all.records[(size_t)k * all.games + i];
        Stepped step;
        take_up(all, s, step, i);
        while (step_on(all, s, step) != READY) {
        }
        for (int k = 0; k < RECORD_WORDS; k += 1) all.records[(size_t)k * all.games + i] = word_of(s, k);
        close_step(all, step);
        show(all, s, step, all.marks + i, all.games);
        for (int k = 0; k < RECORD_WORDS; k += 1) all.views[(size_t)k * all.games + i] = word_of(s, k);
    }
}
#endif

// Random games to the end; whoever has finished one takes the next that nobody has begun
KERNEL playouts(uint32_t* records, int games, int seats, const int* options, uint64_t first, int* lengths, int* points,
                int* taken) {
    play_all(Series{records, games, seats, options, first, nullptr, Players{}, lengths, points}, taken);
}

KERNEL seed_all(uint32_t* lucks, int games, uint64_t first) {
    FOR_EACH_GAME keep_luck(seeded(first + i), lucks, games, i);
}

// One move of the asked seat in every game
KERNEL step_all(uint32_t* records, uint32_t* lucks, int games, int seats, const int* options, const int64_t* moves,
                int8_t* who, uint32_t* marks, uint32_t* views, int* points, int8_t* done, int at_random) {
    step_batch(Batch{records, lucks, games, seats, options, moves, who, marks, views, points, done, at_random, Players{},
                     nullptr, nullptr});
}

#ifdef rules_lean
// Whole games in which everybody plays by a temper, as `bouts` plays them
KERNEL bouts(uint32_t* records, int games, int seats, const int* options, const int64_t* numbers, const int8_t* seated,
             const int* tempers, int knobs, int* lengths, int* points, int* taken) {
    play_all(Series{records, games, seats, options, 0, numbers, Players{seated, tempers, knobs}, lengths, points}, taken);
}

// The same as `step_all` among seats with a temper, or at random, who play at once
KERNEL step_among(uint32_t* records, uint32_t* lucks, int games, int seats, const int* options, const int64_t* moves,
                  int8_t* who, uint32_t* marks, uint32_t* views, int* points, int8_t* done, const int8_t* seated,
                  const int* tempers, int knobs, uint32_t* own_lucks, float* leaned) {
    step_batch(Batch{records, lucks, games, seats, options, moves, who, marks, views, points, done, 0,
                     Players{seated, tempers, knobs}, own_lucks, leaned, nullptr});
}

// Games that nobody outside plays in, one step each; `views` are whole records. A move of -2 goes on, one of -1 begins.
KERNEL walk(uint32_t* records, uint32_t* lucks, int games, int seats, const int* options, const int64_t* moves, int8_t* who,
            uint32_t* marks, uint32_t* views, int* points, int8_t* done, const int8_t* seated, const int* tempers, int knobs,
            uint32_t* own_lucks, int* now) {
    step_batch(Batch{records, lucks, games, seats, options, moves, who, marks, views, points, done, 0,
                     Players{seated, tempers, knobs}, own_lucks, nullptr, now});
}

KERNEL seed_seats(uint32_t* own_lucks, int games, int seats, uint64_t first) {
    FOR_EACH_GAME {
        for (int seat = 0; seat < seats; seat += 1) {
            const uint64_t number = first + i + ((uint64_t)(seat + 1) << OWN_LUCK);
            keep_luck(seeded(number), own_lucks + (size_t)seat * 2 * games, games, i);
        }
    }
}
#endif

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
