#pragma once
#include <stddef.h>

/// The bytes of a file of this folder.
struct demo_file {
    const unsigned char *bytes;
    size_t count;
};

/// The connection settings of the demo, one record per line.
extern const struct demo_file demo_connections;

/// The uploads of the demo, one record per line; one of them is truncated.
extern const struct demo_file demo_uploads;
