#include "examples.h"

// The files are embedded, so that the binary works alone. An array in Swift would take the compiler 20 s.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char connections[] = {
#embed "demo.connections.ndjson"
};
static const unsigned char uploads[] = {
#embed "demo.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/smallest.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/overlap.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/day-totals.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/sleep-night.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/workout.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/workout-details.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/route.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/motion.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/quantity.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/condensed.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/category.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/characteristics.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/correlation.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/electrocardiogram.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/heartbeat-series.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/other-kinds.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/deletions.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/refusals-by-value.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/dialect-open-wearables.uploads.ndjson" suffix(, 0,)
#embed "../../schemas/examples/dialect-healthkitreporter.uploads.ndjson" suffix(, 0)
};

const struct example_file demo_connections = {connections, sizeof connections};
const struct example_file example_uploads = {uploads, sizeof uploads};
