// A C face of simdjson's DOM parser: one call per document, after which the caller walks the tape by itself.
// No C++ exception crosses it, and no pointer of the caller is kept.
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// A parser with its buffers, which it uses again for the next document.
typedef struct SimdjsonParser SimdjsonParser;

/// How a parse ended. The same bytes end the same way on every kernel of simdjson (AVX2, SSE4.2, NEON, fallback).
typedef enum __attribute__((enum_extensibility(closed))) SimdjsonOutcome {
    SimdjsonOutcomeParsed = 0,
    SimdjsonOutcomeEmpty,
    SimdjsonOutcomeNotJSON,
    SimdjsonOutcomeNotUTF8,
    SimdjsonOutcomeTooDeep,
    SimdjsonOutcomeNumberOutOfRange,
    SimdjsonOutcomeBadString,
    SimdjsonOutcomeTooLarge,
    SimdjsonOutcomeOutOfMemory,
} SimdjsonOutcome;

/// What a parse hands out. The pointers hold until the next call with the same parser; the format of the words is
/// simdjson's documented tape (`doc/tape.md` of its sources).
typedef struct SimdjsonDocument {
    const uint64_t *_Nullable tape;
    const uint8_t *_Nullable strings;
    /// The byte at fault, or -1 where none can be named.
    int64_t error_offset;
} SimdjsonDocument;

/// Containers may be nested `maximum_depth` deep, the outermost counted as one. NULL when memory is short.
SimdjsonParser *_Nullable simdjson_parser_create(size_t maximum_depth);

void simdjson_parser_destroy(SimdjsonParser *_Nullable parser);

/// Parses one document. `bytes` needs no padding: it is copied, and nothing beyond `count` is read.
SimdjsonOutcome simdjson_parser_parse(
    SimdjsonParser *parser, const uint8_t *_Nullable bytes, size_t count, SimdjsonDocument *document);

/// Gives back what a document of more than 4 MiB made the parser allocate. The tape is gone afterwards.
void simdjson_parser_trim(SimdjsonParser *parser);

/// The bytes that the parser can take without allocating.
size_t simdjson_parser_capacity(const SimdjsonParser *parser);

/// Writes the shortest text that reads back as `value` (finite), at most 32 bytes: in fixed notation, or with an
/// exponent. Returns its length.
size_t simdjson_write_double(double value, int fixed, uint8_t *buffer);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
