import CRDKafka

/// The member id and generation of a consumer, as `sendOffsets` needs them.
@safe package struct GroupMetadata: ~Copyable {
    let pointer: OpaquePointer

    init(taking metadata: OpaquePointer) {
        unsafe pointer = metadata
    }

    deinit {
        unsafe rd_kafka_consumer_group_metadata_destroy(pointer)
    }
}
