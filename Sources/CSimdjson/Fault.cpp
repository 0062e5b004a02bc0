#include "Fault.h"

namespace csimdjson {

Fault fault(
    simdjson::error_code error, const simdjson::dom::parser &parser, const uint8_t *bytes, size_t count) noexcept {
    switch (error) {
        case simdjson::MEMALLOC: return {SimdjsonOutcomeOutOfMemory, -1};
        case simdjson::CAPACITY: return {SimdjsonOutcomeTooLarge, -1};
        case simdjson::DEPTH_ERROR: return {SimdjsonOutcomeTooDeep, -1};
        case simdjson::UTF8_ERROR: return {SimdjsonOutcomeNotUTF8, -1};
        case simdjson::EMPTY: return {SimdjsonOutcomeEmpty, -1};
        case simdjson::NUMBER_ERROR: return {SimdjsonOutcomeNumberOutOfRange, -1};
        case simdjson::STRING_ERROR: return {SimdjsonOutcomeBadString, -1};
        default: return {SimdjsonOutcomeNotJSON, -1};
    }
}

}  // namespace csimdjson
