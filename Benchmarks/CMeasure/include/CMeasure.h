/// Returns the number of allocations in this process so far, by malloc and the functions like it.
unsigned long long measure_allocations(void);

/// Calls a function with a context.
///
/// With `--toggle-collect=measure_run`, callgrind counts only inside this function.
void measure_run(void (*function)(void *), void *context);

/// Ends a count of callgrind.
///
/// With `--dump-after=measure_dump`, callgrind writes its counts to a file here, and starts again at zero.
void measure_dump(void);
