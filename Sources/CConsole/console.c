#include "console.h"

// The page is embedded, so that the binary works alone. `scripts/embed-console` writes this file.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "../Serving/Console/Page/index.html"
};

static const struct console_file files[] = {
    {"index.html", index_html, sizeof index_html},
};

const struct console_file *const console_files = files;
const size_t console_file_count = sizeof files / sizeof *files;
