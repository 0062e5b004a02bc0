#include "demo.h"

// The files are embedded, so that the binary works alone. An array in Swift would take the compiler 20 s.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char connections[] = {
#embed "connections.ndjson"
};
static const unsigned char uploads[] = {
#embed "uploads.ndjson"
};

const struct demo_file demo_connections = {connections, sizeof connections};
const struct demo_file demo_uploads = {uploads, sizeof uploads};
