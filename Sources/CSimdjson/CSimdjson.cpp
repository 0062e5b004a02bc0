#include "CSimdjson.h"

#include <charconv>
#include <cstring>
#include <memory>
#include <new>
#include <simdjson.h>

#include "Fault.h"

namespace {

/// Documents up to here keep their buffers for the next one; longer ones give them back.
constexpr size_t kept_capacity = size_t(4) << 20;
constexpr size_t least_capacity = size_t(64) << 10;

/// Sizes are rounded up to a power of two, so that uploads of slightly growing size do not allocate each time.
size_t capacity_for(size_t count) noexcept {
    if (count > kept_capacity) { return count; }
    size_t capacity = least_capacity;
    while (capacity < count) { capacity *= 2; }
    return capacity;
}

}  // namespace

struct SimdjsonParser {
    size_t maximum_depth;
    size_t capacity = 0;
    std::unique_ptr<uint8_t[]> padded;
    simdjson::dom::parser parser;

    void release() noexcept {
        padded.reset();
        parser = simdjson::dom::parser();
        capacity = 0;
    }

    simdjson::error_code reserve(size_t count) noexcept {
        if (capacity > kept_capacity) { release(); }
        if (count <= capacity) { return simdjson::SUCCESS; }
        release();
        size_t wanted = capacity_for(count);
        padded.reset(new (std::nothrow) uint8_t[wanted + simdjson::SIMDJSON_PADDING]);
        if (!padded) { return simdjson::MEMALLOC; }
        auto error = parser.allocate(wanted, maximum_depth);
        if (!error) { error = parser.doc.allocate(wanted); }
        if (error) {
            release();
        } else {
            capacity = wanted;
        }
        return error;
    }

    /// simdjson does not count an empty container, and refuses a filled one at its limit. So its limit is set to
    /// ours, which lets through what is certainly allowed; and what it then calls too deep, rarely, is parsed again
    /// with one level more and its tape searched for an empty container beyond the limit.
    simdjson::error_code parse(size_t count) noexcept {
        auto error = parser.parse(padded.get(), count, false).error();
        if (error != simdjson::DEPTH_ERROR) { return error; }
        error = parser.allocate(parser.capacity(), maximum_depth + 1);
        if (!error) { error = parser.parse(padded.get(), count, false).error(); }
        if (!error && exceeds(maximum_depth)) { error = simdjson::DEPTH_ERROR; }
        if (parser.allocate(parser.capacity(), maximum_depth)) { return simdjson::MEMALLOC; }
        return error;
    }

    bool exceeds(size_t limit) const noexcept {
        const uint64_t *tape = parser.doc.tape.get();
        size_t end = size_t(tape[0] & 0xffffffff) - 1;
        size_t depth = 0;
        for (size_t index = 1; index < end; index++) {
            switch (char(tape[index] >> 56)) {
                case '{':
                case '[':
                    if (++depth > limit) { return true; }
                    break;
                case '}':
                case ']': depth--; break;
                case 'l':
                case 'u':
                case 'd': index++; break;
                default: break;
            }
        }
        return false;
    }
};

SimdjsonParser *simdjson_parser_create(size_t maximum_depth) {
    auto *parser = new (std::nothrow) SimdjsonParser();
    if (parser) { parser->maximum_depth = maximum_depth; }
    return parser;
}

void simdjson_parser_destroy(SimdjsonParser *parser) { delete parser; }

void simdjson_parser_trim(SimdjsonParser *parser) {
    if (parser->capacity > kept_capacity) { parser->release(); }
}

size_t simdjson_parser_capacity(const SimdjsonParser *parser) { return parser->capacity; }

SimdjsonOutcome simdjson_parser_parse(
    SimdjsonParser *parser, const uint8_t *bytes, size_t count, SimdjsonDocument *document) {
    *document = {nullptr, nullptr, -1};
    if (count == 0) { return SimdjsonOutcomeEmpty; }
    if (count >= simdjson::SIMDJSON_MAXSIZE_BYTES) { return SimdjsonOutcomeTooLarge; }
    // Newer versions skip a byte order mark, older ones refuse it: we refuse it, like RFC 8259 allows.
    if (count >= 3 && std::memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        document->error_offset = 0;
        return SimdjsonOutcomeNotJSON;
    }
    auto error = parser->reserve(count);
    if (!error) {
        std::memcpy(parser->padded.get(), bytes, count);
        std::memset(parser->padded.get() + count, ' ', simdjson::SIMDJSON_PADDING);
        error = parser->parse(count);
    }
    if (error) {
        csimdjson::Fault fault = csimdjson::fault(error, parser->parser, parser->padded.get(), count);
        document->error_offset = fault.offset;
        return fault.outcome;
    }
    document->tape = parser->parser.doc.tape.get();
    document->strings = parser->parser.doc.string_buf.get();
    return SimdjsonOutcomeParsed;
}

size_t simdjson_write_double(double value, int fixed, uint8_t *buffer) {
    char *start = reinterpret_cast<char *>(buffer);
    auto format = fixed ? std::chars_format::fixed : std::chars_format::scientific;
    auto result = std::to_chars(start, start + 32, value, format);
    return result.ec == std::errc() ? size_t(result.ptr - start) : 0;
}
