import Kafka

/// A record taken out of its message, to compare and to keep.
struct Record: Equatable, Sendable {
    var topic = ""
    var partition: Int32 = 0
    var offset: Int64 = 0
    var key: [UInt8]?
    var value: [UInt8]?
    var headers: [Header] = []

    struct Header: Equatable, Sendable {
        var name: String
        var value: [UInt8]?
    }

    init(_ message: borrowing Message) {
        topic = message.topic
        partition = message.partition
        offset = message.offset
        key = bytes(message.key)
        value = bytes(message.value)
        let headers = message.headers
        for index in 0..<headers.count {
            self.headers.append(Header(name: headers.name(at: index), value: bytes(headers.value(at: index))))
        }
    }
}

/// Copies what a message lends.
func bytes(_ span: RawSpan?) -> [UInt8]? {
    guard let span else { return nil }
    return unsafe span.withUnsafeBytes { unsafe Array($0) }
}

extension Producer {
    func send(
        _ topic: String,
        partition: Int32? = 0,
        key: [UInt8]? = nil,
        _ value: [UInt8]?,
        headers: consuming RecordHeaders? = nil
    ) throws {
        try produce(
            to: topic,
            partition: partition,
            key: key?.span.rawBytes,
            value: value?.span.rawBytes,
            headers: headers
        )
    }
}

/// A test waited for a message in vain.
struct NoMessage: Error {}

extension Consumer {
    func message(timeoutSeconds: Int = 20) throws -> Message {
        let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
        while ContinuousClock.now < deadline {
            guard let message = poll(timeoutMilliseconds: 100) else { continue }
            if let error = message.error { throw error }
            return message
        }
        throw NoMessage()
    }

    /// Polls until so many records are there; an error message fails the test that asked.
    func records(_ count: Int, timeoutSeconds: Int = 20) throws -> [Record] {
        let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
        var records: [Record] = []
        while records.count < count, ContinuousClock.now < deadline {
            guard let message = poll(timeoutMilliseconds: 100) else { continue }
            if let error = message.error { throw error }
            if !message.isEndOfPartition { records.append(Record(message)) }
        }
        return records
    }
}
