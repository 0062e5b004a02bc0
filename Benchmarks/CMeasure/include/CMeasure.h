/// How many times memory was asked for in this process, by malloc and its kin.
unsigned long long measure_allocations(void);

/// Calls a function with a context.
///
/// It has a name of its own so that callgrind can be told to count in here and nowhere else
/// (`--toggle-collect=measure_run`).
void measure_run(void (*function)(void *), void *context);

/// Ends a count, for callgrind, which can be told to write down here what it has counted and to begin at nothing again
/// (`--dump-after=measure_dump`).
void measure_dump(void);
