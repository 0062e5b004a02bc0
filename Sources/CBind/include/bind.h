#pragma once
#include <stdint.h>

/// Binds the sockets that this thread opens next to this IPv4 address, because librdkafka's mock brokers only know free
/// ports of loopback. A null address ends that.
///
/// Returns 0, or the `errno` of a bind to the address; EINVAL if it is not an IPv4 address.
int bind_next_to(const char *address, uint16_t port);
