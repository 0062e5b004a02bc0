#include "CMeasure.h"
#include <errno.h>
#include <stddef.h>

// The allocator of glibc, under the names that glibc exports for replacements of malloc.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// One counter for all threads: the benchmarks of the core have only one thread.
static unsigned long long allocations;

static void count(void) { __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED); }

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *held, size_t size) {
    count();
    return __libc_realloc(held, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count();
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : ENOMEM;
}

unsigned long long measure_allocations(void) { return __atomic_load_n(&allocations, __ATOMIC_RELAXED); }

__attribute__((noinline)) void measure_run(void (*function)(void *), void *context) {
    function(context);
    // Prevents a tail call, which would remove the frame of measure_run while the function runs.
    __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void measure_dump(void) { __asm__ volatile("" ::: "memory"); }
