#include <simdjson.h>
#include "CSimdjson.h"
