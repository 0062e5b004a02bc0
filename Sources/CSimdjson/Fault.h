// Names what is wrong with a document that simdjson has refused, and where.
#pragma once

#include "CSimdjson.h"

#include <simdjson.h>

namespace csimdjson {

struct Fault {
    SimdjsonOutcome outcome;
    int64_t offset;
};

Fault fault(
    simdjson::error_code error, const simdjson::dom::parser &parser, const uint8_t *bytes, size_t count) noexcept;

}  // namespace csimdjson
