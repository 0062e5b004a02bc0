// The wall clock of one process, as many seconds ahead or behind as stand in the file that CHAOS_CLOCK names. It asks the
// kernel itself, since whoever looks a symbol up may allocate, and an allocator may ask for the time.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

// Earlier than that is no time of day, but one since the machine was started.
#define DAWN 1000000000

static volatile const int64_t *ahead;

__attribute__((constructor)) static void find(void) {
    const char *name = getenv("CHAOS_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *place = file < 0 ? MAP_FAILED : mmap(0, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    if (place != MAP_FAILED) ahead = place;
    if (file >= 0) close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int status = syscall(SYS_clock_gettime, clock, now);
    if (!status && ahead && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *ahead;
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *place) {
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
    if (place) *place = exact.tv_sec;
    return exact.tv_sec;
}

int timespec_get(struct timespec *now, int base) {
    return base == TIME_UTC && !clock_gettime(CLOCK_REALTIME, now) ? base : 0;
}

// The kernel wakes by its own clock whoever waits until an instant: what that is called, and which clock is meant.
static clockid_t kernels(struct timespec *until) {
    if (until->tv_sec < DAWN) return CLOCK_MONOTONIC;
    if (ahead) until->tv_sec -= *ahead;
    return CLOCK_REALTIME;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
    struct timespec exact = *until;
    clockid_t clock = kernels(&exact);
    return pthread_cond_clockwait(condition, mutex, clock, &exact);
}

// In glibc these are the same under another name.
int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until) {
    int error = pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until);
    return error == ETIMEDOUT ? thrd_timedout : error ? thrd_error : thrd_success;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec exact = *until;
    clockid_t clock = kernels(&exact);
    return sem_clockwait(semaphore, clock, &exact);
}
