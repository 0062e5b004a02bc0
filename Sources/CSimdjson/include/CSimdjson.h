// The C face of simdjson.
