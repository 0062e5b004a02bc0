#pragma once
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

/// `rd_kafka_producev` is variadic, which Swift does not import; `rd_kafka_produceva` frees the headers twice
/// when the partition is unknown (fixed in 2.12.0). On an error `headers` still belong to the caller.
static inline rd_kafka_resp_err_t fork_kafka_produce(rd_kafka_t *client,
                                                     rd_kafka_topic_t *topic,
                                                     int32_t partition,
                                                     const void *key,
                                                     size_t key_length,
                                                     const void *value,
                                                     size_t value_length,
                                                     int64_t timestamp_milliseconds,
                                                     rd_kafka_headers_t *headers,
                                                     void *opaque) {
    if (headers == NULL)
        return rd_kafka_producev(client, RD_KAFKA_V_RKT(topic), RD_KAFKA_V_PARTITION(partition),
                                 RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_KEY(key, key_length),
                                 RD_KAFKA_V_VALUE((void *)value, value_length),
                                 RD_KAFKA_V_TIMESTAMP(timestamp_milliseconds), RD_KAFKA_V_OPAQUE(opaque),
                                 RD_KAFKA_V_END);
    return rd_kafka_producev(client, RD_KAFKA_V_RKT(topic), RD_KAFKA_V_PARTITION(partition),
                             RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_KEY(key, key_length),
                             RD_KAFKA_V_VALUE((void *)value, value_length),
                             RD_KAFKA_V_TIMESTAMP(timestamp_milliseconds), RD_KAFKA_V_HEADERS(headers),
                             RD_KAFKA_V_OPAQUE(opaque), RD_KAFKA_V_END);
}
