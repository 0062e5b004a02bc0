#pragma once
#include <stddef.h>

/// Embedded bytes of files.
struct example_file {
    const unsigned char *bytes;
    size_t count;
};

/// The connection settings of the demo, one record per line.
extern const struct example_file demo_connections;

/// The uploads of all examples, one record per line, in the order of the table in `Options`; a zero byte ends each example.
extern const struct example_file example_uploads;
