// A block of a GPU on one core, for tests: its threads take turns, each from one meeting to the next. What the threads of a
// warp or a block do together they do when all have come; that some never come is told.
#include <ucontext.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

struct Index {
    int x;
};
static Index threadIdx, blockIdx, blockDim, gridDim;

struct Meeting {
    int size, come = 0, held = 0;
    std::string about;
};
struct Lane {
    ucontext_t place;
    std::vector<char> stack = std::vector<char>(1 << 17);
    bool over = false;
};
static std::vector<Lane> lanes;
static std::vector<Meeting> warps;
static Meeting block{0};
static std::function<void()> kernel;
static ucontext_t home;
static bool moved;

static void fail(const std::string& why) {
    fprintf(stderr, "%s\n", why.c_str());
    abort();
}

static void meet(Meeting& meeting, const char* about) {
    if (meeting.come > 0 && meeting.about != about) fail("threads wait for " + meeting.about + " and for " + about);
    meeting.about = about;
    const int before = meeting.held;
    moved = true;
    if (++meeting.come == meeting.size) {
        meeting.come = 0;
        meeting.held += 1;
    }
    while (meeting.held == before) {
        const int me = threadIdx.x;
        swapcontext(&lanes[me].place, &home);
        threadIdx.x = me;
    }
    moved = true;
}

static void enter() {
    kernel();
    lanes[threadIdx.x].over = moved = true;
    setcontext(&home);
}

static void run(int blocks, int threads, std::function<void()> what) {
    kernel = what;
    gridDim.x = blocks;
    blockDim.x = threads;
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x += 1) {
        lanes = std::vector<Lane>(threads);
        warps = std::vector<Meeting>(threads / 32, Meeting{32});
        block = Meeting{threads};
        for (Lane& lane : lanes) {
            getcontext(&lane.place);
            lane.place.uc_stack.ss_sp = lane.stack.data();
            lane.place.uc_stack.ss_size = lane.stack.size();
            makecontext(&lane.place, enter, 0);
        }
        int left = threads;
        while (left > 0) {
            moved = false;
            left = 0;
            for (threadIdx.x = 0; threadIdx.x < threads; threadIdx.x += 1) {
                const int me = threadIdx.x;
                if (!lanes[me].over) swapcontext(&home, &lanes[me].place);
                threadIdx.x = me;
                left += !lanes[me].over;
            }
            if (!moved && left > 0) fail("threads wait for others that never come");
        }
    }
}

template <auto kernel> struct Lanes;
template <class... Given, void (*kernel)(Given...)> struct Lanes<kernel> {
    static void call(Given... given) {
        run(GRID, THREADS, [=] { kernel(given...); });
    }
};

static uint32_t said[THREADS];

// What every lane of the warp says
static std::array<uint32_t, 32> exchange(uint32_t word, const char* about) {
    Meeting& warp = warps[threadIdx.x / 32];
    said[threadIdx.x] = word;
    meet(warp, about);
    std::array<uint32_t, 32> words;
    for (int lane = 0; lane < 32; lane += 1) words[lane] = said[threadIdx.x / 32 * 32 + lane];
    meet(warp, "having heard");
    return words;
}

static int lane_of() { return threadIdx.x & 31; }
static void __syncthreads() { meet(block, "all threads"); }
static void __syncwarp() { meet(warps[threadIdx.x / 32], "the warp"); }
static int __shfl_sync(unsigned, int word, int lane) { return exchange(word, "a word")[lane & 31]; }
static int __shfl_xor_sync(unsigned, int word, int by) { return exchange(word, "words across")[lane_of() ^ by]; }
static int __shfl_up_sync(unsigned, int word, int by) {
    const auto words = exchange(word, "words from below");
    return lane_of() >= by ? words[lane_of() - by] : word;
}
static unsigned __ballot_sync(unsigned, int yes) {
    unsigned all = 0;
    const auto words = exchange(yes != 0, "votes");
    for (int lane = 0; lane < 32; lane += 1) all |= words[lane] << lane;
    return all;
}
static unsigned __match_any_sync(unsigned, int word) {
    unsigned same = 0;
    const auto words = exchange(word, "equals");
    for (int lane = 0; lane < 32; lane += 1) same |= (unsigned)(words[lane] == (uint32_t)word) << lane;
    return same;
}
static int atomicAdd(int* place, int by) {
    const int before = *place;
    *place += by;
    return before;
}

#define __CUDACC__
#define __device__
#define __global__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(threads, blocks)
#define __shared__ static
#define __popc __builtin_popcount
#define __ffs __builtin_ffs
#define asm(...) half = 0
