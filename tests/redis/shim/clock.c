// Preloaded into redis-server: its real-time clock is the machine's, and an offset that a test chooses while it runs.
//
// The offset, in microseconds, is the first eight bytes of the file that CORNERS_TEST_CLOCK names, mapped into memory:
// the server asks for the time several times for each command, so that looking at it has to cost nothing. The monotonic
// clock is left alone, as when somebody sets the clock of a machine.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef int clock_function(clockid_t, struct timespec *);

static const _Atomic int64_t no_offset;
static const _Atomic int64_t *offset_us = &no_offset;
static _Atomic(clock_function *) machine_clock;

// The allocator asks for the time before any library can be asked for its functions: then the kernel answers.
static int machine(clockid_t clock, struct timespec *now) {
    clock_function *function = machine_clock;
    return function ? function(clock, now) : (int)syscall(SYS_clock_gettime, clock, now);
}

__attribute__((constructor)) static void begin(void) {
    machine_clock = (clock_function *)dlsym(RTLD_NEXT, "clock_gettime");
    const char *path = getenv("CORNERS_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof *offset_us, PROT_READ, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) offset_us = mapped;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = machine(clock, now);
    if (failed || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return failed;
    int64_t offset = *offset_us;
    now->tv_sec += offset / 1000000;
    now->tv_nsec += offset % 1000000 * 1000;
    if (now->tv_nsec >= 1000000000) {
        now->tv_nsec -= 1000000000;
        now->tv_sec += 1;
    } else if (now->tv_nsec < 0) {
        now->tv_nsec += 1000000000;
        now->tv_sec -= 1;
    }
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise)) return -1;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise)) return -1;
    if (now) *now = precise.tv_sec;
    return precise.tv_sec;
}
