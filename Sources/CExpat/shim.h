#include <expat.h>
#include <string.h>

/// The number of bytes of a text that expat hands out.
static inline long fork_text_length(const char *text) { return (long)strlen(text); }
