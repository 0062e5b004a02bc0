package import Kafka

/// A record taken out of its message, to compare and to keep.
package struct Record: Equatable, Sendable {
    package var topic = ""
    package var partition: Int32 = 0
    package var offset: Int64 = 0
    package var key: [UInt8]?
    package var value: [UInt8]?
    package var headers: [Header] = []

    /// One of its headers; a value may be null.
    package struct Header: Equatable, Sendable {
        package var name: String
        package var value: [UInt8]?

        package init(name: String, value: [UInt8]?) {
            self.name = name
            self.value = value
        }
    }

    package init(_ message: borrowing Message) {
        topic = message.topic
        partition = message.partition
        offset = message.offset
        key = [UInt8](message.key)
        value = [UInt8](message.value)
        let headers = message.headers
        for index in 0..<headers.count {
            let value = [UInt8](headers.value(at: index))
            self.headers.append(Header(name: headers.name(at: index), value: value))
        }
    }
}

extension Producer {
    /// Produces a record, unless said otherwise to partition 0 and without a key.
    package func send(
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

extension Consumer {
    /// The next message, the end of a partition too where it is told.
    package func message(timeoutSeconds: Int = 20) throws -> Message {
        let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
        while ContinuousClock.now < deadline {
            guard let message = poll(timeoutMilliseconds: 100) else { continue }
            if let error = message.error { throw error }
            return message
        }
        throw NoMessage()
    }

    /// Polls until so many records are there, or the time is over; an error message fails the test that asked.
    package func records(_ count: Int, timeoutSeconds: Int = 20) throws -> [Record] {
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
