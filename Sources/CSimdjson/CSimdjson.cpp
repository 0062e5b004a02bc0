#include "CSimdjson.h"

#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <simdjson.h>

namespace {

/// Documents up to here keep their buffers for the next one; longer ones give them back.
constexpr size_t kept_capacity = size_t(256) << 10;
/// What a document takes for each of its bytes: itself 1, the tape 8, strings 5/3, the places of what has a meaning 4; and
/// a little for the nesting. A list of numbers of one digit touches nearly all of it, an upload of samples a fourth.
constexpr size_t bytes_each = 15;
constexpr size_t bytes_more = size_t(16) << 10;
constexpr size_t least_capacity = size_t(4) << 10;

std::atomic<uint64_t> documents = 0;

/// Sizes are rounded up to a power of two, so that uploads of slightly growing size do not allocate each time.
size_t capacity_for(size_t count) noexcept {
    if (count > kept_capacity) { return count; }
    size_t capacity = least_capacity;
    while (capacity < count) { capacity *= 2; }
    return capacity;
}

}  // namespace

struct SimdjsonParser {
    size_t capacity = 0;
    std::unique_ptr<uint8_t[]> padded;
    simdjson::dom::parser parser;

    void release() noexcept {
        padded.reset();
        parser = simdjson::dom::parser();
        capacity = 0;
    }

    simdjson::error_code reserve(size_t count, size_t depth_limit) noexcept {
        if (count > capacity || capacity > kept_capacity) {
            release();
            size_t wanted = capacity_for(count);
            padded.reset(new (std::nothrow) uint8_t[wanted + simdjson::SIMDJSON_PADDING]);
            if (!padded) { return simdjson::MEMALLOC; }
            if (auto error = parser.doc.allocate(wanted)) { return error; }
            if (auto error = parser.allocate(wanted, depth_limit)) { return error; }
            capacity = wanted;
        }
        // Allocates nothing where the limit is what it was.
        return parser.allocate(capacity, depth_limit);
    }
};

SimdjsonParser *simdjson_parser_create(void) { return new (std::nothrow) SimdjsonParser(); }

void simdjson_parser_destroy(SimdjsonParser *parser) { delete parser; }

void simdjson_parser_trim(SimdjsonParser *parser) {
    if (parser->capacity > kept_capacity) { parser->release(); }
}

size_t simdjson_parser_memory(size_t count) {
    if (count > (SIZE_MAX - bytes_more) / bytes_each) { return SIZE_MAX; }
    return capacity_for(count) * bytes_each + bytes_more;
}

size_t simdjson_parser_capacity(const SimdjsonParser *parser) { return parser->capacity; }

SimdjsonOutcome simdjson_parser_parse(
    SimdjsonParser *parser, const uint8_t *bytes, size_t count, size_t depth_limit, SimdjsonDocument *document) {
    *document = {nullptr, nullptr};
    // The buffers' sizes are reckoned in 32 bits further down.
    if (count >= simdjson::SIMDJSON_MAXSIZE_BYTES) { return SimdjsonOutcomeTooLarge; }
    if (count == 0) { return SimdjsonOutcomeRefused; }
    if (parser->reserve(count, depth_limit)) {
        parser->release();
        return SimdjsonOutcomeOutOfMemory;
    }
    std::memcpy(parser->padded.get(), bytes, count);
    std::memset(parser->padded.get() + count, ' ', simdjson::SIMDJSON_PADDING);
    auto error = parser->parser.parse(parser->padded.get(), count, false).error();
    if (error) { return error == simdjson::MEMALLOC ? SimdjsonOutcomeOutOfMemory : SimdjsonOutcomeRefused; }
    parser->parser.doc.tape[0] = documents.fetch_add(1, std::memory_order_relaxed) + 1;
    document->tape = parser->parser.doc.tape.get();
    document->strings = parser->parser.doc.string_buf.get();
    return SimdjsonOutcomeParsed;
}

void simdjson_parser_locate(
    const SimdjsonParser *parser, const size_t *places, size_t count, SimdjsonRange *ranges) {
    const uint8_t *bytes = parser->padded.get();
    const uint64_t *tape = parser->parser.doc.tape.get();
    // Where the tokens of the document begin. Each stands for one entry of the tape, but for commas and colons.
    const uint32_t *token = parser->parser.implementation->structural_indexes.get();
    size_t place = 1;
    auto tag = [&] { return char(tape[place] >> 56); };
    auto advance = [&](size_t end) {
        while (place < end) {
            place += tag() == 'l' || tag() == 'u' || tag() == 'd' ? 2 : 1;
            do { token++; } while (bytes[*token] == ',' || bytes[*token] == ':');
        }
    };
    for (size_t number = 0; number < count; number++) {
        advance(places[number]);
        size_t start = *token, end = token[1];
        while (bytes[end - 1] <= ' ') { end--; }
        ranges[number] = {start, end};
    }
}

size_t simdjson_write_double(double value, bool fixed, uint8_t *buffer) {
    char *start = reinterpret_cast<char *>(buffer);
    auto format = fixed ? std::chars_format::fixed : std::chars_format::scientific;
    auto result = std::to_chars(start, start + 32, value, format);
    return result.ec == std::errc() ? size_t(result.ptr - start) : 0;
}
