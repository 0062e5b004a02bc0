import CRDKafka
import Glibc

/// The functions of librdkafka 2.2 and later for changing single entries of a configuration, loaded at run time.
///
/// The headers of the distribution's library do not declare these functions.
@safe struct IncrementalAlteration {
    private typealias Add =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, UInt32, UnsafePointer<CChar>?
        ) -> OpaquePointer?
    private typealias Alter =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, Int, OpaquePointer?, OpaquePointer?
        ) -> Void
    private typealias ResultOfEvent = @convention(c) (OpaquePointer?) -> OpaquePointer?
    private typealias Resources =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<Int>?
        ) -> UnsafeMutablePointer<OpaquePointer?>?

    /// The library's number for the operation "set".
    private static let set: UInt32 = 0

    private let add: Add
    private let alter: Alter
    private let result: ResultOfEvent
    private let resources: Resources

    /// The functions of the running library; nil if the library lacks one of them.
    static var ofLibrary: IncrementalAlteration? {
        guard let add = unsafe dlsym(nil, "rd_kafka_ConfigResource_add_incremental_config"),
            let alter = unsafe dlsym(nil, "rd_kafka_IncrementalAlterConfigs"),
            let result = unsafe dlsym(nil, "rd_kafka_event_IncrementalAlterConfigs_result"),
            let resources = unsafe dlsym(nil, "rd_kafka_IncrementalAlterConfigs_result_resources")
        else { return nil }
        return unsafe IncrementalAlteration(
            add: unsafeBitCast(add, to: Add.self),
            alter: unsafeBitCast(alter, to: Alter.self),
            result: unsafeBitCast(result, to: ResultOfEvent.self),
            resources: unsafeBitCast(resources, to: Resources.self)
        )
    }

    func alter(
        _ topic: String,
        _ settings: [String: String],
        by client: ClientHandle,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        let request = try AdminRequest(.alterConfigs, of: client, timeoutMilliseconds: timeoutMilliseconds)
        let resource = unsafe rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic)
        defer { unsafe rd_kafka_ConfigResource_destroy(resource) }
        for (name, value) in settings {
            let error = unsafe name.withCString { name in
                unsafe value.withCString { unsafe add(resource, name, Self.set, $0) }
            }
            if let error = unsafe KafkaError(.alterConfigs, taking: error) { throw error }
        }
        var list = unsafe [resource]
        unsafe alter(client.pointer, &list, 1, request.options, request.queue)
        let answer = try request.answer()
        var count = 0
        guard let result = unsafe result(answer.pointer), let altered = unsafe resources(result, &count) else { return }
        unsafe try Admin.check(altered, count)
    }
}
