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

/// Starts a process that answers each POST on 127.0.0.1 with 204. It ends with this process.
///
/// Returns the id of the process, and its port; -1 if it cannot be started.
int measure_start_receiver(unsigned short *port);

void measure_stop_receiver(int process);

/// Posts a body over and over by a bare loop of libcurl.
///
/// The headers are lines, and end with NULL. Returns the number of answers with a status of 200 to 299.
long measure_post(const char *url,
                  const char *const *headers,
                  const void *body,
                  long length,
                  int concurrency,
                  long count);
