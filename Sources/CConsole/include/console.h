#pragma once
#include <stddef.h>

/// An embedded file of the console's page.
struct console_file {
    /// The name relative to `/console/`.
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// The files of `Sources/Serving/Console/Page`, as `scripts/embed-console` found them.
extern const struct console_file *const console_files;
extern const size_t console_file_count;
