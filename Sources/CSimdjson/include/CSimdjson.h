// A C face of simdjson's DOM parser: one call per document, after which the caller walks the tape by itself.
// No C++ exception crosses it, and no pointer of the caller is kept.
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// A parser with its buffers, which it uses again for the next document.
typedef struct SimdjsonParser SimdjsonParser;

/// How a parse ended. What is wrong with refused bytes is not told: which of several faults simdjson names depends on the
/// kernel that it has chosen for the processor.
typedef enum __attribute__((enum_extensibility(closed))) SimdjsonOutcome {
    SimdjsonOutcomeParsed = 0,
    SimdjsonOutcomeRefused,
    SimdjsonOutcomeTooLarge,
    SimdjsonOutcomeOutOfMemory,
} SimdjsonOutcome;

/// What a parse hands out. The pointers hold until the next call with the same parser; the format of the words is
/// simdjson's documented tape (`doc/tape.md` of its sources), but for the first, the root's: it is a number that no other
/// document of the process has.
typedef struct SimdjsonDocument {
    const uint64_t *_Nullable tape;
    const uint8_t *_Nullable strings;
} SimdjsonDocument;

/// Where something lies in the bytes of a document.
typedef struct SimdjsonRange {
    size_t start;
    size_t end;
} SimdjsonRange;

/// NULL when memory is short.
SimdjsonParser *_Nullable simdjson_parser_create(void);

void simdjson_parser_destroy(SimdjsonParser *_Nullable parser);

/// Parses one document. `bytes` needs no padding: it is copied, and nothing beyond `count` is read. Less than
/// `depth_limit` containers with something in them may lie in each other; simdjson does not count empty ones.
SimdjsonOutcome simdjson_parser_parse(
    SimdjsonParser *parser,
    const uint8_t *_Nullable bytes,
    size_t count,
    size_t depth_limit,
    SimdjsonDocument *document);

/// Says where the tokens at some places of the tape lie in the bytes of the document, which must be the last that was
/// given to the parser, and parsed. The places ascend. Brackets are tokens of their own.
void simdjson_parser_locate(
    const SimdjsonParser *parser, const size_t *_Nullable places, size_t count, SimdjsonRange *_Nullable ranges);

/// Gives back what a document of more than 256 KiB made the parser allocate. The tape is gone afterwards.
void simdjson_parser_trim(SimdjsonParser *parser);

/// What a parser may hold for a document of `count` bytes, at most.
size_t simdjson_parser_memory(size_t count);

/// The bytes that the parser can take without allocating.
size_t simdjson_parser_capacity(const SimdjsonParser *parser);

/// Writes the shortest text that reads back as `value` (finite), at most 32 bytes: in fixed notation, or with an
/// exponent. Returns its length.
size_t simdjson_write_double(double value, bool fixed, uint8_t *buffer);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
