import Foundation
import Kafka
import Worker

/// A dead letter that a test writes in a worker's place.
struct RefusedLetter: Sendable {
    let original: Int
    var partition = 0
    var path: String?
    let value: String
}

extension RunTopics {
    /// Runs `dead-letters` with these words.
    func lettersCommand(_ words: [String]) throws -> CommandProcess { try command(["dead-letters"] + words) }

    func letters(_ words: [String]) throws -> CommandProcess.Ending { try lettersCommand(words).ending() }

    /// The places of the letters that are open.
    func places(_ filters: [String]) throws -> [String] {
        try letters(["list", "--json"] + filters).lines.compactMap { line in
            (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["place"] as? String
        }
    }

    /// Writes letters of the connection `c`, as if refused of the uploads.
    func write(letters: [RefusedLetter], timestamps: [Int64: Int64] = [:]) throws {
        let producer = try Producer(["bootstrap.servers": servers, "queue.buffering.max.messages": "100000"])
        let key = Array("c".utf8)
        for letter in letters {
            let headers = RecordHeaders(capacity: 6)
            headers.add("fork-error-code", "invalidValue")
            headers.add("fork-error-message", "It is not as it should be.")
            if let path = letter.path { headers.add("fork-error-path", path) }
            headers.add("fork-topic", names.uploads)
            headers.add("fork-partition", "\(letter.partition)")
            headers.add("fork-offset", "\(letter.original)")
            if let timestamp = timestamps[Int64(letter.original)] { headers.add("fork-timestamp", "\(timestamp)") }
            let value = Array(letter.value.utf8)
            try producer.produce(
                to: names.deadLetters,
                partition: 0,
                key: key.span.rawBytes,
                value: value.span.rawBytes,
                headers: headers
            )
        }
        try producer.flush(timeoutMilliseconds: 60_000)
    }

    /// The timestamps of the records of partition 0, by their offsets.
    func timestamps(of topic: String) throws -> [Int64: Int64] {
        let reader = try Consumer([
            "bootstrap.servers": servers, "group.id": "times-\(prefix)", "enable.partition.eof": "true",
        ])
        try reader.assign([Assignment(TopicPartition(topic, 0), from: .beginning)])
        var timestamps: [Int64: Int64] = [:]
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline {
            guard let message = reader.poll(timeoutMilliseconds: 1_000), message.error == nil else { continue }
            if message.isEndOfPartition { return timestamps }
            timestamps[message.offset] = message.timestampMilliseconds
        }
        throw KafkaError(.poll, .timedOut)
    }

    /// The end of partition 0, open transactions counted.
    func end(of topic: String) throws -> Int64 {
        try patiently { () throws(KafkaError) in
            try Admin(["bootstrap.servers": servers], isolation: .uncommitted)
                .watermarks(of: TopicPartition(topic, 0), timeoutMilliseconds: 20_000).high
        }
    }
}
